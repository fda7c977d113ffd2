-- What is stored of a person, and how it is erased: by the person, by an administrator, by a command and by age (product.md,
-- section 10).

create table public.breaches (
  id uuid primary key default '00000000-0000-4000-8000-000000000003'
    constraint breaches_id_only check (id = '00000000-0000-4000-8000-000000000003'),
  known_since timestamptz,
  since timestamptz,
  until timestamptz,
  tables text[] not null default '{leads}'
    constraint breaches_tables_known check (tables <@ '{leads,accounts,quotations,outbox,access_log}'),
  nature text constraint breaches_nature_length check (char_length(nature) <= 5000),
  extent text constraint breaches_extent_length check (char_length(extent) <= 5000),
  timing text constraint breaches_timing_length check (char_length(timing) <= 5000),
  location text constraint breaches_location_length check (char_length(location) <= 5000),
  consequences text constraint breaches_consequences_length check (char_length(consequences) <= 5000),
  measures text constraint breaches_measures_length check (char_length(measures) <= 5000),
  contact text constraint breaches_contact_length check (char_length(contact) <= 5000),
  letter text constraint breaches_letter_length check (char_length(letter) <= 5000),
  version integer not null default 0
);
comment on table public.breaches is 'One row at most: what administrators have written of a personal data breach. Its history has those before.';
comment on column public.breaches.known_since is 'When the 72 hours to report it begin.';
comment on column public.breaches.tables is 'The kinds of data that are affected, as affected_people takes them.';
comment on column public.breaches.letter is 'The text for each person, with the other fields in braces; null for the standard one.';

select private.set_up_managed_table('public.breaches', 'administrators', false);

-- The leads of an address, or of its account, that still have details.
create function private.leads_of(address text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select lead.id from public.contacts join public.leads as lead on contact_id = contacts.id
  where lower(contacts.email) = lower(address) and lead.erased_at is null
  union
  select id from public.leads where sender_id in (select users.id from auth.users where lower(users.email) = lower(address)) and erased_at is null
$$;

-- The quotations of these leads, and those whose buyer has the address.
create function private.quotations_of(address text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.quotations where lead_id in (select private.leads_of(address))
  union
  select quotation_id from public.contacts join public.quotation_versions on contact_id = contacts.id where lower(contacts.email) = lower(address)
$$;

-- Whether anything is stored of an address, without reading it all.
create function private.is_address_stored(address text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.contacts where lower(email) = lower(address)) or exists (select from private.leads_of(address))
    or exists (select from auth.users where lower(email) = lower(address))
    or exists (select from private.mails_to(address) where kind <> 'data_link');
end
$$;

-- What was sent of a quotation, as its buyer has seen it: no draft, and none of what only the seller reads.
create function private.sent_quotation(quotation public.quotations) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'number', quotation.number, 'state', quotation.state, 'created_at', quotation.created_at, 'erase_on', quotation.erase_on,
    'versions', (select jsonb_agg(jsonb_build_object(
      'revision', revision, 'sent_at', sent_at, 'valid_until', valid_until, 'sha256', sha256, 'total_paise', total_paise,
      'content', jsonb_build_object(
        'buyer', (content -> 'buyer') - array['place_reason', 'is_pharmaceutical'], 'message', content -> 'message', 'terms', content -> 'terms',
        'discount', content -> 'discount', 'lines', content -> 'lines'
      ),
      'frozen', jsonb_build_object('place', frozen -> 'place', 'choice', frozen -> 'choice', 'figures', frozen -> 'figures'),
      'accepted', accepted - 'note'
    ) order by revision) from public.quotation_versions where quotation_id = quotation.id and sent_at is not null),
    'history', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'created_at', event.created_at, 'actor', case when actor_id is null then actor_name else 'seller' end, 'value', case
        when value ->> 'by' = 'approver' then value - 'email'
        when value ? 'by' or kind = 'extended' then value
        when kind in ('comment', 'reopened') then jsonb_build_object('text', value -> 'text', 'line', value -> 'line')
      end
    ) order by event.number), '[]') from public.quotation_events as event
    where quotation_id = quotation.id and kind not in ('created', 'revised', 'discarded', 'link'))
  ) || private.given_by_buyer(quotation.id) || jsonb_strip_nulls(jsonb_build_object('order', private.order_as_given(quotation.id)))
$$;

-- Everything that is stored of a person, by e-mail address in any case. The seller's people stand in it as "seller", and what the
-- seller thinks of a lead is not in it.
create function private.data_of(address text) returns jsonb
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
        'reference', lead.reference, 'samples', private.stored_samples(lead.id), 'shared_with', (select domain from private.shared_inquiries where lead_id = lead.id),
        'lines', (select coalesce(jsonb_agg(to_jsonb(item) - 'lead_id' order by position), '[]') from public.lead_items as item where lead_id = lead.id),
        'artworks', private.artworks_with(lead.id),
        'history', (select coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'value', case when kind <> 'assigned' then value end, 'created_at', lead_events.created_at,
          'actor', case when kind = 'received' or lower(actor_email) = lower(lead.email) then actor_email else 'seller' end,
          'reply', case when reply.event_number is not null then jsonb_build_object(
            'subject', reply.subject, 'text', reply.text, 'attachments', reply.attachments
          ) when received.event_number is not null then jsonb_build_object('subject', received.subject, 'attachments', received.attachments) end
        ) order by number), '[]') from public.lead_events left join public.lead_replies as reply on reply.event_number = number
        left join public.received_mails as received on received.event_number = number
        where lead_id = lead.id and (kind in ('note', 'answered', 'link', 'received', 'sample') or lower(actor_email) = lower(lead.email)))
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
    ) order by created_at), '[]') from public.outbox where id = any (array(
      select id from private.mails_to(address) union select id from public.outbox where lead_id = any (leads)
      union select id from public.outbox where version_id = any (array(select id from public.quotation_versions where quotation_id = any (quotation_ids)))
    ))),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', users.id, 'email', email, 'name', profile.name, 'created_at', users.created_at, 'confirmed_at', email_confirmed_at,
      'last_sign_in_at', last_sign_in_at, 'notice_version', notice_version, 'notice_at', notice_at, 'shares_with_colleagues', (
        select jsonb_build_object('domain', domain, 'since', since) from private.team_members where user_id = users.id
      ), 'shared_baskets', (
        select jsonb_agg(to_jsonb(shared) - array['id', 'user_id'] order by created_at) from private.shared_baskets as shared where user_id = users.id
      ), 'delivery_places', (select places from private.delivery_places where user_id = users.id), 'sessions', (
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

-- Locks what an erasure takes, in the order in which drafts, decisions and what is done with leads lock it: each of them is done
-- before the erasure, which takes it, too, or waits and finds nothing any more.
create function private.lock_for_erasure(lead_ids uuid[], quotation_ids uuid[]) returns void
language sql set search_path = '' as $$
  select from public.leads where id = any (lead_ids) order by id for no key update;
  select from public.quotations where id = any (quotation_ids) or lead_id = any (lead_ids) order by id for update;
  select from public.lead_handling where lead_id = any (lead_ids) order by lead_id for update
$$;

-- How many quotations were accepted, of which a legal copy stays, and what they amount to: {"kept", "kept_paise"}, without the sum of none.
create function private.kept_of(quotation_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('kept', count(*), 'kept_paise', sum(total_paise)))
  from public.quotation_versions where quotation_id = any (quotation_ids) and accepted is not null
$$;

-- Erases quotations. Of one that was accepted a legal copy stays with its purchase orders and its order, without its lead, links,
-- comments, details and other revisions, for eight years, or as long as the seller's profile says. Of the order number, lines, sums and
-- the hashes of approved proofs stay.
create function private.erase_quotations(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  order_ids constant uuid[] := array(select id from public.orders where quotation_id = any (ids));
  line_ids constant uuid[] := array(select id from public.order_lines where order_id = any (order_ids));
begin
  insert into private.erased_addresses (hash)
  select private.keyed_hash(lower(number)) from public.quotations where id = any (ids) and number is not null
  union select private.keyed_hash(lower(number)) from public.orders where quotation_id = any (ids)
  on conflict (hash) do update set at = excluded.at;
  delete from public.outbox where version_id in (select id from public.quotation_versions where quotation_id = any (ids));
  update public.quotations set lead_id = null, erase_on = private.day_in_india(
    coalesce((accepted ->> 'at')::timestamptz, sent_at) + make_interval(years => coalesce((select kept_years from public.seller_profile), 8))
  )
  from public.quotation_versions as version
  where version.quotation_id = quotations.id and accepted is not null and quotations.id = any (ids) and erase_on is null;
  insert into private.erased_links (hash) select hash from public.quotation_links where quotation_id = any (ids) and ended_at is null
  on conflict (hash) do nothing;
  delete from public.quotation_links where quotation_id = any (ids);
  delete from public.buyer_details where quotation_id = any (ids);
  delete from private.artworks where quotation_id = any (ids);
  delete from public.samples where quotation_id = any (ids);
  delete from public.quotation_versions where quotation_id = any (ids) and accepted is null;
  delete from public.quotation_events where quotation_id = any (ids) and kind not in ('created', 'sent', 'accepted');
  delete from public.quotations where id = any (ids) and erase_on is null;
  update public.orders set cancel_reason = null, given_places = null where id = any (order_ids);
  delete from public.order_places where order_id = any (order_ids);
  update public.order_dispatches set tracking_number = null, tracking_url = null where order_id = any (order_ids);
  delete from public.order_events where order_id = any (order_ids);
  delete from public.order_proofs where order_line_id = any (line_ids) and decision is distinct from 'approved';
  delete from private.order_proof_files where proof_id in (select id from public.order_proofs where order_line_id = any (line_ids));
  update public.order_proofs set note = null, comment = null, name = 'erased' where order_line_id = any (line_ids);
end
$$;

-- Erases the details of leads: their rows and lines stay for counts, and their history without personal text. An open one is closed.
create function private.erase_leads(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  people constant uuid[] := array(select distinct contact_id from public.leads where id = any (ids) and contact_id is not null);
  employers constant uuid[] := array(select company_id from public.contacts where id = any (people));
begin
  perform private.lock_for_erasure(ids, '{}');
  insert into private.erased_addresses (hash) select distinct private.keyed_hash(lower(reference)) from public.leads where id = any (ids)
  on conflict (hash) do update set at = excluded.at;
  insert into private.erased_links (hash, lead_id)
  select link, id from public.leads where id = any (ids) and link is not null
  union select unnest(links), lead_id from public.outbox where lead_id = any (ids)
  on conflict (hash) do nothing;
  delete from public.outbox where lead_id = any (ids);
  delete from private.shared_inquiries where lead_id = any (ids);
  delete from private.artworks where lead_id = any (ids);
  delete from public.samples where lead_id = any (ids);
  delete from public.lead_replies where event_number in (select number from public.lead_events where lead_id = any (ids));
  delete from public.received_mails where event_number in (select number from public.lead_events where lead_id = any (ids));
  perform private.erase_quotations(array(select id from public.quotations where lead_id = any (ids)));
  update public.lead_items set note = null where lead_id = any (ids) and note is not null;
  update public.lead_events as event set
    actor_email = case when kind = 'received' or lower(actor_email) = lower(lead.email) then 'erased' else actor_email end,
    actor_id = case when lower(actor_email) = lower(lead.email) then null else actor_id end,
    value = case when kind in ('note', 'added', 'received', 'sample') then 'erased' else value end,
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

-- Erases a person, or only counts: {"leads", "quotations", "kept": legal copies of accepted quotations, "kept_paise": their sum, ...},
-- by the lists of data_of.
-- What a person did for the seller stays with the seller, so no one is erased who may use the back office.
create function private.erase_address(address text, dry_run boolean, actor text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  contact constant uuid := (select id from public.contacts where lower(email) = lower(address));
  employers constant uuid[] := array(select company_id from public.contacts where id = contact);
  counts jsonb;
  statement text;
begin
  perform private.lock_for_erasure(leads, quotation_ids) where dry_run is not true;
  select jsonb_object_agg(key, jsonb_array_length(value))
    || jsonb_build_object('quotations', cardinality(quotation_ids)) || private.kept_of(quotation_ids)
  into counts from jsonb_each(private.data_of(address)) where jsonb_typeof(value) = 'array';
  perform private.require(
    not exists (select from public.profiles where id = any (accounts) and (is_admin or is_sales)),
    'This address has access to the back office: revoke it first, on the People screen.', '22023'
  );
  if dry_run then
    return counts;
  end if;
  perform private.log_access('erased', leads, actor, contact);
  insert into private.erased_addresses (hash) values (private.keyed_hash(lower(address))) on conflict (hash) do update set at = excluded.at;
  perform private.erase_leads(leads);
  perform private.erase_quotations(quotation_ids);
  delete from public.quotation_links where contact_id = contact;
  delete from public.quotation_events where contact_id = contact;
  insert into private.erased_links (hash, counts)
  select unnest(links), counts from private.mails_to(address) where kind = 'data_link'
  on conflict (hash) do nothing;
  delete from public.outbox where id in (select id from private.mails_to(address));
  update public.lead_events set actor_email = 'erased', actor_id = null where lower(actor_email) = lower(address);
  update public.lead_events set value = 'erased' where kind = 'assigned' and lower(value) = lower(address);
  update public.lead_handling set assigned_email = 'erased' where lower(assigned_email) = lower(address);
  update public.privacy_requests set
    email = 'erased', text = null, answer = null, contact_id = null, state = case state when 'open' then 'done' else state end, closed_at = coalesce(closed_at, now())
  where contact_id = contact;
  delete from public.list_views where lower(address) = any (regexp_split_to_array(lower(settings::text), '[\s",;:<>()]+'));
  -- Auth's tables are its own: one that is missing or may not be changed is purged by age.
  foreach statement in array array[
    'delete from auth.audit_log_entries where lower(payload ->> ''actor_username'') = lower($1)',
    'delete from auth.flow_state where user_id = any ($2)'
  ] loop
    begin
      execute statement using address, accounts;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
  delete from auth.users where id = any (accounts);
  delete from private.teams as left_one where not exists (select from private.team_members where domain = left_one.domain and since is not null);
  -- Its address stays where an accepted quotation does, for the law.
  update public.contacts set name = null, phone = null, designation = null, company_id = null, erased_at = now() where id = contact;
  perform private.drop_contacts(array[contact], employers);
  delete from private.invitations where lower(address) in (lower(email), lower(invited_by));
  delete from private.sent_leads where email = lower(address);
  delete from private.sent_mails where mailbox = private.normalized_mailbox(address);
  perform private.file_privacy_request('erasure', 'erased', null, true);
  return counts;
end
$$;

-- The link is made when the e-mail is sent (claim_mails), and only where something is stored of the address.
create function private.request_my_data(email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.trimmed(request_my_data.email);
  queued uuid;
begin
  -- Of any address the day's e-mails are taken and one is queued before anything is looked up, so that neither the answer nor the
  -- time nor a transaction that may only read tells which is stored.
  if (select taken is null from private.take_mail(address)) then
    return;
  end if;
  insert into public.outbox (kind, recipient) values ('data_link', address) returning id into queued;
  delete from public.outbox where id = queued and (not private.is_address_stored(address) or 3 < (
    select count(*) from public.outbox where kind = 'data_link' and created_at > now() - interval '1 hour'
      and private.normalized_mailbox(recipient) = private.normalized_mailbox(address)
  ));
end
$$;

-- The address that a link was mailed to.
create function private.address_of_link(token text) returns text
language plpgsql stable set search_path = '' as $$
declare
  address constant text := (
    select recipient from public.outbox
    where kind = 'data_link' and links @> array[private.link_hash(token)] and created_at > now() - interval '48 hours'
  );
begin
  perform private.require(
    not exists (select from private.erased_links where hash = private.link_hash(token)), 'Everything that we stored about your address is deleted.', 'PT409'
  );
  perform private.require(address is not null, 'This link no longer works: each works for 48 hours. Ask for a new one.', 'PT404');
  return address;
end
$$;

create function private.file_privacy_request(kind text, email text, "text" text, is_done boolean default false) returns uuid
language sql set search_path = '' as $$
  insert into public.privacy_requests as request (kind, email, text, due_on, state, closed_at)
  values (
    file_privacy_request.kind, file_privacy_request.email, file_privacy_request.text, private.day_in_india(now()) + 90,
    case when is_done then 'done' else 'open' end, case when is_done then now() end
  )
  returning request.id
$$;

create function private.open_my_data(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.address_of_link(token);
begin
  perform private.file_privacy_request('copy', address, null, true) where not exists (
    select from public.privacy_requests as request
    where request.kind = 'copy' and lower(request.email) = lower(address) and request.created_at > now() - interval '1 day'
  );
  return private.data_of(address);
end
$$;

create function private.ask_about_my_data(token text, kind text, "text" text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.address_of_link(token);
begin
  perform private.require(kind in ('correction', 'grievance', 'nomination'), 'Choose a kind of request', '22023');
  perform from public.privacy_requests as request
  where lower(request.email) = lower(address) and request.created_at > now() - interval '1 day' offset 9;
  perform private.require(not found, 'Too many requests were made for this address today. Please write to us.', 'PT429');
  perform private.file_privacy_request(kind, address, private.cleaned_text('The text', "text", 2000));
end
$$;

-- After a lost answer the same answer again.
create function private.erase_my_data(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('erasure by link ' || private.link_hash(token), 0));
  return coalesce(
    (select counts from private.erased_links where hash = private.link_hash(token)),
    private.erase_address(private.address_of_link(token), false, 'the person')
  );
end
$$;

create function private.inquiry_data(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
begin
  return private.inquiry_as_json(lead)::jsonb || jsonb_build_object(
    'name', lead.name, 'company', lead.company, 'email', lead.email, 'phone', lead.phone, 'notice_version', lead.notice_version,
    'notice_language', lead.notice_language, 'notice_at', lead.notice_at, 'source', lead.source, 'medium', lead.medium,
    'campaign', lead.campaign, 'referrer', lead.referrer, 'landing_page', lead.landing_page, 'samples', private.stored_samples(lead.id)
  );
end
$$;

-- As easily as it was given, and for all inquiries of the address.
create function private.take_back_consent(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
begin
  update public.leads set marketing_consent = false where lower(email) = lower(lead.email) and marketing_consent;
end
$$;

create function private.delete_inquiry_details(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
  quotation_ids uuid[];
begin
  perform private.lock_for_erasure(array[lead.id], '{}');
  quotation_ids := array(select id from public.quotations where lead_id = lead.id);
  perform private.require(
    exists (select from public.leads where id = lead.id and erased_at is null), 'The details of this inquiry are already deleted.', 'PT409'
  );
  perform private.log_access('erased', array[lead.id], 'the person');
  perform private.erase_leads(array[lead.id]);
  perform private.queue_notices(lead.id, (
    select max(number) from public.lead_events where lead_id = lead.id and kind = 'state' and actor_email = 'erased'
  ));
  perform private.file_privacy_request('erasure', 'erased', null, true);
  return jsonb_build_object(
    'leads', 1, 'quotations', cardinality(quotation_ids), 'kept', (select count(*) from public.quotations where id = any (quotation_ids))
  );
end
$$;

create function private.person_data(email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.trimmed(person_data.email);
begin
  perform private.require(private.is_admin(), 'Only administrators can read the data of a person');
  perform private.log_access(
    'opened', array(select private.leads_of(address)), (select users.email::text from auth.users where id = auth.uid()),
    (select id from public.contacts where lower(contacts.email) = lower(address))
  );
  return private.data_of(address);
end
$$;

create function private.erase_person(email text, dry_run boolean default false) returns jsonb
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'Only administrators can erase the data of a person');
  select private.erase_address(
    private.trimmed(erase_person.email), coalesce(dry_run, true), (select users.email::text from auth.users where users.id = auth.uid())
  )
$$;

create function private.open_privacy_request(kind text, email text, "text" text default null) returns uuid
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'Only administrators can handle requests');
  select private.require(
    kind in ('copy', 'erasure', 'correction', 'grievance', 'nomination'), 'Choose a kind of request', '22023'
  );
  select private.file_privacy_request(
    kind, private.cleaned_text('The address', email, 254), private.cleaned_text('The text', "text", 2000, false)
  )
$$;

create function private.close_privacy_request(id uuid, state text, answer text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can handle requests');
  perform private.require(close_privacy_request.state in ('done', 'refused'), 'A request is closed as done or refused', '22023');
  update public.privacy_requests as request set
    state = close_privacy_request.state, closed_at = now(), closed_by = (select email from auth.users where users.id = auth.uid()),
    answer = private.cleaned_text('The answer', close_privacy_request.answer, 2000, close_privacy_request.state = 'refused')
  where request.id = close_privacy_request.id and request.state = 'open';
  perform private.require(found, 'This request is already closed', 'PT409');
end
$$;

create function private.privacy_pulse() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('open', count(*), 'overdue', count(*) filter (where due_on < private.day_in_india(now())))
  from public.privacy_requests where state = 'open' having (select private.is_admin())
$$;

-- Of the access log: the persons whose leads were read in that time.
create function private.affected_people(since timestamptz, until timestamptz, tables text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can look up affected people');
  perform private.require(
    tables <@ '{leads,accounts,quotations,outbox,access_log}' and cardinality(tables) > 0, 'Choose among the tables', '22023'
  );
  return (
    with touched as (
      select 'leads' as source, email, name, created_at as at from public.leads where erased_at is null
      union all select 'accounts', users.email, profile.name, users.created_at from auth.users left join public.profiles as profile using (id)
      union all select 'quotations', contact.email, content #>> '{buyer,name}', coalesce(sent_at, quotation.created_at)
        from public.quotation_versions as version join public.contacts as contact on contact.id = version.contact_id join public.quotations as quotation on quotation.id = quotation_id
      union all select 'outbox', recipient, null, created_at from public.outbox
      union all select 'access_log', lead.email, lead.name, log.at
        from public.access_log as log join public.leads as lead on lead.id = any (log.lead_ids) and erased_at is null
      union all select 'access_log', contact.email, contact.name, log.at
        from public.access_log as log join public.contacts as contact on contact.id = log.contact_id and log.lead_ids is null
    ), people as (
      select lower(email) as email, max(name) as name, array_agg(distinct source order by source) as sources, count(*) as rows
      from touched where source = any (tables) and at >= since and at < until and email is not null group by lower(email)
    )
    select coalesce(jsonb_agg(jsonb_build_object('email', email, 'name', name, 'tables', sources, 'rows', rows) order by email), '[]') from people
  );
end
$$;
select private.expose('request_my_data',
  'Mails a link to what is stored of an address to that address, at most three an hour. Answers the same for any address.');
select private.expose('open_my_data',
  'Everything that is stored of the address that a link was mailed to in the last 48 hours: {"email", "leads", "quotations", "approvals", "emails", "contact", "accounts", "favourites", "views", "sign_ins", "requests"}. 404 for any other token, 409 where it was erased.');
select private.expose('ask_about_my_data',
  'Files a request by such a link: a correction, a grievance or a nomination, with a text.');
select private.expose('erase_my_data',
  'Erases what is stored of the address of such a link: {"leads", "quotations", "kept": legal copies of accepted quotations, "kept_paise": their sum, and how many of each other list}; the same again for a link whose data was erased. Refuses an address that may use the back office.');
select private.expose('inquiry_data',
  'What is stored of the inquiry of a private link''s token: as open_inquiry, with the sender''s details, the notice that was shown and the consent.');
select private.expose('take_back_consent',
  'Ends the consent to offers of the sender of the inquiry of a private link''s token, in all of the address''s inquiries.');
select private.expose('delete_inquiry_details',
  'Deletes the details of the inquiry of a private link''s token: {"leads": 1, "quotations", "kept": legal copies of accepted quotations}. The seller is told. 409 where it was done before.');
select private.expose('person_data', 'As open_my_data, of any address, noted in the access log. For administrators.');
select private.expose('erase_person', 'As erase_my_data, of any address; dry_run only counts. For administrators.');
select private.expose('open_privacy_request', 'Files a request that came by telephone or letter. Its id. For administrators.');
select private.expose('close_privacy_request', 'Closes an open request as done or refused, with the answer that was given; a refusal needs one. For administrators.');
select private.expose('privacy_pulse', 'How many requests are open, and of them overdue: {"open", "overdue"}. Null for anyone but administrators.');
select private.expose('affected_people',
  'Whose data of these tables (leads, accounts, quotations, outbox; access_log: whose leads were read) are of that time: [{"email", "name", "tables", "rows"}]. For administrators.');
