-- received mails
select set_config('lock_timeout', '5s', true);

alter table public.lead_events drop constraint lead_events_kind_known, add constraint lead_events_kind_known
check (kind in ('opened', 'state', 'assigned', 'due', 'note', 'answered', 'merged', 'undone', 'added', 'link', 'received')) not valid;
alter table public.lead_events validate constraint lead_events_kind_known;
comment on column public.lead_events.value is
  'The new state, the e-mail address of the new assignee, the day to come back on, the text of the note, how it was answered, the lead that it is merged into, the number of the event that is undone, what the buyer has added or written by e-mail, or whether the buyer''s links were ended or renewed; null where there is none.';

create table public.received_mails (
  event_number bigint primary key references public.lead_events (number) on delete cascade,
  id uuid not null default gen_random_uuid() constraint received_mails_id_once unique,
  -- A mail service sends one again after a lost answer.
  message_id text not null constraint received_mails_once unique
    constraint received_mails_id_length check (char_length(message_id) between 1 and 500),
  subject text not null constraint received_mails_subject_length check (char_length(subject) <= 200),
  is_automatic boolean not null,
  attachments jsonb not null,
  files bytea[] not null
);
comment on table public.received_mails is 'What is known of an e-mail beside its event "received", which has its sender and its text.';
comment on column public.received_mails.is_automatic is 'Whether a program has sent it, such as an absence note.';
comment on column public.received_mails.attachments is 'Their names and sizes in bytes, and whether they are stored: [{"name", "size", "stored"}].';
comment on column public.received_mails.files is 'Their contents, in the same order; null for one that is not stored.';

select private.enable_row_security('public.received_mails');

-- Written by npm run migration from supabase/schemas.
-- Everything that is stored of a person, by e-mail address in any case. The seller's people stand in it as "seller", and what the
-- seller thinks of a lead is not in it.
create or replace function private.data_of(address text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
  contact constant uuid := (select id from public.contacts where lower(email) = lower(address));
begin
  return jsonb_build_object(
    'email', address,
    'leads', (select coalesce(jsonb_agg(
      to_jsonb(lead) - array['search_text', 'lines_hash', 'link', 'erased_at', 'contact_id'] || jsonb_build_object(
        'reference', private.lead_reference(lead.id), 'shared_with', (select domain from private.shared_inquiries where lead_id = lead.id),
        'lines', (select coalesce(jsonb_agg(to_jsonb(item) - 'lead_id' order by position), '[]') from public.lead_items as item where lead_id = lead.id),
        'history', (select coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'value', case when kind <> 'assigned' then value end, 'created_at', lead_events.created_at,
          'actor', case when kind = 'received' or lower(actor_email) = lower(lead.email) then actor_email else 'seller' end,
          'reply', case when reply.event_number is not null then jsonb_build_object(
            'subject', reply.subject, 'text', reply.text, 'attachments', reply.attachments
          ) when received.event_number is not null then jsonb_build_object('subject', received.subject, 'attachments', received.attachments) end
        ) order by number), '[]') from public.lead_events left join public.lead_replies as reply on reply.event_number = number
        left join public.received_mails as received on received.event_number = number
        where lead_id = lead.id and (kind in ('note', 'answered', 'link', 'received') or lower(actor_email) = lower(lead.email)))
      ) order by lead.created_at), '[]') from public.leads as lead where lead.id = any (leads)),
    'quotations', (
      select coalesce(jsonb_agg(private.sent_quotation(quotation) order by quotation.created_at), '[]')
      from public.quotations as quotation where quotation.id = any (quotation_ids) and number is not null
    ),
    'approvals', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'value', jsonb_strip_nulls(jsonb_build_object('note', note)) || value, 'created_at', created_at,
      'actor', case when actor_id is null then actor_name else 'seller' end
    ) order by number), '[]') from public.quotation_events left join private.approval_notes on event_number = number
      where contact_id = contact),
    'emails', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'to', case when lower(recipient) = lower(address) then recipient else 'seller' end, 'state', state,
      'created_at', created_at, 'sent_at', sent_at
    ) order by created_at), '[]') from public.outbox where lower(recipient) = lower(address) or lead_id = any (leads)
      or version_id in (select id from public.quotation_versions where quotation_id = any (quotation_ids))),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', users.id, 'email', email, 'name', profile.name, 'created_at', users.created_at, 'confirmed_at', email_confirmed_at,
      'last_sign_in_at', last_sign_in_at, 'notice_version', notice_version, 'notice_at', notice_at, 'shares_with_colleagues', (
        select jsonb_build_object('domain', domain, 'since', since) from private.team_members where user_id = users.id
      ), 'sessions', (
        select jsonb_agg(jsonb_build_object(
          'device', user_agent, 'network_address', ip, 'created_at', session.created_at, 'used_at', session.updated_at
        ) order by session.created_at) from auth.sessions as session where session.user_id = users.id
      )
    )), '[]') from auth.users left join public.profiles as profile on profile.id = users.id where users.id = any (accounts)),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product_id, 'name', product.name, 'created_at', favourite.created_at
    )), '[]') from public.favourites as favourite join public.products as product on product.id = product_id where user_id = any (accounts)),
    'views', (select coalesce(jsonb_agg(to_jsonb(list_view) - 'owner_id' order by created_at), '[]')
      from public.list_views as list_view where owner_id = any (accounts)),
    'sign_ins', (select coalesce(jsonb_agg(to_jsonb(entry) order by created_at), '[]')
      from auth.audit_log_entries as entry where lower(payload ->> 'actor_username') = lower(address)),
    'requests', (select coalesce(jsonb_agg(to_jsonb(request) - array['id', 'email', 'closed_by', 'contact_id'] order by created_at), '[]')
      from public.privacy_requests as request where contact_id = contact)
  ) || jsonb_strip_nulls(jsonb_build_object(
    'contact', (select jsonb_build_object(
      'name', person.name, 'phone', phone, 'designation', designation, 'company', company.name, 'created_at', person.created_at
    ) from public.contacts as person left join public.companies as company on company.id = company_id where person.id = contact and erased_at is null)
  ));
end
$$;

-- Erases the details of leads: their rows and lines stay for counts, and their history without personal text. An open one is closed.
create or replace function private.erase_leads(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  people constant uuid[] := array(select distinct contact_id from public.leads where id = any (ids) and contact_id is not null);
  employers constant uuid[] := array(select company_id from public.contacts where id = any (people));
begin
  perform private.lock_for_erasure(ids, '{}');
  insert into private.erased_addresses (hash) select distinct private.keyed_hash(lower(private.lead_reference(id))) from unnest(ids) as id
  on conflict (hash) do update set at = excluded.at;
  insert into private.erased_links (hash, lead_id)
  select link, id from public.leads where id = any (ids) and link is not null
  union select unnest(links), lead_id from public.outbox where lead_id = any (ids)
  on conflict (hash) do nothing;
  delete from public.outbox where lead_id = any (ids);
  delete from private.shared_inquiries where lead_id = any (ids);
  delete from public.lead_replies where event_number in (select number from public.lead_events where lead_id = any (ids));
  delete from public.received_mails where event_number in (select number from public.lead_events where lead_id = any (ids));
  perform private.erase_quotations(array(select id from public.quotations where lead_id = any (ids)));
  update public.lead_items set note = null where lead_id = any (ids) and note is not null;
  update public.lead_events as event set
    actor_email = case when kind = 'received' or lower(actor_email) = lower(lead.email) then 'erased' else actor_email end,
    actor_id = case when lower(actor_email) = lower(lead.email) then null else actor_id end,
    value = case when kind in ('note', 'added', 'received') then 'erased' else value end,
    note = null
  from public.leads as lead where lead.id = event.lead_id and lead.id = any (ids);
  update public.leads set
    name = 'erased', company = 'erased', email = 'erased@erased.invalid', phone = 'erased', message = null, delivery_city = null,
    sender_id = null, link = null, marketing_consent = false, contact_id = null, erased_at = now(),
    source = null, medium = null, campaign = null, referrer = null, landing_page = null
  where id = any (ids) and erased_at is null;
  insert into public.lead_events (lead_id, actor_email, kind, value)
  select lead_id, 'erased', 'state', 'withdrawn' from public.lead_handling
  where lead_id = any (ids) and state not in ('won', 'lost', 'withdrawn', 'spam');
  perform private.derive_handling(id) from unnest(ids) as id;
  perform private.drop_contacts(people, employers);
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

-- Notifies the addresses of notices, or, of an e-mail that was received, the assignee in their place. To each address of the seller at
-- most 500 notices an hour, more than one client address can cause.
create or replace function private.queue_notices(lead uuid, event_number bigint default null) returns void
language sql set search_path = '' as $$
  insert into public.outbox (lead_id, kind, recipient, event_number)
  select lead, 'notice', address, queue_notices.event_number
  from (select (
    select private.assignee_address(lead) from public.lead_events as event
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

-- {"lead": the id of its lead; "reply_to": who of the seller's people a buyer answers: the quotation's owner or whom the lead is assigned to, while on the staff,
-- else the office; "references": the ids of e-mails before this one}. An inquiry is one thread with its quotations, for both sides:
-- it begins with its first e-mail, and goes on with those that this recipient has, the last of the same quotation at the end.
create or replace function private.mail_headers(mail_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with mail as (
    select outbox.*, quotation.id as quotation, coalesce(outbox.lead_id, quotation.lead_id) as lead, quotation.owner_id
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
      select case when mail.quotation is null then private.assignee_address(mail.lead) else (
        select users.email from auth.users join public.profiles on profiles.id = users.id and (is_admin or is_sales)
        where users.id = private.acting_for(mail.owner_id) and private.is_deliverable(users.email)
      ) end from mail
    ), private.office_address()),
    'lead', (select lead from mail),
    'references', (select coalesce(jsonb_agg(id order by position <> 1, is_same, position), '[]') from listed)
  )
$$;

-- Stores an e-mail {"lead", "sender", "message_id", "subject", "text", "is_automatic", "files": [{"name", "size", "content": base64}]} and
-- notifies the seller unless a program has sent it: "stored", also of one that was stored before; "unknown" where the lead is gone or
-- erased; "full" when it has 50 of the last 24 hours. Files of other kinds than those of replies are not stored.
create function private.receive_mail(mail jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  lead constant uuid := (mail ->> 'lead')::uuid;
  contents bytea[];
  listed jsonb;
  stored bigint;
begin
  -- E-mails to one lead wait for each other, and for its erasure.
  perform from public.lead_handling as handling where handling.lead_id = lead for update;
  perform from public.leads where id = lead and erased_at is null;
  if not found then
    return 'unknown';
  end if;
  perform from public.received_mails where message_id = mail ->> 'message_id';
  if found then
    return 'stored';
  end if;
  perform from public.lead_events as event
  where event.lead_id = lead and event.kind = 'received' and event.created_at > now() - interval '1 day' offset 49;
  if found then
    return 'full';
  end if;
  select
    array_agg(case when is_stored then content end order by position),
    jsonb_agg(jsonb_build_object('name', file ->> 'name', 'size', file -> 'size', 'stored', is_stored) order by position)
  into contents, listed
  from jsonb_array_elements(mail -> 'files') with ordinality as attached (file, position)
  cross join lateral (select decode(file ->> 'content', 'base64') as content) as decoded
  cross join lateral (select coalesce(private.is_attachment(file ->> 'name', content), false) as is_stored) as checked;
  insert into public.lead_events (lead_id, actor_email, kind, value)
  values (lead, mail ->> 'sender', 'received', mail ->> 'text') returning number into stored;
  insert into public.received_mails (event_number, message_id, subject, is_automatic, attachments, files)
  values (
    stored, mail ->> 'message_id', mail ->> 'subject', (mail ->> 'is_automatic')::boolean, coalesce(listed, '[]'), coalesce(contents, '{}')
  );
  if not (mail ->> 'is_automatic')::boolean then
    perform private.queue_notices(lead, stored);
  end if;
  return 'stored';
end
$$;

-- An attachment of an e-mail, by its place from 1.
create function private.received_file(mail uuid, place integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  stored public.received_mails;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales read the e-mails of a lead');
  select * into stored from public.received_mails where id = mail;
  perform private.require(stored.files[place] is not null, 'This file was removed.', 'PT404');
  return jsonb_build_object(
    'name', stored.attachments -> (place - 1) ->> 'name', 'type', private.content_type(stored.files[place]),
    'content', replace(encode(stored.files[place], 'base64'), E'\n', '')
  );
end
$$;

select private.expose('received_file',
  'An attachment of an e-mail that a lead''s buyer has sent, by its id and the place from 1: {"name", "type", "content": base64}. For administrators and sales.');

create policy "staff read" on public.received_mails for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on function private.assignee_address(lead uuid) from public, anon, authenticated, service_role;

revoke all on function private.receive_mail(mail jsonb) from public, anon, authenticated, service_role;

revoke all on function public.received_file(mail uuid, place integer) from public, anon, authenticated, service_role;
grant execute on function public.received_file(mail uuid, place integer) to authenticated, service_role;

revoke all on function private.received_file(mail uuid, place integer) from public, anon, authenticated, service_role;
grant execute on function private.received_file(mail uuid, place integer) to authenticated, service_role;
-- Written until here.
