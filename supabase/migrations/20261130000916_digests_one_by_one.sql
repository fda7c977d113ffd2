-- digests one by one
select set_config('lock_timeout', '5s', true);

-- A path that a browser reads as another host was refused by the server alone; no released version has the table.
alter table public.campaign_links drop constraint campaign_links_path_own;
alter table public.campaign_links add constraint campaign_links_path_own check (
  path ~ '^/([^/\\#[:cntrl:][:space:]][^\\#[:cntrl:][:space:]]*)?$' and path !~* '^[^?]*/(?:[.]|%2e)*/' and path !~* '^/(admin|go|q|inquiry|calendar|auth|rest|storage)([/?]|$)' and char_length(path) <= 500
);

-- Written by npm run migration from supabase/schemas.
-- Ends what a lost role has given, also when the owner's SQL takes it: the invitations that the person sent, which could give
-- the role to another address of theirs, begun checks of a second factor and, without any role, the person's views, calendar
-- feed and having open leads, which no one has then. A change of
-- role also ends an open invitation of the address, which would give back a role that is taken later.
create or replace function private.end_former_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.invitations where lower(email) = (select lower(users.email) from auth.users where users.id = new.id);
  if not (new.is_admin or new.is_sales) then
    perform private.hand_over(new.id, null);
    delete from private.calendar_links where user_id = new.id;
    delete from public.outbox where kind = 'digest' and recipient = (select users.email from auth.users where users.id = new.id);
  end if;
  if old.is_admin and not new.is_admin or not (new.is_admin or new.is_sales) then
    delete from private.invitations where inviter_id = new.id;
    delete from auth.mfa_challenges using auth.mfa_factors where mfa_factors.id = factor_id and mfa_factors.user_id = new.id;
    delete from public.list_views where owner_id = new.id and not (new.is_admin or new.is_sales);
  end if;
  return null;
end
$$;

-- Once a day and person, from the hour that each has chosen: a server that was down then queues it later on that day. Of two servers one finds the
-- day of a person unchanged. The digest takes the place of the one before, sent or not. Five people at a time, so that the queue is not held up; a
-- fault in one digest keeps no other e-mail back.
create or replace function private.queue_digests(moment timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  here constant timestamp := moment at time zone 'Asia/Kolkata';
  due record;
begin
  for due in
    update public.profiles as profile set digest_on = here::date from auth.users
    where users.id = profile.id and profile.id in (
      select waiting.id from public.profiles as waiting
      where (is_admin or is_sales) and digest_hour <= extract(hour from here) and extract(isodow from here) <= digest_days
        and digest_on is distinct from here::date
      order by waiting.id limit 5 for update skip locked
    )
    returning profile.id, users.email
  loop
    begin
      delete from public.outbox where kind = 'digest' and recipient = due.email;
      insert into public.outbox (kind, recipient)
      select 'digest', due.email where private.is_deliverable(due.email) and private.digest_of(due.id) <> '[]';
    exception
      when others then
        raise warning 'There is no digest for % today: %', due.id, sqlerrm;
    end;
  end loop;
end
$$;

-- The leads that are new or changed since then, the first changed first, after a position: {"data", "more"}. What a key has read is in the
-- access log.
create or replace function private.leads_for_programs(key uuid, since timestamptz, after_time timestamptz, after_id uuid, size integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  ids uuid[];
begin
  ids := array(
    select lead_id from private.lead_changes
    where changed_at >= coalesce(since, '-infinity') and (changed_at, lead_id) > (coalesce(after_time, '-infinity'), after_id)
    order by changed_at, lead_id limit size + 1
  );
  if ids <> '{}' then
    insert into public.access_log (actor_email, action, leads, lead_ids)
    select format('API key “%s” (%s…)', name, prefix), 'exported', cardinality(ids[:size]), ids[:size] from private.api_keys where id = key;
  end if;
  return (
    select jsonb_build_object('data', coalesce(jsonb_agg(private.lead_for_programs(id) order by position), '[]'), 'more', cardinality(ids) > size)
    from unnest(ids[:size]) with ordinality as listed (id, position)
  );
end
$$;
-- Written until here.
