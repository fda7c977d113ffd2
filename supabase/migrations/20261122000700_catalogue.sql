-- The catalogue (specification, sections 2, 4 and 7): filtered, counted and paged by the database. Visitors without a
-- session get the preview, whatever they ask for.
select set_config('lock_timeout', '5s', true);

-- The id behind a filter's value, which is a name or an id; null when there is none.
create function private.id_of(named regclass, value text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  matching uuid;
begin
  execute format('select id from %s where name = $1 or id::text = lower($1) order by name = $1 desc limit 1', named)
  into matching using value;
  return matching;
end
$$;

-- The cursor of the next page: the total, which is counted for the first page only, the last product's time in
-- microseconds, and its id.
create function private.page_cursor(total bigint, created_at timestamptz, id uuid) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return total || '.' || (extract(epoch from created_at) * 1000000)::bigint || '.' || id;
end
$$;

create function private.read_page_cursor(after text, out total bigint, out created_at timestamptz, out id uuid)
language plpgsql immutable set search_path = ''
as $$
declare
  microseconds bigint;
begin
  if after !~ '^[0-9]{1,18}\.-?[0-9]{1,19}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise exception using errcode = '22023';
  end if;
  total := split_part(after, '.', 1)::bigint;
  microseconds := split_part(after, '.', 2)::bigint;
  -- By days and seconds, since one factor for both would be rounded to the 53 bits of a double.
  created_at := (
    timestamp 'epoch'
    + make_interval(days => (microseconds / 86400000000)::integer, secs => (microseconds % 86400000000) / 1000000.0)
  ) at time zone 'UTC';
  id := split_part(after, '.', 3)::uuid;
exception
  when data_exception then
    raise exception 'The place to go on from ("after") is not one that this catalogue gave' using errcode = '22023';
end
$$;

-- Sees all products, hence the fixed conditions: samples only, and no more than the preview without a session.
-- The statement is dynamic so that each combination of filters is planned with its values.
create function private.catalogue_page(
  industry text, category text, subcategory text, budget text, theme text, doctor_type text, after text, page_size integer
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_visitor constant boolean := auth.uid() is null;
  size constant integer := least(greatest(coalesce(page_size, 48), 1), case when is_visitor then 12 else 100 end);
  facet_ids uuid[] := array[]::uuid[];
  subcategory_ids uuid[];
  condition text := 'is_sample';
  unread text := '';
  counted text;
  after_created_at timestamptz;
  after_id uuid;
  total bigint;
  ids uuid[];
  products json;
  last_created_at timestamptz;
begin
  -- A name or id that nothing has adds a null, which no product's facets contain.
  if category is not null then
    facet_ids := facet_ids || private.id_of('public.categories', category);
  end if;
  if budget is not null then
    facet_ids := facet_ids || md5(budget)::uuid;
  end if;
  if industry is not null then
    facet_ids := facet_ids || private.id_of('public.industry_tags', industry);
  end if;
  if theme is not null then
    facet_ids := facet_ids || private.id_of('public.themes', theme);
  end if;
  if doctor_type is not null then
    facet_ids := facet_ids || private.id_of('public.doctor_type_tags', doctor_type);
  end if;
  if facet_ids <> '{}' then
    condition := condition || ' and facet_ids @> $1';
  end if;
  if subcategory is not null then
    -- Subcategories of different categories may share a name.
    subcategory_ids := array(
      select found.id from public.subcategories as found where found.name = subcategory or found.id::text = lower(subcategory)
    );
    condition := condition || ' and facet_ids && $2';
  end if;
  if after is null or is_visitor then
    counted := '(select count(*) from private.product_search where ' || condition || ')';
  else
    select cursor.total, cursor.created_at, cursor.id into total, after_created_at, after_id
    from private.read_page_cursor(after) as cursor;
    counted := '$7';
    unread := 'and created_at <= $3 and (created_at < $3 or product_id > $4)';
  end if;

  -- One product more than asked for tells whether there is a next page. Each is looked up by its id ("limit 1"): the
  -- planner would read a small catalogue whole for 48 of its products.
  execute format(
    $statement$
      select
        %1$s, array_agg(found.id order by found.number), coalesce(json_agg(card order by found.number) filter (where found.number <= $6), '[]'),
        max(found.created_at) filter (where found.number = $6)
      from (
        select newest.product_id as id, newest.created_at, newest.facet_ids, row_number() over (order by created_at desc, product_id) as number
        from (
          select product_id, created_at, facet_ids from private.product_search
          where %2$s %3$s order by created_at desc, product_id limit $5
        ) as newest
      ) as found
      cross join lateral (
        select
          product.id, product.name, product.image_url, product.image_widths, product.image_colour, product.video_url, product.budget,
          array(
            select theme.name from public.themes as theme where theme.id = any (found.facet_ids) order by lower(theme.name), theme.name
          ) as themes
        from public.products as product
        where product.id = found.id
        limit 1
      ) as card
    $statement$,
    counted, condition, unread
  )
  into total, ids, products, last_created_at
  using facet_ids, subcategory_ids, after_created_at, after_id, size + 1, size, total;

  return json_build_object(
    'total', total, 'products', products,
    'next', case when cardinality(ids) > size and not is_visitor then private.page_cursor(total, last_created_at, ids[size]) end
  );
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
) returns json
language sql stable set search_path = ''
as $$
  select private.catalogue_page(industry, category, subcategory, budget, theme, doctor_type, after, page_size)
$$;
comment on function public.catalogue_page is
  'One page of sample products, newest first: {"total", "products": [{"id", "name", "image_url", "image_widths", "image_colour", "video_url", "budget", "themes"}], "next"}. Filters take a name or an id; "after" takes the "next" of the page before. Without a session: at most 12 products and no next page.';

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

-- The catalogue's page, its arguments as JSON.
create function private.catalogue_page_of(arguments jsonb) returns json
language sql stable set search_path = ''
as $$
  select private.catalogue_page(
    arguments ->> 'industry', arguments ->> 'category', arguments ->> 'subcategory', arguments ->> 'budget',
    arguments ->> 'theme', arguments ->> 'doctor_type', arguments ->> 'after',
    coalesce((arguments ->> 'page_size')::integer, 48)
  )
$$;

-- Products as cards show them, in the order of their ids.
create function private.product_cards(ids uuid[]) returns json
language sql stable set search_path = ''
as $$
  select coalesce(json_agg(card order by wanted.number), '[]')
  from unnest(ids) with ordinality as wanted (id, number)
  cross join lateral (
    select
      product.id, product.name, product.image_url, product.image_widths, product.image_colour, product.video_url, product.budget,
      array(
        select theme.name from public.product_themes as link join public.themes as theme on theme.id = link.theme_id
        where link.product_id = product.id order by lower(theme.name), theme.name
      ) as themes
    from public.products as product
    where product.id = wanted.id
  ) as card
$$;

-- At most eight sample products that share most with a product: of the newest of its subcategory, its category and three
-- of its themes, those whose facets weigh most together. A subcategory weighs four, a category three, a theme and a budget
-- two, an industry and a doctor type one. Planned with their values, so that each list of the newest costs what a page of
-- the catalogue does, however many products there are.
create function private.similar_products(product uuid) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  subcategory uuid;
  category uuid;
  budget uuid;
  themes uuid[];
  weighted uuid[];
  source uuid;
  newest uuid[];
  candidates uuid[] := array[]::uuid[];
begin
  select
    found.subcategory_id, found.category_id, md5(found.budget)::uuid,
    array(select link.theme_id from public.product_themes as link where link.product_id = found.id order by link.theme_id),
    search.facet_ids
  into subcategory, category, budget, themes, weighted
  from public.products as found join private.product_search as search on search.product_id = found.id
  where found.id = product;
  weighted := weighted || themes || array[subcategory, subcategory, subcategory, category, category, budget];

  foreach source in array array[subcategory, category] || themes[1:3] loop
    continue when source is null;
    execute
      'select array(
        select product_id from private.product_search where is_sample and facet_ids @> array[$1]
        order by created_at desc, product_id limit 49
      )'
    into newest using source;
    candidates := candidates || newest;
  end loop;
  return array(
    select other.product_id
    from private.product_search as other
    where other.product_id = any (candidates) and other.product_id <> product
    order by
      (select count(*) from unnest(weighted) as facet (id) where facet.id = any (other.facet_ids)) desc,
      other.created_at desc, other.product_id
    limit 8
  );
end
$$;

-- Everything that a product's page shows; null for what the caller may not see as for what does not exist. Visitors see
-- the products that the catalogue shows them under the same filters. Nothing else is looked at for them, so that not even
-- the time tells whether a product exists.
create function private.product_page(product text, filters text) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_visitor constant boolean := auth.uid() is null;
  wanted uuid;
begin
  if product is null or product !~ '^[0-9a-f]{12,32}$' then
    return null;
  end if;
  if is_visitor then
    select (shown.card ->> 'id')::uuid into wanted
    from json_array_elements(private.catalogue_page_of(filters::jsonb) -> 'products') with ordinality as shown (card, place)
    where starts_with(replace(shown.card ->> 'id', '-', ''), product)
    order by shown.place desc limit 1;
  else
    select found.id into wanted
    from (
      select id, created_at from public.products
      where id between rpad(product, 32, '0')::uuid and rpad(product, 32, 'f')::uuid and is_sample
      offset 0
    ) as found
    order by found.created_at, found.id desc limit 1;
  end if;
  return (
    select json_build_object(
      'id', shown.id, 'name', shown.name, 'image_url', shown.image_url, 'image_widths', shown.image_widths,
      'image_colour', shown.image_colour, 'video_url', shown.video_url, 'budget', shown.budget,
      'category', (select category.name from public.categories as category where category.id = shown.category_id),
      'subcategory', (select subcategory.name from public.subcategories as subcategory where subcategory.id = shown.subcategory_id),
      'industries', array(
        select tag.name from public.product_industry_tags as link join public.industry_tags as tag on tag.id = link.industry_tag_id
        where link.product_id = shown.id order by lower(tag.name)
      ),
      'themes', array(
        select theme.name from public.product_themes as link join public.themes as theme on theme.id = link.theme_id
        where link.product_id = shown.id order by lower(theme.name)
      ),
      'doctor_types', array(
        select tag.name from public.product_doctor_type_tags as link join public.doctor_type_tags as tag on tag.id = link.doctor_type_tag_id
        where link.product_id = shown.id order by lower(tag.name)
      ),
      'similar', case when is_visitor then '[]' else private.product_cards(private.similar_products(shown.id)) end
    )
    from public.products as shown where shown.id = wanted
  );
end
$$;

create function public.product_page(product text, filters text default '{}') returns json
language sql stable set search_path = ''
as $$
  select private.product_page(product, coalesce(filters, '{}'))
$$;
comment on function public.product_page is
  'A sample product by the first 12 to 32 digits of its id without hyphens, the oldest where several begin so: {"id", "name", "image_url", "image_widths", "image_colour", "video_url", "budget", "category", "subcategory", "industries", "themes", "doctor_types", "similar"}; null when there is none. Without a session: only a product that catalogue_page shows under the filters, which are its arguments as JSON, and nothing similar.';

-- The caller's favourites as cards show them, the newest first, without what has left the catalogue.
create function private.favourite_products() returns json
language sql stable security definer set search_path = ''
as $$
  select private.product_cards(array(
    select favourite.product_id
    from public.favourites as favourite join public.products as product on product.id = favourite.product_id
    where favourite.user_id = (select auth.uid()) and product.is_sample
    order by favourite.created_at desc, favourite.product_id
  ))
$$;

create function public.favourite_products() returns json
language sql stable set search_path = ''
as $$
  select private.favourite_products()
$$;
comment on function public.favourite_products is
  'The caller''s favourites in the catalogue, newest first: [{"id", "name", "image_url", "image_widths", "image_colour", "video_url", "budget", "themes"}].';

-- For the server, which has verified who is calling: sets the caller and calls a function of the catalogue in one
-- statement, so that a customer's page costs one round trip. What is called runs with the caller's rights and may not
-- write; the settings end with the transaction. Null for every other function.
create function private.call_as(account uuid, function_name text, arguments jsonb) returns text
language plpgsql set search_path = ''
as $$
declare
  role constant text := case when account is null then 'anon' else 'authenticated' end;
begin
  perform
    set_config('role', role, true),
    set_config('request.jwt.claim.sub', coalesce(account::text, ''), true),
    set_config('request.jwt.claim.role', role, true),
    set_config(
      'request.jwt.claims', jsonb_strip_nulls(jsonb_build_object('sub', account, 'role', role))::text, true
    ),
    set_config('transaction_read_only', 'on', true);
  return case function_name
    when 'catalogue_page' then private.catalogue_page_of(arguments)::text
    when 'catalogue_filters' then public.catalogue_filters()::text
    when 'product_page' then coalesce(public.product_page(arguments ->> 'product', arguments ->> 'filters')::text, 'null')
  end;
end
$$;
comment on function private.call_as is
  'Calls a function of the catalogue as an account, or as a visitor without one: the text of its JSON.';
