-- Changes of many products at once, each with its undo.

-- Bulk changes run one after the other and lock rows in one order, to avoid deadlocks.
create function private.lock_for_bulk_change(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('giftwell bulk change', 0));
  execute format('select from public.%I where id = any ($1) order by id for update', entity) using ids;
end
$$;

-- The ids of the products that find_products finds, on all pages: all, or at most so many beyond one of them in the order of ids.
create function private.matching_product_ids(words text, filters jsonb, beyond uuid default null, most integer default null) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  matching constant record := private.product_condition(words, filters);
  ids uuid[];
begin
  execute format(
    'select array(select product_id from private.product_search where %s and ($3 is null or product_id > $3) order by product_id limit $4)',
    matching.condition
  ) into ids using private.word_patterns(words), matching.facet_ids, beyond, most;
  return ids;
end
$$;

-- The row of a whole that has parts already; none of another kind.
create function private.whole_of(whole uuid, scope text, entity text) returns public.deleted_records
language plpgsql set search_path = '' as $$
declare
  found_row public.deleted_records;
begin
  select * into found_row from public.deleted_records where id = whole;
  perform private.require(
    not found or found_row.scope = whole_of.scope and found_row.entity = whole_of.entity and found_row.record ? 'most', 'These parts belong to another change', '22023'
  );
  return found_row;
end
$$;

-- Takes records from at most so many of the products that have them, and stores that as a part of their deletion, if more have them than
-- that: their deletion alone would take them from all in one statement. Returns how many products it took them from.
create function private.take_from_products(entity text, ids uuid[], whole uuid, most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  taken uuid;
  product_ids uuid[];
  link record;
  links jsonb;
begin
  execute 'select array(select product_id from private.product_search where facet_ids && $1 limit $2)' into product_ids using ids, most + 1;
  if cardinality(product_ids) <= most then
    return 0;
  end if;
  foreach taken in array ids loop
    execute 'select array(select product_id from private.product_search where facet_ids @> array[$1] limit $2)' into product_ids using taken, most;
    exit when product_ids <> '{}';
  end loop;
  perform from public.products where id = any (product_ids) order by id for update;
  if entity in ('categories', 'subcategories') then
    select jsonb_build_object('products', jsonb_agg(jsonb_build_object('id', id, 'category_id', category_id, 'subcategory_id', subcategory_id)))
    into links from public.products where id = any (product_ids);
    update public.products set category_id = nullif(category_id, taken), subcategory_id = nullif(subcategory_id, taken) where id = any (product_ids);
  else
    select * into link from private.link_tables() where one = 'products' and other = entity;
    execute format(
      'with taken as (delete from public.%1$I where %2$I = $1 and product_id = any ($2) returning *) select jsonb_build_object(%1$L, jsonb_agg(taken)) from taken',
      link.name, link.other_id
    ) into links using taken, product_ids;
  end if;
  insert into public.deleted_records (id, entity, scope, name, record, links, products, part_of, deleted_at)
  select
    gen_random_uuid(), entity, 'part', facet.name, jsonb_build_object('taken_from', taken), links, cardinality(product_ids), whole, clock_timestamp()
  from private.facets as facet where facet.id = taken;
  return cardinality(product_ids);
end
$$;

-- Stores so many more records, and so many products in all, in the row of what was deleted together, which is then the latest of them, so
-- that it is listed first. One record alone gives it its name.
create function private.store_whole(
  whole uuid, before public.deleted_records, entity text, records integer, products integer, most integer, ids uuid[]
) returns uuid
language sql set search_path = '' as $$
  insert into public.deleted_records (id, entity, scope, name, record, links, products, deleted_at)
  select
    coalesce(whole, gen_random_uuid()), entity, 'records', coalesce(
      (select name from private.facets where named = 1 and table_name = entity and id = ids[1]),
      (select name from public.deleted_records where named = 1 and id = ids[1]),
      format('%s %s', to_char(named, 'FM999,999,999'), replace(entity, '_', ' '))
    ),
    jsonb_strip_nulls(jsonb_build_object('records', total, 'most', most)), '{}', products, clock_timestamp()
  from (values (records + coalesce((before.record ->> 'records')::integer, 0))) as counted (total)
  cross join lateral (values (greatest(total, cardinality(ids)))) as naming (named)
  on conflict (id) do update set
    name = excluded.name, record = excluded.record, products = excluded.products, deleted_at = excluded.deleted_at
  returning id
$$;

-- A deletion of any size is one of parts, each with the id of its whole, which the first one makes: what restores all of them. Without "ids",
-- a part has "most" of the products that are still found. Records that more products have are first taken from "most" at a time, and are
-- deleted by the call that leaves none to take.
create function private.delete_records(
  entity text, ids uuid[] default null, words text default '', filters jsonb default '{}', whole uuid default null, most integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  deleted_ids uuid[];
  product_count integer := 0;
  deletion_id uuid;
  before public.deleted_records;
begin
  perform private.require(private.is_admin(), 'You may not delete records');
  perform from pg_catalog.pg_trigger
  where tgname = 'store_deleted_record' and tgrelid = to_regclass(format('public.%I', delete_records.entity));
  perform private.require(found, format('There are no such records: %s', delete_records.entity), '22023');
  if delete_records.ids is null then
    perform private.require(delete_records.entity = 'products', 'Only products can be found by search and filters', '22023');
    ids := private.matching_product_ids(words, filters, null, most);
  end if;
  perform private.lock_for_bulk_change(delete_records.entity, delete_records.ids);
  select * into before from private.whole_of(whole, 'records', delete_records.entity);
  if whole is not null and most is not null and delete_records.entity <> 'products' then
    product_count := private.take_from_products(delete_records.entity, delete_records.ids, whole, most);
  end if;
  if product_count > 0 then
    perform private.store_whole(whole, before, delete_records.entity, 0, product_count + coalesce(before.products, 0), most, delete_records.ids);
    return jsonb_build_object('deleted', 0, 'products', product_count, 'undo', whole, 'left', (
      select count(*) from private.product_search where facet_ids && delete_records.ids
    ));
  end if;
  execute format(
    'with deleted as (delete from public.%I where id = any ($1) returning id) select array_agg(id order by id) from deleted',
    delete_records.entity
  ) into deleted_ids using delete_records.ids;
  perform private.require(deleted_ids is not null or before.id is not null, 'They no longer exist', 'PT404');
  -- A product that has lost several records, here or in the parts before, is one.
  select count(distinct coalesce(link ->> 'product_id', link ->> 'id')) into product_count
  from public.deleted_records as deleted, jsonb_each(deleted.links) as kind, jsonb_array_elements(kind.value) as link
  where delete_records.entity <> 'products' and (deleted.id = any (deleted_ids) or deleted.part_of = whole) and link ?| array['product_id', 'id'];
  deletion_id := deleted_ids[1];
  if cardinality(deleted_ids) > 1 or before.id is not null or whole is not null and delete_records.entity = 'products' then
    deletion_id := private.store_whole(
      whole, before, delete_records.entity, coalesce(cardinality(deleted_ids), 0), product_count, most, deleted_ids
    );
    -- What was taken from products before belongs to all that was deleted with it.
    update public.deleted_records as deleted set part_of = deletion_id, scope = case
      when exists (select from public.deleted_records as part where part.part_of = whole and part.scope = 'part') then 'part' else deleted.scope
    end
    where deleted.id = any (deleted_ids);
  end if;
  return jsonb_build_object('deleted', coalesce(cardinality(deleted_ids), 0), 'products', product_count, 'undo', deletion_id);
end
$$;
select private.expose('delete_records',
  'Deletes records of a table with these ids or, without ids, the products that find_products finds, at most "most": {"deleted", "products", "undo"}, "products" of all parts of one "whole"; restore_record restores "undo". While more products have them, it takes them from "most": "left" are to come.');

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
create function private.plan_bulk_edit(ids uuid[], changes jsonb) returns jsonb
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

-- Puts products back to what they were before changes [{"id", "before", "after"}], as undone_product says, or [{"id", "before", "version"}],
-- which leaves those that have another version now; without "before" a product was created, and is deleted as a part of a whole. Returns
-- what stays: [{"id", "name", "reason"}].
create function private.put_back(changes jsonb, whole uuid default null, most integer default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ids constant uuid[] := array(select (change ->> 'id')::uuid from jsonb_array_elements(changes) as change);
  known constant text[] := array(select id::text from private.facets);
  lists constant text[] := array(select distinct field from jsonb_array_elements(changes) as change, jsonb_object_keys(change -> 'after') as field);
  created uuid[];
  wanted jsonb;
  stays jsonb;
begin
  perform private.require(private.is_admin(), 'You may not restore records');
  perform private.lock_for_bulk_change('products', ids);
  select
    array_agg(product.id) filter (where undone = '{}'),
    coalesce(jsonb_agg(undone || jsonb_build_object('id', product.id, 'version', null)) filter (where undone <> '{}'), '[]'),
    coalesce(jsonb_agg(jsonb_build_object('id', change -> 'id', 'name', coalesce(product.name, change #>> '{before,name}'), 'reason', case
      when product.id is null then 'was deleted since'
      when product.is_sample and change -> 'published' = 'false' then 'was published since' else 'was changed since'
    end) order by position) filter (where undone is null and (product.id is not null or change ->> 'before' is not null)), '[]')
  into created, wanted, stays
  from jsonb_array_elements(changes) with ordinality as listed (change, position)
  left join public.products as product on product.id = (change ->> 'id')::uuid
  left join private.products_as_json(ids, lists) as present on present.id = product.id
  cross join lateral (select case
    when product.version <> coalesce((change ->> 'version')::integer, product.version) or product.id is null then null
    when change ->> 'before' is null then '{}'
    else private.undone_product(change, case when change ? 'after' then present.fields end, known)
  end as undone offset 0) as former;
  -- Codes that were given to other products are free before their own come back, as is one that goes from one product to another.
  if created <> '{}' then
    perform private.delete_records('products', created, whole => whole, most => most);
  end if;
  update public.products as product set code = null
  from jsonb_array_elements(wanted) as item
  where private.name_key(product.code) = private.name_key(item ->> 'code') and product.id <> (item ->> 'id')::uuid
    and product.id in (select (other ->> 'id')::uuid from jsonb_array_elements(wanted) as other where other ? 'code');
  perform private.put_many(wanted) where wanted <> '[]';
  return stays;
end
$$;

-- Refuses what is no change, and locks the records that it names: they are there until the end of the transaction.
create function private.check_bulk_changes(changes jsonb) returns void
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
-- and are not changed were so already. "label" is the name of the edit among the deleted records. An edit of any size is one of parts, as a
-- deletion is.
create function private.bulk_edit_products(
  changes jsonb, ids uuid[] default null, words text default '', filters jsonb default '{}', is_preview boolean default false,
  label text default '', whole uuid default null, beyond uuid default null, most integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  plan jsonb;
  wanted jsonb;
  matched integer;
  changed integer;
  edit_id uuid;
  edit constant text := coalesce(nullif(left(trim(label), 200), ''), 'Bulk edit');
  before public.deleted_records;
  -- The codes of the products that get one supplier may be equal.
  may_collide constant boolean := changes #> '{set,supplier}' is not null;
begin
  perform private.require(private.is_admin(), 'You may not change products');
  perform private.check_bulk_changes(changes);
  ids := coalesce(bulk_edit_products.ids, private.matching_product_ids(words, filters, beyond, most));
  if not is_preview or may_collide then
    perform private.lock_for_bulk_change('products', bulk_edit_products.ids);
  end if;
  select count(*) into matched from public.products where id = any (bulk_edit_products.ids);
  plan := private.plan_bulk_edit(bulk_edit_products.ids, changes);
  changed := jsonb_array_length(plan);
  wanted := (select jsonb_agg((change -> 'after') || jsonb_build_object('id', change -> 'id')) from jsonb_array_elements(plan) as change);
  if not is_preview and changed > 0 then
    perform private.put_many(wanted);
    insert into public.deleted_records (id, entity, scope, name, record, links, products, part_of, deleted_at)
    values (gen_random_uuid(), 'products', 'edit', edit, jsonb_build_object('products', plan), '{}', changed, whole, clock_timestamp())
    returning id into edit_id;
    if whole is not null then
      select * into before from private.whole_of(whole, 'edit', 'products');
      insert into public.deleted_records (id, entity, scope, name, record, links, products, deleted_at)
      values (whole, 'products', 'edit', edit, jsonb_build_object('most', most), '{}', changed + coalesce(before.products, 0), clock_timestamp())
      on conflict (id) do update set products = excluded.products, deleted_at = excluded.deleted_at
      returning id into edit_id;
    end if;
  end if;
  if is_preview and may_collide and changed > 0 then
    begin
      perform private.put_many(wanted);
      raise exception 'preview' using errcode = 'GW002';
    exception
      when sqlstate 'GW002' then null;
    end;
  end if;
  return jsonb_build_object('matched', matched, 'changed', changed, 'undo', edit_id)
    || case when most is null then '{}' else jsonb_build_object('last', bulk_edit_products.ids[most]) end;
end
$$;
select private.expose('bulk_edit_products',
  'Changes the products with these ids or, without ids, those that find_products finds on all pages, at most "most" beyond one: {"matched", "changed", "undo", "last"}; restore_record takes "undo", and the next part begins beyond "last". A preview changes nothing, and is refused as the edit would be.');
