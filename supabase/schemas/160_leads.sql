-- Leads arrive from anyone (product.md, section 7). The server decides what an incoming one is: its id and its date,
-- one a call, and how many. Roles that row level security does not bind (a restored backup, the owner) are trusted.

-- Whether a lead comes from a caller of the API: also within a function that runs with its owner's rights, which row level
-- security does not bind.
create function private.is_sent_lead() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return row_security_active('public.leads') or current_setting('role') in ('anon', 'authenticated');
end
$$;

-- What is stored of a private link's token; null of one that can be guessed.
create function private.link_hash(token text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex') where char_length(token) >= 32
$$;

-- The same of a new token that a browser has chosen; null of one that opens something already, or did.
create function private.new_link_hash(token text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  new_hash constant text := private.link_hash(token);
begin
  return case when not exists (
    select from public.leads where link = new_hash
    union all select from public.outbox where links @> array[new_hash]
    union all select from private.erased_links where hash = new_hash
    union all select from public.quotation_links where hash = new_hash
  ) then new_hash end;
end
$$;

-- A hash that nobody computes without the database's secret, as HMAC does: of what has few possible values, such as a code of some
-- digits, or can be guessed, such as an address.
create function private.keyed_hash(value text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(key || sha256(key || convert_to(keyed_hash.value, 'UTF8'))), 'hex')
  from (select convert_to(value, 'UTF8') as key from private.settings where name = 'hash_secret') as secret
$$;

-- What led to a visit, as the sender's browser says: {"source", "medium", "campaign", "referrer", "landing_page"}. In a header, since the
-- row is what the sender has typed; null of what is no JSON.
create function private.sent_origin() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (nullif(current_setting('request.headers', true), '')::json ->> 'x-inquiry-origin')::jsonb;
exception
  when data_exception then
    return null;
end
$$;

-- A text of a link on one line, at most 100 characters; null of one with an address, which may be a person's, and of "none", which is how
-- the lists ask for leads without one.
create function private.cleaned_origin(value text) returns text
language sql immutable set search_path = '' as $$
  select cleaned from (
    select nullif(private.trimmed(left(private.trimmed(regexp_replace(value, '[[:cntrl:][:space:]]+', ' ', 'g')), 100)), '')
  ) as text_of (cleaned) where value !~ '@|%40' and lower(cleaned) not in ('none', '(none)')
$$;

-- Trims the texts of a lead, and gives it its reference. One from the API gets its id, date and sender from the server, and is answered by e-mail.
create function private.normalize_lead() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_sent constant boolean := private.is_sent_lead();
  origin constant jsonb := case when is_sent and tg_op = 'INSERT' then private.sent_origin() end;
begin
  if is_sent and tg_op = 'INSERT' then
    new.id := gen_random_uuid();
    new.created_at := now();
    new.sender_id := auth.uid();
    new.notice_at := case when new.notice_version is not null then now() end;
    new.erased_at := null;
    -- A header, so that the row is what the sender has typed.
    new.link := private.new_link_hash(nullif(current_setting('request.headers', true), '')::json ->> 'x-inquiry-link');
  end if;
  if tg_op = 'INSERT' and (is_sent or coalesce(new.reference, '') = '') then
    new.reference := private.number_series() || '-' || upper(left(new.id::text, 8));
  end if;
  new.name := private.trimmed(new.name);
  new.company := private.trimmed(new.company);
  new.email := private.trimmed(new.email);
  new.phone := private.trimmed(new.phone);
  new.message := nullif(private.trimmed(new.message), '');
  new.delivery_city := nullif(private.trimmed(new.delivery_city), '');
  new.referrer := substring(lower(coalesce(new.referrer, origin ->> 'referrer')) from '^(?:https?://)?(?:www\.)?([a-z0-9.-]{1,253})(?:[/:?#]|$)');
  new.source := coalesce(lower(private.cleaned_origin(coalesce(new.source, origin ->> 'source'))), new.referrer);
  new.medium := lower(private.cleaned_origin(coalesce(new.medium, origin ->> 'medium')));
  new.campaign := private.cleaned_origin(coalesce(new.campaign, origin ->> 'campaign'));
  new.landing_page := left(substring(coalesce(new.landing_page, origin ->> 'landing_page') from '^(?:/product/[^/?#]+|/[^/?#]*)'), 200);
  if tg_op = 'INSERT' and is_sent and not private.is_deliverable(new.email) then
    raise exception 'leads_email_form: write the e-mail address like name@company.com, without quotes, brackets and invisible characters, and its host in ASCII'
      using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger normalize before insert or update on public.leads for each row execute function private.normalize_lead();

create function private.limit_leads_per_statement() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_sent_lead() and exists (select from incoming offset 1) then
    raise exception 'Send one inquiry at a time' using errcode = '22023';
  end if;
  return null;
end
$$;
create trigger limit_leads_per_statement after insert on public.leads referencing new table as incoming
for each statement execute function private.limit_leads_per_statement();

-- Limits: so many leads an hour for one e-mail address and, where the server passes the client's address on, from one network,
-- and fewer for both together; and each lead once. No limit counts all visitors together, so one client's flood stops no other
-- client's lead.
create table private.sent_leads (
  id uuid primary key default gen_random_uuid(),
  network text not null,
  email text not null,
  sent_at timestamptz not null
);
comment on table private.sent_leads is 'From which network, and with which e-mail address, each lead of the last hour was sent.';
create index sent_leads_of_network on private.sent_leads (network, sent_at);

-- The address that a request came from, as far as the server in front says: Cloudflare's header, which a hosted project
-- has. X-Forwarded-For is not trusted: a client may write it. A server behind another proxy names the header that this
-- one overwrites, or none:
--   insert into private.settings values ('client_address_header', 'x-real-ip');
-- Null without the header.
create function private.client_address() returns inet
language plpgsql stable set search_path = '' as $$
declare
  header constant text := coalesce(
    (select value from private.settings where name = 'client_address_header'), 'cf-connecting-ip'
  );
begin
  return btrim(nullif(current_setting('request.headers', true), '')::json ->> lower(header))::inet;
exception
  when data_exception then
    return null;
end
$$;

-- The network of that address: an IPv6 client has as many addresses as it likes, so its first 64 bits count.
create function private.client_network() returns text
language sql stable set search_path = '' as $$
  select case
    when family(address) = 4 then host(address)
    when address <<= '::ffff:0:0/96'::inet then substr(host(address), char_length('::ffff:') + 1)
    else network(set_masklen(address, 64))::text
  end
  from private.client_address() as address
$$;

-- Refuses with HTTP 429, with a sentence for the user and the seconds to wait in Retry-After.
create function private.raise_too_many_requests(wait interval) returns void
language plpgsql set search_path = '' as $$
declare
  seconds integer := greatest(1, ceil(extract(epoch from wait)));
  amount integer := case when seconds < 60 then seconds else ceil(seconds / 60.0) end;
  unit text := case when seconds < 60 then 'second' else 'minute' end;
begin
  raise exception sqlstate 'PGRST' using
    message = json_build_object(
      'code', 'PT429',
      'message', format('Too many inquiries. Please try again in %s %s%s.', amount, unit, case when amount > 1 then 's' else '' end),
      'hint', 'The number of inquiries in an hour is limited.'
    )::text,
    detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', seconds::text))::text;
end
$$;

-- Runs with its owner's rights, since the sender of a lead may not read any. Administrators are not limited.
create function private.limit_leads() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- High, so that a client that enters another person's e-mail address does not block that person's leads; fewer from
  -- one client address are enough.
  for_one_email constant integer := 200;
  from_one_address constant integer := 300;
  for_one_email_from_one_address constant integer := 40;
  -- Those that differ between equal leads; addresses whatever their case.
  own_columns constant text[] := array['id', 'reference', 'created_at', 'email', 'search_text', 'link', 'notice_version', 'notice_language', 'notice_at', 'contact_id',
    'source', 'medium', 'campaign', 'referrer', 'landing_page'];
  -- Rows dated later come from a clock that was wrong and do not count.
  since constant timestamptz := new.created_at - interval '1 hour';
  until constant timestamptz := new.created_at + interval '1 minute';
  of_network constant text := private.client_network();
  is_duplicate boolean;
  -- The leads after which the limits are reached: the next one waits until an hour after them.
  last_free timestamptz;
begin
  if private.is_admin() then
    return new;
  end if;
  -- Serialises concurrent leads of one e-mail address, then those of one network.
  perform pg_advisory_xact_lock(hashtextextended('lead of ' || lower(new.email), 0));
  select
    coalesce(bool_or(
      latest.created_at > new.created_at - interval '10 minutes'
      and to_jsonb(latest) - own_columns = to_jsonb(new) - own_columns
    ), false),
    case when count(*) >= for_one_email then min(latest.created_at) end
  into is_duplicate, last_free
  from (
    select * from public.leads
    -- Without this statement's own row.
    where lower(email) = lower(new.email) and created_at > since and created_at < until and created_at <> new.created_at
    order by created_at desc
    limit for_one_email
  ) as latest;

  -- A duplicate of the same sender, sent again after a lost response or a double click, succeeds without a second row.
  if is_duplicate then
    return null;
  end if;
  if of_network is not null then
    perform pg_advisory_xact_lock(hashtextextended('leads from ' || of_network, 0));
    select greatest(last_free, max(nth.sent_at)) into last_free from (
      (
        select sent_at from private.sent_leads where network = of_network and sent_at > since and sent_at < until
        order by sent_at desc offset from_one_address - 1 limit 1
      ) union all (
        select sent_at from private.sent_leads
        where network = of_network and email = lower(new.email) and sent_at > since and sent_at < until
        order by sent_at desc offset for_one_email_from_one_address - 1 limit 1
      )
    ) as nth;
  end if;
  if last_free is not null then
    perform private.raise_too_many_requests(last_free + interval '1 hour' - new.created_at);
  end if;
  insert into private.sent_leads (network, email, sent_at)
  select of_network, lower(new.email), new.created_at where of_network is not null;
  return new;
end
$$;

-- After the trigger `normalize`: triggers fire in the order of their names.
create trigger within_limits before insert on public.leads
for each row when (private.is_sent_lead()) execute function private.limit_leads();

-- Whether these are the colours of a line: at most 50, each name once, with a quantity or null.
create function private.are_line_colours(colours jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select count(*) between 1 and 50 and count(distinct lower(name)) = count(*) and bool_and(
    coalesce(private.is_trimmed_nonempty(name) and char_length(name) <= 60, false) and coalesce(quantity between 1 and 1000000, true)
  )
  from jsonb_to_recordset(colours) as colour (name text, quantity integer)
$$;

-- Null where no colour has a quantity.
create function private.quantity_of_colours(colours jsonb) returns bigint
language sql immutable set search_path = '' as $$
  select sum((colour ->> 'quantity')::integer) from jsonb_array_elements(colours) as colour
$$;

-- Only send_inquiry and add_to_inquiry write lines.
create table public.lead_items (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  position smallint not null,
  -- The name stays when the product is deleted.
  product_id uuid references public.products (id) on delete set null on update cascade,
  name text not null
    constraint lead_items_name_given check (private.is_trimmed_nonempty(name))
    constraint lead_items_name_length check (char_length(name) <= 200),
  quantity integer constraint lead_items_quantity_range check (quantity between 1 and 1000000),
  note text constraint lead_items_note_length check (char_length(note) <= 200),
  colours jsonb constraint lead_items_colours_form check (colours is null or private.are_line_colours(colours)),
  constraint lead_items_colours_sum
    check (coalesce(private.quantity_of_colours(colours), quantity, 0) = coalesce(quantity, 0)),
  constraint lead_items_position_unique unique (lead_id, position)
);
comment on table public.lead_items is 'The lines of each inquiry: a product with its quantity and note.';
comment on column public.lead_items.position is 'In the basket, from 1.';
comment on column public.lead_items.colours is
  'What the quantity is split into, or the colours that are wanted: [{"name", "quantity"}], as the buyer chose them; the product may change.';
create index lead_items_of_product on public.lead_items (product_id);

select private.enable_row_security('public.lead_items', 'staff');

-- The reference of the newest lead of the last day with exactly these texts and products, of the caller's own before others.
create function private.inquiry_reference(
  name text, company text, email text, phone text, message text default null, selected_products text[] default null
) returns text
language sql stable set search_path = '' as $$
  select lead.reference from public.leads as lead
  where lower(lead.email) = lower(private.trimmed(inquiry_reference.email))
    and lead.created_at > now() - interval '1 day'
    and (lead.name, lead.company, lead.phone, lead.message, lead.selected_products) is not distinct from (
      private.trimmed(inquiry_reference.name), private.trimmed(inquiry_reference.company),
      private.trimmed(inquiry_reference.phone), nullif(private.trimmed(inquiry_reference.message), ''),
      inquiry_reference.selected_products
    )
  order by lead.sender_id is not distinct from auth.uid() desc, lead.created_at desc
  limit 1
$$;

-- The items of an inquiry: their names, and its lines as arrays of id, name, quantity, note and colours.
create function private.lines_of(items jsonb, out names text[], out lines jsonb)
language plpgsql immutable set search_path = '' as $$
begin
  perform private.require(
    case when jsonb_typeof(items) = 'array' then jsonb_array_length(items) <= 1000 end,
    'The items are a list of at most 1000 products', '22023'
  );
  select
    coalesce(array_agg(item ->> 'name' order by position), '{}'),
    jsonb_agg(
      jsonb_build_array(
        (item ->> 'id')::uuid, item ->> 'name', (item ->> 'quantity')::integer, nullif(private.trimmed(item ->> 'note'), ''), (
          select jsonb_agg(jsonb_build_object(
            'name', private.trimmed(colour ->> 'name'), 'quantity', (colour ->> 'quantity')::integer
          ) order by ordinality)
          from jsonb_array_elements(nullif(item -> 'colours', 'null')) with ordinality as chosen (colour, ordinality)
        )
      ) order by position
    )
  into names, lines
  from jsonb_array_elements(items) with ordinality as listed (item, position);
end
$$;

-- Adds lines after those that a lead has.
create function private.add_lines(lead uuid, lines jsonb) returns void
language sql set search_path = '' as $$
  insert into public.lead_items (lead_id, position, product_id, name, quantity, note, colours)
  select
    lead, position + (select coalesce(max(item.position), 0) from public.lead_items as item where item.lead_id = lead),
    (select product.id from public.products as product where product.id = (line ->> 0)::uuid and product.is_sample),
    line ->> 1, (line ->> 2)::integer, line ->> 3, nullif(line -> 4, 'null')
  from jsonb_array_elements(lines) with ordinality as listed (line, position)
$$;

-- Under the limits on leads; an equal one is not stored again. Runs with its owner's rights, since a sender learns no id to
-- write lines for.
-- Items are [{"id", "name", "quantity", "note", "colours": [{"name", "quantity"}]}]. Where colours have quantities, the line's is
-- their sum. The notice is the one that was shown, {"version", "language"} of privacy_notices_of('inquiry'), and is stored with the
-- time; marketing_consent is never needed. An account that shares with colleagues may share it with them.
create function private.send_inquiry(
  name text, company text, email text, phone text, items jsonb, message text default null, needed_by date default null,
  budget_per_gift integer default null, delivery_city text default null, wants_branding boolean default false,
  notice jsonb default null, marketing_consent boolean default false, shares boolean default false
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  names text[];
  lines jsonb;
  stored public.leads;
  seen_version integer;
  seen_language text;
begin
  select * into names, lines from private.lines_of(items);
  select visible.version, visible.language into seen_version, seen_language from public.privacy_notices as visible
  where visible.form = 'inquiry' and visible.version::text = notice ->> 'version' and visible.language = notice ->> 'language';
  insert into public.leads as lead (
    name, company, email, phone, message, selected_products, needed_by, budget_per_gift, delivery_city, wants_branding, lines_hash,
    notice_version, notice_language, marketing_consent
  ) values (
    send_inquiry.name, send_inquiry.company, send_inquiry.email, send_inquiry.phone, send_inquiry.message, names,
    send_inquiry.needed_by, send_inquiry.budget_per_gift, send_inquiry.delivery_city,
    coalesce(send_inquiry.wants_branding, false), md5(lines::text)::uuid, seen_version, seen_language,
    coalesce(send_inquiry.marketing_consent, false)
  )
  returning lead.* into stored;
  if stored.id is null then
    return private.inquiry_reference(name, company, email, phone, message, names);
  end if;

  perform private.add_lines(stored.id, lines);
  insert into private.shared_inquiries (lead_id, domain)
  select stored.id, team from private.team_of(auth.uid()) as team where team is not null and send_inquiry.shares;
  return stored.reference;
end
$$;
select private.expose('send_inquiry',
  'Stores an inquiry with quantities as a lead, and gives its reference. The header x-inquiry-link is the token of its private page, at least 32 random characters; one in use is ignored. The items are its products, at most 1000, in order, of which only the name is required.');
