-- buyers details
select set_config('lock_timeout', '5s', true);

create table public.buyer_details (
  quotation_id uuid primary key references public.quotations (id) on delete cascade,
  gstin text constraint buyer_details_gstin_known check (private.is_gstin(gstin)),
  billing_address text constraint buyer_details_billing_address_length check (char_length(billing_address) <= 400),
  delivery_places jsonb not null default '[]',
  given_at timestamptz not null default now()
);
create table private.purchase_orders (
  id uuid primary key default gen_random_uuid(),
  quotation_id uuid not null references public.quotations (id) on delete cascade,
  name text not null,
  content bytea not null constraint purchase_orders_content_length check (length(content) <= 10 * 1024 * 1024),
  given_at timestamptz not null default now()
);
create index purchase_orders_of_quotation on private.purchase_orders (quotation_id);
alter table private.purchase_orders enable row level security;
select private.enable_row_security('public.buyer_details');
alter table public.quotation_events drop constraint quotation_events_kind_known, add constraint quotation_events_kind_known check (kind in (
  'created', 'sent', 'seen', 'accepted', 'declined', 'change_asked', 'comment', 'approval_asked', 'approved', 'rejected', 'revised',
  'discarded', 'extended', 'withdrawn', 'reopened', 'link', 'details', 'purchase_order'
));

-- Written by npm run migration from supabase/schemas.
-- What the buyer of a quotation has given: {"details": {"gstin", "billing_address", "delivery_places", "given_at"}, or null,
-- "purchase_orders": [{"id", "name", "size", "given_at"}]}.
create function private.given_by_buyer(quotation uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'details', (select to_jsonb(details) - 'quotation_id' from public.buyer_details as details where quotation_id = quotation),
    'purchase_orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'size', length(content), 'given_at', given_at) order by given_at), '[]')
      from private.purchase_orders where quotation_id = quotation
    )
  )
$$;

-- What is stored of content that staff give: with every field and no others. A GSTIN decides the state of the buyer. Amounts stay
-- within what a number of JavaScript holds exactly.
create or replace function private.cleaned_quotation(content jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  buyer jsonb := private.cleaned_record(content -> 'buyer', '{
    "name": ["Name", "words", 200], "company": ["Company", "words", 200], "email": ["E-mail", "email", 254], "phone": ["Phone", "words", 50],
    "gstin": ["Buyer''s GSTIN", "text", 40], "gstin_as_stated": ["Buyer''s GSTIN as stated", "truth"], "billing_address": ["Billing address", "text", 400], "billing_state": ["State of the billing address", "state"],
    "delivery_address": ["Delivery address", "text", 5000], "delivery_state": ["State of the delivery address", "state"],
    "is_sez": ["Special economic zone", "truth"], "zero_rating": ["Payment of IGST", "zero_rating"], "is_pharmaceutical": ["Pharmaceutical company", "answer"], "place": ["Place of supply", "state"],
    "place_reason": ["Reason for the place of supply", "text", 200], "delivery_city": ["Delivery city", "text", 100],
    "needed_by": ["Needed by", "day"]
  }', 'The buyer: ');
  discount constant jsonb := case when jsonb_typeof(content -> 'discount') = 'object' then jsonb_strip_nulls(private.cleaned_record(
    content -> 'discount', '{"percent": ["Discount in hundredths of a per cent", "whole", 10000], "paise": ["Discount", "paise", 1000000000000000]}'
  )) end;
  lines jsonb;
  refused text;
begin
  if private.is_gstin(buyer ->> 'gstin') and left(buyer ->> 'gstin', 2) not in ('96', '99') then
    buyer := buyer || jsonb_build_object('billing_state', left(buyer ->> 'gstin', 2));
  end if;
  perform private.require(
    case when jsonb_typeof(content -> 'lines') = 'array' then jsonb_array_length(content -> 'lines') <= 200 end,
    'A quotation has at most 200 lines', '22023'
  );
  perform private.require(
    discount is null or (select count(*) = 1 from jsonb_object_keys(discount)), 'A discount is a percentage or an amount', '22023'
  );
  select coalesce(jsonb_agg(private.cleaned_record(line, '{
    "id": ["Id", "id"], "product_id": ["Product", "id"], "code": ["Code", "text", 100], "name": ["Name", "name", 200],
    "colour": ["Colour", "text", 200], "note": ["Note", "text", 500], "group": ["Group", "text", 60], "option": ["Option", "text", 60],
    "hsn": ["HSN", "hsn"], "gst_rate": ["GST rate in hundredths of a per cent", "whole", 10000], "is_charge": ["Charge", "truth"],
    "image_url": ["Picture", "image"]
  }', format('Line %s: ', position)) || jsonb_build_object('quantities', (
    select jsonb_agg(private.cleaned_record(offer, '{
      "quantity": ["Quantity", "whole", 1000000], "price_paise": ["Price", "paise", 100000000000]
    }', format('Line %s: ', position)) order by ordinality)
    from jsonb_array_elements(case when jsonb_typeof(line -> 'quantities') = 'array' then line -> 'quantities' else '[]' end)
      with ordinality as offered (offer, ordinality)
  )) order by position), '[]')
  into lines from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position);
  perform private.require(
    not exists (
      select from jsonb_array_elements(lines) as line
      where line ->> 'id' is null or jsonb_typeof(line -> 'quantities') <> 'array' or jsonb_array_length(line -> 'quantities') > 4
        or line @? '$.quantities[*] ? (@.quantity == null || @.quantity < 1)'
    ), 'A line needs an id and one to four quantities of at least 1', '22023'
  );
  perform private.require(
    (select count(distinct line -> 'id') = count(*) from jsonb_array_elements(lines) as line), 'Each line needs its own id', '22023'
  );
  perform private.require(
    1000000000000000 >= (
      select coalesce(sum((offer ->> 'quantity')::numeric * coalesce((offer ->> 'price_paise')::numeric, 0)), 0)
      from jsonb_array_elements(lines) as line cross join jsonb_array_elements(line -> 'quantities') as offer
    ), 'A quotation may amount to at most ten lakh crore rupees', '22023'
  );
  select choices.problem into refused from private.problems_of_choices(jsonb_build_object('discount', discount, 'lines', lines)) as choices limit 1;
  perform private.require(refused is null, refused, '22023');
  return private.cleaned_record(content, '{"message": ["Message", "text", 2000], "terms": ["Terms", "text", 5000], "price_reason": ["Reason for the price", "text", 500]}', 'The quotation: ')
    || jsonb_build_object('buyer', buyer, 'discount', discount, 'lines', lines);
end
$$;

-- The lead is {"id", "reference", "company"}, each version has "is_expired", and "offered_prices" is {line id: {"last", "breaks",
-- "cost_paise", "parts": [{"name", "gst_rate"}], "is_brand_reminder", "is_pharmaceutical"}}.
create or replace function private.quotation_details(quotation uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  latest public.quotation_versions;
  found_one public.quotations;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into found_one from public.quotations where id = quotation;
  if not found then
    perform private.refuse_change(null, null, 'quotation');
  end if;
  select * into latest from public.quotation_versions where quotation_id = quotation order by revision desc limit 1;
  return json_build_object(
    'quotation', to_json(found_one), 'given', private.given_by_buyer(quotation),
    'lead', (
      select json_build_object('id', id, 'reference', private.lead_reference(id), 'company', company) from public.leads where id = found_one.lead_id
    ),
    'inquiries', private.asked_by_lead(found_one.lead_id),
    'versions', (
      select json_agg(to_jsonb(version) || jsonb_build_object(
        'is_expired', version.sent_at is not null and version.valid_until < private.day_in_india(now())
      ) order by revision desc)
      from public.quotation_versions as version where quotation_id = quotation
    ),
    'events', (
      select coalesce(json_agg(event order by number), '[]') from public.quotation_events as event where quotation_id = quotation
    ),
    'links', (
      select coalesce(json_agg(json_build_object(
        'id', id, 'purpose', purpose, 'email', email, 'created_at', created_at, 'ended_at', ended_at
      ) order by created_at), '[]') from public.quotation_links where quotation_id = quotation
    ),
    -- By the lines of the latest version. Remembered is what the same product cost in the newest other quotation that was sent.
    'offered_prices', (
      select coalesce(json_object_agg(line ->> 'id', json_build_object(
        'last', (
          select json_build_object(
            'price_paise', price -> 'quantities' -> 0 -> 'price_paise', 'quantity', price -> 'quantities' -> 0 -> 'quantity',
            'number', other.number, 'sent_at', version.sent_at
          )
          from public.quotation_versions as version join public.quotations as other on other.id = version.quotation_id
          cross join lateral jsonb_array_elements(version.content -> 'lines') as price
          where version.sent_at is not null and version.quotation_id <> quotation
            and version.content -> 'lines' @> jsonb_build_array(jsonb_build_object('product_id', line -> 'product_id'))
            and price -> 'product_id' = line -> 'product_id'
          order by version.sent_at desc limit 1
        ),
        'breaks', (
          select coalesce(json_agg(json_build_object('quantity', quantity, 'price_paise', price_paise) order by quantity), '[]')
          from public.product_price_breaks where product_id = (line ->> 'product_id')::uuid
        ),
        'cost_paise', (select cost_paise from public.product_terms where product_id = (line ->> 'product_id')::uuid),
        -- The rate of a part is that of the product with its name.
        'parts', (
          select coalesce(json_agg(json_build_object('name', part.name, 'gst_rate', private.gst_rate_on((
            select products.id from public.products where products.name = part.name order by created_at desc limit 1
          ), private.day_in_india(now()))) order by part.position), '[]')
          from public.product_parts as part where part.product_id = (line ->> 'product_id')::uuid
        ),
        'is_brand_reminder', coalesce((select is_brand_reminder from public.products where products.id = (line ->> 'product_id')::uuid), false),
        'is_pharmaceutical', exists (
          select from public.product_industry_tags
          where product_id = (line ->> 'product_id')::uuid and industry_tag_id = any (private.doctor_type_industries())
        )
      )), '{}')
      from jsonb_array_elements(latest.content -> 'lines') as line where line ->> 'product_id' is not null
    )
  );
end
$$;

-- As version_as_sent, with {"state": sent, expired, accepted, declined, change_asked, withdrawn or replaced, "purpose": buyer or
-- approval, "sha256", "accepted", "comments", "approvals", "needs_code", "site"}, for a colleague "asked": the choice, and for the
-- buyer what given_by_buyer has, "before": the version that this one replaced, until it is accepted, and "next_steps" then.
create or replace function private.open_quotation(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token);
  state constant text := private.state_of_link(link);
  version public.quotation_versions;
  site constant jsonb := private.site_details();
  sent jsonb;
begin
  select * into version from public.quotation_versions where id = link.version_id;
  sent := private.version_as_sent(version);
  if state in ('replaced', 'withdrawn') then
    return json_build_object('number', sent -> 'number', 'revision', version.revision, 'state', state, 'purpose', link.purpose, 'site', site);
  end if;
  return sent || jsonb_build_object(
    'state', state, 'purpose', link.purpose, 'lines', private.lines_with_widths(version.content), 'sha256', version.sha256,
    -- Acceptances of 1.0.0 may have a part of their choice.
    'accepted', case when state = 'accepted' then version.accepted - array['address', 'user_agent', 'note']
      || jsonb_build_object('choice', private.whole_choice(version.content, version.accepted -> 'choice')) end,
    'comments', (
      select coalesce(json_agg(json_build_object(
        'by', coalesce(event.value ->> 'by', 'seller'), 'name', case when event.value ? 'by' then event.actor_name else site ->> 'name' end,
        'text', event.value ->> 'text', 'line', event.value ->> 'line', 'at', event.created_at
      ) order by event.number), '[]')
      from public.quotation_events as event where event.quotation_id = link.quotation_id and event.kind = 'comment'
    ),
    'approvals', private.approvals_on(link),
    'needs_code', exists (select from public.seller_profile where needs_code), 'site', site
  ) || case
    when link.purpose = 'approval' then jsonb_build_object(
      'asked', private.asked_choice(link) -> 'choice', 'figures', private.figures_of_choice(version, private.asked_choice(link) -> 'choice')
    )
    when state = 'accepted' then private.given_by_buyer(link.quotation_id) || jsonb_build_object('next_steps', (select next_steps from public.seller_profile))
    else private.given_by_buyer(link.quotation_id) || jsonb_build_object('before', (
      select private.version_as_sent(earlier) from private.version_before(version.id) as earlier where earlier.id is not null
    ))
  end;
end
$$;

create or replace function private.accept_quotation(
  token text, choice jsonb, total_paise bigint, name text, designation text, purchase_order text default null, code text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  accepted_choice constant jsonb := private.required_choice(version.content, choice);
  figures constant jsonb := private.accepted_figures(version, choice);
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  signer constant text := private.cleaned_text('Your name', name, 200);
  placed constant numeric := (select private.gifts_in(delivery_places) from public.buyer_details where quotation_id = link.quotation_id);
begin
  perform private.require(
    coalesce(placed, 0) <= (
      select coalesce(sum((line ->> 'quantity')::numeric), 1000000)
      from jsonb_array_elements(private.chosen_lines(version.content, accepted_choice)) as line where line -> 'is_charge' is distinct from 'true'
    ),
    format('Your delivery places have %s gifts, more than this choice. Correct “Your details” first.', placed), '22023'
  );
  perform private.require(
    (figures ->> 'total')::numeric = total_paise, 'The total on this page is not that of the quotation. Please load it again.', '22023'
  );
  if exists (select from public.seller_profile where needs_code) then
    perform private.use_acceptance_code(version.id, code);
  end if;
  update public.quotation_versions set accepted = jsonb_build_object(
    'choice', accepted_choice, 'figures', figures, 'name', signer,
    'designation', private.cleaned_text('Designation', designation, 200),
    'purchase_order', private.cleaned_text('Purchase order number', purchase_order, 100, false),
    'at', now(), 'address', private.client_address(), 'user_agent', left(headers ->> 'user-agent', 500), 'by', 'buyer'
  ) where id = version.id;
  update public.quotations set state = 'accepted' where id = link.quotation_id;
  perform private.record_by_link(link, 'accepted', '{}', signer);
end
$$;

-- The kind of a file, by how it begins; null for another than these.
create function private.content_type(content bytea) returns text
language sql immutable set search_path = '' as $$
  select case
    when substr(content, 1, 5) = '\x255044462d' then 'application/pdf'
    when substr(content, 1, 8) = '\x89504e470d0a1a0a' then 'image/png'
    when substr(content, 1, 3) = '\xffd8ff' then 'image/jpeg'
    when substr(content, 1, 4) = '\x52494646' and substr(content, 9, 4) = '\x57454250' then 'image/webp'
    when substr(content, 1, 4) = '\x504b0304' then 'application/zip'
  end
$$;

-- The most gifts that a choice may have; null where there are none.
create function private.most_gifts(content jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select sum(most) from (
    select max((offer ->> 'quantity')::numeric) as most
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
    cross join lateral jsonb_array_elements(line -> 'quantities') as offer
    where line -> 'is_charge' is distinct from 'true' group by coalesce('option ' || (line ->> 'option'), position::text)
  ) as alternatives
$$;

-- How many gifts go to delivery places.
create function private.gifts_in(places jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce(sum((place ->> 'quantity')::numeric), 0) from jsonb_array_elements(places) as place
$$;

-- Delivery places as they are stored. A place abroad has no PIN code.
create function private.cleaned_places(places jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  cleaned jsonb;
begin
  perform private.require(
    case when jsonb_typeof(places) = 'array' then jsonb_array_length(places) <= 20 end, 'There may be at most 20 delivery places', '22023'
  );
  select coalesce(jsonb_agg(private.cleaned_record(
    place || jsonb_build_object('pin_code', regexp_replace(place ->> 'pin_code', '\s', '', 'g')),
    '{"address": ["Address", "name", 200], "pin_code": ["PIN code", "text", 10], "quantity": ["Quantity", "whole", 1000000]}',
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

-- That the state of a buyer's GSTIN is not the place of supply that the taxes follow; null where it is, or where it decides nothing.
create function private.other_state(version public.quotation_versions, gstin text) returns text
language sql stable set search_path = '' as $$
  select format('This GSTIN is of %s, and the place of supply is %s.', own.name, coalesce(place.name, place.code))
  from private.gst_states() as own cross join private.gst_states() as place
  where own.code = private.place_by_rule(jsonb_build_object('gstin', gstin)) ->> 'state' and place.code = version.frozen #>> '{place,state}'
    and own.code <> place.code
$$;

-- What was given replaces what was given before. It stays beside the quotation, whose sent versions never change.
create function private.save_buyer_details(
  token text, gstin text default null, billing_address text default null, delivery_places jsonb default '[]'
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent,expired,change_asked}');
  number constant text := nullif(upper(regexp_replace(gstin, '\s', '', 'g')), '');
  address constant text := private.cleaned_text('Billing address', billing_address, 400, false);
  places constant jsonb := private.cleaned_places(coalesce(delivery_places, '[]'));
  most constant numeric := private.most_gifts(version.content);
begin
  perform private.require(number is null or private.gstin_kind(number) is not null, 'Check your GSTIN, like 27AAPFU0939F1ZV', '22023');
  perform private.require(
    private.gifts_in(places) <= coalesce(most, 1000000), format('The delivery places have %s gifts, and the quotation has at most %s', private.gifts_in(places), most), '22023'
  );
  insert into public.buyer_details as details (quotation_id, gstin, billing_address, delivery_places)
  values (version.quotation_id, number, address, places)
  on conflict (quotation_id) do update set
    gstin = excluded.gstin, billing_address = excluded.billing_address, delivery_places = excluded.delivery_places, given_at = now();
  perform private.record_by_link(link, 'details', jsonb_build_object('text', coalesce(nullif(concat_ws(
    E'\n', 'GSTIN ' || number, private.other_state(version, number), 'Billing address: ' || address, (
      select string_agg(concat_ws(', ', format('%s to %s', place ->> 'quantity', place ->> 'address'), place ->> 'pin_code'), E'\n' order by position)
      from jsonb_array_elements(places) with ordinality as listed (place, position)
    )
  ), ''), 'None')));
end
$$;

select private.expose('save_buyer_details',
  'Stores what the buyer of a link gives until the acceptance: a GSTIN or UIN, the billing address, and at most 20 places [{"address", "pin_code", "quantity"}] with no more gifts than the quotation. The seller is told.');

-- At most three files of 20 MB together in a quotation, and twenty a day. The same file again is stored once. The name has the ending
-- of what the file is, whatever it was called.
create function private.attach_purchase_order(token text, name text, content text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent,expired,change_asked,accepted}');
  file constant bytea := decode(content, 'base64');
  ending constant text := case private.content_type(file)
    when 'application/pdf' then '.pdf' when 'image/png' then '.png' when 'image/jpeg' then '.jpg' when 'image/webp' then '.webp'
  end;
  label constant text := coalesce(nullif(private.trimmed(left(regexp_replace(
    regexp_replace(name, '\.[^.]*$', ''), '[[:cntrl:]/\\<>:"|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+', ' ', 'g'
  ), 140)), ''), 'Purchase order') || ending;
begin
  perform private.require(ending is not null, 'A purchase order is a PDF, PNG, JPEG or WebP file', '22023');
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

select private.expose('attach_purchase_order',
  'Attaches the file of a purchase order in base64 to the quotation of a buyer''s link, before and after the acceptance: a PDF, PNG, JPEG or WebP of at most 10 MB. The seller is told.');

create function private.remove_purchase_order(token text, id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent,expired,change_asked}');
  removed text;
begin
  delete from private.purchase_orders as stored
  where stored.quotation_id = version.quotation_id and stored.id = remove_purchase_order.id returning stored.name into removed;
  if removed is not null then
    perform private.record_by_link(link, 'purchase_order', jsonb_build_object('text', removed, 'removed', 'yes'));
  end if;
end
$$;

select private.expose('remove_purchase_order', 'Removes the file of a purchase order from the quotation of a buyer''s link, until the acceptance.');

create function private.purchase_order_file(id uuid, token text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.quotation_links;
  file private.purchase_orders;
begin
  if token is null then
    perform private.require(private.is_staff(), 'Only administrators and sales read the files of a quotation');
  else
    link := private.quotation_link(token, '{buyer}');
    perform private.require(private.state_of_link(link) not in ('replaced', 'withdrawn'), 'Ask for the current quotation.', 'PT410');
  end if;
  select * into file from private.purchase_orders as stored
  where stored.id = purchase_order_file.id and stored.quotation_id = coalesce(link.quotation_id, stored.quotation_id);
  perform private.require(file.id is not null, 'This file was removed.', 'PT404');
  return jsonb_build_object(
    'name', file.name, 'type', private.content_type(file.content), 'content', replace(encode(file.content, 'base64'), E'\n', '')
  );
end
$$;

select private.expose('purchase_order_file',
  'The file of a purchase order: {"name", "type", "content": base64}. For administrators and sales, and by the token of its buyer''s link.');

-- What was sent of a quotation, as its buyer has seen it: no draft, and none of what only the seller reads.
create or replace function private.sent_quotation(quotation public.quotations) returns jsonb
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
  ) || private.given_by_buyer(quotation.id)
$$;

-- Erases quotations. Of one that was accepted a legal copy stays with its purchase orders, without its lead, links, comments, details
-- and other revisions, for eight years, or as long as the seller's profile says.
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
  delete from public.quotation_versions where quotation_id = any (ids) and accepted is null;
  delete from public.quotation_events where quotation_id = any (ids) and kind not in ('created', 'sent', 'accepted');
  delete from public.quotations where id = any (ids) and erase_on is null;
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
    where new.kind = 'accepted' or new.actor_id is null and new.kind in ('declined', 'change_asked', 'comment', 'approved', 'rejected', 'details', 'purchase_order')
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

-- The beginning of a file says what it is; the name has to agree.
create or replace function private.is_attachment(name text, content bytea) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(name) between 5 and 150 and name !~ '[[:cntrl:]/\\<>:"|?*]'
    and private.content_type(content) = case lower(substring(name from '[^.]*$'))
      when 'pdf' then 'application/pdf' when 'png' then 'image/png' when 'jpg' then 'image/jpeg' when 'jpeg' then 'image/jpeg'
      when 'xlsx' then 'application/zip' when 'docx' then 'application/zip'
    end
$$;

create policy "staff read" on public.buyer_details for select to authenticated using (( SELECT private.is_staff() AS is_staff));

comment on column public.quotation_events.value is 'Of a comment {"text", "line"}, of a decline {"reason", "text"}, of an approval that is asked for {"email", "name", "choice", "chosen", "total_paise"}, of one the same with "note", of what a colleague does their {"email"}, of an extension {"from", "until"}, of a purchase order {"text": its name, "removed"}, of others {"text"}.';

comment on table public.buyer_details is 'What the buyer of a quotation has given on its page, beside what the seller has written.';

comment on column public.buyer_details.delivery_places is '[{"address", "pin_code", "quantity"}], at most 20.';

comment on table private.purchase_orders is 'The files of purchase orders that buyers have attached to their quotations, which stay as long as these.';

comment on function public.quotation_details(pg_catalog.uuid) is 'A quotation with all that staff see of it: {"quotation", "given": what its buyer has given, "lead", "inquiries", "versions", newest first, "events", "links", "offered_prices"}. 404 for an unknown one.';

revoke all on function private.most_gifts(content jsonb) from public, anon, authenticated, service_role;

revoke all on function private.given_by_buyer(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.gifts_in(places jsonb) from public, anon, authenticated, service_role;

revoke all on function private.content_type(content bytea) from public, anon, authenticated, service_role;

revoke all on function private.cleaned_places(places jsonb) from public, anon, authenticated, service_role;

revoke all on function private.other_state(version public.quotation_versions, gstin text) from public, anon, authenticated, service_role;

revoke all on function public.attach_purchase_order(token text, name text, content text) from public, anon, authenticated, service_role;
grant execute on function public.attach_purchase_order(token text, name text, content text) to anon, authenticated, service_role;

revoke all on function private.attach_purchase_order(token text, name text, content text) from public, anon, authenticated, service_role;
grant execute on function private.attach_purchase_order(token text, name text, content text) to anon, authenticated, service_role;

revoke all on function public.purchase_order_file(id uuid, token text) from public, anon, authenticated, service_role;
grant execute on function public.purchase_order_file(id uuid, token text) to anon, authenticated, service_role;

revoke all on function private.purchase_order_file(id uuid, token text) from public, anon, authenticated, service_role;
grant execute on function private.purchase_order_file(id uuid, token text) to anon, authenticated, service_role;

revoke all on function public.remove_purchase_order(token text, id uuid) from public, anon, authenticated, service_role;
grant execute on function public.remove_purchase_order(token text, id uuid) to anon, authenticated, service_role;

revoke all on function private.remove_purchase_order(token text, id uuid) from public, anon, authenticated, service_role;
grant execute on function private.remove_purchase_order(token text, id uuid) to anon, authenticated, service_role;

revoke all on function public.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb) to anon, authenticated, service_role;

revoke all on function private.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb) from public, anon, authenticated, service_role;
grant execute on function private.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb) to anon, authenticated, service_role;
-- Written until here.
