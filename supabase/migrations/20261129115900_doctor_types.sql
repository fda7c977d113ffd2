-- doctor types
select set_config('lock_timeout', '5s', true);

alter table public.industry_tags add column has_doctor_types boolean not null default false;
-- No person changes it, so history and versions stay.
alter table public.industry_tags disable trigger user;
update public.industry_tags set has_doctor_types = true where lower(name) = 'pharmaceutical';
alter table public.industry_tags enable trigger user;

-- Written by npm run migration from supabase/schemas.
-- An industry that is named "Pharmaceutical" has doctor types unless a later change says otherwise (product.md, section 1).
create function private.set_doctor_types() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.has_doctor_types := coalesce(new.has_doctor_types, false) or lower(new.name) = 'pharmaceutical';
  return new;
end
$$;

-- The industries whose products have doctor types (product.md, sections 5 and 9).
create function private.doctor_type_industries() returns uuid[]
language sql stable set search_path = '' as $$
  select array(select id from public.industry_tags where has_doctor_types)
$$;

-- Links a product to these tags and to no others; to doctor types only if one of its industries has them.
create or replace function private.save_tags(product uuid, industry_tag_ids uuid[], theme_ids uuid[], doctor_type_tag_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  doctor_type_ids uuid[];
begin
  delete from public.product_industry_tags as link
  where link.product_id = product and link.industry_tag_id <> all (coalesce(industry_tag_ids, '{}'));
  insert into public.product_industry_tags (product_id, industry_tag_id)
  select product, chosen from unnest(industry_tag_ids) as chosen on conflict do nothing;

  delete from public.product_themes as link
  where link.product_id = product and link.theme_id <> all (coalesce(theme_ids, '{}'));
  insert into public.product_themes (product_id, theme_id)
  select product, chosen from unnest(theme_ids) as chosen on conflict do nothing;

  if industry_tag_ids && private.doctor_type_industries() then
    doctor_type_ids := doctor_type_tag_ids;
  end if;
  delete from public.product_doctor_type_tags as link
  where link.product_id = product and link.doctor_type_tag_id <> all (coalesce(doctor_type_ids, '{}'));
  insert into public.product_doctor_type_tags (product_id, doctor_type_tag_id)
  select product, chosen from unnest(doctor_type_ids) as chosen on conflict do nothing;
end
$$;

create or replace function public.catalogue_filters() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'industries', (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', id, 'name', name, 'has_doctor_types', has_doctor_types) order by lower(name)
      ), '[]') from public.industry_tags
    ),
    'themes', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name)), '[]') from public.themes),
    'doctor_types', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name)), '[]') from public.doctor_type_tags
    ),
    'facts', private.catalogue_facts(),
    'categories', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', category.id, 'name', category.name, 'subcategories', (
            select coalesce(jsonb_agg(
              jsonb_build_object('id', subcategory.id, 'name', subcategory.name)
              order by lower(subcategory.name), subcategory.name, subcategory.id
            ), '[]')
            from public.subcategory_categories as link
            join public.subcategories as subcategory on subcategory.id = link.subcategory_id
            where link.category_id = category.id
          )) order by lower(category.name)
        ),
        '[]'
      )
      from public.categories as category
    )
  )
$$;

-- What everyone who may see a product learns of it: {"id", "name", "image_url", "image_widths", "image_colour", "video_url",
-- "budget", "key", "category", "subcategory", "industries", "themes", "doctor_types"}, and of its facts those that are known.
create or replace function private.product_details(wanted uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', product.id, 'name', product.name, 'image_url', product.image_url, 'image_widths', product.image_widths,
    'image_colour', product.image_colour, 'video_url', product.video_url, 'budget', product.budget, 'key', private.share_key(product.id),
    'category', (select category.name from public.categories as category where category.id = product.category_id),
    'subcategory', (select subcategory.name from public.subcategories as subcategory where subcategory.id = product.subcategory_id),
    'industries', array(select name from private.facets where section = 'industry' and id = any (facet_ids) order by lower(name)),
    'themes', array(select name from private.facets where section = 'theme' and id = any (facet_ids) order by lower(name)),
    'doctor_types', array(
      select name from private.facets where section = 'doctor_type' and id = any (facet_ids) order by lower(name)
    )
  ) || jsonb_strip_nulls(jsonb_build_object(
    'doctor_type_industry', (
      select name from public.industry_tags where has_doctor_types and id = any (facet_ids) order by lower(name) limit 1
    ),
    'code', product.code, 'description', product.description, 'image_alt', product.image_alt, 'material', product.material,
    'length_mm', product.length_mm, 'width_mm', product.width_mm, 'height_mm', product.height_mm, 'capacity_ml', product.capacity_ml,
    'weight_g', product.weight_g, 'min_quantity', product.min_quantity, 'lead_days_from', product.lead_days_from,
    'lead_days_to', product.lead_days_to, 'packaging', product.packaging, 'care', product.care, 'origin', product.origin,
    'pictures', (
      select jsonb_agg(jsonb_build_object('position', position, 'url', url, 'alt', alt, 'widths', widths, 'colour', colour) order by position)
      from public.product_pictures where product_id = product.id
    ),
    'colours', (
      select jsonb_agg(jsonb_build_object('name', name, 'hex', hex, 'picture_position', picture_position) order by position)
      from public.product_colours where product_id = product.id
    ),
    'branding', (
      select jsonb_agg(jsonb_build_object('name', method.name, 'area', link.area, 'colours', link.colours) order by lower(method.name))
      from public.product_branding_methods as link join public.branding_methods as method on method.id = link.branding_method_id
      where link.product_id = product.id
    ),
    'parts', (
      select jsonb_agg(jsonb_build_object('name', name, 'quantity', quantity) order by position)
      from public.product_parts where product_id = product.id
    )
  ))
  from public.products as product join private.product_search as search on search.product_id = product.id
  where product.id = wanted
$$;

-- What an edit of many products changes, and so what undoes it: {"products": [{"id", "before", "after"}], of the columns of
-- products and product_terms, and the links that it adds and removes by their table: {"product_themes": {"added": [...],
-- "removed": [...]}}. A product whose links alone change has nothing before and after.
create or replace function private.plan_bulk_edit(ids uuid[], changes jsonb) returns jsonb
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

-- Finds or creates what a row names: its category and subcategory, which are fields of the product, and its tags and branding methods,
-- of which the product then has these and no others; doctor types only if one of its industries has them. Adds to the errors what there is not,
-- and says what it has created.
create or replace function private.import_names(
  item jsonb, options jsonb, former_branding jsonb, inout product jsonb, inout ids jsonb, inout errors jsonb, out created jsonb
)
language plpgsql set search_path = '' as $$
declare
  named record;
  facet record;
begin
  created := '[]';
  product := product - array(select field || '_id' from unnest(array['category', 'subcategory']) as field where item ? field);
  ids := ids || coalesce((select jsonb_object_agg(field, '[]'::jsonb) from jsonb_object_keys(item) as field where ids ? field), '{}');
  for named in
    select distinct on (position, private.name_key(name)) position, field, table_name, refusal, name, detail
    from (values
      (1, 'category', 'categories', 'There is no category "%s"'),
      (2, 'subcategory', 'subcategories', 'The category has no subcategory "%s"'),
      (3, 'industries', 'industry_tags', 'There is no industry "%s"'),
      (4, 'themes', 'themes', 'There is no theme "%s"'),
      (5, 'doctor_types', 'doctor_type_tags', 'There is no doctor type "%s"'),
      (6, 'branding', 'branding_methods', 'There is no branding method "%s"')
    ) as kinds (position, field, table_name, refusal)
    cross join jsonb_array_elements(
      case when position < 3 then jsonb_build_array(item -> field) else item -> field end
    ) as listed (detail)
    cross join lateral (select case jsonb_typeof(detail) when 'object' then detail ->> 'name' else detail #>> '{}' end as name) as named
    where private.trimmed(name) <> '' order by position, private.name_key(name)
  loop
    continue when named.field = 'subcategory' and errors ? 'category';
    if named.field = 'subcategory' and product ->> 'category_id' is null then
      errors := errors || '{"subcategory": "A subcategory needs its category"}';
      continue;
    end if;
    select * into facet from private.import_name(named.table_name, named.name, (product ->> 'category_id')::uuid, options);
    created := created || facet.created;
    if facet.id is null then
      errors := errors || jsonb_build_object(named.field, format(named.refusal, named.name));
    elsif named.position < 3 then
      product := product || jsonb_build_object(named.field || '_id', facet.id);
    else
      ids := jsonb_insert(ids, array[named.field, '-1'], case when named.field <> 'branding' then to_jsonb(facet.id) else coalesce((
        select link from jsonb_array_elements(former_branding) as link where link -> 'branding_method_id' = to_jsonb(facet.id)
      ), jsonb_build_object('branding_method_id', facet.id, 'name', private.trimmed(named.name)))
        || case jsonb_typeof(named.detail) when 'object' then named.detail - 'name' else '{}' end end, true);
    end if;
  end loop;
  if not item ? 'subcategory' and not exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = (product ->> 'subcategory_id')::uuid and link.category_id = (product ->> 'category_id')::uuid
  ) then
    product := product - 'subcategory_id';
  end if;
  if ids -> 'doctor_types' <> '[]' and (ids -> 'industries' ?| private.doctor_type_industries()::text[]) is not true then
    if item ? 'doctor_types' and not errors ? 'industries' then
      errors := errors || jsonb_build_object('doctor_types', 'Doctor types need ' || coalesce((
        select 'the industry ' || string_agg(name, ' or ' order by lower(name)) from public.industry_tags where has_doctor_types
      ), 'an industry that has them'));
    end if;
    ids := ids || '{"doctor_types": []}';
  end if;
end
$$;

-- The lead is {"id", "reference", "company"}, each version has "is_expired", and "offered_prices" is {line id: {"last", "breaks",
-- "cost_paise", "parts": [{"name", "gst_rate"}], "is_brand_reminder", "is_pharmaceutical"}}.
create or replace function private.quotation_details(quotation uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  latest public.quotation_versions;
  found_one public.quotations;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into found_one from public.quotations where id = quotation;
  if not found then
    perform private.refuse_change(null, null, 'quotation');
  end if;
  select * into latest from public.quotation_versions where quotation_id = quotation order by revision desc limit 1;
  return json_build_object(
    'quotation', to_json(found_one),
    'lead', (
      select json_build_object('id', id, 'reference', private.lead_reference(id), 'company', company) from public.leads where id = found_one.lead_id
    ),
    'versions', (
      select json_agg(to_jsonb(version) || jsonb_build_object(
        'is_expired', version.sent_at is not null and version.valid_until < private.day_in_india(now())
      ) order by revision desc)
      from public.quotation_versions as version where quotation_id = quotation
    ),
    'events', (
      select coalesce(json_agg(event order by number), '[]') from public.quotation_events as event where quotation_id = quotation
    ),
    'links', (
      select coalesce(json_agg(json_build_object(
        'id', id, 'purpose', purpose, 'email', email, 'created_at', created_at, 'ended_at', ended_at
      ) order by created_at), '[]') from public.quotation_links where quotation_id = quotation
    ),
    -- By the lines of the latest version. Remembered is what the same product cost in the newest other quotation that was sent.
    'offered_prices', (
      select coalesce(json_object_agg(line ->> 'id', json_build_object(
        'last', (
          select json_build_object(
            'price_paise', price -> 'quantities' -> 0 -> 'price_paise', 'quantity', price -> 'quantities' -> 0 -> 'quantity',
            'number', other.number, 'sent_at', version.sent_at
          )
          from public.quotation_versions as version join public.quotations as other on other.id = version.quotation_id
          cross join lateral jsonb_array_elements(version.content -> 'lines') as price
          where version.sent_at is not null and version.quotation_id <> quotation
            and version.content -> 'lines' @> jsonb_build_array(jsonb_build_object('product_id', line -> 'product_id'))
            and price -> 'product_id' = line -> 'product_id'
          order by version.sent_at desc limit 1
        ),
        'breaks', (
          select coalesce(json_agg(json_build_object('quantity', quantity, 'price_paise', price_paise) order by quantity), '[]')
          from public.product_price_breaks where product_id = (line ->> 'product_id')::uuid
        ),
        'cost_paise', (select cost_paise from public.product_terms where product_id = (line ->> 'product_id')::uuid),
        -- The rate of a part is that of the product with its name.
        'parts', (
          select coalesce(json_agg(json_build_object('name', part.name, 'gst_rate', private.gst_rate_on((
            select products.id from public.products where products.name = part.name order by created_at desc limit 1
          ), private.day_in_india(now()))) order by part.position), '[]')
          from public.product_parts as part where part.product_id = (line ->> 'product_id')::uuid
        ),
        'is_brand_reminder', coalesce((select is_brand_reminder from public.products where products.id = (line ->> 'product_id')::uuid), false),
        'is_pharmaceutical', exists (
          select from public.product_industry_tags
          where product_id = (line ->> 'product_id')::uuid and industry_tag_id = any (private.doctor_type_industries())
        )
      )), '{}')
      from jsonb_array_elements(latest.content -> 'lines') as line where line ->> 'product_id' is not null
    )
  );
end
$$;

CREATE OR REPLACE TRIGGER set_doctor_types BEFORE INSERT ON public.industry_tags FOR EACH ROW EXECUTE FUNCTION private.set_doctor_types();

comment on column public.industry_tags.has_doctor_types is 'Whether products for this industry have doctor types.';

comment on table public.doctor_type_tags is 'The doctor types by which products of some industries are filtered.';

revoke all on function private.set_doctor_types() from public, anon, authenticated, service_role;

revoke all on function private.doctor_type_industries() from public, anon, authenticated, service_role;
grant execute on function private.doctor_type_industries() to authenticated, service_role;

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.pharmaceutical_id();
-- Written until here.
