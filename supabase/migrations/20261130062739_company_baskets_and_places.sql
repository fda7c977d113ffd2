-- Baskets that a team shares, delivery places of accounts, and contacts of e-mails, approvals and the access log.
select set_config('lock_timeout', '5s', true);

create table private.shared_baskets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  domain text not null,
  basket text not null constraint shared_baskets_basket_form check (char_length(basket) <= 100000 and basket ~ '^[A-Za-z0-9_-]+$'),
  products integer not null constraint shared_baskets_products_range check (products between 1 and 1000),
  created_at timestamptz not null default now()
);
create index shared_baskets_of_team on private.shared_baskets (domain, created_at desc);
create index shared_baskets_of_account on private.shared_baskets (user_id);
alter table private.shared_baskets enable row level security;

create table private.delivery_places (
  user_id uuid primary key references auth.users (id) on delete cascade,
  places jsonb not null
);
alter table private.delivery_places enable row level security;

alter table public.outbox add column contact_id uuid references public.contacts (id) on delete set null;
update public.outbox set contact_id = contacts.id from public.contacts where lower(contacts.email) = lower(recipient);
create index outbox_of_contact on public.outbox (contact_id);

alter table public.quotation_links add column contact_id uuid references public.contacts (id) on delete set null;
update public.quotation_links as link set contact_id = contacts.id from public.contacts where lower(contacts.email) = lower(link.email);
create index quotation_links_of_contact on public.quotation_links (contact_id);

alter table public.access_log add column contact_id uuid references public.contacts (id) on delete set null;
update public.access_log set contact_id = leads.contact_id from public.leads where leads.id = lead_id and leads.contact_id is not null;
create index access_log_of_contact on public.access_log (contact_id);

-- Written by npm run migration from supabase/schemas.
-- unused since 1.1.0: it takes one more argument
drop function private.queue_notices(lead uuid, event_number bigint);

-- unused since 1.1.0: it takes one more argument
drop function private.log_access(action text, leads uuid[], actor_email text);

-- unused since 1.1.0: it takes one more argument
drop function private.cleaned_places(places jsonb);

-- What the caller's team shares of baskets.
create function private.team_baskets() returns setof private.shared_baskets
language sql stable security definer set search_path = '' as $$
  select * from private.shared_baskets
  where domain = (select private.team_of(auth.uid())) and created_at > now() - interval '60 days'
  order by created_at desc, id limit 100
$$;

-- {"domain": whose colleagues the caller may share with, "is_asked", "since": when the caller began to share, "delivery_places": the
-- caller's own, missing without any}; and for members "members": [{"email", "since"}], "gstin", "billing_address" and "baskets": [{"id",
-- "shared_by", "shared_at", "products", "is_own"}]. The domain is null of an address that is not proven, or of a public mail host.
create or replace function private.my_company() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
  own constant text := coalesce(team, private.proven_domain(auth.uid()));
begin
  return jsonb_build_object(
    'domain', own, 'since', (select since from private.team_members where user_id = auth.uid() and team is not null),
    'is_asked', exists (
      select from private.team_members as member join auth.users on users.id = user_id and lower(users.email) = member.email where user_id = auth.uid()
    )
  ) || jsonb_strip_nulls(jsonb_build_object('delivery_places', (select places from private.delivery_places where user_id = auth.uid())))
  || case when team is null then '{}' else jsonb_build_object(
    'members', (
      select jsonb_agg(jsonb_build_object('email', users.email, 'since', member.since) order by member.since, users.email)
      from private.team_members as member join auth.users on users.id = user_id where member.domain = team and private.team_of(user_id) = team
    ),
    'gstin', (select gstin from private.teams where domain = team), 'billing_address', (select billing_address from private.teams where domain = team),
    'baskets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', basket.id, 'shared_by', users.email, 'shared_at', basket.created_at, 'products', products, 'is_own', user_id = auth.uid()
      ) order by basket.created_at desc, basket.id), '[]')
      from private.team_baskets() as basket join auth.users on users.id = user_id
    )
  ) end;
end
$$;

-- The same basket again is listed once, with its new date.
create function private.share_basket(basket text, products integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
begin
  perform private.require(team is not null, 'You do not share with colleagues');
  -- Baskets of one account wait for each other.
  perform from private.team_members where user_id = auth.uid() for update;
  delete from private.shared_baskets as stored where user_id = auth.uid() and stored.basket = share_basket.basket;
  perform private.require(
    20 > (select count(*) from private.team_baskets() where user_id = auth.uid()), 'You share 20 baskets. Stop sharing one first.', '22023'
  );
  insert into private.shared_baskets (user_id, domain, basket, products) values (auth.uid(), team, share_basket.basket, share_basket.products);
end
$$;

select private.expose('share_basket',
  'Shows colleagues who share what the link of a basket carries, for 60 days: at most 20 of an account. For members of a team.');

create function private.open_shared_basket(id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select basket from private.team_baskets() as shared where shared.id = open_shared_basket.id
$$;

select private.expose('open_shared_basket',
  'What the link of a basket carries that the caller''s team shares, by its id in my_company(); null of any other.');

create function private.end_shared_basket(id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.shared_baskets as shared where shared.id = end_shared_basket.id and user_id = auth.uid()
$$;

select private.expose('end_shared_basket', 'Ends the sharing of a basket of the caller''s own; nothing for any other.');

-- They are the account's own, whether it shares or not.
create function private.save_delivery_places(places jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cleaned constant jsonb := private.cleaned_places(places, '{
    "title": ["Title", "text", 60], "recipient": ["Recipient", "name", 200], "phone": ["Phone", "text", 50], "address": ["Address", "name", 150],
    "city": ["City", "text", 48], "pin_code": ["PIN code", "text", 10]
  }');
begin
  delete from private.delivery_places where user_id = auth.uid() and cleaned = '[]';
  insert into private.delivery_places as stored (user_id, places) select auth.uid(), cleaned where cleaned <> '[]'
  on conflict (user_id) do update set places = excluded.places;
end
$$;

select private.expose('save_delivery_places',
  'Stores the caller''s own delivery places, at most 20: [{"title", "recipient", "phone", "address", "city", "pin_code"}].');

-- The owner of a quotation, or the deputy meanwhile, while on the staff; null without one.
create function private.owner_address(quotation uuid) returns text
language sql stable set search_path = '' as $$
  select users.email from public.quotations
  join public.profiles on profiles.id = private.acting_for(owner_id) and (is_admin or is_sales) join auth.users on users.id = profiles.id
  where quotations.id = quotation and private.is_deliverable(users.email)
$$;

-- Where the seller hears of a quotation: its owner, else the addresses of notices.
create or replace function private.seller_addresses(quotation uuid) returns setof text
language sql stable set search_path = '' as $$
  select owner from private.owner_address(quotation) as owner where owner is not null
  union all
  select unnest(notice_emails) from public.site_settings where private.owner_address(quotation) is null
$$;

-- Delivery places as they are stored. A place abroad has no PIN code.
create function private.cleaned_places(
  places jsonb, fields jsonb default '{"address": ["Address", "name", 200], "pin_code": ["PIN code", "text", 10], "quantity": ["Quantity", "whole", 1000000]}'
) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  cleaned jsonb;
begin
  perform private.require(
    case when jsonb_typeof(places) = 'array' then jsonb_array_length(places) <= 20 end, 'There may be at most 20 delivery places', '22023'
  );
  select coalesce(jsonb_agg(private.cleaned_record(
    place || jsonb_build_object('pin_code', regexp_replace(place ->> 'pin_code', '\s', '', 'g')), fields,
    format('Delivery place %s: ', position)
  ) order by position), '[]')
  into cleaned from jsonb_array_elements(places) with ordinality as listed (place, position);
  perform private.require(not cleaned @? '$[*] ? (@.quantity == null || @.quantity < 1)', 'A delivery place has a quantity of at least 1', '22023');
  perform private.require(
    not exists (select from jsonb_array_elements(cleaned) as place where place ->> 'pin_code' !~ '^[1-9][0-9]{5}$'), 'A PIN code has six digits', '22023'
  );
  return cleaned;
end
$$;

-- Of more than a hundred leads one row, and of a contact without any.
create function private.log_access(action text, leads uuid[], actor_email text, contact uuid default null) returns void
language sql set search_path = '' as $$
  insert into public.access_log (actor_id, actor_email, action, lead_id, leads, lead_ids, contact_id)
  select auth.uid(), log_access.actor_email, log_access.action, id, 1, null, coalesce(contact, contact_id) from public.leads
  where id = any (log_access.leads) and cardinality(log_access.leads) <= 100
  union all
  select auth.uid(), log_access.actor_email, log_access.action, null, cardinality(log_access.leads), nullif(log_access.leads, '{}'), contact
  where cardinality(log_access.leads) > 100 or log_access.leads = '{}' and contact is not null
$$;

-- Whether anything is stored of an address, without reading it all.
create or replace function private.is_address_stored(address text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.contacts where lower(email) = lower(address)) or exists (select from private.leads_of(address))
    or exists (select from auth.users where lower(email) = lower(address))
    or exists (select from private.mails_to(address) where kind <> 'data_link');
end
$$;

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
        'reference', private.lead_reference(lead.id), 'samples', private.stored_samples(lead.id), 'shared_with', (select domain from private.shared_inquiries where lead_id = lead.id),
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
    ) order by created_at), '[]') from public.outbox where id in (
      select id from private.mails_to(address) union select id from public.outbox where lead_id = any (leads)
      union select mail.id from public.quotation_versions as version join public.outbox as mail on version_id = version.id where quotation_id = any (quotation_ids)
    )),
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

-- Erases a person, or only counts: {"leads", "quotations", "kept": legal copies of accepted quotations, "kept_paise": their sum, ...},
-- by the lists of data_of.
-- What a person did for the seller stays with the seller, so no one is erased who may use the back office.
create or replace function private.erase_address(address text, dry_run boolean, actor text) returns jsonb
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

create or replace function private.person_data(email text) returns jsonb
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

-- Of the access log: the persons whose leads were read in that time.
create or replace function private.affected_people(since timestamptz, until timestamptz, tables text[]) returns jsonb
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

-- Refers a row to the contact of an address in it, where that is one.
create function private.refer_to_known_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.contact_id := (select id from public.contacts where lower(email) = lower(to_jsonb(new) ->> tg_argv[0]));
  return new;
end
$$;

-- The e-mails to a contact; also those to an address that is none.
create function private.mails_to(address text) returns setof public.outbox
language sql stable security definer set search_path = '' as $$
  select mail.* from public.contacts join public.outbox as mail on contact_id = contacts.id where lower(contacts.email) = lower(address)
  union all
  select * from public.outbox
  where contact_id is null and private.normalized_mailbox(recipient) = private.normalized_mailbox(address) and lower(recipient) = lower(address)
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

-- {"lead": the id of its lead; "quotation": of its quotation, missing without one; "reply_to": who of the seller's people a buyer answers: the quotation's owner or whom the lead is assigned to, while on the staff,
-- else the office; "references": the ids of e-mails before this one}. An inquiry is one thread with its quotations, for both sides:
-- it begins with its first e-mail, and goes on with those that this recipient has, the last of the same quotation at the end.
create or replace function private.mail_headers(mail_id uuid) returns jsonb
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

-- Deletes what has expired, once an hour, and nothing else does. Of refresh tokens, the one that the newest replaced stays,
-- which a client may still have. Links of e-mails go with the time of sending: a link without its token but with the time has
-- been used (prove_address). Auth's tables are its own: where one is missing, differs or may not be changed, the others are
-- purged all the same.
create or replace function private.purge_expired() returns void
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
    $purge$ delete from private.webhook_deliveries where created_at < now() - case state when 'sent' then interval '7 days' else interval '30 days' end $purge$,
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

-- Stores an e-mail {"lead", or "quotation" in its place, "sender", "message_id", "subject", "text", "is_automatic", "files": [{"name", "size", "content": base64}]} and
-- notifies the seller unless a program has sent it: "stored", also of one that was stored before; "unknown" where the lead is gone or
-- erased; "full" when it has 50 of the last 24 hours. Files of other kinds than those of replies are not stored.
create or replace function private.receive_mail(mail jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  answered constant uuid := (mail ->> 'quotation')::uuid;
  lead constant uuid := coalesce((mail ->> 'lead')::uuid, (select lead_id from public.quotations where id = answered));
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
    perform private.queue_notices(lead, stored, answered);
  end if;
  return 'stored';
end
$$;

CREATE OR REPLACE TRIGGER written_by BEFORE INSERT ON public.quotation_links FOR EACH ROW WHEN ((new.email IS NOT NULL)) EXECUTE FUNCTION private.refer_to_known_contact('email');

CREATE OR REPLACE TRIGGER written_to BEFORE INSERT ON public.outbox FOR EACH ROW EXECUTE FUNCTION private.refer_to_known_contact('recipient');

comment on table private.shared_baskets is 'The baskets that a team sees, for as long as a link''s keys open their products at least.';

comment on column private.shared_baskets.basket is 'What the link of the basket carries, written by a browser.';

comment on table private.delivery_places is 'Where an account has gifts delivered, to choose from: [{"title", "recipient", "phone", "address", "city", "pin_code"}].';

comment on function public.my_company() is 'The company that the caller may share with, or does: {"domain", "is_asked", "since"}, for members {"members", "gstin", "billing_address", "baskets"}; and the caller''s own "delivery_places".';

comment on column public.quotation_links.contact_id is 'The colleague, of an approval.';

comment on column public.access_log.contact_id is 'Whose data it was; null of more than a hundred leads, and of who is no contact any more.';

comment on column public.outbox.contact_id is 'Whom it is sent to; null of who is no contact: the staff, who is invited, and whose address is not proven.';

revoke all on function private.team_baskets() from public, anon, authenticated, service_role;

revoke all on function private.refer_to_known_contact() from public, anon, authenticated, service_role;

revoke all on function private.owner_address(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.cleaned_places(places jsonb, fields jsonb) from public, anon, authenticated, service_role;

revoke all on function private.mails_to(address text) from public, anon, authenticated, service_role;

revoke all on function private.log_access(action text, leads uuid[], actor_email text, contact uuid) from public, anon, authenticated, service_role;

revoke all on function private.queue_notices(lead uuid, event_number bigint, quotation uuid) from public, anon, authenticated, service_role;

revoke all on function public.end_shared_basket(id uuid) from public, anon, authenticated, service_role;
grant execute on function public.end_shared_basket(id uuid) to authenticated, service_role;

revoke all on function private.end_shared_basket(id uuid) from public, anon, authenticated, service_role;
grant execute on function private.end_shared_basket(id uuid) to authenticated, service_role;

revoke all on function public.open_shared_basket(id uuid) from public, anon, authenticated, service_role;
grant execute on function public.open_shared_basket(id uuid) to authenticated, service_role;

revoke all on function private.open_shared_basket(id uuid) from public, anon, authenticated, service_role;
grant execute on function private.open_shared_basket(id uuid) to authenticated, service_role;

revoke all on function public.save_delivery_places(places jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_delivery_places(places jsonb) to authenticated, service_role;

revoke all on function private.save_delivery_places(places jsonb) from public, anon, authenticated, service_role;
grant execute on function private.save_delivery_places(places jsonb) to authenticated, service_role;

revoke all on function public.share_basket(basket text, products integer) from public, anon, authenticated, service_role;
grant execute on function public.share_basket(basket text, products integer) to authenticated, service_role;

revoke all on function private.share_basket(basket text, products integer) from public, anon, authenticated, service_role;
grant execute on function private.share_basket(basket text, products integer) to authenticated, service_role;
-- Written until here.
