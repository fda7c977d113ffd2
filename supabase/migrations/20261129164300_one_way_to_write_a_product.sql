-- one way to write a product
select set_config('lock_timeout', '5s', true);

-- A colour points at its picture, wherever that stands among those of its product. Neither the history nor the search changes by it.
alter table public.product_colours
  add column picture text constraint product_colours_picture_form check (private.is_product_image_path(picture) or private.is_web_address(picture));
alter table public.product_colours disable trigger user;
update public.product_colours as colour set picture_position = null, picture = case colour.picture_position
  when 1 then (select image_url from public.products where id = colour.product_id)
  else (select url from public.product_pictures as picture where picture.product_id = colour.product_id and picture.position = colour.picture_position)
end where picture_position is not null;
alter table public.product_colours enable trigger user;

-- The colours of a product as rows of a table, with the addresses of their pictures.
create function pg_temp.with_pictures(colours jsonb, image_url text, pictures jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg((colour - 'picture_position') || jsonb_build_object('picture', case colour ->> 'picture_position'
    when '1' then to_jsonb(image_url)
    else jsonb_path_query_first(pictures, '$[*] ? (@.position == $position).url', jsonb_build_object('position', colour -> 'picture_position'))
  end) order by (colour ->> 'position')::integer), '[]') from jsonb_array_elements(colours) as colour
$$;
update public.deleted_records set links = links || jsonb_build_object(
  'product_colours', pg_temp.with_pictures(links -> 'product_colours', record ->> 'image_url', links -> 'product_pictures')
) where links ? 'product_colours';

-- What undoes an import has the products as product_as_json makes them.
update public.import_rows set former = (former -> 'product') || (to_jsonb(
  jsonb_populate_record(null::public.product_terms, coalesce(former #> '{links,product_terms,0}', '{}'))
) - 'product_id') || jsonb_build_object(
  'industries', jsonb_path_query_array(former, '$.links.product_industry_tags[*].industry_tag_id'),
  'themes', jsonb_path_query_array(former, '$.links.product_themes[*].theme_id'),
  'doctor_types', jsonb_path_query_array(former, '$.links.product_doctor_type_tags[*].doctor_type_tag_id'),
  'branding', coalesce((select jsonb_agg(link - 'product_id') from jsonb_array_elements(former #> '{links,product_branding_methods}') as link), '[]'),
  'colours', (
    select coalesce(jsonb_agg(colour - array['product_id', 'position']), '[]')
    from jsonb_array_elements(pg_temp.with_pictures(former #> '{links,product_colours}', former #>> '{product,image_url}', former #> '{links,product_pictures}')) as colour
  )
) || (
  select jsonb_object_agg(field, coalesce((
    select jsonb_agg(row - array['product_id', 'position'] order by (row ->> 'position')::integer, (row ->> 'quantity')::integer)
    from jsonb_array_elements(former #> array['links', 'product_' || field]) as row
  ), '[]')) from unnest(array['pictures', 'parts', 'price_breaks']) as field
) where former ? 'links';

-- What undoes an edit of many products has their tags and branding methods among their fields: those that it removed before, those that it
-- added after.
create function pg_temp.changed_list(edit jsonb, product text, table_name text, tag_id text, change text) returns jsonb language sql as $$
  select coalesce(jsonb_agg(case when tag_id is null then link - 'product_id' else link -> tag_id end), '[]')
  from jsonb_array_elements(edit #> array[table_name, change]) as link where link ->> 'product_id' = product
$$;
update public.deleted_records set record = jsonb_build_object('products', (
  select jsonb_agg(jsonb_build_object(
    'id', change -> 'id', 'before', (change -> 'before') || lists.before, 'after', (change -> 'after') || lists.after
  ))
  from jsonb_array_elements(record -> 'products') as change
  cross join lateral (
    select
      coalesce(jsonb_object_agg(field, pg_temp.changed_list(record, change ->> 'id', table_name, tag_id, 'removed')), '{}') as before,
      coalesce(jsonb_object_agg(field, pg_temp.changed_list(record, change ->> 'id', table_name, tag_id, 'added')), '{}') as after
    from (values
      ('industries', 'product_industry_tags', 'industry_tag_id'), ('themes', 'product_themes', 'theme_id'),
      ('doctor_types', 'product_doctor_type_tags', 'doctor_type_tag_id'), ('branding', 'product_branding_methods', null)
    ) as kinds (field, table_name, tag_id) where record ? table_name
  ) as lists
)) where scope = 'edit';
drop function pg_temp.with_pictures(jsonb, text, jsonb);
drop function pg_temp.changed_list(jsonb, text, text, text, text);

-- Written by npm run migration from supabase/schemas.
-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.save_rows(table_name text, product uuid, rows jsonb, first integer);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.product_of_row(item jsonb);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.pictures_of_row(item jsonb, product uuid, former_pictures jsonb, OUT fields jsonb, OUT errors jsonb);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.import_names(item jsonb, options jsonb, former_branding jsonb, INOUT product jsonb, INOUT ids jsonb, INOUT errors jsonb, OUT created jsonb);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.fields_of_row(item jsonb, fields text[]);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.errors_of_row(product jsonb, errors jsonb);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.colours_of_row(product jsonb, former_colours jsonb, former_pictures jsonb);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.changed_fields(before jsonb, after jsonb, ids jsonb);

-- Trims every text of a row. An empty one is stored as null where its column may be null, and a logo in our own bucket
-- without the host.
create or replace function private.normalize_texts() returns trigger
language plpgsql set search_path = '' as $$
begin
  new := jsonb_populate_record(new, coalesce((
    select jsonb_object_agg(field.key, case when attnotnull then normal.text else nullif(normal.text, '') end)
    from jsonb_each_text(to_jsonb(new)) as field
    cross join private.trimmed(field.value) as trimmed
    cross join lateral (values (case field.key when 'logo_url' then private.without_own_host(trimmed) else trimmed end)) as normal (text)
    join pg_attribute on attrelid = tg_relid and attname = field.key and atttypid = 'text'::regtype
    where normal.text is distinct from field.value or normal.text = ''
  ), '{}'));
  return new;
end
$$;

-- Runs after normalize_texts. Sizes and colour belong to an image of our own bucket and are removed with it, and a subcategory with
-- its category.
create or replace function private.normalize_product() returns trigger
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
language sql stable set search_path = '' as $$
  select private.columns_among('public.products') || private.columns_among('public.product_terms') || array(select field from private.product_lists())
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
  perform private.require(jsonb_typeof(product) = 'object', 'A product is an object of its fields', '22023');
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
create or replace function public.save_product(
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

-- What everyone who may see a product learns of it: {"id", "name", "image_url", "image_widths", "image_colour", "video_url",
-- "budget", "key", "category", "subcategory", "industries", "themes", "doctor_types"}, and of its facts those that are known.
create or replace function private.product_details(wanted uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', product.id, 'name', product.name, 'image_url', product.image_url, 'image_widths', product.image_widths,
    'image_colour', product.image_colour, 'video_url', product.video_url, 'budget', product.budget, 'key', private.share_key(product.id),
    'category', (select category.name from public.categories as category where category.id = product.category_id),
    'subcategory', (select subcategory.name from public.subcategories as subcategory where subcategory.id = product.subcategory_id),
    'industries', array(select name from private.facets where section = 'industry' and id = any (facet_ids) order by lower(name)),
    'themes', array(select name from private.facets where section = 'theme' and id = any (facet_ids) order by lower(name)),
    'doctor_types', array(
      select name from private.facets where section = 'doctor_type' and id = any (facet_ids) order by lower(name)
    )
  ) || jsonb_strip_nulls(to_jsonb(product) - array[
    'created_at', 'version', 'category_id', 'subcategory_id', 'is_sample', 'is_featured', 'featured_order', 'is_brand_reminder',
    'image_url', 'image_widths', 'image_colour', 'video_url', 'budget'
  ] || jsonb_build_object(
    'doctor_type_industry', (
      select name from public.industry_tags where has_doctor_types and id = any (facet_ids) order by lower(name) limit 1
    ),
    'pictures', (
      select jsonb_agg(jsonb_build_object('position', position, 'url', url, 'alt', alt, 'widths', widths, 'colour', colour) order by position)
      from public.product_pictures where product_id = product.id
    ),
    'colours', (
      select jsonb_agg(jsonb_build_object('name', colour.name, 'hex', colour.hex, 'picture_position', case
        when colour.picture = product.image_url then 1
        else (select min(picture.position) from public.product_pictures as picture where picture.product_id = product.id and picture.url = colour.picture)
      end) order by colour.position)
      from public.product_colours as colour where colour.product_id = product.id
    ),
    'branding', (
      select jsonb_agg(jsonb_build_object('name', method.name, 'area', link.area, 'colours', link.colours) order by lower(method.name))
      from public.product_branding_methods as link join public.branding_methods as method on method.id = link.branding_method_id
      where link.product_id = product.id
    ),
    'parts', (
      select jsonb_agg(jsonb_build_object('name', name, 'quantity', quantity) order by position)
      from public.product_parts where product_id = product.id
    )
  ))
  from public.products as product join private.product_search as search on search.product_id = product.id
  where product.id = wanted
$$;

-- All of it or nothing. Links whose other end has gone are left out, and restored with it.
create or replace function public.restore_record(record_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  deleted public.deleted_records;
  ids uuid[] := array[record_id];
begin
  if not private.is_admin() then
    raise exception 'You may not restore records' using errcode = '42501';
  end if;
  select * into deleted from public.deleted_records where id = record_id;
  if deleted.scope <> 'record' then
    -- Concurrent ones wait here.
    delete from public.deleted_records where id = record_id;
  end if;
  perform private.require(found, 'It can no longer be restored, or it has already been restored', 'PT404');
  if deleted.scope = 'edit' then
    return jsonb_build_object('name', deleted.name, 'products', deleted.products, 'left_out',
      deleted.products - cardinality(private.put_back(deleted.record -> 'products')));
  elsif deleted.scope = 'import' then
    return private.undo_import(deleted);
  elsif deleted.scope = 'records' then
    ids := array(
      select id from public.deleted_records where id in (select value::uuid from jsonb_array_elements_text(deleted.record -> 'ids'))
    );
  end if;
  return jsonb_build_object(
    'name', deleted.name, 'products', deleted.products, 'left_out', private.restore_deleted(deleted.entity, ids)
  );
end
$$;

-- What an edit makes of a product, as product_as_json has it.
create function private.edited_product(product jsonb, changes jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  kind text;
  field text;
  added text[];
  removed text[];
begin
  product := product || coalesce((
    select jsonb_object_agg(
      case when key in ('sample', 'featured', 'brand_reminder') then 'is_' || key when key in ('category', 'subcategory') then key || '_id' else key end, value
    ) from jsonb_each(changes -> 'set')
  ), '{}');
  for kind, field in values ('industry', 'industries'), ('theme', 'themes'), ('doctor_type', 'doctor_types'), ('branding', 'branding') loop
    continue when changes #> array['add', kind] is null and changes #> array['remove', kind] is null;
    added := array(select value::uuid from jsonb_array_elements_text(changes #> array['add', kind]) as value);
    removed := array(select value::uuid from jsonb_array_elements_text(changes #> array['remove', kind]) as value);
    product := case
      when kind <> 'branding' then jsonb_set(product, array[field], ((product -> field) - removed)
        || (to_jsonb(added) - array(select jsonb_array_elements_text(product -> field))))
      else jsonb_set(product, array[field], (
        select coalesce(jsonb_agg(link), '[]') from jsonb_array_elements(product -> field) as link where link ->> 'branding_method_id' <> all (removed)
      ) || (
        select coalesce(jsonb_agg(jsonb_build_object('branding_method_id', method, 'area', null, 'colours', null)), '[]') from unnest(added) as method
        where not product @> jsonb_build_object(field, jsonb_build_array(jsonb_build_object('branding_method_id', method)))
      ))
    end;
  end loop;
  return case when changes #> '{set,category}' is not null or product ->> 'doctor_types' is not null then private.settled_product(product) else product end;
end
$$;

-- What an edit of many products changes, and so what undoes it: [{"id", "before", "after"}] with the fields that differ.
create or replace function private.plan_bulk_edit(ids uuid[], changes jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  kinds constant text[] := array(select jsonb_object_keys(coalesce(changes -> 'add', '{}') || coalesce(changes -> 'remove', '{}')));
  lists constant text[] := array(
    select field from (values
      ('industries', '{industry,doctor_type}'::text[]), ('doctor_types', '{industry,doctor_type}'), ('themes', '{theme}'), ('branding', '{branding}')
    ) as listed (field, changed_by) where kinds && changed_by
  );
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', present.id, 'before', difference.before, 'after', difference.after) order by present.id), '[]')
    from private.products_as_json(array(select product.id from public.products as product where product.id = any (ids)), lists) as present
    cross join lateral (select private.edited_product(present.fields, changes) as fields offset 0) as wanted
    cross join lateral (
      select jsonb_object_agg(key, former.value) as before, jsonb_object_agg(key, wanted.fields -> key) as after
      from jsonb_each(present.fields) as former where former.value is distinct from wanted.fields -> key
    ) as difference
    where difference.before is not null
  );
end
$$;

-- Writes many products as put_products does, and then refreshes the search once.
create function private.put_many(wanted jsonb) returns uuid[]
language plpgsql set search_path = '' as $$
declare
  written uuid[];
  violated text;
begin
  perform private.defer_product_search();
  written := private.put_products(wanted);
  perform private.refresh_deferred_product_search(written);
  return written;
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    raise exception '%', case violated
      when 'products_code_unique' then 'Another product has one of their codes now: change that one first'
      else 'Two products of one supplier would have the same supplier code: change one of them first'
    end using errcode = '23505';
end
$$;

-- What makes of a product what it was before a change {"id", "before", "after"}. What the change has added to a list goes, and what it
-- removed comes back unless it is gone; null where another field has changed since or the former category is gone. Without "after", of which
-- nothing is present, the product is as it was, without what is gone.
create function private.undone_product(change jsonb, present jsonb, known text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  undone constant jsonb := change -> 'before';
  gone constant text[] := array(
    select field from unnest(array['category_id', 'subcategory_id']) as field where undone ->> field <> all (known)
  );
  lists constant text[] := array['industries', 'themes', 'doctor_types', 'branding'];
begin
  if change ? 'after' and (gone <> '{}' or not present @> ((change -> 'after') - lists)) then
    return null;
  end if;
  return undone || coalesce((select jsonb_object_agg(field, null) from unnest(gone) as field), '{}') || coalesce((
    select jsonb_object_agg(field, (
      select coalesce(jsonb_agg(item), '[]') from (
        select item from jsonb_array_elements(present -> field) as item
        where item not in (select jsonb_array_elements(change #> array['after', field])) or item in (select jsonb_array_elements(undone -> field))
        union
        select item from jsonb_array_elements(undone -> field) as item
        where item not in (select jsonb_array_elements(change #> array['after', field])) and item -> 'branding_method_id' not in (
          select coalesce(other -> 'branding_method_id', 'null') from jsonb_array_elements(present -> field) as other
        ) is not false
      ) as merged where coalesce(item ->> 'branding_method_id', item #>> '{}') = any (known)
    )) from unnest(lists) as field where undone ? field
  ), '{}');
end
$$;

-- Puts products back to what they were before changes [{"id", "before", "after"}], as undone_product says. Returns their ids.
create function private.put_back(changes jsonb) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  known constant text[] := array(select id::text from private.facets);
  lists constant text[] := array(select distinct field from jsonb_array_elements(changes) as change, jsonb_object_keys(change -> 'after') as field);
  wanted jsonb;
begin
  perform private.require(private.is_admin(), 'You may not restore records');
  perform private.lock_for_bulk_change('products', array(select (change ->> 'id')::uuid from jsonb_array_elements(changes) as change));
  select jsonb_agg(undone || jsonb_build_object('id', present.id, 'version', null)) into wanted
  from jsonb_array_elements(changes) as change
  join private.products_as_json(array(
    select product.id from public.products as product where product.id in (select (change ->> 'id')::uuid from jsonb_array_elements(changes) as change)
  ), lists) as present on present.id = (change ->> 'id')::uuid
  cross join lateral private.undone_product(change, case when change ? 'after' then present.fields end, known) as undone
  where undone is not null;
  if wanted is null then
    return '{}'::uuid[];
  end if;
  -- A code that goes from one product to another is free first.
  update public.products as product set code = null
  from jsonb_array_elements(wanted) as item
  where private.name_key(product.code) = private.name_key(item ->> 'code') and product.id <> (item ->> 'id')::uuid
    and product.id in (select (other ->> 'id')::uuid from jsonb_array_elements(wanted) as other where other ? 'code');
  return private.put_many(wanted);
end
$$;

-- Refuses what is no change, and locks the records that it names: they are there until the end of the transaction.
create or replace function private.check_bulk_changes(changes jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  named record;
  there integer;
begin
  perform private.require(
    jsonb_typeof(changes) = 'object' and changes <> '{}', 'The changes must be an object with add, remove and set', '22023'
  );
  perform private.require(not exists (
    select from jsonb_each(changes) as action, jsonb_object_keys(action.value) as kind
    where case
      when action.key in ('add', 'remove') then kind not in ('industry', 'theme', 'doctor_type', 'branding')
      when action.key <> 'set' or kind in ('name', 'code', 'image_url', 'image_widths', 'image_colour', 'supplier_code') then true
      else kind not in ('category', 'subcategory', 'sample', 'featured', 'brand_reminder') and kind <> all (private.product_fields())
    end
  ), 'Products have no such fields to change', '22023');
  for named in
    select kinds.table_name, array(
      select value::uuid from unnest(array['add', 'remove']) as action, jsonb_array_elements_text(changes #> array[action, kinds.kind]) as value
      union select (changes #>> array['set', kinds.kind])::uuid where changes #>> array['set', kinds.kind] is not null
      order by 1
    ) as ids
    from (values
      ('branding', 'branding_methods'), ('category', 'categories'), ('doctor_type', 'doctor_type_tags'), ('industry', 'industry_tags'),
      ('subcategory', 'subcategories'), ('theme', 'themes')
    ) as kinds (kind, table_name)
  loop
    execute format('select from public.%I where id = any ($1) order by id for key share', named.table_name) using named.ids;
    get diagnostics there = row_count;
    perform private.require(
      there = cardinality(named.ids),
      format('One of the selected %s has been deleted in the meantime: choose again', replace(named.table_name, '_', ' ')), '23503'
    );
  end loop;
  perform private.require(changes #>> '{set,subcategory}' is null or exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = (changes #>> '{set,subcategory}')::uuid and link.category_id = (changes #>> '{set,category}')::uuid
  ), 'The chosen subcategory does not belong to the chosen category', '23514');
end
$$;

-- Changes are {"add": {"theme": [ids]}, "remove": {"industry": [ids], "doctor_type": [ids], "branding": [ids]}, "set": {"category",
-- "subcategory", "budget", "sample", "featured", "brand_reminder", and facts by the names of their columns}}. Products that match
-- and are not changed were so already. "label" is the name of the edit among the deleted records.
create or replace function private.bulk_edit_products(
  changes jsonb, ids uuid[] default null, words text default '', filters jsonb default '{}', is_preview boolean default false,
  label text default ''
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  plan jsonb;
  wanted jsonb;
  matched integer;
  changed integer;
  edit_id uuid;
  -- The codes of the products that get one supplier may be equal.
  may_collide constant boolean := changes #> '{set,supplier}' is not null;
begin
  perform private.require(private.is_admin(), 'You may not change products');
  perform private.check_bulk_changes(changes);
  ids := coalesce(bulk_edit_products.ids, private.matching_product_ids(words, filters));
  if not is_preview or may_collide then
    perform private.lock_for_bulk_change('products', bulk_edit_products.ids);
  end if;
  select count(*) into matched from public.products where id = any (bulk_edit_products.ids);
  plan := private.plan_bulk_edit(bulk_edit_products.ids, changes);
  changed := jsonb_array_length(plan);
  wanted := (select jsonb_agg((change -> 'after') || jsonb_build_object('id', change -> 'id')) from jsonb_array_elements(plan) as change);
  if not is_preview and changed > 0 then
    perform private.put_many(wanted);
    insert into public.deleted_records (id, entity, scope, name, record, links, products)
    values (gen_random_uuid(), 'products', 'edit', coalesce(nullif(left(trim(label), 200), ''), 'Bulk edit'), jsonb_build_object('products', plan), '{}', changed)
    returning id into edit_id;
  end if;
  if is_preview and may_collide and changed > 0 then
    begin
      perform private.put_many(wanted);
      raise exception 'preview' using errcode = 'GW002';
    exception
      when sqlstate 'GW002' then null;
    end;
  end if;
  return jsonb_build_object('matched', matched, 'changed', changed, 'undo', edit_id);
end
$$;

-- The product that a row is about, locked: by its id, else by the supplier and its code, else by our own code. Null for a new one.
create function private.product_of_row(item jsonb) returns uuid
language plpgsql set search_path = '' as $$
declare
  product uuid;
begin
  select stored.id into product from public.products as stored
  where stored.id = coalesce(
    (item ->> 'product_id')::uuid,
    (
      select terms.product_id from public.product_terms as terms
      where private.name_key(coalesce(terms.supplier, '')) = private.name_key(coalesce(item ->> 'supplier', ''))
        and private.name_key(terms.supplier_code) = private.name_key(item ->> 'supplier_code')
    ),
    (select ours.id from public.products as ours where private.name_key(ours.code) = private.name_key(item ->> 'code'))
  ) for update;
  return product;
end
$$;

-- What a row has of a product, but for what it names and its pictures and colours, as it is stored. What the file has no column for stays.
create function private.fields_of_row(item jsonb, before jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(field.key, case field.key
      when 'name' then to_jsonb(private.trimmed(field.value #>> '{}')) when 'supplier' then to_jsonb(private.plain_text(field.value #>> '{}'))
      when 'code' then to_jsonb(private.normalize_code(field.value #>> '{}')) when 'supplier_code' then to_jsonb(private.normalize_code(field.value #>> '{}'))
      when 'price_breaks' then (
        select coalesce(jsonb_agg(price order by (price ->> 'quantity')::integer), '[]') from jsonb_array_elements(nullif(field.value, 'null')) as price
      )
      else field.value
    end), '{}')
    from jsonb_each(item - array['industries', 'themes', 'doctor_types', 'branding', 'pictures']) as field where before ? field.key
  );
end
$$;

-- The pictures of a product, the first with them.
create function private.pictures_of_product(product jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_array(jsonb_build_object(
    'url', product -> 'image_url', 'alt', product -> 'image_alt', 'widths', product -> 'image_widths', 'colour', product -> 'image_colour'
  )) || coalesce(nullif(product -> 'pictures', 'null'), '[]')
$$;

-- The pictures that a row has, as fields of a product. Pictures that the product shows already keep their texts and sizes. One that was
-- not chosen is found by the name that the import that set it had for it.
create function private.pictures_of_row(item jsonb, before jsonb, out fields jsonb, out errors jsonb)
language plpgsql stable set search_path = '' as $$
declare
  names constant text[] := private.imported_picture_names((before ->> 'id')::uuid);
  wanted record;
  former jsonb;
  pictures jsonb := '[]'::jsonb;
begin
  errors := '{}';
  for wanted in
    select input.picture, input.position
    from jsonb_array_elements(private.pictures_of_product(item) #- '{0,alt}') with ordinality as input (picture, position) order by input.position
  loop
    wanted.picture := case when wanted.position = 1 then jsonb_strip_nulls(wanted.picture || jsonb_build_object('stored_image', item -> 'stored_image')) else wanted.picture end;
    former := (
      select picture from jsonb_array_elements(private.pictures_of_product(before)) with ordinality as formerly (picture, position)
      where picture ->> 'url' = wanted.picture ->> 'url'
        or picture ->> 'url' is not null and private.name_key(names[position::integer]) = private.name_key(wanted.picture ->> 'stored_image')
      order by position limit 1
    );
    if former is null and wanted.picture ? 'stored_image' then
      errors := errors || jsonb_build_object(
        case wanted.position when 1 then 'image_url' else 'pictures' end, format('%s is not among the chosen pictures', wanted.picture ->> 'stored_image')
      );
    end if;
    pictures := pictures || jsonb_build_array((wanted.picture - 'stored_image') || jsonb_strip_nulls(coalesce(former, '{}'))
      || case when wanted.picture ? 'alt' then jsonb_build_object('alt', wanted.picture -> 'alt') else '{}' end);
  end loop;
  fields := case when item ?| array['image_url', 'stored_image'] then jsonb_build_object(
    'image_url', pictures #> '{0,url}', 'image_alt', case when item ? 'image_alt' then item -> 'image_alt' else pictures #> '{0,alt}' end,
    'image_widths', pictures #> '{0,widths}', 'image_colour', pictures #> '{0,colour}'
  ) else '{}' end || case when item ? 'pictures' then jsonb_build_object('pictures', pictures - 0) else '{}' end;
end
$$;

-- The colours of a product. One keeps what the file does not say of it, with its picture wherever that is now; the file names a picture by
-- its position in the row.
create function private.colours_of_row(product jsonb, former_colours jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  pictures constant jsonb := private.pictures_of_product(product);
begin
  return (
    select coalesce(jsonb_agg(coalesce(former_colour, '{}') || (colour - 'picture_position') || jsonb_build_object('picture', case
      when nullif(colour -> 'picture_position', 'null') is not null then coalesce(
        -- In a dry run a picture that is not stored yet has no address.
        pictures #> array[((colour ->> 'picture_position')::integer - 1)::text, 'url'], former_colour -> 'picture'
      )
      when colour ? 'picture_position' then null
      when pictures @> jsonb_build_array(jsonb_build_object('url', former_colour -> 'picture')) then former_colour -> 'picture'
    end) order by input.position), '[]')
    from jsonb_array_elements(nullif(product -> 'colours', 'null')) with ordinality as input (colour, position)
    left join lateral (
      select former from jsonb_array_elements(former_colours) as former where private.name_key(former ->> 'name') = private.name_key(colour ->> 'name') limit 1
    ) as matching (former_colour) on true
  );
end
$$;

-- What a row names, each once: the category before its subcategory.
create function private.names_of_row(
  item jsonb, out rank integer, out field text, out table_name text, out refusal text, out name text, out detail jsonb
) returns setof record
language sql immutable set search_path = '' rows 10 as $$
  select distinct on (kinds.rank, private.name_key(named.name)) kinds.rank, kinds.field, kinds.table_name, kinds.refusal, named.name, listed.detail
  from (values
    (1, 'category', 'categories', 'There is no category "%s"'),
    (2, 'subcategory', 'subcategories', 'The category has no subcategory "%s"'),
    (3, 'industries', 'industry_tags', 'There is no industry "%s"'),
    (4, 'themes', 'themes', 'There is no theme "%s"'),
    (5, 'doctor_types', 'doctor_type_tags', 'There is no doctor type "%s"'),
    (6, 'branding', 'branding_methods', 'There is no branding method "%s"')
  ) as kinds (rank, field, table_name, refusal)
  cross join jsonb_array_elements(
    case when kinds.rank < 3 then jsonb_build_array(item -> kinds.field) else item -> kinds.field end
  ) as listed (detail)
  cross join lateral (select case jsonb_typeof(listed.detail) when 'object' then listed.detail ->> 'name' else listed.detail #>> '{}' end as name) as named
  where private.trimmed(named.name) <> '' order by kinds.rank, private.name_key(named.name)
$$;

-- Finds or creates what a row names: the product then has these and no others. Adds to the errors what there is not, and says what it has
-- created.
create function private.import_names(item jsonb, options jsonb, former_branding jsonb, inout product jsonb, inout errors jsonb, out created jsonb)
language plpgsql set search_path = '' as $$
declare
  named record;
  facet record;
begin
  created := '[]';
  product := product || coalesce((select jsonb_object_agg(field || '_id', null) from unnest(array['category', 'subcategory']) as field where item ? field), '{}')
    || coalesce((select jsonb_object_agg(field, '[]'::jsonb) from unnest(array['industries', 'themes', 'doctor_types', 'branding']) as field where item ? field), '{}');
  for named in select * from private.names_of_row(item) loop
    continue when named.field = 'subcategory' and errors ? 'category';
    if named.field = 'subcategory' and product ->> 'category_id' is null then
      errors := errors || '{"subcategory": "A subcategory needs its category"}';
      continue;
    end if;
    select * into facet from private.import_name(named.table_name, named.name, (product ->> 'category_id')::uuid, options);
    created := created || facet.created;
    if facet.id is null then
      errors := errors || jsonb_build_object(named.field, format(named.refusal, named.name));
    elsif named.rank < 3 then
      product := product || jsonb_build_object(named.field || '_id', facet.id);
    else
      product := jsonb_insert(product, array[named.field, '-1'], case when named.field <> 'branding' then to_jsonb(facet.id) else coalesce(
        jsonb_path_query_first(former_branding, '$[*] ? (@.branding_method_id == $id)', jsonb_build_object('id', facet.id)),
        jsonb_build_object('branding_method_id', facet.id)
      ) || case jsonb_typeof(named.detail) when 'object' then named.detail - 'name' else '{}' end end, true);
    end if;
  end loop;
end
$$;

-- Adds to the errors of a row what its product may not be, whatever it names.
create function private.errors_of_row(item jsonb, product jsonb, errors jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(product ->> 'name', '') = '' then
    errors := errors || '{"name": "Name is required"}';
  end if;
  if product ->> 'budget' <> all (private.budget_bands()) then
    errors := errors || jsonb_build_object('budget', format(
      'The budget is one of %s', regexp_replace(array_to_string(private.budget_bands(), ', '), ', ([^,]*)$', ' and \1')
    ));
  end if;
  if item ? 'doctor_types' and not errors ? 'industries' and private.settled_product(product) -> 'doctor_types' <> product -> 'doctor_types' then
    errors := errors || jsonb_build_object('doctor_types', 'Doctor types need ' || coalesce((
      select 'the industry ' || string_agg(name, ' or ' order by lower(name)) from public.industry_tags where has_doctor_types
    ), 'an industry that has them'));
  end if;
  return errors;
end
$$;

-- The fields of two products that differ: {field: [before, after]}. Tags and branding methods are compared without their order.
create function private.changed_fields(before jsonb, after jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(key, jsonb_build_array(former.value, present.value)), '{}')
    from jsonb_each(jsonb_strip_nulls(before)) as former full join jsonb_each(jsonb_strip_nulls(after)) as present using (key)
    where former.value is distinct from present.value and (
      key <> all ('{industries,themes,doctor_types,branding}') or former.value is null or not (former.value @> present.value and present.value @> former.value)
    )
  );
end
$$;

-- A list of a product as a report has it: branding methods by their names, and the pictures of colours by their positions.
create function private.reported_list(field text, rows jsonb, product jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case field
    when 'branding' then (
      select jsonb_agg((row - 'branding_method_id') || jsonb_build_object('name', method.name) order by method.name)
      from jsonb_array_elements(rows) as row join public.branding_methods as method on method.id = (row ->> 'branding_method_id')::uuid
    )
    when 'colours' then (
      select jsonb_agg(jsonb_strip_nulls((row - 'picture') || jsonb_build_object('picture_position', (
        select min(position) from jsonb_array_elements(private.pictures_of_product(product)) with ordinality as pictures (picture, position)
        where picture -> 'url' = row -> 'picture'
      ))) order by ordinality)
      from jsonb_array_elements(rows) with ordinality as listed (row, ordinality)
    )
    else rows
  end;
end
$$;

-- What a check reports of changed fields: {"changed", "removed": the fields that the row empties}. Texts to 100 characters, and of tags only
-- that they have changed.
create function private.report_of_changes(changed jsonb, item jsonb, before jsonb, after jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('changed', coalesce(jsonb_object_agg(field, case
      when key in ('industries', 'themes', 'doctor_types', 'category_id', 'subcategory_id') then '[null, null]' else sides
    end), '{}'), 'removed', jsonb_agg(field) filter (
      where value -> 1 in ('null', '[]') and value -> 0 not in ('null', '[]') and (key <> 'pictures' or not item ? 'new_image')
    ))
    from jsonb_each(changed - array['image_widths', 'image_colour'] - case when item ? 'image_alt' then '{}' else array['image_alt'] end)
    cross join lateral regexp_replace(key, '_id$', '') as field
    cross join lateral (
      select jsonb_agg(case jsonb_typeof(side)
        when 'string' then to_jsonb(left(side #>> '{}', 100))
        when 'array' then coalesce(private.reported_list(key, side, case position when 1 then before else after end), '[]')
        else side
      end order by position) as sides
      from jsonb_array_elements(value) with ordinality as both_sides (side, position)
    ) as shortened
  );
end
$$;

-- What a row makes of a product, of which `before` has what it is: {"product", "errors", "created"}.
create function private.product_of_import(item jsonb, options jsonb, before jsonb, errors jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  pictures record;
  product jsonb := before || private.fields_of_row(item, before);
  created jsonb;
begin
  if item ?| array['image_url', 'stored_image', 'pictures'] then
    select * into pictures from private.pictures_of_row(item, before);
    product := product || pictures.fields;
    errors := errors || pictures.errors;
  end if;
  product := product || jsonb_build_object('colours', private.colours_of_row(product, before -> 'colours'));
  select * into product, errors, created from private.import_names(item, options, before -> 'branding', product, errors);
  errors := private.errors_of_row(item, product, errors);
  if errors <> '{}' then
    -- What the file was found to have wrong says more than what is missing for it.
    raise exception 'invalid row' using errcode = 'GW001', detail = errors || coalesce(item -> 'errors', '{}');
  end if;
  return jsonb_build_object('product', private.settled_product(product), 'created', created);
end
$$;

-- Saves one row. Returns {"outcome", "product_id", "version", "former", "created", "changed", "removed"}; errors of its fields are
-- raised as GW001 with {field: sentence} as detail, so that what it created is rolled back.
create or replace function private.import_row(item jsonb, options jsonb, own_import_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  former_id constant uuid := private.product_of_row(item);
  before constant jsonb := private.product_as_json(former_id);
  unchanged constant jsonb := jsonb_strip_nulls(jsonb_build_object('outcome', 'unchanged', 'product_id', former_id));
  errors jsonb := coalesce(item -> 'errors', '{}');
  wanted jsonb;
  product jsonb;
  changed jsonb;
  saved uuid;
begin
  if former_id is null and item ? 'product_id' then
    return unchanged;
  elsif exists (
    select from public.import_rows where product_id = former_id and import_id = own_import_id and outcome in ('created', 'updated')
  ) then
    errors := errors || jsonb_build_object(case when item ? 'supplier_code' then 'supplier_code' else 'code' end, 'Another row of this file has this code');
  elsif former_id is not null and options -> 'update' is distinct from 'true' and errors = '{}' then
    return unchanged;
  end if;
  wanted := private.product_of_import(item, options, before, errors);
  changed := private.changed_fields(before, wanted -> 'product');
  if former_id is not null and changed = '{}' and not item ? 'new_image' then
    return unchanged;
  end if;
  product := (select coalesce(jsonb_object_agg(key, wanted #> array['product', key]), '{}') from jsonb_each(changed));
  perform private.check_product(product);
  saved := (private.put_products(jsonb_build_array(product || case when former_id is null then '{}' else jsonb_build_object('id', former_id) end)))[1];
  return jsonb_build_object(
    'outcome', case when former_id is null then 'created' else 'updated' end, 'product_id', saved, 'version', (select version from public.products where id = saved),
    'former', case when former_id is not null then before end, 'created', wanted -> 'created'
  ) || case when former_id is not null and own_import_id is null then private.report_of_changes(changed, item, before, wanted -> 'product') else '{}' end;
end
$$;

-- Saves rows of a stored import: [{"number", "name", "code", "supplier", "supplier_code", "category", "subcategory", "industries":
-- [names], "themes", "doctor_types", "branding": [names, or {"name", "area", "colours"}], "budget", "video_url", "image_url",
-- "image_alt", "image_widths", "image_colour", "pictures", "is_sample", "is_featured", and the other facts and terms as save_product
-- takes them}]. Fields that are left out stay as they are, as does what a list does not say of a colour, picture or branding method
-- that stays; a row that comes with "errors" fails with them. "stored_image", of the row and of each of its "pictures", names a
-- picture that an earlier import has stored; in a dry run "new_image" tells that the row has one that is not stored yet.
-- Categories, tags and branding methods are found by their names whatever their case. A product is found by "product_id", else by
-- the supplier and its code, else by our code. A dry run writes nothing, and has the options {"update": true to change products that
-- are found, "create": {table: [names that may be created]}}. Of an updated product it returns "changed": {field: [before, after],
-- texts to 100 characters} and "removed": [fields that the row empties].
create or replace function private.import_products(rows jsonb, options jsonb default '{}', import_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  run public.imports;
  item jsonb;
  line jsonb;
  report jsonb := '[]'::jsonb;
  changed uuid[] := array[]::uuid[];
  refused_detail text;
  refused_constraint text;
begin
  perform private.require(private.is_admin(), 'You may not import products');
  perform private.require(
    case when jsonb_typeof(rows) = 'array' then jsonb_array_length(rows) <= 500 end,
    'Import at most 500 rows at a time, as a list', '22023'
  );
  -- Batches run one after the other, those of other imports included.
  perform private.lock_for_bulk_change('products', '{}');
  if import_id is not null then
    select * into run from public.imports where imports.id = import_id for update;
    perform private.require(run.id is not null and run.undone_at is null, 'This import was undone or deleted', 'PT404');
    options := run.options;
  end if;
  begin
    perform private.defer_product_search();
    for item in select value from jsonb_array_elements(rows) loop
      -- What another window has done meanwhile is left out.
      continue when import_id is not null and not exists (
        select from public.import_rows as stored
        where stored.import_id = run.id and stored.number = (item ->> 'number')::integer and stored.outcome is null
      );
      begin
        line := private.import_row(item, options, import_id);
      exception
        when sqlstate 'GW001' then
          get stacked diagnostics refused_detail = pg_exception_detail;
          line := jsonb_build_object('outcome', 'failed', 'errors', refused_detail::jsonb);
        when integrity_constraint_violation or data_exception then
          get stacked diagnostics refused_constraint = constraint_name;
          line := jsonb_build_object('outcome', 'failed', 'errors', private.refused_field(
            refused_constraint, case when sqlerrm not like '%constraint "%' and sqlstate not like '22%' then sqlerrm end
          ));
      end;
      report := report || (jsonb_build_object('number', item -> 'number', 'outcome', line -> 'outcome', 'errors', coalesce(line -> 'errors', '{}'))
        || coalesce((select jsonb_object_agg(key, value) from jsonb_each(line) where import_id is null and key in ('changed', 'removed') and value <> 'null'), '{}'));
      if import_id is not null then
        update public.import_rows as stored set
          outcome = line ->> 'outcome', errors = coalesce(line -> 'errors', '{}'), product_id = (line ->> 'product_id')::uuid,
          saved_version = (line ->> 'version')::integer, former = nullif(line -> 'former', 'null'),
          image_names = private.shown_image_names(line -> 'former', jsonb_build_object('product_pictures', coalesce(line #> '{former,pictures}', '[]')))
        where stored.import_id = run.id and stored.number = (item ->> 'number')::integer;
        run.created := run.created || coalesce(line -> 'created', '[]');
        if line ->> 'outcome' in ('created', 'updated') then
          changed := changed || (line ->> 'product_id')::uuid;
        end if;
      end if;
    end loop;
    if import_id is null then
      raise exception 'dry run' using errcode = 'GW002';
    end if;
    perform private.refresh_deferred_product_search(changed);
  exception
    when sqlstate 'GW002' then null;
  end;
  if changed <> '{}' then
    update public.imports set created = run.created where imports.id = run.id;
    insert into public.deleted_records (id, entity, scope, name, record, links, products)
    values (run.id, 'products', 'import', left('Import of ' || run.name, 200), '{}', '{}', cardinality(changed))
    on conflict (id) do update set products = deleted_records.products + excluded.products, deleted_at = excluded.deleted_at;
  end if;
  return report;
end
$$;

-- Which products an undoing leaves as they are, since they were changed or deleted after the import: how many, and the first 200 by name
-- with the reason.
create or replace function private.changed_since_import(undone uuid, unchanged uuid[], out number integer, out listed jsonb)
language sql stable set search_path = '' as $$
  select count(*)::integer, coalesce(jsonb_agg(jsonb_build_object('name', remaining.name, 'reason', remaining.reason)) filter (where remaining.position <= 200), '[]')
  from (
    select row_number() over (order by stored.number) as position, coalesce(product.name, stored.former ->> 'name') as name, case
      when product.id is null then 'was deleted since'
      when product.is_sample and stored.record -> 'is_sample' is distinct from 'true' and stored.former -> 'is_sample' is distinct from 'true' then 'was published since'
      else 'was changed since'
    end as reason
    from public.import_rows as stored left join public.products as product on product.id = stored.product_id
    where stored.import_id = undone and stored.product_id <> all (unchanged)
      and (stored.outcome = 'updated' or stored.outcome = 'created' and product.id is not null)
  ) as remaining
$$;

-- Undoes an import: what it created is deleted, what it updated is as before; products that were changed since are left as
-- they are, as are categories and tags that have other products.
create or replace function private.undo_import(entry public.deleted_records) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  updated uuid[];
  created uuid[];
  left_out integer;
  remains jsonb;
begin
  perform private.require(private.is_admin(), 'You may not restore records');
  perform private.lock_for_bulk_change('products', array(
    select product_id from public.import_rows where import_id = entry.id and outcome in ('created', 'updated')
  ));
  select
    coalesce(array_agg(stored.product_id) filter (where stored.outcome = 'updated'), '{}'),
    coalesce(array_agg(stored.product_id) filter (where stored.outcome = 'created'), '{}')
  into updated, created
  from public.import_rows as stored join public.products as product on product.id = stored.product_id and product.version = stored.saved_version
  where stored.import_id = entry.id and stored.outcome in ('created', 'updated');
  select number, listed into left_out, remains from private.changed_since_import(entry.id, updated || created);

  -- Codes that it gave to other products are free before their own come back.
  if created <> '{}' then
    perform private.delete_records('products', created);
  end if;
  perform private.put_back(jsonb_agg(jsonb_build_object('id', stored.product_id, 'before', stored.former)))
  from public.import_rows as stored where stored.import_id = entry.id and stored.outcome = 'updated' and stored.product_id = any (updated);
  remains := remains || private.delete_created_facets(entry.id);
  -- An earlier import of what is now as that one left it can be undone next.
  update public.import_rows as earlier set saved_version = product.version
  from public.import_rows as undone join public.products as product on product.id = undone.product_id
  where undone.import_id = entry.id and undone.outcome = 'updated' and product.id = any (updated)
    and earlier.product_id = product.id and earlier.import_id <> entry.id
    and earlier.saved_version = (undone.former ->> 'version')::integer;
  update public.imports set undone_at = now(), stayed = remains where id = entry.id;
  return jsonb_build_object('name', entry.name, 'products', entry.products, 'left_out', left_out);
end
$$;

-- A line that has quantities by colour becomes one line for each of its colours. An inquiry without lines has the names of products.
create or replace function private.draft_quotation(lead uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  inquiry public.leads;
  drafted uuid;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  -- An erasure waits until the draft is stored, and erases it, too.
  select * into inquiry from public.leads where id = lead for share;
  if not found then
    perform private.refuse_change(null, null, 'lead');
  end if;
  perform private.require(inquiry.erased_at is null, 'The details of this inquiry were erased', '22023');
  select private.start_quotation(lead, private.cleaned_quotation(jsonb_build_object(
    'buyer', jsonb_build_object(
      'name', inquiry.name, 'company', inquiry.company, 'email', inquiry.email, 'phone', inquiry.phone,
      'delivery_city', inquiry.delivery_city, 'needed_by', inquiry.needed_by
    ),
    'terms', (select terms from public.seller_profile),
    'lines', coalesce(jsonb_agg(jsonb_build_object(
      'id', gen_random_uuid(), 'product_id', product.id, 'code', product.code, 'name', line.name, 'colour', line.colour, 'note', line.note,
      'hsn', (select hsn from public.product_terms where product_id = product.id),
      'gst_rate', private.gst_rate_on(product.id, private.day_in_india(now())),
      'image_url', coalesce((
        select shade.picture
        from public.product_colours as shade
        where shade.product_id = product.id and lower(shade.name) = lower(line.colour)
          and exists (select from public.product_pictures as picture where picture.product_id = product.id and picture.url = shade.picture)
      ), product.image_url),
      'quantities', jsonb_build_array(jsonb_build_object('quantity', coalesce(line.quantity, product.min_quantity, 1)))
    ) order by line.rank, line.position, line.ordinality), '[]')
  )))
  into drafted
  from (
    select part.rank, item.position::bigint, shade.ordinality, item.product_id, item.name, item.note,
      case when is_split then shade.colour ->> 'name' else left((
        select string_agg(colour ->> 'name', ', ' order by rank) from jsonb_array_elements(item.colours) with ordinality as wanted (colour, rank)
      ), 200) end as colour,
      case when is_split then (shade.colour ->> 'quantity')::integer else item.quantity end as quantity
    from private.inquiries_of_lead(lead) as part join public.lead_items as item on item.lead_id = part.id
    cross join lateral (select private.quantity_of_colours(item.colours) is not null as is_split) as kind
    cross join lateral jsonb_array_elements(case when is_split then item.colours else '[{}]' end) with ordinality as shade (colour, ordinality)
    union all
    select part.rank, listed.position, 1, (
      select products.id from public.products where products.name = listed.name order by created_at desc limit 1
    ), listed.name, null, null, null
    from private.inquiries_of_lead(lead) as part join public.leads on leads.id = part.id
    cross join lateral unnest(leads.selected_products) with ordinality as listed (name, position)
    where not exists (select from public.lead_items as item where item.lead_id = part.id)
    order by 1, 2, 3 limit 200
  ) as line
  left join public.products as product on product.id = line.product_id;
  return drafted;
end
$$;

CREATE OR REPLACE TRIGGER "normalize" BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.normalize_texts();

CREATE OR REPLACE TRIGGER normalize_product BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.normalize_product();

comment on column public.product_colours.picture is 'The address of that picture, wherever it stands among those of the product.';

comment on column public.product_colours.picture_position is 'Unused since 1.1.0.';

comment on column public.import_rows.former is 'The product that it updated, as it was (private.product_as_json).';

revoke all on function private.product_as_json(product uuid) from public, anon, authenticated, service_role;

revoke all on function private.products_as_json(ids uuid[], lists text[], OUT id uuid, OUT fields jsonb) from public, anon, authenticated, service_role;

revoke all on function private.undone_product(change jsonb, present jsonb, known text[]) from public, anon, authenticated, service_role;

revoke all on function private.product_of_row(item jsonb) from public, anon, authenticated, service_role;

revoke all on function private.edited_product(product jsonb, changes jsonb) from public, anon, authenticated, service_role;

revoke all on function private.put_many(wanted jsonb) from public, anon, authenticated, service_role;

revoke all on function private.fields_of_row(item jsonb, before jsonb) from public, anon, authenticated, service_role;

revoke all on function private.pictures_of_product(product jsonb) from public, anon, authenticated, service_role;

revoke all on function private.pictures_of_row(item jsonb, before jsonb, OUT fields jsonb, OUT errors jsonb) from public, anon, authenticated, service_role;

revoke all on function private.colours_of_row(product jsonb, former_colours jsonb) from public, anon, authenticated, service_role;

revoke all on function private.names_of_row(item jsonb, OUT rank integer, OUT field text, OUT table_name text, OUT refusal text, OUT name text, OUT detail jsonb) from public, anon, authenticated, service_role;

revoke all on function private.import_names(item jsonb, options jsonb, former_branding jsonb, INOUT product jsonb, INOUT errors jsonb, OUT created jsonb) from public, anon, authenticated, service_role;

revoke all on function private.errors_of_row(item jsonb, product jsonb, errors jsonb) from public, anon, authenticated, service_role;

revoke all on function private.changed_fields(before jsonb, after jsonb) from public, anon, authenticated, service_role;

revoke all on function private.reported_list(field text, rows jsonb, product jsonb) from public, anon, authenticated, service_role;

revoke all on function private.report_of_changes(changed jsonb, item jsonb, before jsonb, after jsonb) from public, anon, authenticated, service_role;

revoke all on function private.product_of_import(item jsonb, options jsonb, before jsonb, errors jsonb) from public, anon, authenticated, service_role;

revoke all on function private.check_product(product jsonb) from public, anon, authenticated, service_role;
grant execute on function private.check_product(product jsonb) to authenticated, service_role;

revoke all on function private.colours_with_pictures(product jsonb, stored_id uuid) from public, anon, authenticated, service_role;
grant execute on function private.colours_with_pictures(product jsonb, stored_id uuid) to authenticated, service_role;

revoke all on function private.columns_among(listed regclass, fields text[]) from public, anon, authenticated, service_role;
grant execute on function private.columns_among(listed regclass, fields text[]) to authenticated, service_role;

revoke all on function private.product_fields() from public, anon, authenticated, service_role;
grant execute on function private.product_fields() to authenticated, service_role;

revoke all on function private.product_lists(OUT field text, OUT table_name text, OUT tag_id text) from public, anon, authenticated, service_role;
grant execute on function private.product_lists(OUT field text, OUT table_name text, OUT tag_id text) to authenticated, service_role;

revoke all on function private.put_back(changes jsonb) from public, anon, authenticated, service_role;
grant execute on function private.put_back(changes jsonb) to authenticated, service_role;

revoke all on function private.put_products(wanted jsonb) from public, anon, authenticated, service_role;
grant execute on function private.put_products(wanted jsonb) to authenticated, service_role;

revoke all on function private.save_rows(products jsonb, fields text[], is_new boolean) from public, anon, authenticated, service_role;
grant execute on function private.save_rows(products jsonb, fields text[], is_new boolean) to authenticated, service_role;

revoke all on function private.settled_product(product jsonb) from public, anon, authenticated, service_role;
grant execute on function private.settled_product(product jsonb) to authenticated, service_role;

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.update_product(id uuid, expected_version integer, product jsonb, wanted public.products);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.undo_bulk_edit(edit public.deleted_records);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.tag_links(product_ids uuid[]);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.shortened_changes(changed jsonb, ids jsonb);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.save_tags(product uuid, industry_tag_ids uuid[], theme_ids uuid[], doctor_type_tag_ids uuid[]);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.restore_updated_products(undone uuid, updated uuid[]);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.product_with_links(product public.products);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.linked_ids(links jsonb);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.insert_product(wanted public.products);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.fields_of_product(former jsonb);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.checked_product(product jsonb);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.bulk_edit_fields(fields jsonb);

-- Called only by functions that are replaced here: unused since 1.1.0
drop function private.apply_bulk_edit(plan jsonb, is_undo boolean);
-- Written until here.
