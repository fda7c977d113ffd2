-- Imports of products (docs/import.md): the rows of a file are stored first, and saved in batches, so that one that was
-- interrupted can go on. Rows that are done are never saved again. An import is undone as a whole.

create table public.imports (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint imports_name_given check (private.is_trimmed_nonempty(name))
    constraint imports_name_length check (char_length(name) <= 200),
  options jsonb not null,
  row_count integer not null constraint imports_row_count_range check (row_count between 1 and 100000),
  created jsonb not null default '[]',
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  stayed jsonb not null default '[]'
);
comment on table public.imports is 'Each import of products, with its report in import_rows; stored for a year.';
comment on column public.imports.row_count is 'How many rows it has, those of the file and of products that the file does not name; fewer are stored while they are being read.';
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
  image_names text[] not null default '{}',
  notes jsonb not null default '{}',
  primary key (import_id, number)
);
comment on table public.import_rows is 'The rows of each import with their outcomes.';
comment on column public.import_rows.number is 'The row''s number in the file, as a spreadsheet shows it.';
comment on column public.import_rows.former is 'The product that it updated, as it was (private.product_as_json).';
comment on column public.import_rows.image_names is 'The stored images that the former product shows, which stay as long as the import can be undone.';
comment on column public.import_rows.notes is 'Why cells of a saved row are left out, by field.';

create index imports_newest on public.imports (created_at desc, id);
create index import_rows_of_product on public.import_rows (product_id);
create index import_rows_of_image on public.import_rows using gin (image_names) where image_names <> '{}';

select private.enable_row_security('public.imports', 'administrators');
select private.enable_row_security('public.import_rows', 'administrators');

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

-- What the latest import that set a product's pictures named them, in their order; null where one has no name.
create function private.imported_picture_names(product uuid) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(latest.record ->> 'image', latest.record ->> 'stored_image') || array(
    select coalesce(picture ->> 'image', picture ->> 'stored_image')
    from jsonb_array_elements(nullif(latest.record -> 'pictures', 'null')) with ordinality as input (picture, position) order by position
  )
  from (
    select earlier.record
    from public.import_rows as earlier join public.imports as run on run.id = earlier.import_id and run.undone_at is null
    where earlier.product_id = product and earlier.record ?| array['image', 'stored_image', 'pictures']
      and (earlier.outcome in ('created', 'updated') or earlier.outcome = 'unchanged' and run.options @> '{"update": true}')
    order by run.created_at desc limit 1
  ) as latest
$$;

-- The product that a row is about, locked: by its id, else by the supplier and its code, else by our own code. Null for a new one.
create function private.product_of_row(item jsonb) returns uuid
language plpgsql set search_path = '' as $$
declare
  product uuid;
begin
  select stored.id into product from public.products as stored
  where stored.id = coalesce(
    (item ->> 'product_id')::uuid,
    (
      select terms.product_id from public.product_terms as terms
      where private.name_key(coalesce(terms.supplier, '')) = private.name_key(coalesce(item ->> 'supplier', ''))
        and private.name_key(terms.supplier_code) = private.name_key(item ->> 'supplier_code')
    ),
    (select ours.id from public.products as ours where private.name_key(ours.code) = private.name_key(item ->> 'code'))
  ) for update;
  return product;
end
$$;

create function private.products_with_codes(codes text[]) returns table (product_id uuid, name text, supplier text, supplier_code text)
language sql stable security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'You may not import products');
  select product.id, product.name, terms.supplier, terms.supplier_code
  from public.product_terms as terms join public.products as product on product.id = terms.product_id
  where private.name_key(terms.supplier_code) = any (array(select private.name_key(code) from unnest(codes) as code))
  order by product.id
$$;
select private.expose('products_with_codes', 'The products of any supplier that have one of these codes, as name_key compares.');

-- What a row has of a product, but for what it names and its pictures and colours, as it is stored. What the file has no column for stays.
create function private.fields_of_row(item jsonb, before jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(field.key, case field.key
      when 'name' then to_jsonb(private.trimmed(field.value #>> '{}')) when 'supplier' then to_jsonb(private.plain_text(field.value #>> '{}'))
      when 'code' then to_jsonb(private.normalize_code(field.value #>> '{}')) when 'supplier_code' then to_jsonb(private.normalize_code(field.value #>> '{}'))
      when 'price_breaks' then (
        select coalesce(jsonb_agg(price order by (price ->> 'quantity')::integer), '[]') from jsonb_array_elements(nullif(field.value, 'null')) as price
      )
      else field.value
    end), '{}')
    from jsonb_each(item - array['industries', 'themes', 'doctor_types', 'branding', 'pictures']) as field where before ? field.key
  );
end
$$;

-- The pictures of a product, the first with them.
create function private.pictures_of_product(product jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_array(jsonb_build_object(
    'url', product -> 'image_url', 'alt', product -> 'image_alt', 'widths', product -> 'image_widths', 'colour', product -> 'image_colour'
  )) || coalesce(nullif(product -> 'pictures', 'null'), '[]');
end
$$;

-- The pictures that a row has, as fields of a product. Pictures that the product shows already keep their texts and sizes. One that was
-- not chosen is found by the name that the import that set it had for it.
create function private.pictures_of_row(item jsonb, before jsonb, out fields jsonb, out errors jsonb)
language plpgsql stable set search_path = '' as $$
declare
  names constant text[] := private.imported_picture_names((before ->> 'id')::uuid);
  wanted record;
  former jsonb;
  pictures jsonb := '[]'::jsonb;
begin
  errors := '{}';
  for wanted in
    select input.picture, input.position
    from jsonb_array_elements(private.pictures_of_product(item) #- '{0,alt}') with ordinality as input (picture, position) order by input.position
  loop
    wanted.picture := case when wanted.position = 1 then jsonb_strip_nulls(wanted.picture || jsonb_build_object('stored_image', item -> 'stored_image')) else wanted.picture end;
    former := (
      select picture from jsonb_array_elements(private.pictures_of_product(before)) with ordinality as formerly (picture, position)
      where picture ->> 'url' = wanted.picture ->> 'url'
        or picture ->> 'url' is not null and private.name_key(names[position::integer]) = private.name_key(wanted.picture ->> 'stored_image')
      order by position limit 1
    );
    if former is null and wanted.picture ? 'stored_image' then
      errors := errors || jsonb_build_object(
        case wanted.position when 1 then 'image_url' else 'pictures' end, format('%s is not among the chosen pictures', wanted.picture ->> 'stored_image')
      );
    end if;
    pictures := pictures || jsonb_build_array((wanted.picture - 'stored_image') || jsonb_strip_nulls(coalesce(former, '{}'))
      || case when wanted.picture ? 'alt' then jsonb_build_object('alt', wanted.picture -> 'alt') else '{}' end);
  end loop;
  fields := case when item ?| array['image_url', 'stored_image'] then jsonb_build_object(
    'image_url', pictures #> '{0,url}', 'image_alt', case when item ? 'image_alt' then item -> 'image_alt' else pictures #> '{0,alt}' end,
    'image_widths', pictures #> '{0,widths}', 'image_colour', pictures #> '{0,colour}'
  ) else '{}' end || case when item ? 'pictures' then jsonb_build_object('pictures', pictures - 0) else '{}' end;
end
$$;

-- The colours of a product. One keeps what the file does not say of it, with its picture wherever that is now; the file names a picture by
-- its position in the row.
create function private.colours_of_row(product jsonb, former_colours jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  pictures constant jsonb := private.pictures_of_product(product);
begin
  return (
    select coalesce(jsonb_agg(coalesce(former_colour, '{}') || (colour - 'picture_position') || jsonb_build_object('picture', case
      when nullif(colour -> 'picture_position', 'null') is not null then coalesce(
        -- In a dry run a picture that is not stored yet has no address.
        pictures #> array[((colour ->> 'picture_position')::integer - 1)::text, 'url'], former_colour -> 'picture'
      )
      when colour ? 'picture_position' then null
      when pictures @> jsonb_build_array(jsonb_build_object('url', former_colour -> 'picture')) then former_colour -> 'picture'
    end) order by input.position), '[]')
    from jsonb_array_elements(nullif(product -> 'colours', 'null')) with ordinality as input (colour, position)
    left join lateral (
      select former from jsonb_array_elements(former_colours) as former where private.name_key(former ->> 'name') = private.name_key(colour ->> 'name') limit 1
    ) as matching (former_colour) on true
  );
end
$$;

-- What a row names, each once: the category before its subcategory.
create function private.names_of_row(
  item jsonb, out rank integer, out field text, out table_name text, out refusal text, out name text, out detail jsonb
) returns setof record
language plpgsql immutable set search_path = '' rows 10 as $$
begin
  return query
  select distinct on (kinds.rank, private.name_key(named.name)) kinds.rank, kinds.field, kinds.table_name, kinds.refusal, named.name, listed.detail
  from (values
    (1, 'category', 'categories', 'There is no category "%s"'),
    (2, 'subcategory', 'subcategories', 'The category has no subcategory "%s"'),
    (3, 'industries', 'industry_tags', 'There is no industry "%s"'),
    (4, 'themes', 'themes', 'There is no theme "%s"'),
    (5, 'doctor_types', 'doctor_type_tags', 'There is no doctor type "%s"'),
    (6, 'branding', 'branding_methods', 'There is no branding method "%s"')
  ) as kinds (rank, field, table_name, refusal)
  cross join jsonb_array_elements(
    case when kinds.rank < 3 then jsonb_build_array(item -> kinds.field) else item -> kinds.field end
  ) as listed (detail)
  cross join lateral (select case jsonb_typeof(listed.detail) when 'object' then listed.detail ->> 'name' else listed.detail #>> '{}' end as name) as named
  where private.trimmed(named.name) <> '' order by kinds.rank, private.name_key(named.name);
end
$$;

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

-- The fields of two products that differ: {field: [before, after]}. Tags and branding methods are compared without their order.
create function private.changed_fields(before jsonb, after jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(key, jsonb_build_array(former.value, present.value)), '{}')
    from jsonb_each(jsonb_strip_nulls(before)) as former full join jsonb_each(jsonb_strip_nulls(after)) as present using (key)
    where former.value is distinct from present.value and (
      key <> all ('{industries,themes,doctor_types,branding}') or former.value is null or not (former.value @> present.value and present.value @> former.value)
    )
  );
end
$$;

-- A list of a product as a report has it: branding methods by their names, and the pictures of colours by their positions.
create function private.reported_list(field text, rows jsonb, product jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case field
    when 'branding' then (
      select jsonb_agg((row - 'branding_method_id') || jsonb_build_object('name', method.name) order by method.name)
      from jsonb_array_elements(rows) as row join public.branding_methods as method on method.id = (row ->> 'branding_method_id')::uuid
    )
    when 'colours' then (
      select jsonb_agg(jsonb_strip_nulls((row - 'picture') || jsonb_build_object('picture_position', (
        select min(position) from jsonb_array_elements(private.pictures_of_product(product)) with ordinality as pictures (picture, position)
        where picture -> 'url' = row -> 'picture'
      ))) order by ordinality)
      from jsonb_array_elements(rows) with ordinality as listed (row, ordinality)
    )
    else rows
  end;
end
$$;

-- What a check reports of changed fields: {"changed", "removed": the fields that the row empties}. Texts to 100 characters, and of tags only
-- that they have changed.
create function private.report_of_changes(changed jsonb, item jsonb, before jsonb, after jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('changed', coalesce(jsonb_object_agg(field, case
      when key in ('industries', 'themes', 'doctor_types', 'category_id', 'subcategory_id') then '[null, null]' else sides
    end), '{}'), 'removed', jsonb_agg(field) filter (
      where value -> 1 in ('null', '[]') and value -> 0 not in ('null', '[]') and (key <> 'pictures' or not item ? 'new_image')
    ))
    from jsonb_each(changed - array['image_widths', 'image_colour'] - case when item ? 'image_alt' then '{}' else array['image_alt'] end)
    cross join lateral regexp_replace(key, '_id$', '') as field
    cross join lateral (
      select jsonb_agg(case jsonb_typeof(side)
        when 'string' then to_jsonb(left(side #>> '{}', 100))
        when 'array' then coalesce(private.reported_list(key, side, case position when 1 then before else after end), '[]')
        else side
      end order by position) as sides
      from jsonb_array_elements(value) with ordinality as both_sides (side, position)
    ) as shortened
  );
end
$$;

-- What a row makes of a product, of which `before` has what it is: {"product", "notes", "created"}.
create function private.product_of_import(item jsonb, options jsonb, before jsonb, errors jsonb) returns jsonb
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
  if coalesce(product ->> 'name', '') = '' then
    errors := errors || '{"name": "Name is required"}';
  end if;
  if product ->> 'budget' <> all (private.budget_bands()) then
    errors := errors || jsonb_build_object('budget', format(
      'The budget must be one of %s', regexp_replace(array_to_string(private.budget_bands(), ', '), ', ([^,]*)$', ' and \1')
    ));
  end if;
  if errors <> '{}' then
    -- What the file was found to have wrong says more than what is missing for it.
    raise exception 'invalid row' using errcode = 'GW001', detail = notes || errors || coalesce(item -> 'errors', '{}');
  end if;
  return jsonb_build_object('product', private.settled_product(product), 'notes', notes, 'created', created);
end
$$;

-- Saves one row. Returns {"outcome", "product_id", "version", "former", "created", "notes", "changed", "removed"}; errors of its fields are
-- raised as GW001 with {field: sentence} as detail, so that what it created is rolled back.
create function private.import_row(item jsonb, options jsonb, own_import_id uuid) returns jsonb
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

-- The field of a row that a constraint refuses, with a sentence for the person: that of the error, if it has one.
create function private.refused_field(refused text, sentence text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    coalesce(
      substring(refused from '^(?:products|product_terms)_(.*)_[a-z]+$'), substring(refused from '^product_(pictures|colours|parts|price_breaks)_'),
      case when sentence like 'The picture%' then 'image_url' else 'name' end
    ),
    coalesce(sentence, case
      when refused like '%code_unique' then 'Another product has this code'
      when refused ~ '^product_(colours|price_breaks)_.*(unique|pkey)$' then 'The same entry appears twice'
      when refused = 'products_lead_days_to_order' then 'The longest lead time must not be less than the shortest'
      when refused like '%\_range' then 'This is too small or too large'
      when refused like '%\_length' then 'This is too long'
      when refused = 'product_terms_hsn_form' then 'HSN must have 4, 6 or 8 digits'
      when refused like '%hex_form' then 'Write a colour like #b3402e'
    end, 'This was not accepted')
  )
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
create function private.import_products(rows jsonb, options jsonb default '{}', import_id uuid default null) returns jsonb
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
select private.expose('import_products',
  'Saves rows of a stored import, each once; without import_id it is a dry run. Returns [{"number", "outcome": created, updated, unchanged or failed, "errors" and "notes": {field: sentence}}], in a dry run with "changed" and "removed" of an updated product. restore_record undoes an import by its id.');
