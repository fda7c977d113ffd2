-- site icon
select set_config('lock_timeout', '5s', true);

alter table public.site_settings add column icon_url text
  constraint site_settings_icon_url_form check (private.is_product_image_path(icon_url));

-- Written by npm run migration from supabase/schemas.
-- Trims every text of a row. An empty one is stored as null where its column may be null, and a logo in our own bucket
-- without the host.
create or replace function private.normalize_texts() returns trigger
language plpgsql set search_path = '' as $$
begin
  new := jsonb_populate_record(new, coalesce((
    select jsonb_object_agg(field.key, case when attnotnull then normal.text else nullif(normal.text, '') end)
    from jsonb_each_text(to_jsonb(new)) as field
    cross join private.trimmed(field.value) as trimmed
    cross join lateral (values (case when field.key in ('logo_url', 'logo_dark_url', 'icon_url') then private.without_own_host(trimmed) else trimmed end)) as normal (text)
    join pg_attribute on attrelid = tg_relid and attname = field.key and atttypid = 'text'::regtype
    -- A band is chosen and not typed.
    where field.key <> 'budget' and (normal.text is distinct from field.value or normal.text = '')
  ), '{}'));
  return new;
end
$$;

create or replace function private.site_details() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', name, 'footer_tagline', footer_tagline, 'logo_url', logo_url, 'logo_dark_url', logo_dark_url, 'icon_url', icon_url,
    'colour_scheme', colour_scheme, 'colour_primary', colour_primary,
    'colour_accent', colour_accent, 'contact_email', contact_email, 'contact_phone', contact_phone,
    'second_phone', second_phone, 'second_phone_label', second_phone_label,
    'contact_address', contact_address, 'whatsapp_number', whatsapp_number, 'grievance_contact', grievance_contact, 'counts', nullif(counts_visits, true),
    'pharma_hints', nullif(pharma_hints, true), 'hero_headline', hero_headline, 'hero_text', hero_text,
    'hero_image_url', hero_image_url, 'hero_image_alt', hero_image_alt, 'terms_changed_on', terms_changed_on,
    'claimed_products', claimed_products, 'claimed_members', claimed_members, 'claimed_answer', claimed_answer,
    'claimed_compliance', claimed_compliance, 'own_products', own_products,
    'offers_samples', nullif(offers_samples, true), 'sample_charge', sample_charge, 'sample_return_days', sample_return_days,
    'sells_pharma', nullif(own_products is not null and private.sells_pharma(), false)
  ))
  from private.own_products() as own_products left join public.site_settings on true
$$;

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
        where private.stored_image_name(logo_url) = any (names) or private.stored_image_name(logo_dark_url) = any (names)
          or private.stored_image_name(hero_image_url) = any (names) or private.stored_image_name(icon_url) = any (names)
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

CREATE OR REPLACE TRIGGER release_icon AFTER DELETE OR UPDATE OF icon_url ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.release_image('icon_url');

comment on column public.site_settings.icon_url is 'A square PNG of our own bucket; null for the first letter of the name.';
-- Written until here.
