-- calendar feed
select set_config('lock_timeout', '5s', true);

create table private.calendar_links (
  user_id uuid primary key references auth.users (id) on delete cascade,
  hash text not null constraint calendar_links_hash_once unique,
  made_at timestamptz not null default now()
);
alter table private.calendar_links enable row level security;

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
  end if;
  if old.is_admin and not new.is_admin or not (new.is_admin or new.is_sales) then
    delete from private.invitations where inviter_id = new.id;
    delete from auth.mfa_challenges using auth.mfa_factors where mfa_factors.id = factor_id and mfa_factors.user_id = new.id;
    delete from public.list_views where owner_id = new.id and not (new.is_admin or new.is_sales);
  end if;
  return null;
end
$$;

create or replace function private.my_account() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'name', profiles.name, 'telephone', profiles.telephone, 'signature', profiles.signature,
    'away_until', profiles.away_until, 'deputy_id', profiles.deputy_id, 'digest_hour', digest_hour, 'digest_days', digest_days,
    'calendar_since', (select made_at from private.calendar_links where user_id = profiles.id),
    'recovery_codes', (
      select count(code_hash) from auth.mfa_factors left join private.recovery_codes on factor_id = mfa_factors.id
      where user_id = profiles.id and status = 'verified' having count(distinct mfa_factors.id) > 0
    ),
    'sessions', (
      select jsonb_agg(jsonb_build_object(
        'id', id, 'device', user_agent, 'used_at', updated_at, 'is_current', id::text = auth.jwt() ->> 'session_id'
      ) order by updated_at desc)
      from auth.sessions where user_id = profiles.id
    )
  ) from public.profiles where id = (select auth.uid()) and (select private.is_staff())
$$;

-- A new address for the caller's feed, in place of the one before.
create function private.make_calendar_link() returns text
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require(private.is_staff(), 'Only administrators and sales have a calendar feed');
  insert into private.calendar_links (user_id, hash) values (auth.uid(), private.link_hash(token))
  on conflict (user_id) do update set hash = excluded.hash, made_at = now();
  return token;
end
$$;

select private.expose('make_calendar_link',
  'Makes the address of the caller''s calendar feed, and returns its token, of which only the hash is stored; an earlier one ends. For administrators and sales.');

create function private.remove_calendar_link() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales have a calendar feed');
  delete from private.calendar_links where user_id = auth.uid();
end
$$;

select private.expose('remove_calendar_link', 'Ends the address of the caller''s calendar feed. For administrators and sales.');

-- The days of open leads and quotations of a person and of the absent whose deputy they are, from a month ago: the next 500.
create function private.calendar_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with lead as (
    select leads.id, company, name, needed_by, case when state <> 'won' then due_on end as due_on, leads.created_at
    from public.lead_handling as handling join public.leads on leads.id = handling.lead_id
    where assigned_to in (select private.work_of(person)) and merged_into is null and erased_at is null
      and state not in ('lost', 'withdrawn', 'spam')
  ), listed as (
    select 'follow_up' as kind, id, company, name, null as number, due_on as day, created_at from lead
    union all select 'needed_by', id, company, name, null, needed_by, created_at from lead
    union all
    select 'valid_until', id, company, name, number, valid_until, created_at from private.quotation_rows
    where owner_id in (select private.work_of(person)) and state = 'sent'
  )
  select coalesce(jsonb_agg(to_jsonb(next) order by day, kind, id), '[]') from (
    select * from listed where day >= private.day_in_india(now()) - 31 order by day, kind, id limit 500
  ) as next
$$;

create function private.open_calendar(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := (
    select user_id from private.calendar_links join public.profiles on profiles.id = user_id and (is_admin or is_sales)
    where hash = private.link_hash(token)
  );
begin
  perform private.require(person is not null, 'This link opens no calendar.', 'PT404');
  return jsonb_build_object('site', (select name from public.site_settings), 'days', private.calendar_of(person));
end
$$;

select private.expose('open_calendar',
  'The calendar feed of a token: {"site": its name, "days": [{"kind": follow_up, needed_by or valid_until, "id", "company", "name", "number": of a quotation, "day", "created_at"}]}. Any token that opens none answers 404.');

comment on table private.calendar_links is 'The address of the calendar feed of each person, of whose token only the hash is stored.';

comment on function public.my_account() is 'The caller''s own account: {"name", "telephone", "signature", "away_until", "deputy_id", "digest_hour", "digest_days", "calendar_since", "recovery_codes": how many are left, null without a second factor, "sessions": [{"id", "device", "used_at", "is_current"}]}. Null for others than staff.';

revoke all on function private.calendar_of(person uuid) from public, anon, authenticated, service_role;

revoke all on function public.open_calendar(token text) from public, anon, authenticated, service_role;
grant execute on function public.open_calendar(token text) to anon, authenticated, service_role;

revoke all on function private.open_calendar(token text) from public, anon, authenticated, service_role;
grant execute on function private.open_calendar(token text) to anon, authenticated, service_role;

revoke all on function private.make_calendar_link() from public, anon, authenticated, service_role;
grant execute on function private.make_calendar_link() to authenticated, service_role;

revoke all on function public.make_calendar_link() from public, anon, authenticated, service_role;
grant execute on function public.make_calendar_link() to authenticated, service_role;

revoke all on function public.remove_calendar_link() from public, anon, authenticated, service_role;
grant execute on function public.remove_calendar_link() to authenticated, service_role;

revoke all on function private.remove_calendar_link() from public, anon, authenticated, service_role;
grant execute on function private.remove_calendar_link() to authenticated, service_role;
-- Written until here.
