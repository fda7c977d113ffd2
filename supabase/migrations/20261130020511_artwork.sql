-- artwork
select set_config('lock_timeout', '5s', true);

alter table public.quotation_events drop constraint quotation_events_kind_known;
alter table public.quotation_events add constraint quotation_events_kind_known check (kind in (
  'created', 'sent', 'seen', 'accepted', 'declined', 'change_asked', 'comment', 'approval_asked', 'approved', 'rejected', 'revised',
  'discarded', 'extended', 'withdrawn', 'reopened', 'link', 'details', 'purchase_order', 'artwork', 'proof_approved', 'proof_change', 'news'
));

create table private.artworks (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid references public.leads (id) on delete cascade,
  quotation_id uuid references public.quotations (id) on delete cascade,
  name text not null,
  content bytea not null constraint artworks_content_length check (length(content) <= 10 * 1024 * 1024),
  given_at timestamptz not null default clock_timestamp(),
  constraint artworks_of_one check (num_nonnulls(lead_id, quotation_id) = 1)
);
comment on table private.artworks is
  'Files of logos, of an inquiry or of a quotation; those of an inquiry are also read with its quotations. They are erased with the details of their buyer.';
create index artworks_of_lead on private.artworks (lead_id);
create index artworks_of_quotation on private.artworks (quotation_id);
alter table private.artworks enable row level security;

-- Written by npm run migration from supabase/schemas.
-- What the seller thinks of a lead stays with the seller: spam looks new, and lost closed. A visitor gets pictures of products
-- whose ids were sent, and of names that the preview shows; the link of an inquiry that an account has sent shows what it saw.
create or replace function private.inquiry_as_json(mine public.leads) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return json_build_object(
    'reference', private.lead_reference(mine.id), 'created_at', mine.created_at, 'message', mine.message,
    'needed_by', mine.needed_by, 'budget_per_gift', mine.budget_per_gift, 'delivery_city', mine.delivery_city,
    'wants_branding', mine.wants_branding, 'marketing_consent', mine.marketing_consent, 'erased_at', mine.erased_at,
    'state', (
      -- A merged inquiry has the state of the lead that stands for it.
      select case state when 'spam' then 'new' when 'opened' then 'new' when 'won' then 'ordered' when 'lost' then 'closed' else state end
      from public.lead_handling
      where lead_id = coalesce((select own.merged_into from public.lead_handling as own where own.lead_id = mine.id), mine.id)
    ),
    'is_mailed', exists (select from public.outbox where lead_id = mine.id and kind = 'acknowledgement' and state = 'sent'),
    'artworks', private.artworks_with(mine.id),
    'lines', (
      select coalesce(json_agg(json_build_object(
        'name', line.name, 'quantity', line.quantity, 'note', line.note, 'colours', line.colours,
        'product', (
          select private.product_again(product, line.colours) from public.products as product
          where product.is_sample and (
            product.id = line.product_id
            or (not line.has_ids and product.name = line.name and (coalesce(auth.uid(), mine.sender_id) is not null or product.id::text in (
              select card ->> 'id' from json_array_elements(private.catalogue_page_of('{}') -> 'products') as card
            )))
          )
          order by product.created_at desc limit 1
        )
      ) order by line.position), '[]')
      from (
        select item.name, item.quantity, item.note, item.colours, item.product_id, true as has_ids, item.position::bigint
        from public.lead_items as item where item.lead_id = mine.id
        union all
        -- An inquiry without quantities holds names alone.
        select listed.name, null, null, null, null, false, listed.position
        from unnest(mine.selected_products) with ordinality as listed (name, position)
        where not exists (select from public.lead_items as item where item.lead_id = mine.id)
      ) as line
    )
  );
end
$$;

-- What its sender has agreed to is the sender's alone.
create or replace function private.colleagues_inquiry_as_json(shared public.leads) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.inquiry_as_json(shared)::jsonb || jsonb_build_object('marketing_consent', false, 'artworks', '[]'::jsonb, 'sent_by', shared.name)
$$;

-- The kind of a file, by how it begins; null for another than these.
create or replace function private.content_type(content bytea) returns text
language sql immutable set search_path = '' as $$
  select case
    when substr(content, 1, 5) = '\x255044462d' then 'application/pdf'
    when substr(content, 1, 8) = '\x89504e470d0a1a0a' then 'image/png'
    when substr(content, 1, 3) = '\xffd8ff' then 'image/jpeg'
    when substr(content, 1, 4) = '\x52494646' and substr(content, 9, 4) = '\x57454250' then 'image/webp'
    when substr(content, 1, 4) = '\x504b0304' then 'application/zip'
    when substr(content, 1, 4) = '\x25215053' then 'application/postscript'
    when encode(substr(content, 1, 4096), 'escape') ~ '^(\\357\\273\\277)?\s*<(\?xml|!--|!DOCTYPE svg|svg)'
      and encode(substr(content, 1, 4096), 'escape') ~ '<svg[\s/>]' then 'image/svg+xml'
  end
$$;

-- The name of a stored file: without signs that no file system takes or that hide its ending, and with the ending of what it is,
-- whatever it was called.
create function private.file_label(name text, fallback text, type text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(private.trimmed(left(regexp_replace(
    regexp_replace(name, '\.[^.]*$', ''), '[[:cntrl:]/\\<>:"|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+', ' ', 'g'
  ), 140)), ''), fallback) || case type
    when 'application/pdf' then case when name ~* '\.ai$' then '.ai' else '.pdf' end
    when 'application/postscript' then case when name ~* '\.ai$' then '.ai' else '.eps' end
    when 'image/png' then '.png' when 'image/jpeg' then '.jpg' when 'image/webp' then '.webp' when 'image/svg+xml' then '.svg'
  end
$$;

-- At most three files of 20 MB together in a quotation, and twenty a day. The same file again is stored once.
create or replace function private.attach_purchase_order(token text, name text, content text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent,expired,change_asked,accepted}');
  file constant bytea := decode(content, 'base64');
  type constant text := private.content_type(file);
  label constant text := private.file_label(name, 'Purchase order', type);
begin
  perform private.require(
    type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp'), 'A purchase order is a PDF, PNG, JPEG or WebP file', '22023'
  );
  perform private.require(length(file) <= 10 * 1024 * 1024, 'A purchase order has at most 10 MB', '22023');
  if exists (select from private.purchase_orders as stored where stored.quotation_id = version.quotation_id and stored.content = file) then
    return;
  end if;
  perform private.require(
    (
      select count(*) < 3 and coalesce(sum(length(stored.content)), 0) + length(file) <= 20 * 1024 * 1024
      from private.purchase_orders as stored where stored.quotation_id = version.quotation_id
    ), 'A quotation takes three files of 20 MB together. Remove one, or write to us.', '22023'
  );
  perform from public.quotation_events
  where quotation_id = version.quotation_id and kind = 'purchase_order' and created_at > now() - interval '1 day' offset 19;
  perform private.require(not found, 'There were too many files here today. Please write to us.', 'PT429');
  insert into private.purchase_orders (quotation_id, name, content) values (version.quotation_id, label, file);
  perform private.record_by_link(link, 'purchase_order', jsonb_build_object('text', label));
end
$$;

-- The artwork of an inquiry and its quotations, or of one quotation and its inquiry: [{"id", "name", "size", "given_at"}].
create function private.artworks_with(lead uuid, quotation uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'size', length(content), 'given_at', given_at) order by given_at, id), '[]')
  from private.artworks
  where lead_id = lead or quotation_id = quotation
    or quotation is null and quotation_id in (select own.id from public.quotations as own where own.lead_id = lead)
$$;

-- A row with the owner of the artwork that a token gives access to: its quotation by a buyer's link, else its inquiry by a private
-- link or a reference. Ended links and erased inquiries take none.
create function private.artwork_owner(token text) returns private.artworks
language plpgsql security definer set search_path = '' as $$
declare
  version public.quotation_versions;
  lead public.leads;
  owner private.artworks;
begin
  if exists (select from public.quotation_links where hash = private.link_hash(token)) then
    version := private.locked_version(private.quotation_link(token, '{buyer}'), '{sent,expired,change_asked,accepted}');
    owner.quotation_id := version.quotation_id;
  else
    lead := private.linked_inquiry(token);
    perform from public.lead_handling as handling where handling.lead_id = lead.id and handling.state <> 'withdrawn' for update;
    perform private.require(
      found and exists (select from public.leads where id = lead.id and erased_at is null), 'This inquiry was withdrawn: please send a new one.', '22023'
    );
    owner.lead_id := lead.id;
  end if;
  return owner;
end
$$;

-- Tells the seller, in the history of the quotation or of the inquiry.
create function private.record_artwork(token text, artwork private.artworks, is_removed boolean default false) returns void
language plpgsql set search_path = '' as $$
begin
  if artwork.quotation_id is not null then
    perform private.record_by_link(private.quotation_link(token, '{buyer}'), 'artwork', jsonb_strip_nulls(
      jsonb_build_object('text', artwork.name, 'removed', case when is_removed then 'yes' end)
    ));
  else
    perform private.record_buyer_event(lead, 'added', case when is_removed then 'Artwork removed: ' else 'Artwork: ' end || artwork.name)
    from public.leads as lead where lead.id = artwork.lead_id;
  end if;
end
$$;

-- At most three files of 20 MB together, and 100 MB a day of one network. The same file again, after a lost answer, is stored once.
create function private.attach_artwork(token text, name text, content text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner constant private.artworks := private.artwork_owner(token);
  file constant bytea := decode(content, 'base64');
  type constant text := private.content_type(file);
  label constant text := private.file_label(name, 'Logo', type);
  tomorrow constant timestamptz := (private.day_in_india(now()) + 1)::timestamp at time zone 'Asia/Kolkata';
  network constant text := private.client_network();
  used bigint;
  stored private.artworks;
begin
  perform private.require(
    type in ('image/svg+xml', 'application/pdf', 'application/postscript', 'image/png', 'image/jpeg'), 'A logo is an SVG, PDF, AI, EPS, PNG or JPEG file', '22023'
  );
  perform private.require(length(file) <= 10 * 1024 * 1024, 'A logo has at most 10 MB', '22023');
  if exists (
    select from private.artworks as other
    where coalesce(other.quotation_id, other.lead_id) = coalesce(owner.quotation_id, owner.lead_id) and other.content = file
  ) then
    return;
  end if;
  perform private.require(
    (
      select count(*) < 3 and coalesce(sum(length(other.content)), 0) + length(file) <= 20 * 1024 * 1024
      from private.artworks as other where coalesce(other.quotation_id, other.lead_id) = coalesce(owner.quotation_id, owner.lead_id)
    ), 'There is room for three files of 20 MB together. Remove one, or write to us.', '22023'
  );
  if network is not null then
    insert into private.event_quotas as quota (client, events, counted_at)
    values (private.quota_key(tomorrow, 'artwork', network), length(file), tomorrow)
    on conflict on constraint event_quotas_pkey do update set events = quota.events + excluded.events returning events into used;
    perform private.require(used <= 100 * 1024 * 1024, 'There were too many files here today. Please write to us.', 'PT429');
  end if;
  insert into private.artworks (lead_id, quotation_id, name, content) values (owner.lead_id, owner.quotation_id, label, file)
  returning * into stored;
  perform private.record_artwork(token, stored);
end
$$;

select private.expose('attach_artwork',
  'Adds a logo in base64 to the inquiry of a private link or reference, or to the quotation of a buyer''s link: SVG, PDF, AI, EPS, PNG or JPEG of at most 10 MB. The seller is told.');

create function private.remove_artwork(token text, id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner constant private.artworks := private.artwork_owner(token);
  removed private.artworks;
begin
  delete from private.artworks as stored
  where stored.id = remove_artwork.id and (stored.quotation_id = owner.quotation_id or stored.lead_id = owner.lead_id)
  returning * into removed;
  if removed.id is not null then
    perform private.record_artwork(token, removed, true);
  end if;
end
$$;

select private.expose('remove_artwork', 'Removes a logo from the inquiry or quotation of a token, as attach_artwork takes it. The seller is told.');

create function private.lead_artworks(lead uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales read the artwork of an inquiry');
  return private.artworks_with(lead);
end
$$;

select private.expose('lead_artworks', 'The artwork of an inquiry and of its quotations: [{"id", "name", "size", "given_at"}]. For administrators and sales.');

create function private.artwork_file(id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  file private.artworks;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales read artwork');
  select * into file from private.artworks as stored where stored.id = artwork_file.id;
  perform private.require(file.id is not null, 'This file was removed.', 'PT404');
  return jsonb_build_object(
    'name', file.name, 'type', private.content_type(file.content), 'content', replace(encode(file.content, 'base64'), E'\n', '')
  );
end
$$;

select private.expose('artwork_file', 'The file of a logo: {"name", "type", "content": base64}. For administrators and sales.');

-- What the buyer of a quotation has given: {"details": {"gstin", "billing_address", "delivery_places", "given_at"}, or null,
-- "purchase_orders", "artworks": [{"id", "name", "size", "given_at"}]}.
create or replace function private.given_by_buyer(quotation uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'details', (select to_jsonb(details) - 'quotation_id' from public.buyer_details as details where quotation_id = quotation),
    'purchase_orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'size', length(content), 'given_at', given_at) order by given_at), '[]')
      from private.purchase_orders where quotation_id = quotation
    ),
    'artworks', private.artworks_with((select lead_id from public.quotations where id = quotation), quotation)
  )
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
        'reference', private.lead_reference(lead.id), 'shared_with', (select domain from private.shared_inquiries where lead_id = lead.id),
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

-- Erases quotations. Of one that was accepted a legal copy stays with its purchase orders and its order, without its lead, links,
-- comments, details and other revisions, for eight years, or as long as the seller's profile says.
create or replace function private.erase_quotations(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.erased_addresses (hash)
  select private.keyed_hash(lower(number)) from public.quotations where id = any (ids) and number is not null
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
  delete from public.quotation_versions where quotation_id = any (ids) and accepted is null;
  delete from public.quotation_events where quotation_id = any (ids) and kind not in ('created', 'sent', 'accepted');
  delete from public.quotations where id = any (ids) and erase_on is null;
  perform private.erase_orders(ids);
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
  delete from private.artworks where lead_id = any (ids);
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

-- Tells of what was done with a quotation: both sides of its acceptance and of a colleague's decision, the buyer of its reopening and of answers,
-- a colleague who is asked for an approval, and the seller of what buyers do: the quotation's owner while on the staff, else the addresses of notices. At most
-- 500 an hour to each address, beside decisions, which no comments keep from the seller. Runs with its owner's rights, since no role of the API writes e-mails.
create or replace function private.queue_quotation_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  version public.quotation_versions;
begin
  select * into version from public.quotation_versions
  where quotation_id = new.quotation_id and sent_at is not null and id = coalesce(new.version_id, id) order by revision desc limit 1;
  insert into public.outbox (version_id, kind, recipient, quotation_event)
  select version.id, mail.kind, mail.recipient, new.number
  from (
    select case
      when new.kind = 'accepted' then 'acceptance' when new.kind = 'reopened' then 'quotation_reopened'
      when new.kind = 'comment' and new.actor_id is not null or new.kind in ('approved', 'rejected') then 'quotation_answer'
    end, version.content #>> '{buyer,email}'
    union all select 'approval', new.value ->> 'email' where new.kind = 'approval_asked'
    union all
    select case new.kind when 'accepted' then 'acceptance' else 'quotation_notice' end, private.seller_addresses(new.quotation_id)
    where new.kind = 'accepted' or new.actor_id is null and new.kind in ('declined', 'change_asked', 'comment', 'approved', 'rejected', 'details', 'purchase_order', 'artwork')
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

revoke all on function private.file_label(name text, fallback text, type text) from public, anon, authenticated, service_role;

revoke all on function private.artworks_with(lead uuid, quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.artwork_owner(token text) from public, anon, authenticated, service_role;

revoke all on function private.record_artwork(token text, artwork private.artworks, is_removed boolean) from public, anon, authenticated, service_role;

revoke all on function public.attach_artwork(token text, name text, content text) from public, anon, authenticated, service_role;
grant execute on function public.attach_artwork(token text, name text, content text) to anon, authenticated, service_role;

revoke all on function private.attach_artwork(token text, name text, content text) from public, anon, authenticated, service_role;
grant execute on function private.attach_artwork(token text, name text, content text) to anon, authenticated, service_role;

revoke all on function public.remove_artwork(token text, id uuid) from public, anon, authenticated, service_role;
grant execute on function public.remove_artwork(token text, id uuid) to anon, authenticated, service_role;

revoke all on function private.remove_artwork(token text, id uuid) from public, anon, authenticated, service_role;
grant execute on function private.remove_artwork(token text, id uuid) to anon, authenticated, service_role;

revoke all on function public.artwork_file(id uuid) from public, anon, authenticated, service_role;
grant execute on function public.artwork_file(id uuid) to authenticated, service_role;

revoke all on function private.artwork_file(id uuid) from public, anon, authenticated, service_role;
grant execute on function private.artwork_file(id uuid) to authenticated, service_role;

revoke all on function public.lead_artworks(lead uuid) from public, anon, authenticated, service_role;
grant execute on function public.lead_artworks(lead uuid) to authenticated, service_role;

revoke all on function private.lead_artworks(lead uuid) from public, anon, authenticated, service_role;
grant execute on function private.lead_artworks(lead uuid) to authenticated, service_role;
-- Written until here.
