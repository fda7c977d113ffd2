-- notes of import rows
select set_config('lock_timeout', '5s', true);

alter table public.import_rows add column notes jsonb not null default '{}';
comment on column public.import_rows.notes is 'Why cells of a saved row are left out, by field.';

-- Written by npm run migration from supabase/schemas.
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
        || coalesce((select jsonb_object_agg(key, value) from jsonb_each(line) where key in ('changed', 'removed', 'notes') and value not in ('null', '{}')), '{}'));
      if import_id is not null then
        update public.import_rows as stored set
          outcome = line ->> 'outcome', errors = coalesce(line -> 'errors', '{}'), notes = coalesce(line -> 'notes', '{}'), product_id = (line ->> 'product_id')::uuid,
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

comment on column public.import_rows.notes is 'Why cells of a saved row are left out, by field.';

comment on function public.import_products(pg_catalog.jsonb,pg_catalog.jsonb,pg_catalog.uuid) is 'Saves rows of a stored import, each once; without import_id it is a dry run. Returns [{"number", "outcome": created, updated, unchanged or failed, "errors" and "notes": {field: sentence}}], in a dry run with "changed" and "removed" of an updated product. restore_record undoes an import by its id.';
-- Written until here.
