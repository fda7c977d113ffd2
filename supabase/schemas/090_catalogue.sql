-- The catalogue (product.md, sections 2, 4 and 7): filtered, counted and paged by the database. Visitors without a
-- session get the preview, whatever they ask for.

-- The ids behind the value of a filter: a name, an id, or several of them as a JSON array of texts.
create function private.chosen_facets(section text, value text) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  chosen text[] := array[value];
begin
  if value like '[%' then
    perform private.require(char_length(value) <= 10000, 'A filter takes at most 100 values', '22023');
    begin
      chosen := array(select jsonb_array_elements_text(value::jsonb));
    exception
      when data_exception then null; -- A name may begin like an array.
    end;
  end if;
  perform private.require(cardinality(chosen) <= 100, 'A filter takes at most 100 values', '22023');
  -- Subcategories of different categories may share a name.
  return array(
    select facet.id from private.facets as facet
    where facet.section = chosen_facets.section
      and (facet.name = any (chosen) or facet.id::text in (select lower(named) from unnest(chosen) as named))
  );
end
$$;

-- How many sample products are found in all, and how many each value of each section would find: {"theme": {"Diwali": 12}}.
-- A section with a choice is counted without that choice; subcategories are left out without a category, and doctor types
-- without an industry. `conditions` are those of the chosen `sections`, and `search` is that of the words.
create function private.catalogue_counts(sections text[], conditions text[], search text, out total bigint, out counts json)
language plpgsql stable set search_path = '' as $$
declare
  -- The conditions that count each section: all for those without a choice, the others' for a chosen one.
  scopes constant jsonb := (
    select jsonb_object_agg(section, 'true' || array_to_string(conditions[:position - 1] || conditions[position + 1:], ''))
    from (select '' as section, 0::bigint as position union all select * from unnest(sections) with ordinality) as scope
  );
  counted constant text := (
    select string_agg(
      format(
        'select %L::text as own, facet_id, sum(products) as products from alike cross join unnest(facet_ids) as facet_id
         where %s group by facet_id',
        section, condition
      ),
      ' union all '
    )
    from jsonb_each_text(scopes) as scope (section, condition)
  );
begin
  execute format(
    $statement$
      with alike as materialized (
        -- Counted once for all sections; one product of those with the same facets shows what these are.
        select facet_ids, products
        from (
          select facets_hash, count(*) as products from private.product_search where is_sample%s and (%s) group by facets_hash
        ) as hashed
        cross join lateral (
          select facet_ids[:specified_facets] as facet_ids from private.product_search as alike where is_sample and alike.facets_hash = hashed.facets_hash limit 1
        ) as first
      ),
      counted as materialized (%s)
      select
        (select coalesce(sum(products), 0) from alike where true%s), coalesce(json_object_agg(section, numbers order by section), '{}')
      from (
        select section, json_object_agg(name, products order by name) as numbers
        from (
          select named.section, named.name, sum(counted.products)::integer as products
          from private.facets as named
          join counted
            on counted.facet_id = named.id and counted.own = case when named.section = any ($1) then named.section else '' end
          where (named.section <> 'subcategory' or 'category' = any ($1)) and (named.section <> 'doctor_type' or 'industry' = any ($1))
          group by named.section, named.name
        ) as of_values
        group by section
      ) as of_sections
    $statement$,
    search, (select string_agg(condition, ' or ') from jsonb_each_text(scopes) as scope (section, condition)), counted,
    array_to_string(conditions, '')
  )
  into total, counts using sections;
end
$$;

-- How many sample products each value of the filters beside the specified ones would find, as catalogue_counts has them. `others`
-- is the condition of the specified filters and the words, and `conditions` are those of the chosen sections among moq, lead,
-- branding and colour, by their names. Each section is counted without its own choice.
create function private.fact_counts(others text, conditions jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  numbers jsonb;
begin
  execute format(
    $statement$
      with matching as materialized (
        select min_quantity, lead_days_to, facet_ids[specified_facets + 1:] as fact_ids, %s as is_moq, %s as is_lead, %s as is_branding, %s as is_colour
        from private.product_search where is_sample%s
      ), counted as (
        select 'moq' as section, most::text as name, count(*) as products
        from unnest(array[10, 25, 50, 100, 250, 500]) as most join matching on min_quantity <= most and is_lead and is_branding and is_colour
        group by most
        union all
        select 'lead', most::text, count(*)
        from unnest(array[3, 7, 10, 15, 21, 30]) as most join matching on lead_days_to <= most and is_moq and is_branding and is_colour
        group by most
        union all
        select facet.section, facet.name, sum(of_facet.products)
        from (
          select
            fact_id, count(*) filter (where is_moq and is_lead and is_colour) as for_branding,
            count(*) filter (where is_moq and is_lead and is_branding) as for_colour
          from matching cross join unnest(fact_ids) as fact_id group by fact_id
        ) as each_fact
        join private.facets as facet on facet.id = fact_id and facet.section in ('branding', 'colour')
        cross join lateral (values (case facet.section when 'branding' then for_branding else for_colour end)) as of_facet (products)
        where of_facet.products > 0 group by facet.section, facet.name
      )
      select jsonb_object_agg(section, counts) from (
        select section, jsonb_object_agg(name, products) as counts from counted group by section
      ) as of_sections
    $statement$,
    coalesce(conditions ->> 'moq', 'true'), coalesce(conditions ->> 'lead', 'true'), coalesce(conditions ->> 'branding', 'true'),
    coalesce(conditions ->> 'colour', 'true'), others
  )
  into numbers;
  return coalesce(numbers, '{}');
end
$$;

-- The parts of a cursor: the total, which is counted for the first page only, the last product's time in microseconds, its
-- id, and, in another order than the newest first, the name of the order and its position in it. An error for any other text.
create function private.read_page_cursor(
  after text, sort text, out total bigint, out created_at timestamptz, out id uuid, out key text
)
language plpgsql immutable set search_path = '' as $$
declare
  microseconds bigint;
begin
  if after !~ (
    '^[0-9]{1,18}\.-?[0-9]{1,19}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
    || case sort when 'newest' then '$' when 'name' then '\.name\.' else '\.' || sort || '\.-?[0-9]{1,2}$' end
  ) then
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
  key := substring(after from '^(?:[^.]*\.){4}(.*)$');
exception
  when data_exception then
    raise exception 'The cursor "after" is not one that this catalogue has returned' using errcode = '22023';
end
$$;

-- A key that opens one product for holders of a link with it (product.md, section 4): the first 132 bits of the HMAC of the
-- product's id and of a period of thirty days, in base64url. `ago` counts periods back from the current one. The secret is the
-- database's own; its blocks have been combined with the pads of HMAC already.
create function private.share_key(product uuid, ago integer default 0) returns text
language sql stable set search_path = '' as $$
  select translate(left(encode(sha256(
    decode(secret.outer_block, 'hex') || sha256(decode(secret.inner_block, 'hex') || convert_to(
      product || '.' || (floor(extract(epoch from now()) / 2592000)::integer - ago), 'UTF8'
    ))
  ), 'base64'), 22), '+/', '-_')
  from (
    select max(value) filter (where name = 'share_inner_block') as inner_block, max(value) filter (where name = 'share_outer_block') as outer_block
    from private.settings
  ) as secret
$$;

-- Whether it is the key of the product, of the current period or one of the two before it: for 60 days at least, and 90 at most.
create function private.is_share_key(product uuid, key text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(key in (private.share_key(product), private.share_key(product, 1), private.share_key(product, 2)), false)
$$;

-- Products as cards show them, in the order of the ids. Themes are put in order once, and each product is looked up by its id
-- ("limit 1"): the planner would read a small catalogue whole for 48 of its products.
create function private.product_cards(ids uuid[]) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    with ordered_themes as materialized (
      select id, name, row_number() over (order by lower(name), name) as position from public.themes
    )
    select coalesce(json_agg(card), '[]')
    from unnest(ids) as wanted (id)
    cross join lateral (
      select
        product.id, product.name, product.image_url, product.image_widths, product.image_colour, product.video_url, product.budget,
        private.share_key(product.id) as key,
        array(
          select theme.name from ordered_themes as theme where theme.id = any (search.facet_ids) order by theme.position
        ) as themes
      from public.products as product join private.product_search as search on search.product_id = product.id
      where product.id = wanted.id
      limit 1
    ) as card
  );
end
$$;

-- What comes before the time in an order of the catalogue, as an expression on private.product_search; null of the newest first.
create function private.sort_key(sorted text, distance text) returns text
language sql immutable set search_path = '' as $$
  select case sorted
    when 'name' then 'search_name' when 'budget-asc' then 'budget_rank' when 'budget-desc' then '-(budget_rank % 6)'
    when 'relevance' then distance
  end
$$;

-- The conditions of the filters of a page: on facets by section, each beside which the others are counted, and on facts, also as one.
create function private.filter_conditions(
  arguments jsonb, out sections text[], out conditions text[], out fact_conditions jsonb, out on_facts text
)
language plpgsql stable set search_path = '' as $$
begin
  select
    coalesce(array_agg(section), '{}'),
    coalesce(array_agg(format(' and facet_ids && %L::uuid[]', private.chosen_facets(section, arguments ->> section))), '{}')
  into sections, conditions
  from unnest(array['industry', 'category', 'subcategory', 'budget', 'theme', 'doctor_type']) as section
  where arguments ->> section is not null;
  select coalesce(jsonb_object_agg(section, case section
    when 'moq' then 'min_quantity <= ' || (arguments ->> section)::integer
    when 'lead' then 'lead_days_to <= ' || (arguments ->> section)::integer
    else format('facet_ids && %L::uuid[]', private.chosen_facets(section, arguments ->> section))
  end), '{}')
  into fact_conditions
  from unnest(array['moq', 'lead', 'branding', 'colour']) as section
  where arguments ->> section is not null;
  on_facts := coalesce((select string_agg(' and ' || value, '') from jsonb_each_text(fact_conditions)), '');
end
$$;

-- Of many products the first ones in an order, if they are among the first thousands of it, which an index has; else fewer.
create function private.first_products(condition text, list_order text, size integer) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  ids uuid[];
begin
  execute format(
    'select array(
       select product_id from (select * from private.product_search where is_sample order by %1$s limit 5000) as first
       where %2$s order by %1$s limit $1
     )',
    list_order, condition
  )
  into ids using size;
  return ids;
end
$$;

-- The statement that reads $3 rows of "matching" after the cursor, whose time is $1 and whose id is $2. An index begins at the cursor in
-- each of its two parts: the rest of the same key, and the keys after it, in an order that has one.
create function private.statement_after(has_key boolean, cursor_key text, list_order text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  listing constant text := format(
    'select * from matching where %screated_at <= $1 and (created_at < $1 or product_id > $2) order by %s limit $3',
    case when has_key then format('key = %L and ', cursor_key) end, list_order
  );
begin
  if not has_key then
    return listing;
  end if;
  return format(
    'select * from ((%s) union all (select * from matching where key > %L order by %s limit $3)) as parts order by %3$s limit $3',
    listing, cursor_key, list_order
  );
end
$$;

-- The arguments of the page of the telling words of a search alone, which also reports what was left out.
create function private.telling_arguments(arguments jsonb, query_words text[], telling text[]) returns jsonb
language sql stable set search_path = '' as $$
  select arguments || jsonb_build_object(
    'q', string_agg(word, ' ' order by position) filter (where compared = any (telling)),
    'left_out', array_agg(word order by position) filter (where compared = any (query_words) and compared <> all (telling))
  )
  from unnest(private.typed_words(left(arguments ->> 'q', 200))) with ordinality as input (word, position)
  cross join private.compared_word(word) as compared
$$;

-- The page that public.catalogue_page describes, its arguments as JSON. Sees all products, hence the fixed conditions:
-- samples only, and no more than the preview without a session. Planned for each combination of filters, with its values.
create function private.catalogue_page_of(arguments jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  is_visitor constant boolean := auth.uid() is null;
  size constant integer := least(
    greatest(coalesce((arguments ->> 'page_size')::integer, 48), 1), case when is_visitor then 12 else 100 end
  );
  after constant text := arguments ->> 'after';
  counts constant boolean := coalesce((arguments ->> 'counts')::boolean, false);
  search record := private.search_condition(arguments ->> 'q');
  sorted constant text := coalesce(arguments ->> 'sort', case when search.condition = '' then 'newest' else 'relevance' end);
  key constant text := private.sort_key(sorted, case when search.condition <> '' then search.distance end);
  list_order constant text := concat_ws(', ', case when key is not null then 'key' end, 'created_at desc', 'product_id');
  filters record;
  condition text;
  is_found_first boolean;
  telling text[];
  listing text := 'select * from matching order by ' || list_order || ' limit $3';
  cursor record;
  total bigint;
  value_counts json;
  ids uuid[];
  times timestamptz[];
  keys text[];
  next_page text;
begin
  perform private.require(sorted = 'newest' or key is not null, 'The catalogue has no such order: ' || sorted, '22023');
  filters := private.filter_conditions(arguments);
  condition := 'is_sample' || search.condition || array_to_string(filters.conditions, '') || filters.on_facts;
  select * into cursor from private.read_page_cursor(case when not is_visitor then after end, sorted);
  if counts then
    select numbers.total, numbers.counts into total, value_counts
    from private.catalogue_counts(filters.sections, filters.conditions, search.condition || filters.on_facts) as numbers;
    if (arguments ->> 'facts')::boolean then
      value_counts := value_counts::jsonb
        || private.fact_counts(search.condition || array_to_string(filters.conditions, ''), filters.fact_conditions);
    end if;
  end if;
  -- A search, and products with a filter in another order than the newest first, are found before they are counted and
  -- sorted: the planner might read an index in the list's order to its end.
  is_found_first := search.condition <> '' or (key is not null and condition <> 'is_sample');
  if total > 500 and after is null and is_found_first and (sorted <> 'relevance' or key = '0') then
    ids := private.first_products(condition, concat_ws(', ', nullif(key, '0'), 'created_at desc', 'product_id'), size + 1);
    if cardinality(ids) > size then
      condition := format('product_id = any (%L::uuid[])', ids);
    end if;
  end if;
  if after is not null and not is_visitor then
    total := cursor.total;
    listing := private.statement_after(key is not null, cursor.key, list_order);
  end if;
  -- One product more than the page has shows whether there is a next page.
  execute format(
    'with matching as %s materialized (
       select product_id, created_at, %s as distance, %s as key from private.product_search where %s
     )
     select %s, array_agg(product_id), array_agg(created_at), array_agg(key::text) from (%s) as listed',
    case when not is_found_first then 'not' end, search.distance, coalesce(key, 'null'), condition,
    coalesce(total::text, '(select count(*) from matching)'), listing
  )
  into total, ids, times, keys using cursor.created_at, cursor.id, size + 1;
  if ids is null and search.parts <> '{}' and not arguments ? 'left_out' then
    telling := private.telling_words(search.query_words, search.parts);
    if telling is not null then
      return private.catalogue_page_of(private.telling_arguments(arguments, search.query_words, telling));
    end if;
  end if;
  if cardinality(ids) > size and not is_visitor then
    next_page := concat_ws('.', total, (extract(epoch from times[size]) * 1000000)::bigint, ids[size], nullif(sorted, 'newest'), keys[size]);
  end if;
  if counts or search.condition <> '' then
    return json_build_object(
      'total', total, 'products', private.product_cards(ids[:size]), 'next', next_page, 'counts', value_counts,
      'search', case when search.condition <> '' then private.search_report(search.words, search.unknown, ids)::jsonb
        || case when arguments ? 'left_out' then jsonb_build_object('used', arguments -> 'q', 'left_out', arguments -> 'left_out') else '{}' end end
    );
  end if;
  return json_build_object('total', total, 'products', private.product_cards(ids[:size]), 'next', next_page);
end
$$;

-- Products are [{"id", "name", "image_url", "image_widths", "image_colour", "video_url", "budget", "key", "themes"}]; "key" opens
-- the product for holders of a link with it. Filters take a name, an id, or several as a JSON array of texts, one of which a product
-- has; "moq" and "lead" find products whose minimum quantity and lead time are known and at most that. "sort" takes newest, name,
-- budget-asc or budget-desc, where products without a budget are last. "counts" adds how many products each value of a filter would
-- find beside the other filters: {"theme": {"Diwali": 12}}, with "facts" also of moq, lead, branding and colour.
create function public.catalogue_page(
  industry text default null, category text default null, subcategory text default null, budget text default null,
  theme text default null, doctor_type text default null, after text default null, page_size integer default 48,
  sort text default null, counts boolean default false, q text default null, moq integer default null, lead integer default null,
  branding text default null, colour text default null, facts boolean default false
) returns json
language sql stable set search_path = ''
return private.catalogue_page_of(jsonb_build_object(
  'industry', industry, 'category', category, 'subcategory', subcategory, 'budget', budget, 'theme', theme,
  'doctor_type', doctor_type, 'after', after, 'page_size', page_size, 'sort', sort, 'counts', counts, 'q', q,
  'moq', moq, 'lead', lead, 'branding', branding, 'colour', colour, 'facts', facts
));
comment on function public.catalogue_page is
  'One page of sample products: {"total", "products", "next"}; "after" takes the "next" of the page before in the same order, and "counts" adds how many products each value of a filter would find. Without a session: at most the first 12 products of the order and no next page.';

-- The values of the filters beside the specified ones: of moq and lead those that fact_counts counts, where a sample product has
-- the fact, and the names of the branding methods and colours that sample products have.
create function private.catalogue_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'moq', case
      when exists (select from private.product_search where is_sample and min_quantity is not null) then '["10", "25", "50", "100", "250", "500"]' else '[]'
    end::jsonb,
    'lead', case
      when exists (select from private.product_search where is_sample and lead_days_to is not null) then '["3", "7", "10", "15", "21", "30"]' else '[]'
    end::jsonb
  ) || (
    select jsonb_object_agg(section, (
      select coalesce(jsonb_agg(facet.name order by lower(facet.name)), '[]') from private.facets as facet
      where facet.section = of_facts.section
        and exists (select from private.product_search where is_sample and facet_ids @> array[facet.id] offset 0)
    ))
    from unnest(array['branding', 'colour']) as of_facts (section)
  )
$$;

create function public.catalogue_filters() returns jsonb
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

-- The basket of a browser may hold products that were deleted since (product.md, section 4). Callers without a
-- session learn which of the ids that they already know are still in the catalogue.
create function private.products_still_there(ids uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require(coalesce(cardinality(ids), 0) <= 1000, 'Ask for at most 1000 products at a time', '22023');
  return array(select product.id from public.products as product where product.is_sample and product.id = any (ids) order by product.id);
end
$$;
select private.expose('products_still_there', 'Those of the ids, at most 1000, that are sample products of the catalogue.');

-- For the server, which has verified who is calling: sets the caller and calls a function of the catalogue in one round trip.
-- It runs with the caller's rights and may not write; the settings end with the transaction.
create function private.call_as(account uuid, function_name text, arguments jsonb) returns text
language plpgsql set search_path = '' as $$
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
    when 'product_page' then
      coalesce(public.product_page(arguments ->> 'product', arguments ->> 'filters', arguments ->> 'share')::text, 'null')
    when 'shared_products' then public.shared_products(arguments -> 'items')::text
  end;
end
$$;
comment on function private.call_as is
  'Calls a function of the catalogue as an account, or as a visitor without one: the text of its JSON.';
