-- A deleted record can be restored for 30 days, with its id and its links. The trigger store_deleted_record stores it, so that
-- it can be whichever way it was deleted: in the back office, through the API, or with many others.

create table public.deleted_records (
  -- The record's own id, which is unique among all tables.
  id uuid primary key,
  entity text not null,
  name text not null,
  record jsonb not null,
  links jsonb not null,
  products integer not null,
  image_names text[] not null default '{}',
  deleted_at timestamptz not null default now(),
  scope text not null default 'record' constraint deleted_records_scope_known check (scope in ('record', 'records', 'edit', 'import', 'part')),
  part_of uuid
);
comment on table public.deleted_records is 'What administrators can restore: each record that was deleted in the last 30 days.';
comment on column public.deleted_records.scope is
  'record; records for several that were deleted together, each with a row of its own; edit for an edit of many products: "record" has what it changed; import for an import, with its id; part for what only its whole restores.';
comment on column public.deleted_records.part_of is
  'The row of what was deleted or edited with it, in one statement or in parts: a whole whose "record" has "most" was made in parts of at most so many, and goes back in such.';
comment on column public.deleted_records.links is
  'The rows that linked it to others, by their table; of products, the id, the category and the subcategory.';
comment on column public.deleted_records.products is 'How many products it was taken from; 0 for a product.';
comment on column public.deleted_records.image_names is 'The stored images that it shows, which stay as long as it can be restored.';

create index deleted_records_newest on public.deleted_records (deleted_at desc, id);
create index deleted_records_of_whole on public.deleted_records (part_of);
create index deleted_records_of_image on public.deleted_records using gin (image_names);

select private.enable_row_security('public.deleted_records');
grant delete on public.deleted_records to authenticated;
-- Older ones are only waiting for the purge.
create policy "administrators read what can be restored" on public.deleted_records for select to authenticated
using ((select private.is_admin()) and deleted_at > now() - interval '30 days');
create policy "administrators delete" on public.deleted_records for delete to authenticated using ((select private.is_admin()));

-- Links to records that are deleted, too, wait with those, so that the one that is restored last brings them back. Runs as
-- the owner, since no role of the API writes deleted records.
create function private.defer_restored_links(links jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'You may not restore records');
  update public.deleted_records as other set links = other.links || waiting.links
  from (
    select id, jsonb_object_agg(kind, coalesce(links -> kind, '[]') || deferred) as links
    from (
      select kind.key as kind, record.value::uuid as id, jsonb_agg(link.value) as deferred
      from jsonb_each(defer_restored_links.links) as kind, jsonb_array_elements(kind.value) as link, jsonb_each_text(link.value) as record
      where record.key like '%id'
      group by 1, 2
    ) as ends join public.deleted_records using (id)
    group by id
  ) as waiting
  where other.id = waiting.id
$$;

-- Inserts deleted records of one table again, with the category and subcategory that are still there. Ends with a sentence where
-- another record has the code or the name now. Concurrent restores of the same record insert it one after the other.
create function private.restore_rows(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  restored integer;
  violated text;
  taken text;
begin
  execute format(
    'insert into public.%1$I select restored.* from public.deleted_records as deleted
     cross join jsonb_populate_record(null::public.%1$I, deleted.record || jsonb_build_object(
       ''category_id'', (select id from public.categories where id = (deleted.record ->> ''category_id'')::uuid),
       ''subcategory_id'', (select id from public.subcategories where id = (deleted.record ->> ''subcategory_id'')::uuid)
     )) as restored where deleted.id = any ($1)',
    entity
  ) using ids;
  get diagnostics restored = row_count;
  perform private.require(restored > 0, 'It can no longer be restored, or it has already been restored', 'PT404');
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    if violated = 'products_code_unique' and cardinality(ids) > 1 then
      raise exception 'Other products have their codes now: change those first' using errcode = '23505';
    elsif violated = 'products_code_unique' then
      raise exception 'Another product has the code % now: change that one first', (
        select record ->> 'code' from public.deleted_records where id = any (ids)
      ) using errcode = '23505';
    elsif violated = entity || '_name_unique' then
      execute format(
        'select deleted.name from public.deleted_records as deleted join public.%I as present on lower(present.name) = lower(deleted.name)
         where deleted.id = any ($1) order by 1 limit 1',
        entity
      ) into taken using ids;
      raise exception 'There is another one named "%" now: rename that one first', taken using errcode = '23505';
    end if;
    raise exception 'It has already been restored' using errcode = '23505';
end
$$;

-- Inserts the facts of deleted records again, which have no other end. Another product may have the supplier's code now, which the
-- person sees before anything is restored.
create function private.restore_facts(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  link record;
begin
  for link in select name from private.link_tables() where entity = one and other is null loop
    execute format(
      'insert into public.%1$I select fact.* from public.deleted_records as deleted
       cross join jsonb_populate_recordset(null::public.%1$I, deleted.links -> %1$L) as fact where deleted.id = any ($1)',
      link.name
    ) using ids;
  end loop;
exception
  when unique_violation then
    raise exception 'Another product has the supplier code % now: change that one first', (
      select string_agg(terms ->> 'supplier_code', ', ')
      from public.deleted_records, jsonb_array_elements(links -> 'product_terms') as terms
      join public.product_terms as taken on private.name_key(taken.supplier_code) = private.name_key(terms ->> 'supplier_code')
      where deleted_records.id = any (ids)
    ) using errcode = '23505';
end
$$;

-- Inserts the links of deleted records again. Returns how many were left out, since their other end has gone: one that was made again
-- meanwhile, as it can be of a record that is still there, is not. Their own end exists: joining it would be planned with statistics from
-- after the deletion, as if there were none.
create function private.restore_links(entity text, ids uuid[]) returns integer
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

-- Gives products the deleted category and subcategory again. Those that were given another one meanwhile keep it, and a subcategory
-- restores no category. Returns how many were left out.
create function private.restore_product_categories(ids uuid[]) returns integer
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
create function private.restore_deleted(entity text, ids uuid[]) returns integer
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
create function private.restore_whole(whole public.deleted_records) returns integer
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

-- All of it or nothing, and of a whole that was made in parts the next part. Links whose other end has gone are left out, and restored
-- with it.
create function public.restore_record(record_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  deleted public.deleted_records;
  left_out integer;
  remaining bigint;
begin
  perform private.require(private.is_admin(), 'You may not restore records');
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
comment on function public.restore_record is
  'Restores a deleted record with its id and its links: {"name", "products", "left_out"}, the last one the number of links whose other end has gone or changed, which come back with it. Of what was made in parts, such as an import, it restores the last part, and "left" says how many remain.';
