-- Undoing imports of products (docs/import.md).

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
  stays jsonb;
  remains jsonb;
begin
  perform private.require(private.is_admin(), 'You may not restore records');
  select coalesce(array_agg(number), '{}') as numbers, min(number) as first, coalesce(jsonb_agg(jsonb_build_object(
    'id', product_id, 'before', former, 'version', saved_version, 'published', 'true' in (record -> 'is_sample', former -> 'is_sample') is true
  ) order by number), '[]') as changes into part from (
    select * from public.import_rows
    where import_id = entry.id and outcome in ('created', 'updated') and (not entry.record ? 'before' or number < (entry.record ->> 'before')::integer)
    order by number desc limit case when is_in_parts then most end
  ) as latest;
  stays := private.put_back(part.changes, whole, case when is_in_parts then most end);
  -- An earlier import of what is now as that one left it can be undone next.
  update public.import_rows as earlier set saved_version = product.version
  from public.import_rows as undone join public.products as product on product.id = undone.product_id
  where undone.import_id = entry.id and undone.outcome = 'updated' and undone.number = any (part.numbers)
    and not stays @> jsonb_build_array(jsonb_build_object('id', product.id))
    and earlier.product_id = product.id and earlier.import_id <> entry.id
    and earlier.saved_version = (undone.former ->> 'version')::integer;
  update public.imports set stayed = (select coalesce(jsonb_agg(item order by position), '[]') from (
    select item - 'id' as item, position from jsonb_array_elements(stayed || stays) with ordinality as listed (item, position) limit 200
  ) as first_ones) where id = entry.id;
  if is_in_parts and exists (
    select from public.import_rows where import_id = entry.id and outcome in ('created', 'updated') and number < part.first
  ) then
    update public.deleted_records set products = entry.products - cardinality(part.numbers),
      record = jsonb_build_object('before', part.first, 'whole', whole)
    where id = entry.id;
    return jsonb_build_object('name', entry.name, 'products', entry.products, 'left_out', jsonb_array_length(stays), 'left', greatest(entry.products - cardinality(part.numbers), 1));
  end if;
  remains := private.delete_created_facets(entry.id);
  update public.imports set undone_at = now(), stayed = stayed || remains where id = entry.id;
  delete from public.deleted_records where id = entry.id;
  return jsonb_build_object('name', entry.name, 'products', entry.products, 'left_out', jsonb_array_length(stays));
end
$$;
