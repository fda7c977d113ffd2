-- deletions in parts
select set_config('lock_timeout', '5s', true);

alter table public.deleted_records drop constraint deleted_records_scope_known;
alter table public.deleted_records add constraint deleted_records_scope_known check (scope in ('record', 'records', 'edit', 'import', 'part'));

-- Written by npm run migration from supabase/schemas.
drop function public.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text);

drop function private.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text);

-- Gives products the deleted category and subcategory again. Those that were given another one meanwhile keep it, and a subcategory
-- restores no category. Returns how many were left out.
create or replace function private.restore_product_categories(ids uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  restored integer;
begin
  update public.products as product set category_id = former.category_id, subcategory_id = subcategory.id
  from (
    -- One that lost its subcategory first, and its category then, has two.
    select distinct on (former.id) former.*, coalesce((deleted.record ->> 'taken_from')::uuid, deleted.id) as restored_id
    from public.deleted_records as deleted
    cross join jsonb_to_recordset(deleted.links -> 'products') as former (id uuid, category_id uuid, subcategory_id uuid)
    where deleted.id = any (ids)
    order by former.id, former.subcategory_id nulls last
  ) as former
  join public.categories as category on category.id = former.category_id
  left join public.subcategories as subcategory on subcategory.id = former.subcategory_id
  where product.id = former.id and product.subcategory_id is null
    and coalesce(product.category_id, case when former.restored_id is distinct from former.subcategory_id then former.category_id end)
      = former.category_id;
  get diagnostics restored = row_count;
  return (
    select count(distinct former ->> 'id')
    from public.deleted_records as deleted cross join jsonb_array_elements(deleted.links -> 'products') as former
    where deleted.id = any (ids)
  ) - restored;
end
$$;

-- Deletes what restored records and links were restored from, and hands the links whose other end is deleted to that.
create function private.finish_restoring(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  former_links jsonb;
begin
  select jsonb_object_agg(kinds.kind, kinds.links) into former_links
  from (
    select kind.key as kind, jsonb_agg(former.value) as links
    from public.deleted_records as deleted
    cross join jsonb_each(
      case when deleted.entity = 'products' then jsonb_build_object('products', jsonb_build_array(jsonb_build_object(
        'id', deleted.id, 'category_id', deleted.record -> 'category_id', 'subcategory_id', deleted.record -> 'subcategory_id'
      ))) else '{}' end || deleted.links
    ) as kind
    cross join jsonb_array_elements(kind.value) as former
    where deleted.id = any (ids) group by kind.key
  ) as kinds;
  delete from public.deleted_records where id = any (ids);
  perform private.defer_restored_links(former_links);
end
$$;

-- Restores deleted records of one table with their links, all of them or none, and each step once for all of them: there may
-- be thousands of products. Returns how many links were left out, since their other end has gone or changed.
create or replace function private.restore_deleted(entity text, ids uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  left_out integer;
begin
  -- What is there now is there until the end of the transaction.
  perform from public.categories
  where id in (select (record ->> 'category_id')::uuid from public.deleted_records where id = any (ids)) order by id for key share;
  perform from public.subcategories
  where id in (select (record ->> 'subcategory_id')::uuid from public.deleted_records where id = any (ids)) order by id for key share;

  if entity = 'products' then
    perform private.defer_product_search();
  end if;
  perform private.restore_rows(entity, ids);
  select
    count((record ->> 'category_id')::uuid) + count((record ->> 'subcategory_id')::uuid) - count(category.id) - count(subcategory.id)
  into left_out
  from public.deleted_records
  left join public.categories as category on category.id = (record ->> 'category_id')::uuid
  left join public.subcategories as subcategory on subcategory.id = (record ->> 'subcategory_id')::uuid
  where deleted_records.id = any (ids);
  perform private.restore_facts(entity, ids);
  left_out := left_out + private.restore_links(entity, ids);
  if entity = 'products' then
    perform private.refresh_deferred_product_search(ids);
  end if;
  left_out := left_out + private.restore_product_categories(ids);

  perform private.finish_restoring(ids);
  return left_out;
end
$$;

-- Puts back the latest part of a whole, and all of one that was not made in parts: the records before what was taken from products in
-- their deletion. Returns how many links or products were left out.
create or replace function private.restore_whole(whole public.deleted_records) returns integer
language plpgsql set search_path = '' as $$
declare
  part public.deleted_records;
  ids uuid[];
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
    left_out := private.restore_links(whole.entity, array[part.id]) + private.restore_product_categories(array[part.id]);
    perform private.finish_restoring(array[part.id]);
    return left_out;
  end if;
  if part.id is null then
    part := whole;
  end if;
  delete from public.deleted_records where id = part.id;
  return part.products - cardinality(private.put_back(part.record -> 'products'));
end
$$;

-- All of it or nothing, and of a whole that was made in parts the next part. Links whose other end has gone are left out, and restored
-- with it.
create or replace function public.restore_record(record_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  deleted public.deleted_records;
  left_out integer;
  remaining bigint;
begin
  if not private.is_admin() then
    raise exception 'You may not restore records' using errcode = '42501';
  end if;
  select * into deleted from public.deleted_records where id = record_id;
  if deleted.scope <> 'record' then
    -- Concurrent ones wait here, and find what is left.
    perform private.lock_for_bulk_change('products', '{}');
    select * into deleted from public.deleted_records where id = record_id;
  end if;
  perform private.require(found and deleted.scope <> 'part', 'It can no longer be restored, or it has already been restored', 'PT404');
  if deleted.scope = 'import' then
    return private.undo_import(deleted);
  end if;
  left_out := case deleted.scope when 'record' then private.restore_deleted(deleted.entity, array[record_id]) else private.restore_whole(deleted) end;
  select coalesce(sum(case when deleted.scope = 'edit' or part.record ? 'taken_from' then part.products else 1 end), 0) into remaining
  from public.deleted_records as part where part.part_of = record_id;
  delete from public.deleted_records where id = record_id and remaining = 0;
  return jsonb_build_object('name', deleted.name, 'products', deleted.products, 'left_out', left_out)
    || case when deleted.record ? 'most' then jsonb_build_object('left', remaining) else '{}' end;
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

-- Stores so many more records and products in the row of what was deleted together, which is then the latest of them, so that it is listed
-- first. One record gives it its name.
create function private.store_whole(
  whole uuid, before public.deleted_records, entity text, records integer, products integer, most integer, ids uuid[]
) returns uuid
language sql set search_path = '' as $$
  insert into public.deleted_records (id, entity, scope, name, record, links, products, deleted_at)
  select
    coalesce(whole, gen_random_uuid()), entity, 'records', coalesce(
      (select name from private.facets where cardinality(ids) = 1 and table_name = entity and id = ids[1]),
      (select name from public.deleted_records where cardinality(ids) = 1 and id = ids[1]),
      format('%s %s', to_char(greatest(total, cardinality(ids)), 'FM999,999,999'), replace(entity, '_', ' '))
    ),
    jsonb_strip_nulls(jsonb_build_object('records', total, 'most', most)), '{}', products + coalesce(before.products, 0), clock_timestamp()
  from (values (records + coalesce((before.record ->> 'records')::integer, 0))) as counted (total)
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
    perform private.store_whole(whole, before, delete_records.entity, 0, product_count, most, delete_records.ids);
    return jsonb_build_object('deleted', 0, 'products', product_count, 'undo', whole, 'left', (
      select count(*) from private.product_search where facet_ids && delete_records.ids
    ));
  end if;
  execute format(
    'with deleted as (delete from public.%I where id = any ($1) returning id) select array_agg(id order by id) from deleted',
    delete_records.entity
  ) into deleted_ids using delete_records.ids;
  perform private.require(deleted_ids is not null or before.id is not null, 'They no longer exist', 'PT404');
  select count(distinct coalesce(link ->> 'product_id', link ->> 'id')) into product_count
  from public.deleted_records as deleted, jsonb_each(deleted.links) as kind, jsonb_array_elements(kind.value) as link
  where delete_records.entity <> 'products' and deleted.id = any (deleted_ids) and link ?| array['product_id', 'id'];
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

-- All or nothing, one lead after the other in the order of their ids, so that two who choose the same ones do not block each other. A change
-- of any number of leads is one of parts.
create function private.handle_leads(
  kind text, value text default null, ids uuid[] default null, words text default '', since timestamptz default null,
  before timestamptz default null, filters jsonb default '{}', reason text default null, note text default null,
  beyond uuid default null, most integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lead uuid;
  input text;
  stored bigint;
  numbers bigint[] := array[]::bigint[];
  undone constant bigint[] := case when kind = 'undone' then string_to_array(value, ',')::bigint[] end;
  matching record;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  perform private.require(kind in ('state', 'assigned', 'undone'), 'This change of several leads is not supported', '22023');
  if ids is null and undone is null then
    matching := private.leads_condition(words, since, before, null, coalesce(filters, '{}'));
    execute format(
      'select array(select handling.lead_id from %s where %s and ($4 is null or handling.lead_id > $4) order by handling.lead_id limit $5)',
      matching.source, matching.condition
    ) into ids using matching.patterns, since, before, beyond, most;
  end if;
  for lead, input in
    select listed.id, value from unnest(ids) as listed (id) where undone is null
    union
    select event.lead_id, event.number::text from public.lead_events as event
    where event.number = any (undone) and event.actor_id = auth.uid() and event.kind in ('state', 'assigned')
    order by 1
  loop
    stored := private.handle_lead(lead, kind, input, reason, note);
    numbers := case when stored is null then numbers else numbers || stored end;
  end loop;
  return jsonb_build_object('changed', cardinality(numbers), 'undo', nullif(array_to_string(numbers, ','), ''))
    || case when most is null then '{}' else jsonb_build_object('last', ids[most]) end;
end
$$;

select private.expose('handle_leads',
  'Does the same with many leads, as handle_lead: state, or assigned; of those with the ids, else of all that find_leads finds, at most "most" beyond one: {"changed", "undo", "last"}. The next part begins beyond "last"; undone takes "undo", numbers of events, null where nothing was changed.');

comment on column public.deleted_records.scope is 'record; records for several that were deleted together, each with a row of its own; edit for an edit of many products: "record" has what it changed; import for an import, with its id; part for what only its whole restores.';

comment on function public.delete_records(pg_catalog.text,pg_catalog.uuid[],pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,integer) is 'Deletes records of a table with these ids or, without ids, the products that find_products finds, at most "most": {"deleted", "products", "undo"}; restore_record restores "undo", all parts of one "whole". While more products have them, it takes them from "most" and tells how many are "left".';

revoke all on function private.take_from_products(entity text, ids uuid[], whole uuid, most integer) from public, anon, authenticated, service_role;

revoke all on function private.store_whole(whole uuid, before public.deleted_records, entity text, records integer, products integer, most integer, ids uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.finish_restoring(ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.finish_restoring(ids uuid[]) to authenticated, service_role;

revoke all on function public.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text, beyond uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function public.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text, beyond uuid, most integer) to authenticated, service_role;

revoke all on function private.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text, beyond uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function private.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text, beyond uuid, most integer) to authenticated, service_role;
-- Written until here.
