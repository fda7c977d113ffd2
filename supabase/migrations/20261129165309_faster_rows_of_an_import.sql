-- faster rows of an import
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
create or replace function private.product_as_json(product uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if product is null then
    return to_jsonb(jsonb_populate_record(null::public.products, '{}')) || (to_jsonb(jsonb_populate_record(null::public.product_terms, '{}')) - 'product_id')
      || (select jsonb_object_agg(field, '[]'::jsonb) from private.product_lists());
  end if;
  return (select fields from private.products_as_json(array[product]));
end
$$;

-- Every field of a product that may be written.
create or replace function private.product_fields() returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return private.columns_among('public.products') || private.columns_among('public.product_terms') || array(select field from private.product_lists());
end
$$;

-- The pictures of a product, the first with them.
create or replace function private.pictures_of_product(product jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_array(jsonb_build_object(
    'url', product -> 'image_url', 'alt', product -> 'image_alt', 'widths', product -> 'image_widths', 'colour', product -> 'image_colour'
  )) || coalesce(nullif(product -> 'pictures', 'null'), '[]');
end
$$;

-- What a row names, each once: the category before its subcategory.
create or replace function private.names_of_row(
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
-- Written until here.
