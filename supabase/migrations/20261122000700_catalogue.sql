-- The catalogue (specification, sections 2, 4 and 7): filtered, counted and paged by the database. Visitors without a
-- session get the preview, whatever they ask for.

-- The id behind a filter's value, which is a name or an id; null when there is none.
create function private.id_of(named regclass, value text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  matching uuid;
begin
  case named
    when 'public.categories'::regclass then
      select id into matching from public.categories where name = value or id::text = lower(value) order by name = value desc limit 1;
    when 'public.industry_tags'::regclass then
      select id into matching from public.industry_tags where name = value or id::text = lower(value) order by name = value desc limit 1;
    when 'public.themes'::regclass then
      select id into matching from public.themes where name = value or id::text = lower(value) order by name = value desc limit 1;
    when 'public.doctor_type_tags'::regclass then
      select id into matching from public.doctor_type_tags where name = value or id::text = lower(value) order by name = value desc limit 1;
  end case;
  return matching;
end
$$;

-- Where a page ends, as the text that asks for the next one: the last product's time in microseconds, and its id.
create function private.page_cursor(created_at timestamptz, id uuid) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (extract(epoch from created_at) * 1000000)::bigint || '.' || id;
end
$$;

create function private.read_page_cursor(after text, out created_at timestamptz, out id uuid)
language plpgsql immutable set search_path = ''
as $$
declare
  microseconds bigint;
begin
  -- Every time from 1970 to the year 5138, which no part of this can fail for; catching errors costs more than the rest.
  if after ~ '^[0-9]{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    microseconds := split_part(after, '.', 1)::bigint;
    -- By days and seconds, since one factor for both would be rounded to the 53 bits of a double.
    created_at := (
      timestamp 'epoch'
      + make_interval(days => (microseconds / 86400000000)::integer, secs => (microseconds % 86400000000) / 1000000.0)
    ) at time zone 'UTC';
    id := split_part(after, '.', 2)::uuid;
    return;
  end if;
  begin
    if after !~ '^-?[0-9]{1,19}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      raise exception using errcode = '22023';
    end if;
    microseconds := split_part(after, '.', 1)::bigint;
    created_at := (
      timestamp 'epoch'
      + make_interval(days => (microseconds / 86400000000)::integer, secs => (microseconds % 86400000000) / 1000000.0)
    ) at time zone 'UTC';
    id := split_part(after, '.', 2)::uuid;
  exception
    when data_exception then
      raise exception 'The place to go on from ("after") is not one that this catalogue gave' using errcode = '22023';
  end;
end
$$;

-- Sees all products, hence the fixed conditions: samples only, and no more than the preview without a session.
create function private.catalogue_page_text(
  industry text, category text, subcategory text, budget text, theme text, doctor_type text, after text, page_size integer
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_visitor constant boolean := auth.uid() is null;
  size constant integer := least(greatest(coalesce(page_size, 48), 1), case when is_visitor then 12 else 100 end);
  facets text[] := array['sample'];
  facet_values uuid[] := array[md5('true')::uuid];
  subcategory_ids uuid[];
  ending record;
  last_created_at timestamptz;
  last_id uuid;
  page record;
  shown uuid[];
  cards text;
  last_shown_at timestamptz;
begin
  -- A name or id that nothing has is a value that no product has.
  if category is not null then
    facets := facets || 'category'::text;
    facet_values := facet_values || private.id_of('public.categories', category);
  end if;
  if subcategory is not null then
    -- Subcategories of different categories may share a name.
    subcategory_ids := array(
      select found.id from public.subcategories as found where found.name = subcategory or found.id::text = lower(subcategory)
    );
    if subcategory_ids = '{}' then
      subcategory_ids := array[null];
    end if;
    facets := facets || array_fill('subcategory'::text, array[cardinality(subcategory_ids)]);
    facet_values := facet_values || subcategory_ids;
  end if;
  if budget is not null then
    facets := facets || 'budget'::text;
    facet_values := facet_values || md5(budget)::uuid;
  end if;
  if industry is not null then
    facets := facets || 'industry'::text;
    facet_values := facet_values || private.id_of('public.industry_tags', industry);
  end if;
  if theme is not null then
    facets := facets || 'theme'::text;
    facet_values := facet_values || private.id_of('public.themes', theme);
  end if;
  if doctor_type is not null then
    facets := facets || 'doctor type'::text;
    facet_values := facet_values || private.id_of('public.doctor_type_tags', doctor_type);
  end if;

  if after is not null and not is_visitor then
    ending := private.read_page_cursor(after);
    last_created_at := ending.created_at;
    last_id := ending.id;
  end if;

  -- One product more than asked for tells whether there is a next page.
  page := private.page_of_products_with(facets, facet_values, false, last_created_at, last_id, size + 1);
  shown := page.ids[:size];

  select
    string_agg(
      concat(
        '{"id": "', product.id, '", "name": ', to_json(product.name), ', "themes": [', themed.names,
        '], "image_url": ', coalesce(to_json(product.image_url)::text, 'null'),
        ', "video_url": ', coalesce(to_json(product.video_url)::text, 'null'),
        ', "image_colour": ', coalesce(to_json(product.image_colour)::text, 'null'),
        ', "image_widths": ', coalesce('[' || array_to_string(product.image_widths, ', ') || ']', 'null'), '}'
      ), ', ' order by place.number
    ),
    max(product.created_at) filter (where place.number = size)
  into cards, last_shown_at
  from unnest(shown) with ordinality as place (id, number)
  join public.products as product on product.id = place.id
  left join (
    select named.product_id, string_agg(to_json(named.name)::text, ', ') as names
    from (
      select link.product_id, theme.name
      from public.product_themes as link join public.themes as theme on theme.id = link.theme_id
      where link.product_id = any (shown)
      order by link.product_id, lower(theme.name), theme.name
    ) as named
    group by named.product_id
  ) as themed on themed.product_id = place.id;

  return concat(
    '{"next": ',
    case
      when cardinality(page.ids) > size and not is_visitor then '"' || private.page_cursor(last_shown_at, shown[size]) || '"'
      else 'null'
    end,
    ', "total": ', page.total, ', "products": [', cards, ']}'
  );
end
$$;

create function private.catalogue_page(
  industry text, category text, subcategory text, budget text, theme text, doctor_type text, after text, page_size integer
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.catalogue_page_text(industry, category, subcategory, budget, theme, doctor_type, after, page_size)::jsonb;
end
$$;

create function public.catalogue_page(
  industry text default null,
  category text default null,
  subcategory text default null,
  budget text default null,
  theme text default null,
  doctor_type text default null,
  after text default null,
  page_size integer default 48
) returns jsonb
language sql stable set search_path = ''
as $$
  select private.catalogue_page(industry, category, subcategory, budget, theme, doctor_type, after, page_size)
$$;
comment on function public.catalogue_page is
  'One page of sample products, newest first: {"total", "products": [{"id", "name", "image_url", "image_widths", "image_colour", "video_url", "themes"}], "next"}. Filters take a name or an id; "after" takes the "next" of the page before. Without a session: at most 12 products and no next page.';

-- Everything that the catalogue can be filtered by, in one response.
create function public.catalogue_filters() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'industries', (
      select coalesce(jsonb_agg(jsonb_build_object('id', tag.id, 'name', tag.name) order by lower(tag.name)), '[]')
      from public.industry_tags as tag
    ),
    'categories', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', category.id,
            'name', category.name,
            'subcategories', (
              select coalesce(
                jsonb_agg(
                  jsonb_build_object('id', subcategory.id, 'name', subcategory.name)
                  order by lower(subcategory.name), subcategory.name, subcategory.id
                ),
                '[]'
              )
              from public.subcategory_categories as link
              join public.subcategories as subcategory on subcategory.id = link.subcategory_id
              where link.category_id = category.id
            )
          ) order by lower(category.name)
        ),
        '[]'
      )
      from public.categories as category
    ),
    'themes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', theme.id, 'name', theme.name) order by lower(theme.name)), '[]')
      from public.themes as theme
    ),
    'doctor_types', (
      select coalesce(jsonb_agg(jsonb_build_object('id', tag.id, 'name', tag.name) order by lower(tag.name)), '[]')
      from public.doctor_type_tags as tag
    )
  )
$$;

-- The basket of a browser may hold products that were deleted since (specification, section 4). Callers without a
-- session learn which of the ids that they already know are still in the catalogue.
create function private.products_still_there(ids uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  if cardinality(ids) > 1000 then
    raise exception 'Ask for at most 1000 products at a time' using errcode = '22023';
  end if;
  return array(select product.id from public.products as product where product.is_sample and product.id = any (ids) order by product.id);
end
$$;

create function public.products_still_there(ids uuid[]) returns uuid[]
language sql stable set search_path = ''
as $$
  select private.products_still_there(ids)
$$;
comment on function public.products_still_there is
  'Those of the ids, at most 1000, that are sample products of the catalogue.';
