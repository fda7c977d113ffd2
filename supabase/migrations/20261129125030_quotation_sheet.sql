-- quotation sheet
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
create or replace function public.unused_product_images() returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    with quoted as materialized (
      -- A version that was sent is read with its pictures, whatever has become of the products.
      select private.stored_image_name(line ->> 'image_url') as name
      from public.quotation_versions cross join lateral jsonb_array_elements(content -> 'lines') as line
      union
      select private.stored_image_name(frozen #>> '{seller,logo_url}') from public.quotation_versions
    )
    select object.name
    from storage.objects as object
    cross join lateral (select array[object.name, private.original_image_name(object.name)] as names) as either
    where object.bucket_id = 'product-images'
      -- Others may lie there too: the bucket of a hosted project is open to its owner's tools. They are not ours to clear.
      and private.is_product_image_name(object.name)
      and object.created_at < now() - interval '1 day'
      and not exists (
        select from private.released_images as released
        where released.name = any (names) and released.released_at >= now() - interval '1 day'
      )
      and not exists (select from public.products where private.stored_image_name(image_url) = any (names))
      and not exists (select from public.product_pictures where private.stored_image_name(url) = any (names))
      and not exists (select from public.client_logos where private.stored_image_name(logo_url) = any (names))
      and not exists (
        select from public.site_settings
        where private.stored_image_name(logo_url) = any (names) or private.stored_image_name(hero_image_url) = any (names)
      )
      and object.name not in (select name from quoted where name is not null)
      and coalesce(private.original_image_name(object.name), '') not in (select name from quoted where name is not null)
      -- Those that can still be restored: a policy hides the others.
      and not exists (select from public.deleted_records where image_names && names)
      and not exists (
        select from public.import_rows as line join public.deleted_records as undo on undo.id = line.import_id
        where line.image_names && names
      )
    order by object.name
    limit 1000
  );
end
$$;

-- What a quotation says of its seller now, and what decides its taxes. The website's name and address stand in for missing ones.
create or replace function private.quotation_seller() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'legal_name', coalesce(profile.legal_name, site.name), 'address', coalesce(profile.address, site.contact_address),
    'gstin', profile.gstin, 'state', coalesce(left(profile.gstin, 2), profile.state),
    'is_composition', coalesce(profile.is_composition, false), 'bank_details', profile.bank_details,
    'credit_note', profile.credit_note, 'rounds_off', coalesce(profile.rounds_off, true), 'email', site.contact_email,
    'phones', array_remove(array[site.contact_phone, site.second_phone || coalesce(' (' || site.second_phone_label || ')', '')], null),
    'logo_url', site.logo_url, 'colour', site.colour_primary
  )
  from (values (true)) as one (row) left join public.seller_profile as profile on row left join public.site_settings as site on row
$$;

-- {"number", "revision", "state": sent, expired, accepted, declined, change_asked, withdrawn or replaced, "purpose": buyer or
-- approval, "sent_at", "valid_until", "buyer", "message", "terms", "discount", "lines", "seller", "place", "rounds_off", "figures",
-- "sha256", "accepted", "comments", "approvals", "needs_code", "credit_note", "site"}.
create or replace function private.open_quotation(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token);
  state constant text := private.state_of_link(link);
  quotation public.quotations;
  version public.quotation_versions;
  site constant jsonb := private.site_details();
begin
  select * into quotation from public.quotations where id = link.quotation_id;
  select * into version from public.quotation_versions where id = link.version_id;
  if state in ('replaced', 'withdrawn') then
    return json_build_object('number', quotation.number, 'revision', version.revision, 'state', state, 'purpose', link.purpose, 'site', site);
  end if;
  return json_build_object(
    'number', quotation.number, 'revision', version.revision, 'state', state, 'purpose', link.purpose,
    'sent_at', version.sent_at, 'valid_until', version.valid_until, 'buyer', (version.content -> 'buyer') - array['place_reason', 'is_pharmaceutical'],
    'message', version.content -> 'message', 'terms', version.content -> 'terms', 'discount', version.content -> 'discount',
    'lines', (
      select coalesce(json_agg(line || jsonb_build_object(
        'image_widths', coalesce(
          case when product.image_url = line ->> 'image_url' then product.image_widths end,
          (
            select picture.widths from public.product_pictures as picture
            where picture.product_id = product.id and picture.url = line ->> 'image_url' limit 1
          )
        )
      ) order by position), '[]')
      from jsonb_array_elements(version.content -> 'lines') with ordinality as listed (line, position)
      left join public.products as product on product.id::text = line ->> 'product_id'
    ),
    -- The rules by which the seller works stay with the seller.
    'seller', (
      select jsonb_object_agg(key, value) from jsonb_each(version.frozen -> 'seller')
      where key in ('legal_name', 'address', 'gstin', 'state', 'is_composition', 'bank_details', 'email', 'phones', 'logo_url', 'colour')
    ),
    'place', version.frozen -> 'place', 'rounds_off', coalesce(version.frozen #> '{seller,rounds_off}', 'true'),
    'figures', version.frozen -> 'figures', 'sha256', version.sha256,
    'accepted', case when state = 'accepted' then version.accepted - array['address', 'user_agent', 'note'] end,
    'comments', (
      select coalesce(json_agg(json_build_object(
        'by', coalesce(event.value ->> 'by', 'seller'), 'name', case when event.value ? 'by' then event.actor_name else site ->> 'name' end,
        'text', event.value ->> 'text', 'line', event.value ->> 'line', 'at', event.created_at
      ) order by event.number), '[]')
      from public.quotation_events as event where event.quotation_id = quotation.id and event.kind = 'comment'
    ),
    'approvals', (
      select coalesce(json_agg(json_build_object(
        'email', regexp_replace(request.email, '^(.).*@', '\1…@'), 'name', request.name, 'state', coalesce(decided.kind, 'asked'),
        'note', decided.value ->> 'note', 'at', coalesce(decided.created_at, request.created_at)
      ) order by request.number), '[]')
      from (
        select distinct on (lower(value ->> 'email')) number, created_at, value ->> 'email' as email, value ->> 'name' as name
        from public.quotation_events where version_id = version.id and kind = 'approval_asked' order by lower(value ->> 'email'), number
      ) as request
      left join lateral (
        select * from public.quotation_events
        where version_id = version.id and kind in ('approved', 'rejected') and lower(value ->> 'email') = lower(request.email)
        order by number desc limit 1
      ) as decided on true
    ),
    'needs_code', exists (select from public.seller_profile where needs_code), 'credit_note', version.frozen #> '{seller,credit_note}', 'site', site
  );
end
$$;

-- What an e-mail says of a version: what was accepted of it, or what its buyer sees first. Null without one.
create or replace function private.mailed_quotation(version_id uuid, event_number bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', quotation.id, 'number', quotation.number, 'sent_at', version.sent_at, 'content', version.content, 'frozen', version.frozen, 'reference', quotation.number || case when version.revision > 1 then '-R' || version.revision else '' end,
      'revision', version.revision, 'buyer', version.content -> 'buyer', 'message', version.content -> 'message', 'valid_until', version.valid_until,
      'tax', version.frozen #> '{place,tax}', 'lines', private.chosen_lines(version.content, visible.version -> 'choice'), 'figures', visible.version -> 'figures',
      'accepted', version.accepted,
      'event', (
        select jsonb_build_object('kind', event.kind, 'name', event.actor_name, 'value', event.value)
        from public.quotation_events as event where event.number = event_number
      )
    )
    from public.quotation_versions as version join public.quotations as quotation on quotation.id = version.quotation_id
    cross join lateral (select coalesce(version.accepted, version.frozen) as version) as visible
    where version.id = mailed_quotation.version_id
  );
end
$$;
-- Written until here.
