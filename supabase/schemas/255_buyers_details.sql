-- What buyers give on the page of a quotation beside their decision: GSTIN, addresses, and the files of purchase orders (product.md,
-- section 2, A quotation's page).

-- The kind of a file, by how it begins; null for another than these.
create function private.content_type(content bytea) returns text
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

-- A stored file as it is read: {"name", "type", "content": base64}.
create function private.file_as_json(name text, content bytea) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'name', name, 'type', private.content_type(content), 'content', replace(encode(content, 'base64'), E'\n', '')
  )
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
create function private.cleaned_places(
  places jsonb, fields jsonb default '{"address": ["Address", "name", 200], "pin_code": ["PIN code", "text", 10], "quantity": ["Quantity", "whole", 1000000]}'
) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  cleaned jsonb;
begin
  perform private.require(
    case when jsonb_typeof(places) = 'array' then jsonb_array_length(places) <= 20 end, 'You can enter at most 20 delivery places', '22023'
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

-- That the state of a buyer's GSTIN is not the place of supply that the taxes follow; null where it is, or where it decides nothing.
create function private.other_state(version public.quotation_versions, gstin text) returns text
language sql stable set search_path = '' as $$
  select format('This GSTIN is of %s, and the place of supply is %s.', own.name, coalesce(place.name, place.code))
  from private.gst_states() as own cross join private.gst_states() as place
  where own.code = private.place_by_rule(jsonb_build_object('gstin', gstin)) ->> 'state' and place.code = version.frozen #>> '{place,state}'
    and own.code <> place.code
$$;

-- What was given replaces what was given before, so all of it is given. It stays beside the quotation, whose sent versions never change.
create function private.save_buyer_details(
  token text, gstin text default null, billing_address text default null, delivery_places jsonb default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent,expired,change_asked}');
  number constant text := nullif(upper(regexp_replace(gstin, '\s', '', 'g')), '');
  address constant text := private.cleaned_text('Billing address', billing_address, 400, false);
  places constant jsonb := private.cleaned_places(delivery_places);
  most constant numeric := private.most_gifts(version.content);
begin
  perform private.require(num_nulls(gstin, billing_address) = 0, 'GSTIN, billing address and delivery places are saved together', '22023');
  perform private.require(number is null or private.gstin_kind(number) is not null, 'Check your GSTIN, like 27AAPFU0939F1ZV', '22023');
  perform private.require(
    private.gifts_in(places) <= coalesce(most, 1000000), format('The delivery places have %s gifts, and the quotation has at most %s', private.gifts_in(places), most), '22023'
  );
  insert into public.buyer_details as details (quotation_id, gstin, billing_address, delivery_places)
  values (version.quotation_id, number, address, places)
  on conflict (quotation_id) do update set
    gstin = excluded.gstin, billing_address = excluded.billing_address, delivery_places = excluded.delivery_places, given_at = now();
  perform private.record_by_link(link, 'details', jsonb_build_object('text', coalesce(nullif(concat_ws(
    E'\n', 'GSTIN ' || number, private.other_state(version, number), 'Billing address: ' || address,
    -- The places themselves may be homes, and go into no e-mail.
    case when places <> '[]' then format('Delivery: %s gifts to %s', private.gifts_in(places), case jsonb_array_length(places) when 1 then 'one place' else jsonb_array_length(places) || ' places' end) end
  ), ''), 'None')));
end
$$;
select private.expose('save_buyer_details',
  'Stores what the buyer of a link gives until the acceptance: a GSTIN or UIN, the billing address, and at most 20 places [{"address", "pin_code", "quantity"}] with no more gifts than the quotation. The seller is told.');

-- At most three files of 20 MB together in a quotation, and twenty a day. The same file again is stored once.
create function private.attach_purchase_order(token text, name text, content text) returns void
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
  perform private.require(length(file) <= 10 * 1024 * 1024, 'A purchase order may have at most 10 MB', '22023');
  if exists (select from private.purchase_orders as stored where stored.quotation_id = version.quotation_id and stored.content = file) then
    return;
  end if;
  perform private.require(
    (
      select count(*) < 3 and coalesce(sum(length(stored.content)), 0) + length(file) <= 20 * 1024 * 1024
      from private.purchase_orders as stored where stored.quotation_id = version.quotation_id
    ), 'A quotation may have at most three files, with 20 MB together. Remove one, or write to us.', '22023'
  );
  perform from public.quotation_events
  where quotation_id = version.quotation_id and kind = 'purchase_order' and created_at > now() - interval '1 day' offset 19;
  perform private.require(not found, 'Too many files were added here today. Please write to us.', 'PT429');
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
  own_quotation constant uuid := case when token is not null then (private.shown_version(token)).quotation_id end;
  file private.purchase_orders;
begin
  perform private.require(token is not null or private.is_staff(), 'Only administrators and sales read the files of a quotation');
  select * into file from private.purchase_orders as stored
  where stored.id = purchase_order_file.id and stored.quotation_id = coalesce(own_quotation, stored.quotation_id);
  perform private.require(file.id is not null, 'This file was removed.', 'PT404');
  return private.file_as_json(file.name, file.content);
end
$$;
select private.expose('purchase_order_file',
  'The file of a purchase order: {"name", "type", "content": base64}. For administrators and sales, and by the token of its buyer''s link.');
