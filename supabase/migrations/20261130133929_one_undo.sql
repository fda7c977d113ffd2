-- one undo
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
drop function private.put_back(changes jsonb);

-- Puts back the latest part of a whole, and all of one that was not made in parts: the records before what was taken from products in
-- their deletion. Returns how many links or products were left out.
create or replace function private.restore_whole(whole public.deleted_records) returns integer
language plpgsql set search_path = '' as $$
declare
  part public.deleted_records;
  ids uuid[];
  is_there boolean;
  left_out integer;
begin
  if whole.scope = 'records' then
    ids := array(
      select id from public.deleted_records where part_of = whole.id and not record ? 'taken_from'
      order by deleted_at desc, id limit (whole.record ->> 'most')::integer
    );
    if ids <> '{}' then
      return private.restore_deleted(whole.entity, ids);
    end if;
  end if;
  select * into part from public.deleted_records where part_of = whole.id order by deleted_at desc, id limit 1;
  if whole.scope = 'records' then
    -- Of a record that was deleted meanwhile it goes back with that record.
    execute format('select exists (select from public.%I where id = $1)', whole.entity) into is_there using (part.record ->> 'taken_from')::uuid;
    left_out := case when is_there
      then private.restore_links(whole.entity, array[part.id]) + private.restore_product_categories(array[part.id]) else part.products end;
    perform private.finish_restoring(array[part.id]);
    return left_out;
  end if;
  if part.id is null then
    part := whole;
  end if;
  delete from public.deleted_records where id = part.id;
  return jsonb_array_length(private.put_back(part.record -> 'products'));
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

-- Undoes an import: what it created is deleted, what it updated is as before; products that were changed since are left as
-- they are, as are categories and tags that have other products. One of more than 200 products goes in parts from its last row to its first,
-- so that each code is free again before its former product gets it back. Meanwhile "record" is {"before": the row where the
-- next part ends, "whole": what restores the deleted products}.
create or replace function private.undo_import(entry public.deleted_records) returns jsonb
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

revoke all on function private.put_back(changes jsonb, whole uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function private.put_back(changes jsonb, whole uuid, most integer) to authenticated, service_role;

-- unused since 1.1.0
drop function private.changed_since_import(undone uuid, numbers integer[], unchanged uuid[], OUT number integer, OUT listed jsonb);
-- Written until here.
