-- Texts are stored without the spaces around them, and an optional text that is empty is stored as null
-- (specification, section 5), whichever program writes them.
select set_config('lock_timeout', '5s', true);

-- Trims every text of a row. An empty one is stored as null where its column may be null, and a logo in our own bucket
-- without the host.
create function private.normalize_texts() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new := jsonb_populate_record(new, (
    select jsonb_object_agg(attname, case when attnotnull then normal.text else nullif(normal.text, '') end)
    from pg_attribute
    join jsonb_each_text(to_jsonb(new)) as field on field.key = attname
    cross join private.trimmed(field.value) as trimmed
    cross join lateral (values (case attname when 'logo_url' then private.without_own_host(trimmed) else trimmed end)) as normal (text)
    where attrelid = tg_relid and atttypid = 'text'::regtype
  ));
  return new;
end
$$;

-- The code as it is compared and stored: composed characters, single spaces. Null of an empty one.
create function private.normalize_sku(sku text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select nullif(private.trimmed(regexp_replace(normalize(sku, nfc), '[\s\u00a0\u2000-\u200a\u202f\u3000]+', ' ', 'g')), '')
$$;

-- Sizes and colour belong to an image of our own bucket and are removed with it, and a subcategory with its category.
create function private.normalize_product() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.image_url := private.without_own_host(nullif(private.trimmed(new.image_url), ''));
  new.video_url := nullif(private.trimmed(new.video_url), '');
  new.sku := private.normalize_sku(new.sku);
  if private.is_product_image_path(new.image_url) is not true then
    new.image_widths := null;
    new.image_colour := null;
  end if;
  if new.category_id is null then
    new.subcategory_id := null;
  end if;
  return new;
end
$$;

-- Runs after normalize_texts. A telephone number is pasted as it is written, with spaces and dashes.
create function private.normalize_site_settings() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.colour_primary := lower(new.colour_primary);
  new.colour_accent := lower(new.colour_accent);
  new.whatsapp_number := nullif(regexp_replace(new.whatsapp_number, '[-[:space:]()./]', '', 'g'), '');
  new.notice_emails := nullif(
    array(
      select private.trimmed(address) from unnest(new.notice_emails) with ordinality as given (address, place)
      where private.trimmed(address) <> '' order by place
    ), '{}'
  );
  return new;
end
$$;

do $$
declare
  normalized text;
begin
  foreach normalized in array array[
    'categories', 'subcategories', 'themes', 'industry_tags', 'doctor_type_tags', 'stats_blocks', 'client_logos',
    'site_settings', 'reply_templates'
  ] loop
    execute format(
      'create trigger normalize before insert or update on public.%I for each row execute function private.normalize_texts()',
      normalized
    );
  end loop;
end
$$;
create trigger normalize before insert or update of
  name, sku, image_url, video_url, image_widths, image_colour, category_id, subcategory_id
on public.products
for each row execute function private.normalize_product();
create trigger normalize_settings before insert or update on public.site_settings
for each row execute function private.normalize_site_settings();
