-- Changes of many products at once, each with its undo.

-- Bulk changes run one after the other and lock rows in one order, to avoid deadlocks.
create function private.lock_for_bulk_change(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('giftwell bulk change', 0));
  execute format('select from public.%I where id = any ($1) order by id for update', entity) using ids;
end
$$;

-- The ids of the products that find_products finds, on all pages.
create function private.matching_product_ids(words text, filters jsonb) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  matching constant record := private.product_condition(words, filters);
  ids uuid[];
begin
  execute 'select array(select product_id from private.product_search where ' || matching.condition || ')'
  into ids using private.word_patterns(words), matching.facet_ids;
  return ids;
end
$$;

create function private.delete_records(
  entity text, ids uuid[] default null, words text default '', filters jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  deleted_ids uuid[];
  product_count integer;
  deletion_id uuid;
begin
  perform private.require(private.is_admin(), 'You may not delete records');
  perform from pg_catalog.pg_trigger
  where tgname = 'store_deleted_record' and tgrelid = to_regclass(format('public.%I', delete_records.entity));
  perform private.require(found, format('There are no such records: %s', delete_records.entity), '22023');
  if delete_records.ids is null then
    perform private.require(delete_records.entity = 'products', 'Only products can be found by search and filters', '22023');
    ids := private.matching_product_ids(words, filters);
  end if;
  perform private.lock_for_bulk_change(delete_records.entity, delete_records.ids);
  execute format(
    'with deleted as (delete from public.%I where id = any ($1) returning id) select array_agg(id order by id) from deleted',
    delete_records.entity
  ) into deleted_ids using delete_records.ids;
  perform private.require(deleted_ids is not null, 'They no longer exist', 'PT404');
  select count(distinct coalesce(link ->> 'product_id', link ->> 'id')) into product_count
  from public.deleted_records as deleted, jsonb_each(deleted.links) as kind, jsonb_array_elements(kind.value) as link
  where delete_records.entity <> 'products' and deleted.id = any (deleted_ids) and link ?| array['product_id', 'id'];
  deletion_id := deleted_ids[1];
  if cardinality(deleted_ids) > 1 then
    -- The latest of them, so that it is listed first.
    insert into public.deleted_records (id, entity, scope, name, record, links, products, deleted_at)
    values (
      gen_random_uuid(), delete_records.entity, 'records', format('%s %s', to_char(cardinality(deleted_ids), 'FM999,999,999'), replace(delete_records.entity, '_', ' ')),
      jsonb_build_object('ids', deleted_ids), '{}', product_count, clock_timestamp()
    )
    returning id into deletion_id;
  end if;
  return jsonb_build_object('deleted', cardinality(deleted_ids), 'products', product_count, 'undo', deletion_id);
end
$$;
select private.expose('delete_records',
  'Deletes records of a table with these ids, or, without ids, the products that find_products finds on all pages: {"deleted", "products", "undo"}, how many, how many products had them, and what restore_record takes to restore them together.');

-- The fields that an edit sets, by the columns of products and product_terms.
create function private.bulk_edit_fields(fields jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(
    case when key in ('sample', 'featured', 'brand_reminder') then 'is_' || key when key in ('category', 'subcategory') then key || '_id' else key end, value
  ), '{}')
  from jsonb_each(fields)
$$;

-- The links of products to tags and branding methods, each with its row.
create function private.tag_links(product_ids uuid[]) returns table (kind text, product_id uuid, tag_id uuid, record jsonb)
language sql stable set search_path = '' as $$
  select 'industry', link.product_id, industry_tag_id, to_jsonb(link) from public.product_industry_tags as link where link.product_id = any (product_ids)
  union all
  select 'theme', link.product_id, theme_id, to_jsonb(link) from public.product_themes as link where link.product_id = any (product_ids)
  union all
  select 'doctor_type', link.product_id, doctor_type_tag_id, to_jsonb(link)
  from public.product_doctor_type_tags as link where link.product_id = any (product_ids)
  union all
  select 'branding', link.product_id, branding_method_id, to_jsonb(link)
  from public.product_branding_methods as link where link.product_id = any (product_ids)
$$;

-- What an edit of many products changes, and so what undoes it: {"products": [{"id", "before", "after"}], of the columns of
-- products and product_terms, and the links that it adds and removes by their table: {"product_themes": {"added": [...],
-- "removed": [...]}}. A product whose links alone change has nothing before and after.
create function private.plan_bulk_edit(ids uuid[], changes jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  fields constant jsonb := private.bulk_edit_fields(changes -> 'set');
  plan jsonb;
begin
  with target as materialized (
    select product.*, to_jsonb(product) || jsonb_build_object(
      'supplier', supplier, 'hsn', hsn, 'gst_rate', gst_rate, 'gst_rate_from', gst_rate_from
    ) as record
    from public.products as product left join public.product_terms as terms on terms.product_id = product.id
    where product.id = any (ids)
  ), link as materialized (
    select kind, product_id, tag_id, record as row from private.tag_links(ids)
  ), requested as materialized (
    select action.key as action, kind.key as kind, tag.value::uuid as tag_id
    from jsonb_each(changes) as action, jsonb_each(action.value) as kind, jsonb_array_elements_text(kind.value) as tag
    where action.key in ('add', 'remove')
  ), with_doctor_types as materialized (
    -- Afterwards: doctor types belong to these products only (product.md, section 5).
    select product_id from link
    where kind = 'industry' and tag_id = any (private.doctor_type_industries())
      and not exists (select from requested where action = 'remove' and requested.kind = 'industry' and requested.tag_id = link.tag_id)
    union
    select target.id from target, requested where action = 'add' and kind = 'industry' and tag_id = any (private.doctor_type_industries())
  ), change as materialized (
    select 'removed' as action, kind, product_id, tag_id, row from link
    where (kind, tag_id) in (select requested.kind, requested.tag_id from requested where requested.action = 'remove')
      or (
        kind = 'doctor_type' and changes #> '{remove,industry}' is not null
        and product_id not in (select with_doctor_types.product_id from with_doctor_types)
      )
    union all
    select 'added', kind, product_id, tag_id, jsonb_build_object('product_id', product_id, case kind
      when 'theme' then 'theme_id' when 'branding' then 'branding_method_id' else kind || '_tag_id' end, tag_id
    )
    from (
      select requested.kind, target.id as product_id, requested.tag_id from target, requested
      where requested.action = 'add'
        and (requested.kind <> 'doctor_type' or target.id in (select with_doctor_types.product_id from with_doctor_types))
      except select kind, product_id, tag_id from link
    ) as missing
  ), edited as materialized (
    select target.id, field.before, field.after
    from target cross join lateral (
      select jsonb_object_agg(key, record -> key) as before, jsonb_object_agg(key, value) as after
      from jsonb_each(
        fields || case
          -- A subcategory of another category goes with the category.
          when not fields ? 'category_id' or fields ? 'subcategory_id' or subcategory_id is null or exists (
            select from public.subcategory_categories as link
            where link.subcategory_id = target.subcategory_id and link.category_id = (fields ->> 'category_id')::uuid
          ) then '{}'::jsonb
          else '{"subcategory_id": null}'
        end
      ) as wanted where value is distinct from record -> key
    ) as field
  )
  select jsonb_build_object('products', coalesce((
    select jsonb_agg(
      jsonb_build_object('id', id, 'before', coalesce(before, '{}'), 'after', coalesce(after, '{}')) order by id
    )
    from edited
    where before is not null or id in (select change.product_id from change)
  ), '[]')) || coalesce((
    select jsonb_object_agg(table_name, changes_of_table) from (
      select table_name, jsonb_object_agg(action, links) as changes_of_table from (
        select
          'product_' || case kind when 'theme' then 'themes' when 'branding' then 'branding_methods' else kind || '_tags' end as table_name,
          action, jsonb_agg(row) as links
        from change group by 1, 2
      ) as each_change group by 1
    ) as each_table
  ), '{}') into plan;
  return plan;
end
$$;

-- Does what a plan says, or undoes it: what has changed meanwhile is left as it is. The caller's own rights decide.
-- Returns how many products were left out.
create function private.apply_bulk_edit(plan jsonb, is_undo boolean) returns integer
language plpgsql set search_path = '' as $$
declare
  link record;
  edited uuid[];
begin
  perform private.defer_product_search();
  for link in select * from private.link_tables() where one = 'products' and plan ? name loop
    execute format(
      'delete from public.%1$I as link using jsonb_populate_recordset(null::public.%1$I, $1) as gone
       where link.product_id = gone.product_id and link.%2$I = gone.%2$I and link is not distinct from gone',
      link.name, link.other_id
    ) using plan -> link.name -> case when is_undo then 'added' else 'removed' end;
    execute format(
      'insert into public.%1$I select link.* from jsonb_populate_recordset(null::public.%1$I, $1) as link
       join public.products as product on product.id = link.product_id join public.%2$I as other on other.id = link.%3$I
       on conflict do nothing',
      link.name, link.other, link.other_id
    ) using plan -> link.name -> case when is_undo then 'removed' else 'added' end;
  end loop;
  -- Those with other links only, too: a form from before does not save over them.
  with edited as (
    update public.products as product set
      (category_id, subcategory_id, budget, is_sample, is_featured, min_quantity, lead_days_from, lead_days_to, material, origin,
        packaging, care, is_brand_reminder) = (
        wanted.category_id, wanted.subcategory_id, wanted.budget, wanted.is_sample, wanted.is_featured, wanted.min_quantity,
        wanted.lead_days_from, wanted.lead_days_to, wanted.material, wanted.origin, wanted.packaging, wanted.care,
        wanted.is_brand_reminder
      )
    from jsonb_to_recordset(plan -> 'products') as change (id uuid, before jsonb, after jsonb)
    join public.products as former using (id)
    left join public.product_terms as terms on terms.product_id = former.id
    cross join jsonb_populate_record(former, case when is_undo then change.before else change.after end) as wanted
    where product.id = change.id
      and to_jsonb(former) || jsonb_build_object(
        'supplier', supplier, 'hsn', hsn, 'gst_rate', gst_rate, 'gst_rate_from', gst_rate_from
      ) @> case when is_undo then change.after else change.before end
      and (wanted.category_id is null or exists (select from public.categories where categories.id = wanted.category_id))
      and (wanted.subcategory_id is null or exists (select from public.subcategories where subcategories.id = wanted.subcategory_id))
    returning product.id
  )
  select coalesce(array_agg(id), '{}') into edited from edited;
  begin
    insert into public.product_terms (product_id, supplier, hsn, gst_rate, gst_rate_from)
    select change.id, wanted.supplier, wanted.hsn, wanted.gst_rate, wanted.gst_rate_from
    from jsonb_to_recordset(plan -> 'products') as change (id uuid, before jsonb, after jsonb)
    join unnest(edited) as done (id) using (id)
    left join public.product_terms as former on former.product_id = change.id
    cross join jsonb_populate_record(former, case when is_undo then change.before else change.after end) as wanted
    where change.after ?| array['supplier', 'hsn', 'gst_rate', 'gst_rate_from']
    on conflict (product_id) do update set
      (supplier, hsn, gst_rate, gst_rate_from) = (excluded.supplier, excluded.hsn, excluded.gst_rate, excluded.gst_rate_from);
  exception
    when unique_violation then
      raise exception 'Two products of one supplier would have the same supplier code: change one of them first' using errcode = '23505';
  end;
  -- As a product's form saves them, terms without any have no row.
  delete from public.product_terms as terms using unnest(edited) as done (id)
  where product_id = done.id and jsonb_strip_nulls(to_jsonb(terms) - 'product_id') = '{}';
  perform private.refresh_deferred_product_search(array(select (change ->> 'id')::uuid from jsonb_array_elements(plan -> 'products') as change));
  return jsonb_array_length(plan -> 'products') - cardinality(edited);
end
$$;

-- Undoes an edit of many products, as far as they have not changed since.
create function private.undo_bulk_edit(edit public.deleted_records) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.lock_for_bulk_change('products', array(
    select (change ->> 'id')::uuid from jsonb_array_elements(edit.record -> 'products') as change
  ));
  return jsonb_build_object(
    'name', edit.name, 'products', edit.products, 'left_out', private.apply_bulk_edit(edit.record, true)
  );
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
    where kind <> all (case action.key
      when 'set' then array[
        'category', 'subcategory', 'budget', 'sample', 'featured', 'brand_reminder', 'min_quantity', 'lead_days_from', 'lead_days_to',
        'material', 'origin', 'packaging', 'care', 'supplier', 'hsn', 'gst_rate', 'gst_rate_from'
      ]
      when 'add' then array['industry', 'theme', 'doctor_type', 'branding']
      when 'remove' then array['industry', 'theme', 'doctor_type', 'branding'] else '{}'
    end)
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
create function private.bulk_edit_products(
  changes jsonb, ids uuid[] default null, words text default '', filters jsonb default '{}', is_preview boolean default false,
  label text default ''
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  plan jsonb;
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
  changed := jsonb_array_length(plan -> 'products');
  if not is_preview and changed > 0 then
    perform private.apply_bulk_edit(plan, false);
    insert into public.deleted_records (id, entity, scope, name, record, links, products)
    values (gen_random_uuid(), 'products', 'edit', coalesce(nullif(left(trim(label), 200), ''), 'Bulk edit'), plan, '{}', changed)
    returning id into edit_id;
  end if;
  if is_preview and may_collide then
    begin
      perform private.apply_bulk_edit(plan, false);
      raise exception 'preview' using errcode = 'GW002';
    exception
      when sqlstate 'GW002' then null;
    end;
  end if;
  return jsonb_build_object('matched', matched, 'changed', changed, 'undo', edit_id);
end
$$;
select private.expose('bulk_edit_products',
  'Changes the products with these ids or, without ids, those that find_products finds on all pages, in one transaction: {"matched", "changed", "undo"}, where "undo" is what restore_record takes. A preview changes nothing, and is refused as the edit would be.');
