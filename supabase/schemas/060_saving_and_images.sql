-- Saving records with their links in one transaction, with the caller's own rights (product.md, section 6), and the images that
-- records show.
--
-- The triggers that a product's save passes, in their order:
--   before each row    count_version (increments the version), normalize (trims, empty texts to null), normalize_product
--   after each row     release_image (notes that the former image is no longer shown)
--   after the statement notify_change (server caches), record_history_on_... (the history),
--                      update_product_search_on_... (the row that lists and searches read)
-- and each statement on its links: the three after the statement. A deletion passes store_deleted_record first (what can be
-- restored).

-- Runs after normalize_texts. Sizes and colour belong to an image of our own bucket and are removed with it, and a subcategory with
-- its category.
create function private.normalize_product() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.image_url := private.without_own_host(new.image_url);
  new.code := private.normalize_code(new.code);
  new.is_sample := coalesce(new.is_sample, false);
  new.is_featured := coalesce(new.is_featured, false);
  new.is_brand_reminder := coalesce(new.is_brand_reminder, false);
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
create trigger normalize_product before insert or update on public.products for each row execute function private.normalize_product();

-- Runs after normalize_texts. A telephone number is pasted as it is written, with spaces and dashes.
create function private.normalize_site_settings() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.colour_primary := lower(new.colour_primary);
  new.colour_accent := lower(new.colour_accent);
  new.whatsapp_number := nullif(regexp_replace(new.whatsapp_number, '[-[:space:]()./]', '', 'g'), '');
  new.notice_emails := nullif(
    array(
      select private.trimmed(address) from unnest(new.notice_emails) with ordinality as input (address, position)
      where private.trimmed(address) <> '' order by position
    ), '{}'
  );
  new.hero_image_url := private.without_own_host(new.hero_image_url);
  if new.hero_image_url is null then
    new.hero_image_alt := null;
  end if;
  -- The form may be older than the sweep that removed an image. The home page shows two of its sizes.
  if tg_op = 'INSERT' or new.hero_image_url is distinct from old.hero_image_url then
    if private.is_product_image_path(new.hero_image_url) and exists (
      select from unnest(array['', '-480', '-960']) as size
      where not exists (
        select from storage.objects
        where bucket_id = 'product-images'
          and name = regexp_replace(private.stored_image_name(new.hero_image_url), '(\.[a-z]+)$', size || '\1', 'i')
      )
    ) then
      raise exception 'The picture has been removed in the meantime: choose it again'
        using errcode = '23514', detail = 'It violates the constraint "site_settings_hero_image_url_stored".';
    end if;
  end if;
  new.terms_changed_on := case
    when new.terms is null then null
    when tg_op = 'UPDATE' and new.terms is not distinct from old.terms then old.terms_changed_on
    else (now() at time zone 'Asia/Kolkata')::date
  end;
  return new;
end
$$;

create function private.normalize_terms() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.supplier := nullif(private.plain_text(new.supplier), '');
  new.supplier_code := private.normalize_code(new.supplier_code);
  new.note := nullif(private.trimmed(new.note), '');
  return new;
end
$$;
create trigger normalize before insert or update on public.product_terms for each row execute function private.normalize_terms();

create trigger normalize_settings before insert or update on public.site_settings
for each row execute function private.normalize_site_settings();

-- Says why an update changed no row: another one came first (HTTP 409), it is not the caller's to change, or it is
-- gone (HTTP 404). `current_version` is what the caller sees of the row, null for no row.
create function private.refuse_change(current_version integer, expected_version integer, entity text) returns void
language plpgsql set search_path = '' as $$
begin
  if current_version is null then
    raise exception 'This % does not exist', entity using errcode = 'PT404';
  elsif current_version <> expected_version then
    raise exception 'This % has changed since it was opened', entity using errcode = 'PT409';
  end if;
  raise exception 'You may not change this %', entity using errcode = '42501';
end
$$;

-- The lists of a product in JSON, each with its table; those of tags with the column of their ids.
create function private.product_lists(out field text, out table_name text, out tag_id text) returns setof record
language sql immutable set search_path = '' rows 8 as $$
  values
    ('industries', 'product_industry_tags', 'industry_tag_id'), ('themes', 'product_themes', 'theme_id'),
    ('doctor_types', 'product_doctor_type_tags', 'doctor_type_tag_id'), ('branding', 'product_branding_methods', null),
    ('pictures', 'product_pictures', null), ('colours', 'product_colours', null), ('parts', 'product_parts', null),
    ('price_breaks', 'product_price_breaks', null)
$$;

-- Products as put_products takes them: their columns and those of their terms, the ids of their tags, and their other lists in their order;
-- of lists those alone that are wanted, or all. Of one that does not exist all is empty.
create function private.products_as_json(ids uuid[], lists text[] default null, out id uuid, out fields jsonb) returns setof record
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  whole constant boolean := lists is null;
begin
  return query
  select wanted.id, to_jsonb(jsonb_populate_record(product, '{}')) || (to_jsonb(jsonb_populate_record(terms, '{}')) - 'product_id') || jsonb_build_object(
    'industries', case when whole or 'industries' = any (lists) then array(
      select industry_tag_id from public.product_industry_tags where product_id = wanted.id order by 1
    ) end,
    'themes', case when whole or 'themes' = any (lists) then array(select theme_id from public.product_themes where product_id = wanted.id order by 1) end,
    'doctor_types', case when whole or 'doctor_types' = any (lists) then array(
      select doctor_type_tag_id from public.product_doctor_type_tags where product_id = wanted.id order by 1
    ) end,
    'branding', case when whole or 'branding' = any (lists) then array(
      select to_jsonb(link) - 'product_id' from public.product_branding_methods as link where product_id = wanted.id order by branding_method_id
    ) end
  ) || case when whole then jsonb_build_object(
    'pictures', array(
      select to_jsonb(picture) - array['product_id', 'position'] from public.product_pictures as picture where product_id = wanted.id order by position
    ),
    'colours', array(
      select to_jsonb(colour) - array['product_id', 'position', 'picture_position']
      from public.product_colours as colour where product_id = wanted.id order by position
    ),
    'parts', array(
      select to_jsonb(part) - array['product_id', 'position'] from public.product_parts as part where product_id = wanted.id order by position
    ),
    'price_breaks', array(
      select to_jsonb(price) - 'product_id' from public.product_price_breaks as price where product_id = wanted.id order by quantity
    )
  ) else '{}' end
  from unnest(ids) as wanted (id)
  left join public.products as product on product.id = wanted.id left join public.product_terms as terms on terms.product_id = wanted.id;
end
$$;

create function private.product_as_json(product uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if product is null then
    return to_jsonb(jsonb_populate_record(null::public.products, '{}')) || (to_jsonb(jsonb_populate_record(null::public.product_terms, '{}')) - 'product_id')
      || (select jsonb_object_agg(field, '[]'::jsonb) from private.product_lists());
  end if;
  return (select fields from private.products_as_json(array[product]));
end
$$;

-- The columns of a table that are among these fields of a product, or all, but for those that the database sets.
create function private.columns_among(listed regclass, fields text[] default null) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select attname from pg_catalog.pg_attribute
    where attrelid = listed and attnum > 0 and not attisdropped and (fields is null or attname = any (fields))
      and attname <> all ('{id,product_id,created_at,version,featured_order}')
  );
end
$$;

-- Every field of a product that may be written.
create function private.product_fields() returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return private.columns_among('public.products') || private.columns_among('public.product_terms') || array(select field from private.product_lists());
end
$$;

-- Writes the terms and the lists of products that are among their fields, but for rows that are so already. Terms without any have no
-- row; the ordinal in a list is the position, of pictures after the first. New products have no rows to compare with.
create function private.save_rows(products jsonb, fields text[], is_new boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  list record;
  rows jsonb;
  ids uuid[];
begin
  for list in
    select * from private.product_lists() where field = any (fields)
    union all select 'terms', 'product_terms', null where private.columns_among('public.product_terms', fields) <> '{}'
  loop
    if list.field = 'terms' then
      select array_agg((item ->> 'id')::uuid), jsonb_agg(wanted || jsonb_build_object('product_id', item -> 'id')) filter (where jsonb_strip_nulls(wanted) <> '{}')
      into ids, rows
      from jsonb_array_elements(products) as item
      left join public.product_terms as terms on terms.product_id = (item ->> 'id')::uuid
      cross join lateral (select to_jsonb(jsonb_populate_record(terms, item)) - 'product_id' as wanted) as merged;
    else
      select array_agg((item ->> 'id')::uuid), jsonb_agg(distinct case when list.tag_id is not null then jsonb_build_object(list.tag_id, row) else row || jsonb_build_object(
        'position', position + case list.field when 'pictures' then 1 else 0 end
      ) end || jsonb_build_object('product_id', item -> 'id')) filter (where row is not null)
      into ids, rows
      from jsonb_array_elements(products) as item
      left join jsonb_array_elements(nullif(item -> list.field, 'null')) with ordinality as input (row, position) on true
      where item ? list.field;
    end if;
    continue when is_new and rows is null;
    if not is_new then
      execute format(
        'delete from public.%1$I as former where former.product_id = any ($1) and not exists (
           select from jsonb_populate_recordset(null::public.%1$I, $2) as wanted
           where wanted.product_id = former.product_id and wanted is not distinct from former
         )', list.table_name
      ) using ids, coalesce(rows, '[]');
    end if;
    execute format(
      'insert into public.%1$I select wanted.* from jsonb_populate_recordset(null::public.%1$I, $1) as wanted %2$s', list.table_name, case when not is_new then format(
        'where not exists (select from public.%I as former where former.product_id = wanted.product_id and former is not distinct from wanted)', list.table_name
      ) end
    ) using coalesce(rows, '[]');
  end loop;
end
$$;

-- Writes what products are to be: [{"id", and fields of product_as_json}], new ones without "id". What is left out stays, and no row is
-- written that is so already; with "version" only a product that still has it is changed. Returns the ids of those that are written.
create function private.put_products(wanted jsonb) returns uuid[]
language plpgsql set search_path = '' as $$
declare
  fields constant text[] := array(select distinct jsonb_object_keys(item) from jsonb_array_elements(wanted) as item);
  added constant jsonb := (
    select jsonb_agg(item || jsonb_build_object('id', gen_random_uuid())) from jsonb_array_elements(wanted) as item where not item ? 'id'
  );
  added_ids uuid[] := '{}'::uuid[];
  written uuid[] := '{}'::uuid[];
begin
  if added is not null then
    execute format(
      'with added as (
         insert into public.products (id, %1$s) select id, %1$s from jsonb_populate_recordset(null::public.products, $1) returning id
       ) select array_agg(id) from added', array_to_string(private.columns_among('public.products', fields || '{name}'::text[]), ', ')
    ) into added_ids using added;
    perform private.save_rows(added, fields, true);
  end if;
  if fields @> '{id}' then
    -- A product whose lists alone change has a new version, too: a form from before does not save over it.
    execute format(
      'with written as (
         update public.products as product set (%1$s) = (select %1$s from jsonb_populate_record(product, item) as wanted)
         from jsonb_array_elements($1) as item
         where product.id = (item ->> ''id'')::uuid and product.version = coalesce((item ->> ''version'')::integer, product.version)
         returning product.id
       ) select coalesce(array_agg(id), ''{}'') from written',
      coalesce(nullif(array_to_string(private.columns_among('public.products', fields), ', '), ''), 'name')
    ) into written using wanted;
    perform private.save_rows(coalesce(jsonb_agg(item), '[]'), fields) from jsonb_array_elements(wanted) as item where (item ->> 'id')::uuid = any (written);
  end if;
  return added_ids || written;
end
$$;

-- A product without what needs something else: doctor types an industry that has them, and a subcategory its category.
create function private.settled_product(product jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if product -> 'doctor_types' not in ('[]', 'null') and (product -> 'industries' ?| private.doctor_type_industries()::text[]) is not true then
    product := product || '{"doctor_types": []}';
  end if;
  if product ->> 'subcategory_id' is not null and not exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = (product ->> 'subcategory_id')::uuid and link.category_id = (product ->> 'category_id')::uuid
  ) then
    product := product || '{"subcategory_id": null}';
  end if;
  return product;
end
$$;

-- Ends with a sentence where a field of a product is unknown, a list is none or too long, or an image was removed: a form may be older than
-- the sweep that removed it.
create function private.check_product(product jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  unknown text;
  refused text;
begin
  perform private.require(jsonb_typeof(product) = 'object', 'Send the product as an object of its fields', '22023');
  select string_agg(field, ', ' order by field) into unknown
  from jsonb_object_keys(product - private.product_fields()) as field;
  perform private.require(unknown is null, 'A product has no such field: ' || unknown, '22023');
  select table_name into refused from private.product_lists()
  where case jsonb_typeof(product -> field) when 'array' then jsonb_array_length(product -> field) > 100 else product -> field <> 'null' end;
  perform private.require(refused is null, format('%s is a list of at most 100 objects', refused), '22023');
  if exists (
    select from (
      select private.without_own_host(private.trimmed(product ->> 'image_url')) as url
      union all select picture ->> 'url' from jsonb_array_elements(case jsonb_typeof(product -> 'pictures') when 'array' then product -> 'pictures' end) as picture
    ) as shown
    where private.is_product_image_path(url) and not exists (
      select from storage.objects where bucket_id = 'product-images' and name = private.stored_image_name(url)
    )
  ) then
    raise exception 'The picture has been removed in the meantime: choose it again'
      using errcode = '23514', detail = 'It violates the constraint "products_image_url_stored".';
  end if;
end
$$;

-- The colours of a product with the addresses of their pictures: an older program sends positions among its pictures, and none for a
-- colour whose picture it does not know.
create function private.colours_with_pictures(product jsonb, stored_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(case when colour ? 'picture' then colour || jsonb_build_object('picture', private.without_own_host(colour ->> 'picture')) else colour || jsonb_build_object('picture', coalesce(
      case colour ->> 'picture_position' when '1' then product ->> 'image_url' else product #>> array['pictures', ((colour ->> 'picture_position')::integer - 2)::text, 'url'] end,
      (select former.picture from public.product_colours as former where former.product_id = stored_id and lower(former.name) = lower(colour ->> 'name'))
    )) end - 'picture_position' order by position)
    from jsonb_array_elements(product -> 'colours') with ordinality as input (colour, position)
  );
end
$$;

-- Besides its columns a product has "pictures" [{"url", "alt", "widths", "colour"}], the second to the eighth, "colours" [{"name",
-- "hex", "picture": the address of one of them}], "branding" [{"branding_method_id", "area", "colours"}], "parts" [{"name", "quantity"}],
-- "terms" {columns of product_terms} and "price_breaks" [{"quantity", "price_paise"}]. An older program knows nothing of facts: what it
-- does not send stays, sizes as long as the image does.
create function public.save_product(
  product jsonb, industry_tag_ids uuid[], theme_ids uuid[], doctor_type_tag_ids uuid[],
  product_id uuid default null, product_version integer default null
) returns public.products
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  written uuid[];
  saved public.products;
begin
  product := (product - 'terms') || coalesce(nullif(product -> 'terms', 'null'), '{}');
  perform private.check_product(product);
  if jsonb_typeof(product -> 'colours') = 'array' then
    product := product || jsonb_build_object('colours', coalesce(private.colours_with_pictures(product, product_id), '[]'));
  end if;
  product := '{"name": null, "image_url": null, "video_url": null, "category_id": null, "subcategory_id": null, "budget": null, "is_sample": null, "is_featured": null}'
    || case when exists (
      select from public.products as former
      where former.id = product_id and former.image_url = private.without_own_host(private.trimmed(product ->> 'image_url'))
    ) then '{}' else '{"image_widths": null, "image_colour": null}'::jsonb end
    || product || jsonb_build_object(
      'industries', coalesce(industry_tag_ids, '{}'), 'themes', coalesce(theme_ids, '{}'), 'doctor_types', coalesce(doctor_type_tag_ids, '{}')
    ) || jsonb_strip_nulls(jsonb_build_object('id', product_id, 'version', product_version));
  if private.settled_product(product) ->> 'subcategory_id' is distinct from product ->> 'subcategory_id' then
    raise exception 'The chosen subcategory does not belong to the chosen category' using errcode = '23514';
  end if;
  written := private.put_products(jsonb_build_array(private.settled_product(product)));
  if written = '{}' then
    perform private.refuse_change((select version from public.products where id = product_id), product_version, 'product');
  end if;
  select * into saved from public.products where id = written[1];
  return saved;
end
$$;
comment on function public.save_product is
  'Creates a product, or updates the one with product_id, and replaces its three kinds of tags: all of it or nothing. With product_version, only if that is still its version. Facts that are left out stay as they are.';

create function public.save_subcategory(
  name text, description text, category_ids uuid[],
  subcategory_id uuid default null, subcategory_version integer default null
) returns public.subcategories
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  saved public.subcategories;
begin
  if save_subcategory.subcategory_id is null then
    insert into public.subcategories (name, description)
    values (save_subcategory.name, save_subcategory.description)
    returning * into saved;
  else
    update public.subcategories set name = save_subcategory.name, description = save_subcategory.description
    where id = save_subcategory.subcategory_id and version = coalesce(save_subcategory.subcategory_version, version)
    returning * into saved;
    if not found then
      perform private.refuse_change(
        (select version from public.subcategories where id = save_subcategory.subcategory_id),
        save_subcategory.subcategory_version, 'subcategory'
      );
    end if;
  end if;

  delete from public.subcategory_categories as link
  where link.subcategory_id = saved.id and link.category_id <> all (coalesce(save_subcategory.category_ids, '{}'));
  insert into public.subcategory_categories (subcategory_id, category_id)
  select saved.id, chosen from unnest(save_subcategory.category_ids) as chosen on conflict do nothing;
  return saved;
end
$$;
comment on function public.save_subcategory is
  'Creates a subcategory, or updates the one with subcategory_id, and replaces its categories: all of it or nothing. With subcategory_version, only if that is still its version.';

create function public.order_featured_products(ids uuid[]) returns void
language sql set search_path = '' as $$
  select private.require(private.is_admin(), 'Only administrators can order the featured products');
  select private.require(coalesce(cardinality(ids), 0) <= 1000, 'At most 1000 products can be ordered', '22023');
  -- Locked in an order first, so that two administrators wait for each other in turn.
  select from public.products
  where id = any (ids) or (is_sample and is_featured and featured_order is not null) order by id for update;
  update public.products set featured_order = wanted.position
  from (
    select product.id, min(input.position)::integer as position
    from public.products as product
    left join unnest(ids) with ordinality as input (id, position) on input.id = product.id and product.is_featured
    where product.id = any (ids) or (product.is_sample and product.is_featured and product.featured_order is not null)
    group by product.id
  ) as wanted
  where products.id = wanted.id and products.featured_order is distinct from wanted.position
$$;
comment on function public.order_featured_products is
  'Orders the featured products by their ids; the others come first, the newest at the top. Refused to anyone but administrators.';

-- Product images (product.md, section 3): read by everyone through their public address, written by administrators.
-- The public address asks no policy, so only administrators can list the bucket.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'product-images', 'product-images', true, 5 * 1024 * 1024,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "administrators read product images" on storage.objects for select to authenticated
using (bucket_id = 'product-images' and (select private.is_admin()));

create policy "administrators add product images" on storage.objects for insert to authenticated
with check (bucket_id = 'product-images' and private.is_product_image_name(name) and (select private.is_admin()));

create policy "administrators replace product images" on storage.objects for update to authenticated
using (bucket_id = 'product-images' and (select private.is_admin()))
with check (bucket_id = 'product-images' and private.is_product_image_name(name) and (select private.is_admin()));

create policy "administrators delete product images" on storage.objects for delete to authenticated
using (bucket_id = 'product-images' and (select private.is_admin()));

select private.allow_service_role('storage.buckets');
select private.allow_service_role('storage.objects');

-- Images are removed by the back office's sweep alone, a day after the last record stopped using them: until then another
-- administrator's form may hold the record as it was, and save it. Then the image's own age says the same.
create table private.released_images (
  name text primary key,
  released_at timestamptz not null
);
comment on table private.released_images is 'When records stopped using stored images, in the last day.';
create index released_images_by_time on private.released_images (released_at);
grant select on private.released_images to authenticated, service_role;
select private.allow_service_role('private.released_images');
create policy "administrators read" on private.released_images for select to authenticated using ((select private.is_admin()));

-- The arguments are the columns with addresses of images.
create function private.release_image() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.released_images
  select distinct released, now()
  from unnest(tg_argv) as field cross join lateral private.stored_image_name(to_jsonb(old) ->> field) as released
  where released is not null and released is distinct from private.stored_image_name(to_jsonb(new) ->> field)
  on conflict (name) do update set released_at = excluded.released_at;
  return null;
end
$$;
create trigger release_image after update of image_url or delete on public.products
for each row execute function private.release_image('image_url');
create trigger release_image after update of url or delete on public.product_pictures
for each row execute function private.release_image('url');
create trigger release_image after update of logo_url or delete on public.client_logos
for each row execute function private.release_image('logo_url');
create trigger release_image after update or delete on public.site_settings
for each row execute function private.release_image('logo_url', 'logo_dark_url', 'icon_url', 'hero_image_url');

create function public.unused_product_images() returns text[]
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
comment on function public.unused_product_images is
  'Names of stored images, with their sizes, that were uploaded at least a day ago and that no record has shown for a day and no deleted one shows that can be restored. Nothing for anyone but administrators, who alone see stored objects.';
