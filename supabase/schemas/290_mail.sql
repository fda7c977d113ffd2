-- E-mails that the site sends, and what is deleted by age.

-- Rows that a server takes and sends. They are made with the lead, in its transaction, so a lead that is stored has its e-mails,
-- and sending delays no visitor. What they say is rendered from the lead.
create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid references public.leads (id) on delete cascade,
  invitation_id uuid constraint outbox_invitation_once unique references private.invitations (id) on delete cascade,
  version_id uuid references public.quotation_versions (id) on delete cascade,
  kind text not null constraint outbox_kind_known check (kind in (
    'acknowledgement', 'notice', 'reply', 'invitation', 'factor_removed', 'data_link', 'erasure_warning',
    'quotation', 'quotation_answer', 'quotation_notice', 'quotation_reopened', 'approval', 'acceptance', 'quotation_code', 'kept_years', 'test', 'digest', 'sample'
  )),
  recipient text not null constraint outbox_recipient_length check (char_length(recipient) <= 254),
  state text not null default 'queued' constraint outbox_state_known check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text constraint outbox_last_error_length check (char_length(last_error) <= 200),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  event_number bigint references public.lead_events (number) on delete cascade,
  quotation_event bigint references public.quotation_events (number) on delete cascade,
  links text[] not null default '{}',
  contact_id uuid references public.contacts (id) on delete set null,
  constraint outbox_about check (
    (lead_id is not null) = (kind in ('acknowledgement', 'notice', 'reply', 'erasure_warning', 'sample')) and (invitation_id is not null) = (kind = 'invitation')
    and (version_id is not null) = (kind not in ('acknowledgement', 'notice', 'reply', 'erasure_warning', 'sample', 'invitation', 'factor_removed', 'data_link', 'kept_years', 'test', 'digest'))
  )
);
comment on table public.outbox is
  'E-mails about leads, invitations, removed second factors, quotations, a person''s own data and how long quotations are kept, digests and tests, queued and sent.';
comment on column public.outbox.next_attempt_at is 'Of a queued e-mail; while it is being sent, when another server may take it.';
comment on column public.outbox.last_error is 'A code such as EENVELOPE 550; null while it is being sent.';
comment on column public.outbox.event_number is 'The event that a later e-mail about a lead tells of; null of the first.';
comment on column public.outbox.quotation_event is 'The event that an e-mail about a quotation tells of; null of the one that sends it.';
comment on column public.outbox.links is 'The hashes of the tokens of the private page''s link, or of the codes, one for each attempt.';
comment on column public.outbox.contact_id is 'Whom it is sent to; null of who is no contact: the staff, who is invited, and whose address is not proven.';
create index outbox_of_contact on public.outbox (contact_id);
create unique index outbox_once on public.outbox (lead_id, invitation_id, version_id, kind, recipient, event_number, quotation_event)
nulls not distinct where kind <> 'data_link';
create index outbox_of_lead on public.outbox (lead_id);
create index outbox_of_event on public.outbox (event_number);
create index outbox_of_version on public.outbox (version_id);
create index outbox_of_quotation_event on public.outbox (quotation_event);
create index outbox_by_link on public.outbox using gin (links);
create index outbox_unsent on public.outbox (next_attempt_at) where state <> 'sent';
create index outbox_of_mailbox on public.outbox (private.normalized_mailbox(recipient), created_at);

select private.enable_row_security('public.outbox');
-- Those of invitations are administrators' alone: invitations().
create policy "staff read e-mails of leads and quotations" on public.outbox for select to authenticated
using ((lead_id is not null or version_id is not null) and (select private.is_staff()));

create trigger written_to before insert on public.outbox for each row execute function private.refer_to_known_contact('recipient');

-- The e-mails to a contact; also those to an address that is none.
create function private.mails_to(address text) returns setof public.outbox
language sql stable rows 20 security definer set search_path = '' as $$
  select mail.* from public.contacts join public.outbox as mail on contact_id = contacts.id where lower(contacts.email) = lower(address)
  union all
  select * from public.outbox
  where contact_id is null and private.normalized_mailbox(recipient) = private.normalized_mailbox(address) and lower(recipient) = lower(address)
$$;

create table private.sent_mails (
  id uuid primary key default gen_random_uuid(),
  mailbox text not null,
  domain text,
  sent_at timestamptz not null default now()
);
comment on table private.sent_mails is 'E-mails of the last day that anyone could cause: acknowledgements, and those of sign-ups and links.';
comment on column private.sent_mails.domain is 'Without subdomains; null at a public mail host, where strangers share one.';
create index sent_mails_of_mailbox on private.sent_mails (mailbox, sent_at);
create index sent_mails_of_domain on private.sent_mails (domain, sent_at);

-- Takes one of the e-mails that anyone may cause to an address in a day: six for its mailbox, and a hundred for its domain
-- unless that is a public mail host. Returns its id, or the time to wait, or neither for an address that is not deliverable.
create function private.take_mail(address text, out taken uuid, out wait interval)
language plpgsql set search_path = '' as $$
declare
  day constant interval := interval '1 day';
  until constant timestamptz := now() + interval '1 minute'; -- later ones are from a clock that was wrong
  to_mailbox text;
  to_domain text;
begin
  if not private.is_deliverable(address) then
    return;
  end if;
  to_mailbox := private.normalized_mailbox(address);
  to_domain := private.own_domain(to_mailbox);
  perform pg_advisory_xact_lock(hashtextextended('mail to ' || coalesce(to_domain, to_mailbox), 0));
  select max(nth.sent_at) + day - now() into wait from (
    (select sent_at from private.sent_mails where mailbox = to_mailbox and sent_at between now() - day and until order by sent_at desc offset 5 limit 1)
    union all
    (select sent_at from private.sent_mails where domain = to_domain and sent_at between now() - day and until order by sent_at desc offset 99 limit 1)
  ) as nth;
  if wait is null then
    insert into private.sent_mails (mailbox, domain) values (to_mailbox, to_domain) returning id into taken;
  end if;
end
$$;

-- Whom a lead is assigned to, or the deputy meanwhile, while on the staff; null without one. A merged lead has the assignee of the one
-- that stands for it.
create function private.assignee_address(lead uuid) returns text
language sql stable set search_path = '' as $$
  select users.email from public.lead_handling as own
  join public.lead_handling as standing on standing.lead_id = coalesce(own.merged_into, own.lead_id)
  join auth.users on users.id = private.acting_for(standing.assigned_to)
  join public.profiles on profiles.id = users.id and (is_admin or is_sales)
  where own.lead_id = lead and private.is_deliverable(users.email)
$$;

-- Notifies the addresses of notices, or, of an e-mail that was received, the owner of the quotation that it answers, or the assignee, in
-- their place. To each address of the seller at most 500 notices an hour, more than one client address can cause.
create function private.queue_notices(lead uuid, event_number bigint default null, quotation uuid default null) returns void
language sql set search_path = '' as $$
  insert into public.outbox (lead_id, kind, recipient, event_number)
  select lead, 'notice', address, queue_notices.event_number
  from (select (
    select coalesce(private.owner_address(quotation), private.assignee_address(lead)) from public.lead_events as event
    where event.number = queue_notices.event_number and event.kind = 'received'
  ) as assignee) as one
  left join public.site_settings as site on true
  cross join lateral unnest(case when assignee is null then site.notice_emails else array[assignee] end) as address
  where 500 > (
    select count(*) from public.outbox
    where private.normalized_mailbox(recipient) = private.normalized_mailbox(address) and kind = 'notice'
      and created_at between now() - interval '1 hour' and now() + interval '1 minute'
  )
  on conflict do nothing
$$;

-- An acknowledgement within the limits of take_mail, and notices. Runs with its owner's rights, since no sender of a lead may
-- write e-mails.
create function private.queue_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select taken is not null from private.take_mail(new.email)) then
    insert into public.outbox (lead_id, kind, recipient) values (new.id, 'acknowledgement', new.email);
  end if;
  perform private.queue_notices(new.id);
  return null;
end
$$;
create trigger queue_mails after insert on public.leads
for each row when (private.is_sent_lead()) execute function private.queue_mails();

-- Tells of what was done with a quotation: both sides of its acceptance and of a colleague's decision, the buyer of its reopening and of answers,
-- a colleague who is asked for an approval, or has approved another choice than was accepted, and the seller of what buyers do: the quotation's owner while on the staff, else the addresses of notices. At most
-- 500 an hour to each address, beside decisions, which no comments keep from the seller. Runs with its owner's rights, since no role of the API writes e-mails.
create function private.queue_quotation_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  version public.quotation_versions;
begin
  select * into version from public.quotation_versions
  where quotation_id = new.quotation_id and sent_at is not null and id = coalesce(new.version_id, id) order by revision desc limit 1;
  insert into public.outbox (version_id, kind, recipient, quotation_event, next_attempt_at)
  -- A step of an order may be undone within a minute (tell_buyer).
  select version.id, mail.kind, mail.recipient, new.number, now() + case when new.kind = 'news' and new.value ->> 'about' <> 'proof' then interval '1 minute' else '0' end
  from (
    select case
      when new.kind = 'accepted' then 'acceptance' when new.kind = 'reopened' then 'quotation_reopened'
      when new.kind = 'comment' and new.actor_id is not null or new.kind in ('approved', 'rejected', 'news') then 'quotation_answer'
    end, version.content #>> '{buyer,email}'
    union all select 'approval', new.value ->> 'email' where new.kind = 'approval_asked'
    union all select 'approval', email from private.other_approvals(version.id) where new.kind = 'accepted'
    union all
    select case new.kind when 'accepted' then 'acceptance' else 'quotation_notice' end, private.seller_addresses(new.quotation_id)
    where new.kind = 'accepted' or new.actor_id is null and new.kind in ('declined', 'change_asked', 'comment', 'approved', 'rejected', 'details', 'purchase_order', 'artwork', 'proof_approved', 'proof_change')
  ) as mail (kind, recipient)
  where version.id is not null and mail.kind is not null and private.is_deliverable(mail.recipient) and (
    new.kind in ('accepted', 'declined', 'change_asked') or 500 > (
      select count(*) from public.outbox
      where private.normalized_mailbox(recipient) = private.normalized_mailbox(mail.recipient) and version_id is not null
        and created_at between now() - interval '1 hour' and now() + interval '1 minute'
    )
  )
  on conflict do nothing;
  return null;
end
$$;
create trigger queue_mails after insert on public.quotation_events for each row execute function private.queue_quotation_mails();

-- What the server that fetches e-mails says: that it delivers them, or that it has no SMTP server and writes files; null says
-- nothing, as earlier versions do. Written only where it changes.
create function private.note_delivery(delivers boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if delivers = exists (select from private.settings where name = 'mail_is_files') then
    delete from private.settings where name = 'mail_is_files' and delivers;
    insert into private.settings (name, value) select 'mail_is_files', 'yes' where not delivers on conflict do nothing;
  end if;
end
$$;

-- An e-mail that is due for ten minutes was fetched by no server: none sends any.
create function private.delivers_mail() returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from private.settings where name = 'mail_is_files')
    and not exists (select from public.outbox where state = 'queued' and next_attempt_at < now() - interval '10 minutes')
  where (select private.is_staff())
$$;
select private.expose('delivers_mail',
  'Whether the site delivers e-mails: false where no SMTP server is set, or where no server fetches what is due. Null for anyone but administrators and sales.');

-- Where replies reach the seller: at the site's contact, else at the first address of notices, else at the first administrator's.
create function private.office_address() returns text
language sql stable security definer set search_path = '' as $$
  select address from (
    select 1 as rank, contact_email as address from public.site_settings
    union all select 2, notice_emails[1] from public.site_settings
    union all (
      select 3, users.email from public.profiles join auth.users on users.id = profiles.id where is_admin order by users.created_at, users.id limit 1
    )
  ) as known
  where private.is_deliverable(address) order by rank limit 1
$$;

-- {"lead": the id of its lead; "quotation": of its quotation, missing without one; "reply_to": who of the seller's people a buyer answers: the quotation's owner or whom the lead is assigned to, while on the staff,
-- else the office; "references": the ids of e-mails before this one}. An inquiry is one thread with its quotations, for both sides:
-- it begins with its first e-mail, and goes on with those that this recipient has, the last of the same quotation at the end.
create function private.mail_headers(mail_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with mail as (
    select outbox.*, quotation.id as quotation, coalesce(outbox.lead_id, quotation.lead_id) as lead
    from public.outbox left join public.quotation_versions as version on version.id = version_id
    left join public.quotations as quotation on quotation.id = version.quotation_id
    where outbox.id = mail_id
  ), related as (
    select other.id, other.created_at, other.kind, other.recipient, null::uuid as quotation
    from mail join public.outbox as other on other.lead_id = mail.lead
    union all
    select other.id, other.created_at, other.kind, other.recipient, quotation.id
    from mail join public.quotations as quotation on quotation.id = mail.quotation or quotation.lead_id = mail.lead
    join public.quotation_versions as version on version.quotation_id = quotation.id
    join public.outbox as other on other.version_id = version.id
  ), earlier as (
    -- Both e-mails about a new inquiry are of the same instant: the buyer's is the first.
    select
      related.id, lower(related.recipient) = lower(mail.recipient) as is_own, related.quotation is not distinct from mail.quotation as is_same,
      row_number() over (order by related.created_at, related.kind = 'notice', related.id) as position
    from mail join related
      on (related.created_at, related.kind = 'notice', related.id) < (mail.created_at, mail.kind = 'notice', mail.id)
  ), listed as (
    select * from earlier where position = 1
    union (select * from earlier where is_own order by is_same desc, position desc limit 9)
  )
  select jsonb_build_object(
    'reply_to', coalesce((
      select case when mail.quotation is null then private.assignee_address(mail.lead) else private.owner_address(mail.quotation) end from mail
    ), private.office_address()),
    'lead', (select lead from mail),
    'references', (select coalesce(jsonb_agg(id order by position <> 1, is_same, position), '[]') from listed)
  ) || jsonb_strip_nulls(jsonb_build_object('quotation', (select quotation from mail)))
$$;

-- Whose work a person does today: their own, unless a deputy does it, and that of the absent whose deputy they are.
create function private.work_of(person uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles where (is_admin or is_sales) and private.acting_for(id) = person
$$;

-- What waits in the lists of leads, quotations, orders and samples, by their filters, the most urgent first.
create function private.waiting_lists() returns table (place bigint, part text, filters jsonb)
language sql stable set search_path = '' as $$
  select row_number() over (), listed.* from private.day_in_india(now()) as today cross join lateral (values
    ('answered_quotations', '{"unsettled": "yes"}'::jsonb),
    ('overdue_leads', jsonb_build_object('due_to', today - 1)),
    ('late_orders', '{"due": "late"}'),
    ('due_leads', jsonb_build_object('due_from', today, 'due_to', today)),
    ('due_orders', '{"due": "week"}'),
    ('unanswered_leads', '{"unanswered": "yes"}'),
    ('unanswered_quotations', '{"unanswered": "yes"}'),
    ('expiring_quotations', '{"expiring": "yes"}'),
    ('unanswered_samples', '{"overdue": "asked"}'),
    ('undelivered_samples', '{"overdue": "sent"}'),
    ('unreturned_samples', '{"overdue": "return"}'),
    ('unjudged_samples', '{"overdue": "verdict"}')
  ) as listed
$$;

-- One list as its screen has it for the caller: {"part", "number", "rows": the first five, [{"id", "number", "company", "name", "day"}]}. The number
-- of a lead is its reference, by which files of e-mails are found when its person is erased. The day is that on which a lead came or is due, or a
-- quotation was sent or ends, or an order is needed or begun.
create function private.waiting_list(part text, filters jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('part', part, 'number', counted.number, 'rows', (
    select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
      select
        found.id, found.reference as number, found.company, found.name, found.created_at as at,
        case when filters ? 'due_to' then due_on else private.day_in_india(found.created_at) end as day
      from private.find_leads(
        ascending => true, size => 5, filters => waiting_list.filters, sorted => case when filters ? 'due_to' then 'due' else 'created_at' end
      ) as found join public.lead_handling as handling on handling.lead_id = found.id where part like '%leads'
      union all
      select id, number, company, name, created_at, case part when 'expiring_quotations' then valid_until else private.day_in_india(sent_at) end
      from private.find_quotations(
        filters => waiting_list.filters, ascending => true, size => 5, sorted => case part when 'expiring_quotations' then 'valid_until' else 'created_at' end
      ) where part like '%quotations'
      union all
      select id, number, company, name, created_at, case part when 'late_orders' then needed_by else start_on end
      from private.find_orders(filters => waiting_list.filters, ascending => true, size => 5, sorted => case part when 'late_orders' then 'needed_by' else 'start_on' end)
      where part like '%orders'
      union all
      select lead_id, reference, company, buyer, created_at, case part
        when 'undelivered_samples' then sent_on when 'unreturned_samples' then return_by when 'unjudged_samples' then delivered_on else private.day_in_india(created_at)
      end
      from private.find_samples(filters => waiting_list.filters, ascending => true, size => 5) where part like '%samples'
    ) as listed
  ))
  from (select case
    when part like '%leads' then private.count_leads(filters => waiting_list.filters)
    when part like '%quotations' then private.count_quotations('', filters)
    when part like '%orders' then private.count_orders('', filters) else private.count_samples('', filters)
  end as number) as counted where counted.number > 0
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
-- day of a person unchanged. The digest takes the place of the one before, sent or not. Five people at a time, so that the queue is not held up; a
-- fault in one digest keeps no other e-mail back.
create function private.queue_digests(moment timestamptz default now()) returns void
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

-- The e-mails that are due, with all that they say: they are the caller's to send for two minutes, then another's. Each attempt
-- of an e-mail with a link to a private page has a new token, and each of a code a new code, of which only the hash is stored.
-- Those of earlier attempts stay valid, since an attempt that did not end may have sent its e-mail. An acknowledgement has no link
-- once the staff have ended the buyer's links. One that was not taken for two days, or whose last attempt did not end, has
-- failed. The server says whether it delivers e-mails.
create function public.claim_mails(batch integer default 5, delivers boolean default null) returns jsonb
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
      when kind in ('acknowledgement', 'sample') and 'ended' = (
        select event.value from public.lead_events as event where event.lead_id = mail.lead_id and event.kind = 'link' order by event.number desc limit 1
      ) then null
      when kind in ('acknowledgement', 'erasure_warning', 'sample', 'data_link', 'quotation', 'quotation_answer', 'quotation_reopened', 'approval')
        or kind = 'acceptance' and recipient = version.content #>> '{buyer,email}'
        then replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
    end as token
    from public.outbox as mail left join public.quotation_versions as version on version.id = version_id
    where state = 'queued' and next_attempt_at <= now()
    order by next_attempt_at limit least(greatest(batch, 1), 100) for update of mail skip locked
  ), claimed as (
    update public.outbox as mail
    set attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes', last_error = null,
      links = array_remove(links || case
        when kind in ('acknowledgement', 'erasure_warning', 'sample', 'data_link') then private.link_hash(due.token)
        when kind = 'quotation_code' then private.acceptance_code_hash(version_id, due.token)
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
    'reference', coalesce(quotation ->> 'reference', lead.reference, private.number_series() || '-' || upper(left(invitation_id::text, 8))),
    'token', mail.token, 'headers', private.mail_headers(mail.id),
    'event', (
      select jsonb_build_object('kind', event.kind, 'value', event.value, 'samples', private.samples_of_event(event)) from public.lead_events as event where number = event_number
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
comment on function public.claim_mails is
  'Gives at most so many e-mails that are due to the server that sends them, which says whether it delivers them; none of them to another for two minutes.';

-- Stores the result of an attempt. The delays between attempts grow from a minute to half a day; the eighth is the last. Of a
-- reply that was sent the contents of attachments are deleted.
create function public.finish_mail(mail_id uuid, attempt integer, error text default null, is_final boolean default false)
returns void
language plpgsql set search_path = '' as $$
declare
  retry_delay constant interval := (array['1 minute', '5 minutes', '15 minutes', '1 hour', '3 hours', '6 hours', '12 hours']::interval[])[attempt];
begin
  update public.outbox set
    state = case when error is null then 'sent' when is_final or retry_delay is null then 'failed' else 'queued' end,
    sent_at = case when error is null then now() end,
    last_error = left(error, 200),
    next_attempt_at = now() + coalesce(retry_delay, '0')
  where id = mail_id and state <> 'sent' and (error is null or (attempts = attempt and state = 'queued'));
  update public.lead_replies set files = null
  where files is not null and event_number = (select mail.event_number from public.outbox as mail where mail.id = mail_id and mail.state = 'sent');
end
$$;
comment on function public.finish_mail is
  'Says that an attempt of an e-mail was sent, or why not: it is tried again later, unless that is final.';

-- Runs with its owner's rights, since no role of the API writes e-mails. A reply whose attachments are deleted is not sent
-- without them.
create function private.retry_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales can resend e-mails');
  perform private.require(
    not exists (
      select from public.outbox as mail join public.lead_replies as reply using (event_number)
      where mail.id = mail_id and mail.state <> 'sent' and attachments <> '[]' and files is null
    ),
    'Its attachments were deleted after 7 days: write the reply again', 'PT409'
  );
  -- One that is being sent has no error.
  update public.outbox set state = 'queued', attempts = 0, next_attempt_at = now()
  where id = mail_id and (lead_id is not null or version_id is not null) and state <> 'sent' and last_error is not null;
end
$$;

-- An e-mail that is due for ten minutes was fetched by no server: none sends any. One that waits longer than a quarter of an hour
-- was refused twice, or no server fetches it.
create function private.mail_pulse() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'waiting', count(*) filter (where state = 'queued'), 'waiting_since', min(created_at) filter (where state = 'queued'),
    'unfetched', count(*) filter (where state = 'queued' and next_attempt_at < now() - interval '10 minutes'),
    'failed', count(*) filter (where state = 'failed'), 'failed_since', min(created_at) filter (where state = 'failed'),
    'error', (array_agg(last_error order by next_attempt_at desc) filter (where last_error is not null))[1]
  )
  from public.outbox
  where state = 'queued' and created_at < now() - interval '15 minutes' or state = 'failed' and created_at > now() - interval '7 days'
  having (select private.is_admin())
$$;
select private.expose('retry_mail', 'Sends an e-mail that was not sent again, now.');
select private.expose('mail_pulse',
  'E-mails that wait for over 15 minutes, since when, and of them due for 10 without an attempt; those of 7 days that were given up, and the last error: {"waiting", "waiting_since", "unfetched", "failed", "failed_since", "error"}. Null for anyone but administrators.');

-- Deletes what has expired, once an hour, and nothing else does. Of refresh tokens, the one that the newest replaced stays,
-- which a client may still have. Links of e-mails go with the time of sending: a link without its token but with the time has
-- been used (prove_address). Auth's tables are its own: where one is missing, differs or may not be changed, the others are
-- purged all the same.
create function private.purge_expired() returns void
language plpgsql security definer set search_path = '' as $$
declare
  purge text;
begin
  foreach purge in array array[
    $purge$ delete from auth.refresh_tokens as old where old.revoked and old.updated_at < now() - interval '7 days'
      and not exists (select from auth.refresh_tokens as next where next.parent = old.token and next.revoked is not true) $purge$,
    $purge$ delete from auth.audit_log_entries where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from auth.mfa_challenges where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.flow_state where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.one_time_tokens where created_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set confirmation_token = '' where confirmation_token <> '' and confirmation_sent_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set recovery_token = '', recovery_sent_at = null where recovery_token <> '' and recovery_sent_at < now() - interval '2 days' $purge$,
    $purge$ delete from private.sent_mails where sent_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.missed_search_reports where reported_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.event_quotas where counted_at < now() - interval '1 hour' $purge$,
    $purge$ delete from public.daily_counts
      where kind in ('searched', 'not_found', 'search_chosen') and key <> '' and day < private.day_in_india(now() - private.stored_for('searches')) $purge$,
    $purge$ delete from private.sent_leads where sent_at < now() - interval '1 hour' $purge$,
    $purge$ delete from private.sent_samples where sent_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.shared_baskets where created_at < now() - interval '60 days' $purge$,
    $purge$ delete from private.released_images where released_at < now() - interval '1 day' $purge$,
    $purge$ delete from public.deleted_records where deleted_at <= now() - interval '30 days' $purge$,
    $purge$ delete from public.quotations where erase_on <= private.day_in_india(now()) $purge$,
    $purge$ select private.drop_contacts(array_agg(id), array_agg(company_id)) from public.contacts where erased_at is not null $purge$,
    $purge$ delete from public.record_history where changed_at <= now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.imports where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.missed_searches where searched_at < now() - private.stored_for('searches') $purge$,
    $purge$ delete from public.missed_searches
      where words in (select words from public.missed_searches order by searches desc, searched_at desc offset 500) $purge$,
    $purge$ delete from public.access_log where at < now() - private.stored_for('access_log') $purge$,
    $purge$ delete from public.privacy_requests where closed_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from private.webhook_deliveries where queued_at < now() - case state when 'sent' then interval '7 days' else interval '30 days' end $purge$,
    $purge$ delete from public.outbox where kind = 'data_link' and created_at < now() - interval '3 days' $purge$,
    $purge$ with expired as (
        update public.lead_replies set files = null where files is not null and created_at < now() - interval '7 days' returning event_number
      )
      update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
      where kind = 'reply' and state = 'queued' and event_number in (select event_number from expired) $purge$,
    $purge$ select private.drop_code_counters() $purge$,
    $purge$ select private.erase_due_leads() $purge$,
    $purge$ update public.retention set last_run_at = now() where kind <> 'mail_files' $purge$
  ] loop
    begin
      execute purge;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
end
$$;

-- A hosted project calls it by pg_cron; the embedded backend has a timer.
do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('purge-expired', '7 * * * *', 'select private.purge_expired()');
  end if;
exception
  when undefined_function or invalid_schema_name or insufficient_privilege then null;
end
$$;
