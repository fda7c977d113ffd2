-- Undoing imports of products (docs/import.md).

-- Which of an import's products in some of its rows an undoing leaves as they are, since they were changed or deleted after the import: how
-- many, and the first 200 by row with the reason.
create function private.changed_since_import(undone uuid, numbers integer[], unchanged uuid[], out number integer, out listed jsonb)
language sql stable set search_path = '' as $$
  select count(*)::integer, coalesce(jsonb_agg(jsonb_build_object('name', remaining.name, 'reason', remaining.reason)) filter (where remaining.position <= 200), '[]')
  from (
    select row_number() over (order by stored.number) as position, coalesce(product.name, stored.former ->> 'name') as name, case
      when product.id is null then 'was deleted since'
      when product.is_sample and stored.record -> 'is_sample' is distinct from 'true' and stored.former -> 'is_sample' is distinct from 'true' then 'was published since'
      else 'was changed since'
    end as reason
    from public.import_rows as stored left join public.products as product on product.id = stored.product_id
    where stored.import_id = undone and stored.number = any (numbers) and stored.product_id <> all (unchanged)
      and (stored.outcome = 'updated' or stored.outcome = 'created' and product.id is not null)
  ) as remaining
$$;

-- Deletes the categories and tags that an import created, but for those that have other products: [{"name", "reason"}].
create function private.delete_created_facets(undone uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  facet record;
  in_use jsonb;
  remains jsonb := '[]'::jsonb;
begin
  delete from public.subcategory_categories as added
  using public.imports, jsonb_array_elements(imports.created) as made
  where imports.id = undone and made ->> 'table' = 'subcategory_categories'
    and added.subcategory_id = (made ->> 'id')::uuid and added.category_id = (made ->> 'category')::uuid
    and not exists (select from public.products as product where product.subcategory_id = added.subcategory_id and product.category_id = added.category_id);
  for facet in
    select made ->> 'table' as name, (made ->> 'id')::uuid as id
    from public.imports, jsonb_array_elements(imports.created) with ordinality as listed (made, position)
    where imports.id = undone and made ->> 'table' <> 'subcategory_categories' order by made ->> 'table' = 'categories', position
  loop
    execute format(
      'delete from public.%I where id = $1 and not exists (select from private.product_search where facet_ids @> array[$1])
         and not exists (select from public.subcategory_categories where category_id = $1)',
      facet.name
    ) using facet.id;
    execute format('select jsonb_build_object(''name'', name, ''reason'', ''is in use'') from public.%I where id = $1', facet.name) into in_use using facet.id;
    remains := remains || coalesce(in_use, '[]');
  end loop;
  return remains;
end
$$;

-- Undoes an import: what it created is deleted, what it updated is as before; products that were changed since are left as
-- they are, as are categories and tags that have other products. One of more than 200 products goes in parts from its last row to its first,
-- so that each code is free again before its former product gets it back. Meanwhile "record" is {"before": the row where the
-- next part ends, "whole": what restores the deleted products}.
create function private.undo_import(entry public.deleted_records) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 200;
  is_in_parts constant boolean := entry.products > most or entry.record ? 'before';
  whole constant uuid := case when is_in_parts then coalesce((entry.record ->> 'whole')::uuid, gen_random_uuid()) end;
  part record;
  updated uuid[];
  created uuid[];
  stays record;
  remains jsonb;
begin
  perform private.require(private.is_admin(), 'You may not restore records');
  select coalesce(array_agg(number), '{}') as numbers, coalesce(array_agg(product_id), '{}') as products, min(number) as first into part from (
    select number, product_id from public.import_rows
    where import_id = entry.id and outcome in ('created', 'updated') and (not entry.record ? 'before' or number < (entry.record ->> 'before')::integer)
    order by number desc limit case when is_in_parts then most end
  ) as latest;
  perform private.lock_for_bulk_change('products', part.products);
  select
    coalesce(array_agg(stored.product_id) filter (where stored.outcome = 'updated'), '{}'),
    coalesce(array_agg(stored.product_id) filter (where stored.outcome = 'created'), '{}')
  into updated, created
  from public.import_rows as stored join public.products as product on product.id = stored.product_id and product.version = stored.saved_version
  where stored.import_id = entry.id and stored.number = any (part.numbers);
  select * into stays from private.changed_since_import(entry.id, part.numbers, updated || created);

  -- Codes that it gave to other products are free before their own come back.
  if created <> '{}' then
    perform private.delete_records('products', created, whole => whole, most => case when is_in_parts then most end);
  end if;
  perform private.put_back(jsonb_agg(jsonb_build_object('id', stored.product_id, 'before', stored.former)))
  from public.import_rows as stored where stored.import_id = entry.id and stored.outcome = 'updated' and stored.product_id = any (updated);
  -- An earlier import of what is now as that one left it can be undone next.
  update public.import_rows as earlier set saved_version = product.version
  from public.import_rows as undone join public.products as product on product.id = undone.product_id
  where undone.import_id = entry.id and undone.outcome = 'updated' and product.id = any (updated)
    and earlier.product_id = product.id and earlier.import_id <> entry.id
    and earlier.saved_version = (undone.former ->> 'version')::integer;
  update public.imports set stayed = (select coalesce(jsonb_agg(item order by position), '[]') from (
    select item, position from jsonb_array_elements(stayed || stays.listed) with ordinality as listed (item, position) limit 200
  ) as first_ones) where id = entry.id and stays.number > 0;
  if is_in_parts and exists (
    select from public.import_rows where import_id = entry.id and outcome in ('created', 'updated') and number < part.first
  ) then
    update public.deleted_records set products = entry.products - cardinality(part.numbers),
      record = jsonb_build_object('before', part.first, 'whole', whole)
    where id = entry.id;
    return jsonb_build_object('name', entry.name, 'products', entry.products, 'left_out', stays.number, 'left', greatest(entry.products - cardinality(part.numbers), 1));
  end if;
  remains := private.delete_created_facets(entry.id);
  update public.imports set undone_at = now(), stayed = stayed || remains where id = entry.id;
  delete from public.deleted_records where id = entry.id;
  return jsonb_build_object('name', entry.name, 'products', entry.products, 'left_out', stays.number);
end
$$;
