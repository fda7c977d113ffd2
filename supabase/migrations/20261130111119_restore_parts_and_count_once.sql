-- restore parts and count once
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- Inserts the links of deleted records again. Returns how many were left out, since their other end has gone: one that was made again
-- meanwhile, as it can be of a record that is still there, is not. Their own end exists: joining it would be planned with statistics from
-- after the deletion, as if there were none.
create or replace function private.restore_links(entity text, ids uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  link record;
  restored integer;
  left_out integer := 0;
begin
  for link in
    select name, case entity when one then other else one end as other_end, case entity when one then other_id else one_id end as other_end_id
    from private.link_tables() where entity in (one, other) and other is not null
  loop
    execute format(
      'with former as materialized (
         select link.* from public.deleted_records as deleted
         cross join jsonb_populate_recordset(null::public.%1$I, deleted.links -> %1$L) as link
         join public.%2$I as other_end on other_end.id = link.%3$I
         where deleted.id = any ($1) for key share of other_end
       ), inserted as (insert into public.%1$I select * from former on conflict do nothing)
       select count(*) from former',
      link.name, link.other_end, link.other_end_id
    ) into restored using ids;
    left_out := left_out - restored + (
      select coalesce(sum(jsonb_array_length(deleted.links -> link.name)), 0) from public.deleted_records as deleted where deleted.id = any (ids)
    );
  end loop;
  return left_out;
end
$$;

-- Stores so many more records, and so many products in all, in the row of what was deleted together, which is then the latest of them, so
-- that it is listed first. One record alone gives it its name.
create or replace function private.store_whole(
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
create or replace function private.delete_records(
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

comment on function public.delete_records(pg_catalog.text,pg_catalog.uuid[],pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,integer) is 'Deletes records of a table with these ids or, without ids, the products that find_products finds, at most "most": {"deleted", "products", "undo"}, "products" of all parts of one "whole"; restore_record restores "undo". While more products have them, it takes them from "most": "left" are to come.';
-- Written until here.
