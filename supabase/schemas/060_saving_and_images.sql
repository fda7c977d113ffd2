-- Saving records with their links in one transaction, with the caller's own rights (product.md, section 6), and the images that
-- records show.
--
-- The triggers that a product's save passes, in their order:
--   before each row    count_version (increments the version), normalize (trims, empty texts to null)
--   after each row     release_image (notes that the former image is no longer shown)
--   after the statement notify_change (server caches), record_history_on_... (the history),
--                      update_product_search_on_... (the row that lists and searches read)
-- and each statement on its links: the three after the statement. A deletion passes store_deleted_record first (what can be
-- restored).

-- Sizes and colour belong to an image of our own bucket and are removed with it, and a subcategory with its category.
create function private.normalize_product() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := private.trimmed(new.name);
  new.image_url := private.without_own_host(nullif(private.trimmed(new.image_url), ''));
  new.video_url := nullif(private.trimmed(new.video_url), '');
  new.code := private.normalize_code(new.code);
  new.description := nullif(private.trimmed(new.description), '');
  new.image_alt := nullif(private.trimmed(new.image_alt), '');
  new.material := nullif(private.trimmed(new.material), '');
  new.packaging := nullif(private.trimmed(new.packaging), '');
  new.care := nullif(private.trimmed(new.care), '');
  new.origin := nullif(private.trimmed(new.origin), '');
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

-- In place of normalize_texts.
create or replace trigger normalize before insert or update of
  name, image_url, video_url, image_widths, image_colour, category_id, subcategory_id, code, description, image_alt, material,
  packaging, care, origin
on public.products
for each row execute function private.normalize_product();

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

-- Makes the rows of a product in a table of facts, or of links with more than their ends, these: a list of objects without
-- the product. Their ordinal in the list is their position, from `first`. What is already so is not written.
create function private.save_rows(table_name text, product uuid, rows jsonb, first integer default 1) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.require(
    jsonb_typeof(rows) in ('array', 'null') and (rows = 'null' or jsonb_array_length(rows) <= 100),
    format('%s is a list of at most 100 objects', table_name), '22023'
  );
  select coalesce(jsonb_agg(row || jsonb_build_object('product_id', product, 'position', position + first - 1)), '[]') into rows
  from jsonb_array_elements(nullif(rows, 'null')) with ordinality as input (row, position);
  execute format(
    'delete from public.%1$I as former where product_id = $1
     and not exists (select from jsonb_populate_recordset(null::public.%1$I, $2) as wanted where wanted is not distinct from former)',
    table_name
  ) using product, rows;
  execute format(
    'insert into public.%1$I select wanted.* from jsonb_populate_recordset(null::public.%1$I, $2) as wanted
     where not exists (select from public.%1$I as former where former.product_id = $1 and former is not distinct from wanted)',
    table_name
  ) using product, rows;
end
$$;

-- The columns of a product that a form or an import sends. Ends with a sentence where a field is unknown, an image was removed, or the
-- subcategory is one of another category.
create function private.checked_product(product jsonb) returns public.products
language plpgsql stable set search_path = '' as $$
declare
  wanted public.products;
  unknown text;
  image text;
begin
  perform private.require(jsonb_typeof(product) = 'object', 'A product is an object of its fields', '22023');
  select string_agg(field, ', ' order by field) into unknown
  from jsonb_object_keys(product - array[
    'name', 'image_url', 'image_widths', 'image_colour', 'video_url', 'category_id', 'subcategory_id', 'budget',
    'is_sample', 'is_featured', 'code', 'description', 'image_alt', 'material', 'length_mm', 'width_mm', 'height_mm',
    'capacity_ml', 'weight_g', 'min_quantity', 'lead_days_from', 'lead_days_to', 'packaging', 'care', 'origin', 'is_brand_reminder',
    'pictures', 'colours', 'branding', 'parts', 'terms', 'price_breaks'
  ]) as field;
  perform private.require(unknown is null, 'A product has no such field: ' || unknown, '22023');
  wanted := jsonb_populate_record(
    null::public.products, '{"is_sample": false, "is_featured": false, "is_brand_reminder": false}' || jsonb_strip_nulls(product)
  );
  wanted.image_url := private.without_own_host(private.trimmed(wanted.image_url));
  -- The form may be older than the sweep that removed an image.
  for image in
    select wanted.image_url union all
    select picture ->> 'url' from jsonb_array_elements(case when jsonb_typeof(product -> 'pictures') = 'array' then product -> 'pictures' end) as picture
  loop
    if private.is_product_image_path(image) and not exists (
      select from storage.objects where bucket_id = 'product-images' and name = private.stored_image_name(image)
    ) then
      raise exception 'The picture has been removed in the meantime: choose it again'
        using errcode = '23514', detail = 'It violates the constraint "products_image_url_stored".';
    end if;
  end loop;
  if wanted.subcategory_id is not null and not exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = wanted.subcategory_id and link.category_id = wanted.category_id
  ) then
    raise exception 'The chosen subcategory does not belong to the chosen category' using errcode = '23514';
  end if;
  return wanted;
end
$$;

create function private.insert_product(wanted public.products) returns public.products
language plpgsql set search_path = '' as $$
declare
  saved public.products;
begin
  insert into public.products (
    name, image_url, image_widths, image_colour, video_url, category_id, subcategory_id, budget, is_sample, is_featured,
    code, description, image_alt, material, length_mm, width_mm, height_mm, capacity_ml, weight_g, min_quantity, lead_days_from,
    lead_days_to, packaging, care, origin, is_brand_reminder
  ) values (
    wanted.name, wanted.image_url, wanted.image_widths, wanted.image_colour, wanted.video_url, wanted.category_id,
    wanted.subcategory_id, wanted.budget, wanted.is_sample, wanted.is_featured, wanted.code, wanted.description, wanted.image_alt,
    wanted.material, wanted.length_mm, wanted.width_mm, wanted.height_mm, wanted.capacity_ml, wanted.weight_g, wanted.min_quantity,
    wanted.lead_days_from, wanted.lead_days_to, wanted.packaging, wanted.care, wanted.origin, wanted.is_brand_reminder
  )
  returning * into saved;
  return saved;
end
$$;

-- Changes a product that still has this version. An older program knows nothing of sizes and facts: what it does not send stays, sizes
-- as long as the image does.
create function private.update_product(id uuid, expected_version integer, product jsonb, wanted public.products) returns public.products
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  saved public.products;
begin
  update public.products set
    (name, image_url, video_url, category_id, subcategory_id, budget, is_sample, is_featured) = (
      wanted.name, wanted.image_url, wanted.video_url, wanted.category_id, wanted.subcategory_id, wanted.budget,
      wanted.is_sample, wanted.is_featured
    ),
    image_widths = case
      when image_url = wanted.image_url and not product ? 'image_widths' then image_widths else wanted.image_widths
    end,
    image_colour = case
      when image_url = wanted.image_url and not product ? 'image_colour' then image_colour else wanted.image_colour
    end,
    (code, description, image_alt, material, length_mm, width_mm, height_mm, capacity_ml, weight_g, min_quantity, lead_days_from,
      lead_days_to, packaging, care, origin, is_brand_reminder) = (
      select
        facts.code, facts.description, facts.image_alt, facts.material, facts.length_mm, facts.width_mm, facts.height_mm,
        facts.capacity_ml, facts.weight_g, facts.min_quantity, facts.lead_days_from, facts.lead_days_to, facts.packaging,
        facts.care, facts.origin, coalesce(facts.is_brand_reminder, false)
      from jsonb_populate_record(products, product) as facts
    )
  where id = update_product.id and version = coalesce(expected_version, version)
  returning * into saved;
  if not found then
    perform private.refuse_change(
      (select version from public.products where id = update_product.id), expected_version, 'product'
    );
  end if;
  return saved;
end
$$;

-- Links a product to these tags and to no others; to doctor types only if one of its industries has them.
create function private.save_tags(product uuid, industry_tag_ids uuid[], theme_ids uuid[], doctor_type_tag_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  doctor_type_ids uuid[];
begin
  delete from public.product_industry_tags as link
  where link.product_id = product and link.industry_tag_id <> all (coalesce(industry_tag_ids, '{}'));
  insert into public.product_industry_tags (product_id, industry_tag_id)
  select product, chosen from unnest(industry_tag_ids) as chosen on conflict do nothing;

  delete from public.product_themes as link
  where link.product_id = product and link.theme_id <> all (coalesce(theme_ids, '{}'));
  insert into public.product_themes (product_id, theme_id)
  select product, chosen from unnest(theme_ids) as chosen on conflict do nothing;

  if industry_tag_ids && private.doctor_type_industries() then
    doctor_type_ids := doctor_type_tag_ids;
  end if;
  delete from public.product_doctor_type_tags as link
  where link.product_id = product and link.doctor_type_tag_id <> all (coalesce(doctor_type_ids, '{}'));
  insert into public.product_doctor_type_tags (product_id, doctor_type_tag_id)
  select product, chosen from unnest(doctor_type_ids) as chosen on conflict do nothing;
end
$$;

-- Besides its columns a product has "pictures" [{"url", "alt", "widths", "colour"}], the second to the eighth, "colours" [{"name",
-- "hex", "picture_position"}], "branding" [{"branding_method_id", "area", "colours"}], "parts" [{"name", "quantity"}], "terms"
-- {columns of product_terms, of which those that are left out stay} and "price_breaks" [{"quantity", "price_paise"}].
create function public.save_product(
  product jsonb, industry_tag_ids uuid[], theme_ids uuid[], doctor_type_tag_ids uuid[],
  product_id uuid default null, product_version integer default null
) returns public.products
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  wanted constant public.products := private.checked_product(product);
  saved public.products;
  fact text;
  rows jsonb;
begin
  saved := case
    when save_product.product_id is null then private.insert_product(wanted)
    else private.update_product(save_product.product_id, save_product.product_version, product, wanted)
  end;
  perform private.save_tags(saved.id, save_product.industry_tag_ids, save_product.theme_ids, save_product.doctor_type_tag_ids);
  for fact, rows in
    select * from (values
      ('product_pictures', product -> 'pictures'), ('product_colours', product -> 'colours'),
      ('product_branding_methods', product -> 'branding'), ('product_parts', product -> 'parts'),
      ('product_terms', case when product ? 'terms' then (
        select case when stored = '{}' then '[]' else jsonb_build_array(stored) end
        from jsonb_strip_nulls(coalesce(
          (select to_jsonb(terms) - 'product_id' from public.product_terms as terms where terms.product_id = saved.id), '{}'
        ) || (product -> 'terms')) as stored
      ) end),
      ('product_price_breaks', product -> 'price_breaks')
    ) as lists (name, items) where items is not null
  loop
    perform private.save_rows(fact, saved.id, rows, case fact when 'product_pictures' then 2 else 1 end);
  end loop;
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
  select private.require(coalesce(cardinality(ids), 0) <= 1000, 'At most 1000 products are ordered', '22023');
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
alter table private.released_images enable row level security;
grant select on private.released_images to authenticated, service_role;
select private.allow_service_role('private.released_images');
create policy "administrators read" on private.released_images for select to authenticated using ((select private.is_admin()));

-- The argument is the column with the image's address.
create function private.release_image() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  released constant text := private.stored_image_name(to_jsonb(old) ->> tg_argv[0]);
begin
  if released is null or (tg_op = 'UPDATE' and released = private.stored_image_name(to_jsonb(new) ->> tg_argv[0])) then
    return null;
  end if;
  insert into private.released_images values (released, now())
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
create trigger release_image after update of logo_url or delete on public.site_settings
for each row execute function private.release_image('logo_url');
create trigger release_hero_image after update of hero_image_url or delete on public.site_settings
for each row execute function private.release_image('hero_image_url');

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
comment on function public.unused_product_images is
  'Names of stored images, with their sizes, that were uploaded at least a day ago and that no record has shown for a day and no deleted one shows that can be restored. Nothing for anyone but administrators, who alone see stored objects.';
