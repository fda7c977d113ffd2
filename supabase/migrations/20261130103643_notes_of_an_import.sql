-- notes of an import
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
drop function private.import_names(item jsonb, options jsonb, former_branding jsonb, INOUT product jsonb, INOUT errors jsonb, OUT created jsonb);

drop function private.errors_of_row(item jsonb, product jsonb, errors jsonb);

-- Finds or creates what a row names: the product then has these and no others. What there is not is noted, and the product keeps what it
-- has where a cell names nothing else. "created" is as in public.imports.
create function private.import_names(item jsonb, options jsonb, inout product jsonb, out notes jsonb, out created jsonb)
language plpgsql set search_path = '' as $$
declare
  former constant jsonb := product;
  named record;
  facet record;
begin
  created := '[]';
  notes := '{}';
  product := product || coalesce((select jsonb_object_agg(field || '_id', null) from unnest(array['category', 'subcategory']) as field where item ? field), '{}')
    || coalesce((select jsonb_object_agg(field, '[]'::jsonb) from unnest(array['industries', 'themes', 'doctor_types', 'branding']) as field where item ? field), '{}');
  for named in select * from private.names_of_row(item) loop
    if named.field = 'subcategory' and product ->> 'category_id' is null then
      notes := notes || '{"subcategory": "A subcategory needs its category"}';
      continue;
    end if;
    select * into facet from private.import_name(named.table_name, named.name, (product ->> 'category_id')::uuid, options);
    created := created || facet.created;
    if facet.id is null then
      notes := notes || jsonb_build_object(named.field, format(named.refusal, named.name));
    elsif named.rank < 3 then
      product := product || jsonb_build_object(named.field || '_id', facet.id);
    else
      product := jsonb_insert(product, array[named.field, '-1'], case when named.field <> 'branding' then to_jsonb(facet.id) else coalesce(
        jsonb_path_query_first(former -> 'branding', '$[*] ? (@.branding_method_id == $id)', jsonb_build_object('id', facet.id)),
        jsonb_build_object('branding_method_id', facet.id)
      ) || case jsonb_typeof(named.detail) when 'object' then named.detail - 'name' else '{}' end end, true);
    end if;
  end loop;
  product := product || coalesce((
    select jsonb_object_agg(key, former -> key) from jsonb_each(product) where notes ? regexp_replace(key, '_id$', '') and value in ('[]', 'null')
  ), '{}');
  if item ? 'doctor_types' and private.settled_product(product) -> 'doctor_types' <> product -> 'doctor_types' then
    notes := notes || jsonb_build_object('doctor_types', 'Doctor types need ' || coalesce((
      select 'the industry ' || string_agg(name, ' or ' order by lower(name)) from public.industry_tags where has_doctor_types
    ), 'an industry that has them'));
  end if;
end
$$;

-- Adds to the errors of a row what its product may not be, whatever it names.
create function private.errors_of_row(product jsonb, errors jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(product ->> 'name', '') = '' then
    errors := errors || '{"name": "Name is required"}';
  end if;
  if product ->> 'budget' <> all (private.budget_bands()) then
    errors := errors || jsonb_build_object('budget', format(
      'The budget is one of %s', regexp_replace(array_to_string(private.budget_bands(), ', '), ', ([^,]*)$', ' and \1')
    ));
  end if;
  return errors;
end
$$;

-- What a row makes of a product, of which `before` has what it is: {"product", "notes", "created"}.
create or replace function private.product_of_import(item jsonb, options jsonb, before jsonb, errors jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  pictures record;
  product jsonb := before || private.fields_of_row(item, before);
  notes jsonb;
  created jsonb;
begin
  if item ?| array['image_url', 'stored_image', 'pictures'] then
    select * into pictures from private.pictures_of_row(item, before);
    product := product || pictures.fields;
    errors := errors || pictures.errors;
  end if;
  product := product || jsonb_build_object('colours', private.colours_of_row(product, before -> 'colours'));
  select * into product, notes, created from private.import_names(item, options, product);
  errors := private.errors_of_row(product, errors);
  if errors <> '{}' then
    -- What the file was found to have wrong says more than what is missing for it.
    raise exception 'invalid row' using errcode = 'GW001', detail = notes || errors || coalesce(item -> 'errors', '{}');
  end if;
  return jsonb_build_object('product', private.settled_product(product), 'notes', notes, 'created', created);
end
$$;

-- Saves one row. Returns {"outcome", "product_id", "version", "former", "created", "notes", "changed", "removed"}; errors of its fields are
-- raised as GW001 with {field: sentence} as detail, so that what it created is rolled back.
create or replace function private.import_row(item jsonb, options jsonb, own_import_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  former_id constant uuid := private.product_of_row(item);
  before constant jsonb := private.product_as_json(former_id);
  unchanged constant jsonb := jsonb_strip_nulls(jsonb_build_object('outcome', 'unchanged', 'product_id', former_id));
  errors jsonb := coalesce(item -> 'errors', '{}');
  wanted jsonb;
  product jsonb;
  changed jsonb;
  saved uuid;
begin
  if former_id is null and item ? 'product_id' then
    return unchanged;
  elsif exists (
    select from public.import_rows where product_id = former_id and import_id = own_import_id and outcome in ('created', 'updated')
  ) then
    errors := errors || jsonb_build_object(case when item ? 'supplier_code' then 'supplier_code' else 'code' end, 'Another row of this file has this code');
  elsif former_id is not null and options -> 'update' is distinct from 'true' and errors = '{}' then
    return unchanged;
  end if;
  wanted := private.product_of_import(item, options, before, errors);
  changed := private.changed_fields(before, wanted -> 'product');
  if former_id is not null and changed = '{}' and not item ? 'new_image' then
    return unchanged || jsonb_build_object('notes', wanted -> 'notes');
  end if;
  product := (select coalesce(jsonb_object_agg(key, wanted #> array['product', key]), '{}') from jsonb_each(changed));
  perform private.check_product(product);
  saved := (private.put_products(jsonb_build_array(product || case when former_id is null then '{}' else jsonb_build_object('id', former_id) end)))[1];
  return jsonb_build_object(
    'outcome', case when former_id is null then 'created' else 'updated' end, 'product_id', saved, 'version', (select version from public.products where id = saved),
    'former', case when former_id is not null then before end, 'created', wanted -> 'created', 'notes', wanted -> 'notes'
  ) || case when former_id is not null and own_import_id is null then private.report_of_changes(changed, item, before, wanted -> 'product') else '{}' end;
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
-- texts to 100 characters} and "removed": [fields that the row empties]; of any row "notes": {field: why it is left out}.
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
        || coalesce((select jsonb_object_agg(key, value) from jsonb_each(line) where import_id is null and key in ('changed', 'removed', 'notes') and value not in ('null', '{}')), '{}'));
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

revoke all on function private.import_names(item jsonb, options jsonb, INOUT product jsonb, OUT notes jsonb, OUT created jsonb) from public, anon, authenticated, service_role;

revoke all on function private.errors_of_row(product jsonb, errors jsonb) from public, anon, authenticated, service_role;
-- Written until here.
