-- Imports of products (docs/import.md): the rows of a file are stored first, and saved in batches, so that one that was
-- interrupted can go on. Rows that are done are never saved again. An import is undone as a whole.
select set_config('lock_timeout', '5s', true);

create table public.imports (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint imports_name_given check (private.is_trimmed_nonempty(name))
    constraint imports_name_length check (char_length(name) <= 200),
  options jsonb not null,
  row_count integer not null constraint imports_row_count_range check (row_count between 1 and 50000),
  created jsonb not null default '[]',
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  stayed jsonb not null default '[]'
);
comment on table public.imports is 'Each import of products, with its report in import_rows; stored for a year.';
comment on column public.imports.row_count is 'How many rows the file has; fewer are stored while they are being read.';
comment on column public.imports.created is 'What it created: categories and tags as {"table", "id"}, and the links of subcategories to categories as {"table": "subcategory_categories", "id", "category"}.';

comment on column public.imports.stayed is 'What its undoing left, the first 200 products, and categories and tags: [{"name", "reason"}].';

create table public.import_rows (
  import_id uuid not null references public.imports (id) on delete cascade,
  number integer not null,
  record jsonb not null,
  outcome text
    constraint import_rows_outcome_known check (outcome in ('created', 'updated', 'unchanged', 'failed')),
  errors jsonb not null default '{}',
  product_id uuid,
  saved_version integer,
  former jsonb,
  image_name text,
  primary key (import_id, number)
);
comment on table public.import_rows is 'The rows of each import with their outcomes.';
comment on column public.import_rows.number is 'The row''s number in the file, as a spreadsheet shows it.';
comment on column public.import_rows.former is 'The product that it updated, as it was: {"product", "industries", "themes", "doctor_types"}.';
comment on column public.import_rows.image_name is 'The stored image that the former product shows, which stays as long as the import can be undone.';

create index imports_newest on public.imports (created_at desc, id);
create index import_rows_of_product on public.import_rows (product_id);
create index import_rows_of_image on public.import_rows (image_name) where image_name is not null;

select private.enable_row_security('public.imports');
select private.enable_row_security('public.import_rows');
create policy "administrators read" on public.imports for select to authenticated using ((select private.is_admin()));
create policy "administrators read" on public.import_rows for select to authenticated using ((select private.is_admin()));

create function private.store_import(import_id uuid, name text, options jsonb, row_count integer, rows jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'You may not import products');
  insert into public.imports (id, name, options, row_count)
  values (store_import.import_id, private.trimmed(left(store_import.name, 200)), store_import.options, store_import.row_count)
  on conflict (id) do nothing;
  insert into public.import_rows (import_id, number, record)
  select store_import.import_id, (item ->> 'number')::integer, item - 'number' from jsonb_array_elements(rows) as item
  on conflict do nothing
$$;

select private.expose('store_import',
  'Stores rows of a file before they are imported, as many as fit a request, those that are stored already once: [{"number", and fields as of import_products}].');

-- The id of the category or tag with this name, as name_key compares; null for none, unless the options let it be created. A
-- subcategory is one of its category: one of another category is added to it. "created" is as in public.imports.
create function private.import_name(kind text, name text, category uuid, options jsonb, out id uuid, out created jsonb)
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
begin
  created := '[]';
  execute format(
    'select facet.id from public.%I as facet where private.name_key(facet.name) = private.name_key($1) %s order by facet.created_at, facet.id limit 1', kind,
    case when kind = 'subcategories' then 'and exists (select from public.subcategory_categories as link where link.subcategory_id = facet.id and link.category_id = $2)' end
  ) into id using private.trimmed(name), category;
  if id is null and exists (
    select from jsonb_array_elements_text(options -> 'create' -> kind) as allowed where private.name_key(allowed) = private.name_key(name)
  ) then
    if kind = 'subcategories' then
      id := (select other.id from public.subcategories as other where private.name_key(other.name) = private.name_key(name) order by other.created_at, other.id limit 1);
    end if;
    if id is null then
      execute format('insert into public.%I (name) values ($1) returning id', kind) into id using private.trimmed(name);
      created := created || jsonb_build_object('table', kind, 'id', id);
    end if;
    if kind = 'subcategories' then
      insert into public.subcategory_categories values (id, category);
      created := created || jsonb_build_object('table', 'subcategory_categories', 'id', id, 'category', category);
    end if;
  end if;
end
$$;

-- Saves one row. Returns {"outcome", "product_id", "version", "former", "created"}; errors of its fields are raised as GW001
-- with {field: sentence} as detail, so that what it created is rolled back.
create function private.import_row(item jsonb, options jsonb, own_import_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  former public.products;
  was jsonb;
  saved public.products;
  product jsonb;
  errors jsonb := coalesce(item -> 'errors', '{}'::jsonb);
  created jsonb := '[]'::jsonb;
  named record;
  found record;
  ids jsonb := '{"industries": [], "themes": [], "doctor_types": []}'::jsonb;
begin
  -- By the supplier and its code, else by our own.
  select product.* into former from public.products as product
  where product.id = coalesce(
    (
      select terms.product_id from public.product_terms as terms
      where private.name_key(coalesce(terms.supplier, '')) = private.name_key(coalesce(item ->> 'supplier', ''))
        and private.name_key(terms.supplier_code) = private.name_key(item ->> 'supplier_code')
    ),
    (select own.id from public.products as own where private.name_key(own.code) = private.name_key(item ->> 'code'))
  ) for update;
  if former.id is not null then
    if exists (
      select from public.import_rows where product_id = former.id and import_id = own_import_id and outcome in ('created', 'updated')
    ) then
      errors := errors || jsonb_build_object(case when item ? 'supplier_code' then 'supplier_code' else 'code' end, 'Another row of this file has this code');
    elsif options -> 'update' is distinct from 'true' and errors = '{}' then
      return jsonb_build_object('outcome', 'unchanged', 'product_id', former.id);
    end if;
    was := jsonb_build_object(
      'product', to_jsonb(former),
      'industries', to_jsonb(array(select industry_tag_id from public.product_industry_tags where product_id = former.id order by 1)),
      'themes', to_jsonb(array(select theme_id from public.product_themes where product_id = former.id order by 1)),
      'doctor_types', to_jsonb(array(select doctor_type_tag_id from public.product_doctor_type_tags where product_id = former.id order by 1))
    );
    ids := was - 'product';
  end if;
  -- A picture that was not chosen is the one that the product has, if the import that set it named it so.
  if item ? 'stored_image' and (former.image_url is null or (
    select private.name_key(coalesce(earlier.record ->> 'image', earlier.record ->> 'stored_image'))
    from public.import_rows as earlier join public.imports as run on run.id = earlier.import_id and run.undone_at is null
    where earlier.product_id = former.id and earlier.record ?| array['image', 'stored_image']
      and (earlier.outcome in ('created', 'updated') or earlier.outcome = 'unchanged' and run.options @> '{"update": true}')
    order by run.created_at desc limit 1
  ) is distinct from private.name_key(item ->> 'stored_image')) then
    errors := errors || jsonb_build_object('image_url', format('%s is not among the chosen pictures', item ->> 'stored_image'));
  end if;
  -- What the file has no column for stays as it is.
  select coalesce(jsonb_object_agg(field.key, field.value), '{}') into product from jsonb_each(coalesce(to_jsonb(former), '{}') || item) as field
  where field.key in ('name', 'code', 'image_url', 'image_widths', 'image_colour', 'video_url', 'budget', 'is_sample', 'is_featured', 'category_id', 'subcategory_id')
    and field.value <> 'null';
  if item ->> 'image_url' is distinct from former.image_url and item ? 'image_url' then
    product := product - array['image_widths', 'image_colour'] || jsonb_build_object('image_widths', item -> 'image_widths', 'image_colour', item -> 'image_colour');
  end if;
  if coalesce(private.trimmed(product ->> 'name'), '') = '' then
    errors := errors || '{"name": "Name is required"}';
  end if;
  if product ->> 'budget' <> all (private.budget_bands()) then
    errors := errors || jsonb_build_object('budget', format(
      'The budget is one of %s', regexp_replace(array_to_string(private.budget_bands(), ', '), ', ([^,]*)$', ' and \1')
    ));
  end if;

  -- What the file names is all that the product has of it.
  product := product - array(select field || '_id' from unnest(array['category', 'subcategory']) as field where item ? field);
  select ids || coalesce(jsonb_object_agg(field, '[]'::jsonb), '{}') into ids
  from jsonb_object_keys(item) as field where ids ? field;
  for named in
    select distinct on (position, private.name_key(name)) *
    from (values
      (1, 'category', 'categories', 'There is no category "%s"'),
      (2, 'subcategory', 'subcategories', 'The category has no subcategory "%s"'),
      (3, 'industries', 'industry_tags', 'There is no industry "%s"'),
      (4, 'themes', 'themes', 'There is no theme "%s"'),
      (5, 'doctor_types', 'doctor_type_tags', 'There is no doctor type "%s"')
    ) as kinds (position, field, table_name, refusal)
    cross join jsonb_array_elements_text(
      case when position < 3 then jsonb_build_array(item -> field) else item -> field end
    ) as listed (name)
    where private.trimmed(name) <> '' order by position, private.name_key(name)
  loop
    continue when named.field = 'subcategory' and errors ? 'category';
    if named.field = 'subcategory' and product ->> 'category_id' is null then
      errors := errors || '{"subcategory": "A subcategory needs its category"}';
      continue;
    end if;
    select * into found from private.import_name(named.table_name, named.name, (product ->> 'category_id')::uuid, options);
    created := created || found.created;
    if found.id is null then
      errors := errors || jsonb_build_object(named.field, format(named.refusal, named.name));
    elsif named.position < 3 then
      product := product || jsonb_build_object(named.field || '_id', found.id);
    else
      ids := jsonb_insert(ids, array[named.field, '-1'], to_jsonb(found.id), true);
    end if;
  end loop;
  if not item ? 'subcategory' and not exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = (product ->> 'subcategory_id')::uuid and link.category_id = (product ->> 'category_id')::uuid
  ) then
    product := product - 'subcategory_id';
  end if;
  if ids -> 'doctor_types' <> '[]' and (ids -> 'industries' ? private.pharmaceutical_id()::text) is not true then
    if item ? 'doctor_types' and not errors ? 'industries' then
      errors := errors || '{"doctor_types": "Doctor types need the industry Pharmaceutical"}';
    end if;
    ids := ids || '{"doctor_types": []}';
  end if;
  if errors <> '{}' then
    -- What the file was found to have wrong says more than what is missing for it.
    raise exception 'invalid row' using errcode = 'GW001', detail = errors || coalesce(item -> 'errors', '{}');
  end if;

  if former.id is not null then
    saved := jsonb_populate_record(null::public.products, product);
    if (saved.name, saved.code, saved.image_url, saved.video_url, saved.category_id, saved.subcategory_id, saved.budget, saved.is_sample, saved.is_featured)
      is not distinct from (former.name, former.code, former.image_url, former.video_url, former.category_id, former.subcategory_id, former.budget, former.is_sample, former.is_featured)
      and not exists (
        select from jsonb_each(ids) as tag where not (was -> tag.key @> tag.value and tag.value @> (was -> tag.key))
      )
      and not item ? 'new_image'
      and (item ->> 'supplier_code' is null or exists (
        select from public.product_terms as terms
        where terms.product_id = former.id and terms.supplier_code = private.normalize_code(item ->> 'supplier_code')
      ))
    then
      return jsonb_build_object('outcome', 'unchanged', 'product_id', former.id);
    end if;
  end if;
  if item ?| array['supplier', 'supplier_code'] then
    product := product || jsonb_build_object(
      'terms', jsonb_strip_nulls(jsonb_build_object('supplier', item -> 'supplier', 'supplier_code', item -> 'supplier_code'))
    );
  end if;
  saved := public.save_product(
    product, array(select jsonb_array_elements_text(ids -> 'industries')::uuid), array(select jsonb_array_elements_text(ids -> 'themes')::uuid),
    array(select jsonb_array_elements_text(ids -> 'doctor_types')::uuid), former.id, former.version
  );
  return jsonb_build_object(
    'outcome', case when former.id is null then 'created' else 'updated' end, 'product_id', saved.id, 'version', saved.version,
    'former', was, 'created', created, 'removed', (
      select jsonb_agg(field.key) from jsonb_each(item) as field
      cross join lateral (select (was -> 'product' || was) -> (field.key || case when field.key in ('category', 'subcategory') then '_id' else '' end)) as before (value)
      where field.value in ('null', '[]') and before.value not in ('null', '[]')
    )
  );
end
$$;

create function private.import_products(rows jsonb, options jsonb default '{}', import_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  run public.imports;
  item jsonb;
  line jsonb;
  report jsonb := '[]'::jsonb;
  changed integer := 0;
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
          refused_constraint := coalesce(substring(refused_constraint from '^products_(.*)_[a-z]+$'), case when sqlerrm like 'The picture%' then 'image_url' else 'name' end);
          line := jsonb_build_object('outcome', 'failed', 'errors', jsonb_build_object(refused_constraint, case
            when sqlerrm like '%constraint "%' or sqlstate like '22%' then 'This was not accepted' else sqlerrm
          end));
      end;
      report := report || (jsonb_build_object('number', item -> 'number', 'outcome', line -> 'outcome', 'errors', coalesce(line -> 'errors', '{}'))
        || jsonb_strip_nulls(jsonb_build_object('removed', line -> 'removed')));
      if import_id is not null then
        update public.import_rows as stored set
          outcome = line ->> 'outcome', errors = coalesce(line -> 'errors', '{}'), product_id = (line ->> 'product_id')::uuid,
          saved_version = (line ->> 'version')::integer, former = nullif(line -> 'former', 'null'),
          image_name = private.stored_image_name(line #>> '{former,product,image_url}')
        where stored.import_id = run.id and stored.number = (item ->> 'number')::integer;
        run.created := run.created || coalesce(line -> 'created', '[]');
        changed := changed + (line ->> 'outcome' in ('created', 'updated'))::integer;
      end if;
    end loop;
    if import_id is null then
      raise exception 'dry run' using errcode = 'GW002';
    end if;
  exception
    when sqlstate 'GW002' then null;
  end;
  if changed > 0 then
    update public.imports set created = run.created where imports.id = run.id;
    insert into public.deleted_records (id, entity, scope, name, record, links, products)
    values (run.id, 'products', 'import', left('Import of ' || run.name, 200), '{}', '{}', changed)
    on conflict (id) do update set products = deleted_records.products + changed, deleted_at = excluded.deleted_at;
  end if;
  return report;
end
$$;

select private.expose('import_products',
  'Saves rows of a stored import, each once: [{"number", "name", "code", "supplier", "supplier_code", "category", "subcategory", "industries": [names], "themes", "doctor_types", "budget", "video_url", "image_url", "image_widths", "image_colour", "is_sample", "is_featured"}]. Fields that are left out stay as they are; a row that comes with "errors" fails with them. "stored_image" names a picture that an earlier import has stored; in a dry run "new_image" tells that the row has one that is not stored yet. Categories and tags are found by their names whatever their case. Without import_id it is a dry run, which writes nothing, with options {"update": true to change products with the same code of the supplier, or else with the same code, "create": {table: [names that may be created]}}. Returns [{"number", "outcome": created, updated, unchanged or failed, "errors": {field: sentence}, "removed": [fields of an updated product that the row empties]}]. restore_record undoes an import by its id.');

-- Undoes an import: what it created is deleted, what it updated is as before; products that were changed since are left as
-- they are, as are categories and tags that have other products.
create function private.undo_import(entry public.deleted_records) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  updated uuid[];
  created uuid[];
  link record;
  facet record;
  left_out integer;
  remains jsonb;
  in_use jsonb;
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
  select count(*), coalesce(jsonb_agg(jsonb_build_object('name', kept.name, 'reason', kept.reason)) filter (where kept.position <= 200), '[]')
  into left_out, remains
  from (
    select row_number() over (order by stored.number) as position, coalesce(product.name, stored.former #>> '{product,name}') as name, case
      when product.id is null then 'was deleted since'
      when product.is_sample and stored.record -> 'is_sample' is distinct from 'true' and stored.former #> '{product,is_sample}' is distinct from 'true' then 'was published since'
      else 'was changed since'
    end as reason
    from public.import_rows as stored left join public.products as product on product.id = stored.product_id
    where stored.import_id = entry.id and stored.product_id <> all (updated || created)
      and (stored.outcome = 'updated' or stored.outcome = 'created' and product.id is not null)
  ) as kept;

  for link in
    select *, case other when 'industry_tags' then 'industries' when 'themes' then 'themes' else 'doctor_types' end as field
    from private.link_tables() where one = 'products' and other in ('industry_tags', 'themes', 'doctor_type_tags')
  loop
    execute format('delete from public.%I where product_id = any ($1)', link.name) using updated;
    execute format(
      'insert into public.%I (product_id, %I) select stored.product_id, other.id
       from public.import_rows as stored cross join jsonb_array_elements_text(stored.former -> %L) as tag
       join public.%I as other on other.id = tag::uuid
       where stored.import_id = $2 and stored.product_id = any ($1) and stored.outcome = ''updated''',
      link.name, link.other_id, link.field, link.other
    ) using updated, entry.id;
  end loop;
  update public.products as product set
    name = former.name, code = former.code, image_url = former.image_url, image_widths = former.image_widths, image_colour = former.image_colour,
    video_url = former.video_url, budget = former.budget, is_sample = former.is_sample, is_featured = former.is_featured,
    category_id = (select id from public.categories where id = former.category_id),
    subcategory_id = (select id from public.subcategories where id = former.subcategory_id)
  from public.import_rows as stored cross join jsonb_populate_record(null::public.products, stored.former -> 'product') as former
  where stored.import_id = entry.id and stored.outcome = 'updated' and product.id = stored.product_id and product.id = any (updated);
  if created <> '{}' then
    perform private.delete_records('products', created);
  end if;
  delete from public.subcategory_categories as added
  using public.imports, jsonb_array_elements(imports.created) as made
  where imports.id = entry.id and made ->> 'table' = 'subcategory_categories'
    and added.subcategory_id = (made ->> 'id')::uuid and added.category_id = (made ->> 'category')::uuid
    and not exists (select from public.products as product where product.subcategory_id = added.subcategory_id and product.category_id = added.category_id);
  for facet in
    select made ->> 'table' as name, (made ->> 'id')::uuid as id
    from public.imports, jsonb_array_elements(imports.created) with ordinality as every (made, position)
    where imports.id = entry.id and made ->> 'table' <> 'subcategory_categories' order by made ->> 'table' = 'categories', position
  loop
    execute format(
      'delete from public.%I where id = $1 and not exists (select from private.product_search where facet_ids @> array[$1])
         and not exists (select from public.subcategory_categories where category_id = $1)',
      facet.name
    ) using facet.id;
    execute format('select jsonb_build_object(''name'', name, ''reason'', ''is in use'') from public.%I where id = $1', facet.name) into in_use using facet.id;
    remains := remains || coalesce(in_use, '[]');
  end loop;
  -- An earlier import of what is now as that one left it can be undone next.
  update public.import_rows as earlier set saved_version = product.version
  from public.import_rows as undone join public.products as product on product.id = undone.product_id
  where undone.import_id = entry.id and undone.outcome = 'updated' and product.id = any (updated)
    and earlier.product_id = product.id and earlier.import_id <> entry.id
    and earlier.saved_version = (undone.former #>> '{product,version}')::integer;
  update public.imports set undone_at = now(), stayed = remains where id = entry.id;
  return jsonb_build_object('name', entry.name, 'products', entry.products, 'left_out', left_out);
end
$$;
