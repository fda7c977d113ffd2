-- bounded statements
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- unused since 1.1.0
drop function private.changed_since_import(undone uuid, unchanged uuid[], OUT number integer, OUT listed jsonb);

-- Before the foreign keys act, while the record is locked and its links and facts are there. A link table has the record on
-- one side or the other; ids are unique among all tables.
create or replace function private.store_deleted_record() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  record constant jsonb := to_jsonb(old);
  links jsonb;
begin
  links := jsonb_strip_nulls(jsonb_build_object(
    'subcategory_categories', (
      select jsonb_agg(link) from public.subcategory_categories as link where old.id in (subcategory_id, category_id)
    ),
    'product_industry_tags', (
      select jsonb_agg(link) from public.product_industry_tags as link where old.id in (product_id, industry_tag_id)
    ),
    'product_themes', (select jsonb_agg(link) from public.product_themes as link where old.id in (product_id, theme_id)),
    'product_doctor_type_tags', (
      select jsonb_agg(link) from public.product_doctor_type_tags as link where old.id in (product_id, doctor_type_tag_id)
    ),
    'products', (
      select jsonb_agg(jsonb_build_object('id', id, 'category_id', category_id, 'subcategory_id', subcategory_id))
      from public.products where old.id in (category_id, subcategory_id)
    ),
    'product_branding_methods', (
      select jsonb_agg(link) from public.product_branding_methods as link where old.id in (product_id, branding_method_id)
    )
  ));
  if tg_table_name = 'products' then
    links := links || private.product_facts(old.id);
  end if;
  insert into public.deleted_records (id, entity, name, record, links, products, image_names)
  values (
    old.id, tg_table_name, coalesce(record ->> 'name', record ->> 'title', record ->> 'words'), record, links,
    (
      select count(distinct coalesce(link ->> 'product_id', link ->> 'id'))
      from jsonb_each(links) as kind, jsonb_array_elements(kind.value) as link
      where coalesce(link ->> 'product_id', link ->> 'id') <> old.id::text
    ),
    private.shown_image_names(record, links)
  )
  on conflict (id) do update set
    entity = excluded.entity, name = excluded.name, record = excluded.record, links = excluded.links,
    products = excluded.products, image_names = excluded.image_names, deleted_at = excluded.deleted_at;
  -- What is looked for at each visit is there, or was changed.
  delete from private.demo_records where id = old.id;
  return old;
end
$$;

-- How many products the catalogue shows, of more than 10,000 as 10,001; null while one is there as the demo brought it. Its body is read when it runs: the tables are
-- made later.
create or replace function private.own_products() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from private.demo_records join public.products using (id, version)) then
    return null;
  end if;
  return (select count(*) from (select from private.product_search where is_sample limit 10001) as counted);
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
  perform private.require(found, 'It can no longer be restored, or it has already been restored', 'PT404');
  if deleted.scope = 'import' then
    return private.undo_import(deleted);
  end if;
  left_out := case deleted.scope when 'record' then private.restore_deleted(deleted.entity, array[record_id]) else private.restore_whole(deleted) end;
  select coalesce(sum(case deleted.scope when 'edit' then products else 1 end), 0) into remaining from public.deleted_records where part_of = record_id;
  delete from public.deleted_records where id = record_id and remaining = 0;
  return jsonb_build_object('name', deleted.name, 'products', deleted.products, 'left_out', left_out)
    || case when deleted.record ? 'most' then jsonb_build_object('left', remaining) else '{}' end;
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
    perform private.require(
      run.id is not null and run.undone_at is null and not exists (select from public.deleted_records where id = run.id and record ? 'before'),
      'This import was undone or deleted', 'PT404'
    );
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

create or replace function private.remove_demo(most integer default 100) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  part record;
  deletion jsonb;
begin
  perform private.require(private.is_admin(), 'You may not remove the demo');
  perform private.require(most between 1 and 1000, 'A part of the demo has 1 to 1000 records', '22023');
  select name as entity, ids[:most] as ids into part
  from private.demo_tables() cross join lateral private.removable_demo_ids(name) as ids
  where cardinality(ids) > 0 order by step limit 1;
  if not found then
    update public.site_settings set
      contact_email = nullif(contact_email, (private.demo_contact()).email),
      contact_address = nullif(contact_address, (private.demo_contact()).address)
    where contact_email = (private.demo_contact()).email or contact_address = (private.demo_contact()).address;
    return jsonb_build_object('entity', null, 'deleted', 0);
  end if;
  deletion := private.delete_records(part.entity, part.ids);
  insert into private.demo_removals (undo_id) values ((deletion ->> 'undo')::uuid);
  return jsonb_build_object('entity', part.entity, 'deleted', deletion -> 'deleted');
end
$$;

comment on function public.site_details() is 'What the owner has set of what every page shows, without what is not set: "counts" and "pharma_hints" are there where they are off, "terms_changed_on" where the page /terms is, and once no product is there as the demo brought it "own_products", how many the catalogue shows, at most 10,001, and "sells_pharma".';

comment on function public.restore_record(pg_catalog.uuid) is 'Restores a deleted record with its id and its links: {"name", "products", "left_out"}, the last one the number of links whose other end has gone or changed, which come back with it. Of what was made in parts, and of an import of more than 200 products, it restores the last part, and "left" says how many remain.';

revoke all on function private.changed_since_import(undone uuid, numbers integer[], unchanged uuid[], OUT number integer, OUT listed jsonb) from public, anon, authenticated, service_role;
-- Written until here.
