-- daily digest
select set_config('lock_timeout', '5s', true);

alter table public.profiles
add column digest_hour smallint default 9 constraint profiles_digest_hour_range check (digest_hour between 0 and 23),
add column digest_days smallint not null default 5 constraint profiles_digest_days_range check (digest_days between 5 and 7),
add column digest_on date;
-- The first digest comes on the day after the update.
update public.profiles set digest_on = (now() at time zone 'Asia/Kolkata')::date where is_admin or is_sales;
create index profiles_of_staff on public.profiles (id) where is_admin or is_sales;

alter table public.outbox drop constraint outbox_kind_known, add constraint outbox_kind_known check (kind in (
    'acknowledgement', 'notice', 'reply', 'invitation', 'factor_removed', 'data_link', 'erasure_warning',
    'quotation', 'quotation_answer', 'quotation_notice', 'quotation_reopened', 'approval', 'acceptance', 'quotation_code', 'kept_years', 'test', 'digest'
)) not valid;
alter table public.outbox validate constraint outbox_kind_known;
alter table public.outbox drop constraint outbox_about, add constraint outbox_about check (
    (lead_id is not null) = (kind in ('acknowledgement', 'notice', 'reply', 'erasure_warning')) and (invitation_id is not null) = (kind = 'invitation')
    and (version_id is not null) = (kind not in ('acknowledgement', 'notice', 'reply', 'erasure_warning', 'invitation', 'factor_removed', 'data_link', 'kept_years', 'test', 'digest'))
) not valid;
alter table public.outbox validate constraint outbox_about;

-- Written by npm run migration from supabase/schemas.
-- The first digest of a person comes on the day after.
create or replace function private.set_role_since() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.is_admin, new.is_sales) is distinct from (old.is_admin, old.is_sales) then
    new.role_since := now();
    new.digest_on := (now() at time zone 'Asia/Kolkata')::date;
  end if;
  return new;
end
$$;

create or replace function private.my_account() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'name', profiles.name, 'telephone', profiles.telephone, 'signature', profiles.signature,
    'away_until', profiles.away_until, 'deputy_id', profiles.deputy_id, 'digest_hour', digest_hour, 'digest_days', digest_days,
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

create function private.save_digest(hour integer, days integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales have a digest');
  perform private.require(hour between 0 and 23 is not false and days between 5 and 7, 'A digest has an hour of the day, and the last of 5 to 7 days', '22023');
  update public.profiles set digest_hour = hour, digest_days = days where id = auth.uid();
end
$$;

select private.expose('save_digest',
  'Saves at which hour in India the caller gets the daily digest, null for none, and on how many days from Monday. For administrators and sales.');

-- Whose work a person does today: their own, unless a deputy does it, and that of the absent whose deputy they are.
create function private.work_of(person uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles where (is_admin or is_sales) and person in (id, deputy_id) and private.acting_for(id) = person
$$;

-- What waits in the lists of leads and quotations, by their filters, the most urgent first.
create function private.waiting_lists() returns table (place bigint, part text, filters jsonb)
language sql stable set search_path = '' as $$
  select row_number() over (), listed.* from private.day_in_india(now()) as today cross join lateral (values
    ('answered_quotations', '{"unsettled": "yes"}'::jsonb),
    ('overdue_leads', jsonb_build_object('due_to', today - 1)),
    ('due_leads', jsonb_build_object('due_from', today, 'due_to', today)),
    ('unanswered_leads', '{"unanswered": "yes"}'),
    ('unanswered_quotations', '{"unanswered": "yes"}'),
    ('expiring_quotations', '{"expiring": "yes"}')
  ) as listed
$$;

-- One list as its screen has it for the caller: {"part", "number", "rows": the first five, [{"id", "number", "company", "name", "day"}]}. The day is
-- that on which a lead came or is due, or a quotation was sent or ends.
create function private.waiting_list(part text, filters jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('part', part, 'number', number, 'rows', rows) from (
    select private.count_leads(filters => waiting_list.filters) as number, (
      select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
        select found.id, found.company, found.name, found.created_at as at, case when filters ? 'due_to' then due_on else private.day_in_india(found.created_at) end as day
        from private.find_leads(
          ascending => true, size => 5, filters => waiting_list.filters, sorted => case when filters ? 'due_to' then 'due' else 'created_at' end
        ) as found join public.lead_handling as handling on handling.lead_id = found.id
      ) as listed
    ) as rows where part like '%leads'
    union all
    select private.count_quotations('', filters), (
      select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
        select id, number, company, name, created_at as at, case part when 'expiring_quotations' then valid_until else private.day_in_india(sent_at) end as day
        from private.find_quotations(
          filters => waiting_list.filters, ascending => true, size => 5, sorted => case part when 'expiring_quotations' then 'valid_until' else 'created_at' end
        )
      ) as listed
    ) where part like '%quotations'
  ) as counted where number > 0
$$;

-- What waits for a person: [{"owner": the id of whose work it is, null of what has no owner, "name": of the absent colleague, "away_until", "lists":
-- those of waiting_list}], their own first. It is read as the person reads the lists, so that the numbers are theirs.
create function private.digest_of(person uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller constant text := coalesce(current_setting('request.jwt.claims', true), '');
  caller_id constant text := coalesce(current_setting('request.jwt.claim.sub', true), '');
  digest jsonb;
begin
  perform set_config('request.jwt.claims', jsonb_build_object('sub', person, 'role', 'authenticated', 'aal', 'aal2')::text, true);
  perform set_config('request.jwt.claim.sub', coalesce(person::text, ''), true);
  select coalesce(jsonb_agg(jsonb_build_object('owner', work.owner, 'name', name, 'away_until', away_until, 'lists', lists) order by place, name), '[]') into digest
  from (
    select id as owner, (id <> person)::integer as place,
      case when id <> person then coalesce(profiles.name, users.email) end as name, case when id <> person then away_until end as away_until
    from private.work_of(person) as own (id) join public.profiles using (id) join auth.users using (id)
    union all select null, 2, null, null where person in (select private.work_of(person))
  ) as work
  cross join lateral (
    select jsonb_agg(list order by waiting.place) as lists from private.waiting_lists() as waiting
    cross join lateral private.waiting_list(
      part, filters || jsonb_build_object(case when part like '%leads' then 'assigned' else 'owner' end, coalesce(work.owner::text, 'none'))
    ) as list where list is not null
  ) as found where lists is not null;
  perform set_config('request.jwt.claims', caller, true);
  perform set_config('request.jwt.claim.sub', caller_id, true);
  return digest;
end
$$;

-- Once a day and person, from the hour that each has chosen: a server that was down then queues it later on that day. Of two servers one finds the
-- day of a person unchanged. The digest takes the place of the one before, sent or not.
create function private.queue_digests(moment timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  here constant timestamp := moment at time zone 'Asia/Kolkata';
  due record;
begin
  for due in
    update public.profiles as profile set digest_on = here::date from auth.users
    where users.id = profile.id and (is_admin or is_sales) and digest_hour <= extract(hour from here) and extract(isodow from here) <= digest_days
      and digest_on is distinct from here::date
    returning profile.id, users.email
  loop
    delete from public.outbox where kind = 'digest' and recipient = due.email;
    insert into public.outbox (kind, recipient)
    select 'digest', due.email where private.is_deliverable(due.email) and private.digest_of(due.id) <> '[]';
  end loop;
end
$$;

-- The e-mails that are due, with all that they say: they are the caller's to send for two minutes, then another's. Each attempt
-- of an e-mail with a link to a private page has a new token, and each of a code a new code, of which only the hash is stored.
-- Those of earlier attempts stay valid, since an attempt that did not end may have sent its e-mail. An acknowledgement has no link
-- once the staff have ended the buyer's links. One that was not taken for two days, or whose last attempt did not end, has
-- failed. The server says whether it delivers e-mails.
create or replace function public.claim_mails(batch integer default 5, delivers boolean default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  mails jsonb;
begin
  perform private.note_delivery(delivers);
  perform private.queue_digests();
  update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
  where state = 'queued'
    and (next_attempt_at < now() - interval '2 days' or (attempts >= 8 and next_attempt_at <= now()));
  with due as (
    select mail.id, case
      when kind = 'quotation_code' then upper(left(gen_random_uuid()::text, 8))
      when kind = 'acknowledgement' and 'ended' = (
        select event.value from public.lead_events as event where event.lead_id = mail.lead_id and event.kind = 'link' order by event.number desc limit 1
      ) then null
      when kind in ('acknowledgement', 'quotation', 'quotation_answer', 'quotation_reopened', 'approval') or kind = 'acceptance' and recipient = version.content #>> '{buyer,email}'
        or kind in ('data_link', 'erasure_warning')
        then replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
    end as token
    from public.outbox as mail left join public.quotation_versions as version on version.id = version_id
    where state = 'queued' and next_attempt_at <= now()
    order by next_attempt_at limit least(greatest(batch, 1), 100) for update of mail skip locked
  ), claimed as (
    update public.outbox as mail
    set attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes', last_error = null,
      links = array_remove(links || case kind
        when 'acknowledgement' then private.link_hash(due.token)
        when 'erasure_warning' then private.link_hash(due.token)
        when 'data_link' then private.link_hash(due.token)
        when 'quotation_code' then private.acceptance_code_hash(version_id, due.token)
      end, null)
    from due where mail.id = due.id
    returning mail.*, due.token
  ), linked as (
    insert into public.quotation_links (quotation_id, version_id, purpose, hash, email)
    select
      version.quotation_id, version.id, case kind when 'approval' then kind else 'buyer' end, private.link_hash(token),
      case kind when 'approval' then recipient end
    from claimed join public.quotation_versions as version on version.id = version_id where token is not null and kind <> 'quotation_code'
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', mail.id, 'kind', kind, 'to', recipient, 'attempt', attempts, 'created_at', mail.created_at,
    'reference', coalesce(quotation ->> 'reference', private.lead_reference(coalesce(lead.id, invitation_id))),
    'token', mail.token, 'headers', private.mail_headers(mail.id),
    'event', (
      select jsonb_build_object('kind', event.kind, 'value', event.value) from public.lead_events as event where number = event_number
    ),
    'reply', case when kind = 'reply' then private.mailed_reply(event_number) end,
    'invitation', case when invitation_id is not null then private.renew_invitation(invitation_id) end,
    'quotation', quotation,
    'digest', case when kind = 'digest' then private.digest_of((select users.id from auth.users where users.email = recipient)) end,
    'lead', case when lead.id is not null then jsonb_build_object(
      'id', lead.id, 'erased_at', erased_at, 'name', lead.name, 'company', company, 'email', email, 'phone', phone, 'message', message,
      'needed_by', needed_by, 'budget_per_gift', budget_per_gift, 'delivery_city', delivery_city, 'wants_branding', wants_branding,
      'lines', nullif(private.inquiry_as_json(lead)::jsonb -> 'lines', '[]')
    ) end,
    'site', (
      select jsonb_build_object(
        'name', site.name, 'sender_email', sender_email, 'contact_email', contact_email, 'contact_phone', contact_phone,
        'second_phone', second_phone, 'second_phone_label', second_phone_label, 'colour_primary', colour_primary,
        'claimed_answer', claimed_answer, 'own_products', private.own_products()
      )
      from (values (1)) as one left join public.site_settings as site on true
    )
  ) order by mail.created_at, mail.id), '[]')
  into mails
  from claimed as mail left join public.leads as lead on lead.id = lead_id
  cross join lateral (select private.mailed_quotation(version_id, quotation_event) as quotation) as mailed;
  return mails;
end
$$;

comment on column public.profiles.digest_hour is 'The hour in India at which a person of the staff gets the daily digest; null for none.';

comment on column public.profiles.digest_days is 'The last day of the week with a digest, from Monday: 5 is Friday.';

comment on column public.profiles.digest_on is 'The last day in India on which a digest was queued, or nothing was open, or the role changed.';

comment on function public.my_account() is 'The caller''s own account: {"name", "telephone", "signature", "away_until", "deputy_id", "digest_hour", "digest_days", "recovery_codes": how many are left, null without a second factor, "sessions": [{"id", "device", "used_at", "is_current"}]}. Null for others than staff.';

comment on table public.outbox is 'E-mails about leads, invitations, removed second factors, quotations, a person''s own data and how long quotations are kept, digests and tests, queued and sent.';

revoke all on function private.work_of(person uuid) from public, anon, authenticated, service_role;

revoke all on function private.waiting_lists() from public, anon, authenticated, service_role;

revoke all on function private.waiting_list(part text, filters jsonb) from public, anon, authenticated, service_role;

revoke all on function private.save_digest(hour integer, days integer) from public, anon, authenticated, service_role;
grant execute on function private.save_digest(hour integer, days integer) to authenticated, service_role;

revoke all on function public.save_digest(hour integer, days integer) from public, anon, authenticated, service_role;
grant execute on function public.save_digest(hour integer, days integer) to authenticated, service_role;

revoke all on function private.digest_of(person uuid) from public, anon, authenticated, service_role;
grant execute on function private.digest_of(person uuid) to service_role;

revoke all on function private.queue_digests(moment timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function private.queue_digests(moment timestamp with time zone) to service_role;
-- Written until here.
