-- functions in steps
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- The columns of a product that a form or an import sends. Ends with a sentence where a field is unknown, an image was removed, or the
-- subcategory is one of another category.
create function private.checked_product(product jsonb) returns public.products
language plpgsql stable set search_path = '' as $$
declare
  wanted public.products;
  unknown text;
  image text;
begin
  perform private.require(jsonb_typeof(product) = 'object', 'A product is an object of its fields', '22023');
  select string_agg(field, ', ' order by field) into unknown
  from jsonb_object_keys(product - array[
    'name', 'image_url', 'image_widths', 'image_colour', 'video_url', 'category_id', 'subcategory_id', 'budget',
    'is_sample', 'is_featured', 'code', 'description', 'image_alt', 'material', 'length_mm', 'width_mm', 'height_mm',
    'capacity_ml', 'weight_g', 'min_quantity', 'lead_days_from', 'lead_days_to', 'packaging', 'care', 'origin', 'is_brand_reminder',
    'pictures', 'colours', 'branding', 'parts', 'terms', 'price_breaks'
  ]) as field;
  perform private.require(unknown is null, 'A product has no such field: ' || unknown, '22023');
  wanted := jsonb_populate_record(
    null::public.products, '{"is_sample": false, "is_featured": false, "is_brand_reminder": false}' || jsonb_strip_nulls(product)
  );
  wanted.image_url := private.without_own_host(private.trimmed(wanted.image_url));
  -- The form may be older than the sweep that removed an image.
  for image in
    select wanted.image_url union all
    select picture ->> 'url' from jsonb_array_elements(case when jsonb_typeof(product -> 'pictures') = 'array' then product -> 'pictures' end) as picture
  loop
    if private.is_product_image_path(image) and not exists (
      select from storage.objects where bucket_id = 'product-images' and name = private.stored_image_name(image)
    ) then
      raise exception 'The picture was removed meanwhile: choose it again'
        using errcode = '23514', detail = 'It violates the constraint "products_image_url_stored".';
    end if;
  end loop;
  if wanted.subcategory_id is not null and not exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = wanted.subcategory_id and link.category_id = wanted.category_id
  ) then
    raise exception 'The chosen subcategory does not belong to the chosen category' using errcode = '23514';
  end if;
  return wanted;
end
$$;

create function private.insert_product(wanted public.products) returns public.products
language plpgsql set search_path = '' as $$
declare
  saved public.products;
begin
  insert into public.products (
    name, image_url, image_widths, image_colour, video_url, category_id, subcategory_id, budget, is_sample, is_featured,
    code, description, image_alt, material, length_mm, width_mm, height_mm, capacity_ml, weight_g, min_quantity, lead_days_from,
    lead_days_to, packaging, care, origin, is_brand_reminder
  ) values (
    wanted.name, wanted.image_url, wanted.image_widths, wanted.image_colour, wanted.video_url, wanted.category_id,
    wanted.subcategory_id, wanted.budget, wanted.is_sample, wanted.is_featured, wanted.code, wanted.description, wanted.image_alt,
    wanted.material, wanted.length_mm, wanted.width_mm, wanted.height_mm, wanted.capacity_ml, wanted.weight_g, wanted.min_quantity,
    wanted.lead_days_from, wanted.lead_days_to, wanted.packaging, wanted.care, wanted.origin, wanted.is_brand_reminder
  )
  returning * into saved;
  return saved;
end
$$;

-- Changes a product that still has this version. An older program knows nothing of sizes and facts: what it does not send stays, sizes
-- as long as the image does.
create function private.update_product(id uuid, expected_version integer, product jsonb, wanted public.products) returns public.products
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  saved public.products;
begin
  update public.products set
    (name, image_url, video_url, category_id, subcategory_id, budget, is_sample, is_featured) = (
      wanted.name, wanted.image_url, wanted.video_url, wanted.category_id, wanted.subcategory_id, wanted.budget,
      wanted.is_sample, wanted.is_featured
    ),
    image_widths = case
      when image_url = wanted.image_url and not product ? 'image_widths' then image_widths else wanted.image_widths
    end,
    image_colour = case
      when image_url = wanted.image_url and not product ? 'image_colour' then image_colour else wanted.image_colour
    end,
    (code, description, image_alt, material, length_mm, width_mm, height_mm, capacity_ml, weight_g, min_quantity, lead_days_from,
      lead_days_to, packaging, care, origin, is_brand_reminder) = (
      select
        facts.code, facts.description, facts.image_alt, facts.material, facts.length_mm, facts.width_mm, facts.height_mm,
        facts.capacity_ml, facts.weight_g, facts.min_quantity, facts.lead_days_from, facts.lead_days_to, facts.packaging,
        facts.care, facts.origin, coalesce(facts.is_brand_reminder, false)
      from jsonb_populate_record(products, product) as facts
    )
  where id = update_product.id and version = coalesce(expected_version, version)
  returning * into saved;
  if not found then
    perform private.refuse_change(
      (select version from public.products where id = update_product.id), expected_version, 'product'
    );
  end if;
  return saved;
end
$$;

-- Links a product to these tags and to no others; to doctor types only if it is pharmaceutical.
create function private.save_tags(product uuid, industry_tag_ids uuid[], theme_ids uuid[], doctor_type_tag_ids uuid[]) returns void
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

  if private.pharmaceutical_id() = any (industry_tag_ids) then
    doctor_type_ids := doctor_type_tag_ids;
  end if;
  delete from public.product_doctor_type_tags as link
  where link.product_id = product and link.doctor_type_tag_id <> all (coalesce(doctor_type_ids, '{}'));
  insert into public.product_doctor_type_tags (product_id, doctor_type_tag_id)
  select product, chosen from unnest(doctor_type_ids) as chosen on conflict do nothing;
end
$$;

-- Besides its columns a product has "pictures" [{"url", "alt", "widths", "colour"}], the second to the eighth, "colours" [{"name",
-- "hex", "picture_position"}], "branding" [{"branding_method_id", "area", "colours"}], "parts" [{"name", "quantity"}], "terms"
-- {columns of product_terms, of which those that are left out stay} and "price_breaks" [{"quantity", "price_paise"}].
create or replace function public.save_product(
  product jsonb, industry_tag_ids uuid[], theme_ids uuid[], doctor_type_tag_ids uuid[],
  product_id uuid default null, product_version integer default null
) returns public.products
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  wanted constant public.products := private.checked_product(product);
  saved public.products;
  fact text;
  rows jsonb;
begin
  saved := case
    when save_product.product_id is null then private.insert_product(wanted)
    else private.update_product(save_product.product_id, save_product.product_version, product, wanted)
  end;
  perform private.save_tags(saved.id, save_product.industry_tag_ids, save_product.theme_ids, save_product.doctor_type_tag_ids);
  for fact, rows in
    select * from (values
      ('product_pictures', product -> 'pictures'), ('product_colours', product -> 'colours'),
      ('product_branding_methods', product -> 'branding'), ('product_parts', product -> 'parts'),
      ('product_terms', case when product ? 'terms' then (
        select case when stored = '{}' then '[]' else jsonb_build_array(stored) end
        from jsonb_strip_nulls(coalesce(
          (select to_jsonb(terms) - 'product_id' from public.product_terms as terms where terms.product_id = saved.id), '{}'
        ) || (product -> 'terms')) as stored
      ) end),
      ('product_price_breaks', product -> 'price_breaks')
    ) as lists (name, items) where items is not null
  loop
    perform private.save_rows(fact, saved.id, rows, case fact when 'product_pictures' then 2 else 1 end);
  end loop;
  return saved;
end
$$;

-- The words that a word of a search stands for, with the categories and tags that have them: those that begin with it, or, where
-- `is_near`, since none does, those spelled nearly so; and the joined ones. One letter is a word of its own.
create function private.meant_words(query_word text, joined text[], is_near boolean, out meant text[], out facet_ids uuid[])
language plpgsql stable set search_path = '' as $$
begin
  execute format(
    'select coalesce(array_agg(distinct word), array[$1]),
       array_remove(array_agg(distinct facet_id), ''00000000-0000-0000-0000-000000000000'')
     from (
       (select word, facet_id from private.name_words where %s limit 500)
       union all select word, facet_id from private.name_words where word = any ($2)
     ) as found',
    case
      when is_near then 'near_spellings && private.near_spellings($1) and left(word, 1) = left($1, 1) and private.is_near_spelling(word, $1)'
      when char_length(query_word) = 1 then 'word = $1'
      else 'word >= $1 and word < $1 || chr(1114111)'
    end
  )
  into meant, facet_ids using query_word, joined;
end
$$;

-- What a search finds: the condition on private.product_search, how far a product is from it as an expression (a word in
-- the name counts 0, the beginning of one or one spelled nearly so 1, an equal word 2, a word of its category or of a tag
-- 3, as do its material and colours), the words that are looked for, those that no product has, and each word of the query with its
-- own part of the condition. A word is also found written as two, and two written as one. A word of Search Words is no slip, so none
-- is spelled nearly so.
create or replace function private.search_condition(
  q text, out condition text, out distance text, out words text[], out unknown text[], out query_words text[], out parts text[]
)
language plpgsql stable set search_path = '' as $$
declare
  -- The words after the eighth are left out, as is what follows the two hundredth character.
  typed_words constant text[] := (private.split_words(left(q, 200)))[:9];
  compared constant text[] := string_to_array(private.compared_text(array_to_string(typed_words, ' ')), ' ');
  small_words constant text[] := array['a', 'an', 'and', 'by', 'for', 'from', 'in', 'ka', 'ke', 'ki', 'of', 'on', 'or', 'the', 'to', 'wala', 'wale', 'wali', 'with', 'और', 'का', 'की', 'के', 'में', 'वाला', 'वाली', 'वाले'];
  query_word text;
  joined text[];
  compound record;
  equal record;
  meant text[];
  facet_ids uuid[];
  is_known boolean;
  is_fact boolean;
  finds text;
begin
  condition := '';
  distance := '0';
  words := '{}';
  unknown := '{}';
  query_words := '{}';
  parts := '{}';
  for query_word in
    select word
    from unnest(private.search_words(left(q, 200))) with ordinality as input (word, position)
    order by word = any (small_words), position
    limit 8
  loop
    -- These are looked for when there is nothing else.
    exit when condition <> '' and query_word = any (small_words);
    joined := array(
      select pair.word
      from generate_series(1, cardinality(typed_words) - 1) as position
      cross join lateral unnest(private.search_words(typed_words[position] || typed_words[position + 1])) as pair (word)
      where query_word = any (private.search_words(typed_words[position] || ' ' || typed_words[position + 1]))
    );
    select * into compound from private.split_compound_word(query_word);
    for attempt in 1..2 loop
      select * into equal from private.find_equal_words(query_word, compared, attempt = 2);
      select * into meant, facet_ids from private.meant_words(query_word, joined, attempt = 2);
      facet_ids := facet_ids || compound.facet_ids || equal.facet_ids;
      finds := format('words && %1$L::text[] or fact_words && %1$L::text[]%2$s', meant, compound.finds || equal.finds);
      if facet_ids <> '{}' then
        finds := format('%s or facet_ids && %L::uuid[]', finds, facet_ids);
      end if;
      -- Materialised, so that the planner does not choose a table scan for an EXISTS.
      execute 'with known as materialized (select words from private.product_search where is_sample and (' || finds || '))
        select exists (select from known), exists (select from known where not words && $1)'
      into is_known, is_fact using meant;
      exit when is_known or char_length(query_word) < 4 or exists (select from private.equal_words where equal_words.words = query_word);
      if attempt = 1 then
        unknown := unknown || query_word;
      end if;
    end loop;
    words := words || meant || compound.words || equal.words;
    query_words := query_words || query_word;
    parts := parts || finds;
    condition := condition || ' and (' || finds || ')';
    -- Where one word alone is found all have that very word.
    if finds <> format('words && %1$L::text[] or fact_words && %1$L::text[]', meant[:1]) or is_fact then
      distance := distance || format(
        ' + case when words @> array[%L] then 0 when words && %L::text[]%s then 1 when false%s then 2 else 3 end',
        query_word, meant, compound.finds, equal.finds
      );
    end if;
  end loop;
  -- The whole may be a product's code, which comes first.
  if condition <> '' and exists (select from private.product_search where code = private.name_key(left(q, 200))) then
    condition := format(' and (code = %L or (true%s))', private.name_key(left(q, 200)), condition);
    distance := format('case when code = %L then 0 else 1 + %s end', private.name_key(left(q, 200)), distance);
  end if;
  -- Signs alone find nothing, rather than everything.
  if condition = '' and private.trimmed(q) <> '' then
    condition := ' and false';
  end if;
end
$$;

-- The cursor after the last product of a page, which read_page_cursor reads.
create function private.page_cursor(total bigint, created_at timestamptz, id uuid, sort text, key text) returns text
language sql stable set search_path = '' as $$
  select concat_ws('.', total, (extract(epoch from created_at) * 1000000)::bigint, id, nullif(sort, 'newest'), key)
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
    'q', string_agg(word, ' ' order by position) filter (where compared && telling),
    'left_out', array_agg(word order by position) filter (where compared && query_words and not compared && telling)
  )
  from unnest(private.split_words(left(arguments ->> 'q', 200))) with ordinality as input (word, position)
  cross join private.search_words(word) as compared
$$;

-- What the answer to a search of telling words alone reports beside its words.
create function private.left_out_words(arguments jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when arguments ? 'left_out' then jsonb_build_object('used', arguments -> 'q', 'left_out', arguments -> 'left_out') else '{}'
  end
$$;

-- The page that public.catalogue_page describes, its arguments as JSON. Sees all products, hence the fixed conditions:
-- samples only, and no more than the preview without a session. Planned for each combination of filters, with its values.
create or replace function private.catalogue_page_of(arguments jsonb) returns json
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
    next_page := private.page_cursor(total, times[size], ids[size], sorted, keys[size]);
  end if;
  if counts or search.condition <> '' then
    return json_build_object(
      'total', total, 'products', private.product_cards(ids[:size]), 'next', next_page, 'counts', value_counts,
      'search', case when search.condition <> '' then private.search_report(search.words, search.unknown, ids)::jsonb || private.left_out_words(arguments) end
    );
  end if;
  return json_build_object('total', total, 'products', private.product_cards(ids[:size]), 'next', next_page);
end
$$;

-- The condition on private.product_search of a value of the filter "health"; null of an unknown one, and of untagged, which is one of
-- facets.
create function private.health_condition(value text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case value
    when 'draft' then ' and not is_sample'
    when 'hidden_featured' then ' and is_featured and not is_sample'
    when 'same_name' then
      ' and search_name in (select search_name from private.product_search group by search_name having count(*) > 1)'
    when 'same_image' then
      -- The same address, or copies of one picture, which have the same bytes: as many of them, and the same widths and
      -- colour. The demo's products share their drawings, which need no mending.
      ' and product_id in (
        select id from public.products
        where image_url in (select image_url from public.products group by image_url having count(*) > 1)
          and not exists (
            select from storage.objects
            where bucket_id = ''product-images'' and name = private.stored_image_name(image_url) and metadata ? ''demo''
          )
        union all
        select unnest(ids)
        from (
          select array_agg(product.id) as ids
          from public.products as product
          join storage.objects as object
            on object.bucket_id = ''product-images'' and object.name = private.stored_image_name(product.image_url)
          where product.image_widths is not null and object.metadata ? ''size'' and not object.metadata ? ''demo''
          group by object.metadata ->> ''size'', product.image_widths, product.image_colour
          having count(*) > 1
        ) as alike
      )'
    when 'dead_video' then
      ' and product_id in (select id from public.products where not private.is_playable_video(video_url))'
    when 'broken_image' then
      ' and product_id in (
        select id from public.products
        where private.stored_image_name(image_url) is not null and not exists (
          select from storage.objects
          where bucket_id = ''product-images'' and name = private.stored_image_name(image_url)
        )
      )'
    when 'no_description' then ' and product_id in (select id from public.products where description is null)'
    when 'one_picture' then format(
      ' and not facet_ids @> array[%L::uuid]
        and not exists (select from public.product_pictures as picture where picture.product_id = product_search.product_id)',
      private.facet_id('image')
    )
    when 'no_min_quantity' then ' and min_quantity is null'
    when 'no_hsn' then
      ' and not exists (
        select from public.product_terms as terms where terms.product_id = product_search.product_id and hsn is not null
      )'
    when 'old_gst_rate' then
      ' and product_id in (
        select product_id from public.product_terms
        where gst_rate is not null and gst_rate_from <= current_date - interval ''1 year''
      )'
  end;
end
$$;

-- The condition on private.product_search that words and filters make, with the patterns of the words as $1 and the facet
-- ids as $2. Each word is in the product's name or one of its codes, or in the name of its category or of one of its tags.
create or replace function private.product_condition(words text, filters jsonb, out condition text, out facet_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  word record;
  named uuid[];
  filter record;
begin
  condition := 'true';
  facet_ids := '{}';
  for word in select pattern, position from unnest(private.word_patterns(words)) with ordinality as input (pattern, position) loop
    -- One letter is in most names, and is looked for in products only.
    named := array(
      select id from private.facets
      where section in ('category', 'industry', 'theme', 'doctor_type') and char_length(word.pattern) > 3
        and lower(name) like word.pattern
    );
    condition := condition || format(
      ' and (search_name like $1[%1$s] or codes like $1[%1$s]' || case when named = '{}' then ')' else ' or facet_ids && %2$L)' end,
      word.position, named
    );
  end loop;
  for filter in select key, value from jsonb_each_text(coalesce(filters, '{}')) order by key loop
    if filter.key in ('sample', 'featured') then
      condition := condition || format(' and is_%s = %L', filter.key, filter.value = 'yes');
    elsif filter.key = 'health' and filter.value = 'untagged' then
      facet_ids := facet_ids || array[private.facet_id('industry'), private.facet_id('theme'), private.facet_id('doctor_type')];
    elsif filter.key = 'health' and private.health_condition(filter.value) is not null then
      condition := condition || private.health_condition(filter.value);
    elsif filter.key in ('seen_never_asked', 'asked_never_quoted', 'quoted_declined') and filter.value = 'yes' then
      perform private.require(private.is_admin(), 'Only administrators see figures');
      condition := condition || format(
        ' and product_id in (select product_id from private.product_counts where %s)', private.counted_products_condition(filter.key)
      );
    elsif filter.value = 'none' and filter.key in (
      'category', 'subcategory', 'budget', 'industry', 'theme', 'doctor_type', 'image', 'video'
    ) then
      facet_ids := facet_ids || private.facet_id(filter.key);
    elsif filter.key = 'budget' then
      facet_ids := facet_ids || private.facet_id(filter.value);
    elsif filter.key in ('category', 'subcategory', 'industry', 'theme', 'doctor_type') then
      facet_ids := facet_ids || filter.value::uuid;
    else
      raise exception 'Products have no such filter: %', filter.key using errcode = '22023';
    end if;
  end loop;
  if facet_ids <> '{}' then
    condition := condition || ' and facet_ids @> $2';
  end if;
end
$$;

-- Inserts deleted records of one table again, with the category and subcategory that are still there. Ends with a sentence where
-- another record has the code or the name now. Concurrent restores of the same record insert it one after the other.
create function private.restore_rows(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  restored integer;
  violated text;
  taken text;
begin
  execute format(
    'insert into public.%1$I select restored.* from public.deleted_records as deleted
     cross join jsonb_populate_record(null::public.%1$I, deleted.record || jsonb_build_object(
       ''category_id'', (select id from public.categories where id = (deleted.record ->> ''category_id'')::uuid),
       ''subcategory_id'', (select id from public.subcategories where id = (deleted.record ->> ''subcategory_id'')::uuid)
     )) as restored where deleted.id = any ($1)',
    entity
  ) using ids;
  get diagnostics restored = row_count;
  perform private.require(restored > 0, 'It can no longer be restored, or it has been already', 'PT404');
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    if violated = 'products_code_unique' and cardinality(ids) > 1 then
      raise exception 'Other products have their codes now: change those first' using errcode = '23505';
    elsif violated = 'products_code_unique' then
      raise exception 'Another product has the code % now: change that one first', (
        select record ->> 'code' from public.deleted_records where id = any (ids)
      ) using errcode = '23505';
    elsif violated = entity || '_name_unique' then
      execute format(
        'select deleted.name from public.deleted_records as deleted join public.%I as present on lower(present.name) = lower(deleted.name)
         where deleted.id = any ($1) order by 1 limit 1',
        entity
      ) into taken using ids;
      raise exception 'There is another one named "%" now: rename that one first', taken using errcode = '23505';
    end if;
    raise exception 'It has been restored already' using errcode = '23505';
end
$$;

-- Inserts the facts of deleted records again, which have no other end. Another product may have the supplier's code now, which the
-- person sees before anything is restored.
create function private.restore_facts(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  link record;
begin
  for link in select name from private.link_tables() where entity = one and other is null loop
    execute format(
      'insert into public.%1$I select fact.* from public.deleted_records as deleted
       cross join jsonb_populate_recordset(null::public.%1$I, deleted.links -> %1$L) as fact where deleted.id = any ($1)',
      link.name
    ) using ids;
  end loop;
exception
  when unique_violation then
    raise exception 'Another product has the supplier code % now: change that one first', (
      select string_agg(terms ->> 'supplier_code', ', ')
      from public.deleted_records, jsonb_array_elements(links -> 'product_terms') as terms
      join public.product_terms as taken on private.name_key(taken.supplier_code) = private.name_key(terms ->> 'supplier_code')
      where deleted_records.id = any (ids)
    ) using errcode = '23505';
end
$$;

-- Inserts the links of deleted records again. Returns how many were left out, since their other end has gone. Their own end exists:
-- joining it would be planned with statistics from after the deletion, as if there were none.
create function private.restore_links(entity text, ids uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  link record;
  restored integer;
  left_out integer := 0;
begin
  for link in
    select name, case entity when one then other else one end as other_end, case entity when one then other_id else one_id end as other_end_id
    from private.link_tables() where entity in (one, other) and other is not null
  loop
    execute format(
      'insert into public.%1$I select link.* from public.deleted_records as deleted
       cross join jsonb_populate_recordset(null::public.%1$I, deleted.links -> %1$L) as link
       join public.%2$I as other_end on other_end.id = link.%3$I
       where deleted.id = any ($1) for key share of other_end',
      link.name, link.other_end, link.other_end_id
    ) using ids;
    get diagnostics restored = row_count;
    left_out := left_out - restored + (
      select coalesce(sum(jsonb_array_length(deleted.links -> link.name)), 0) from public.deleted_records as deleted where deleted.id = any (ids)
    );
  end loop;
  return left_out;
end
$$;

-- Gives products the deleted category and subcategory again. Those that were given another one meanwhile keep it, and a subcategory
-- restores no category. Returns how many were left out.
create function private.restore_product_categories(ids uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  restored integer;
begin
  update public.products as product set category_id = former.category_id, subcategory_id = subcategory.id
  from (
    -- One that lost its subcategory first, and its category then, has two.
    select distinct on (former.id) former.*, deleted.id as restored_id
    from public.deleted_records as deleted
    cross join jsonb_to_recordset(deleted.links -> 'products') as former (id uuid, category_id uuid, subcategory_id uuid)
    where deleted.id = any (ids)
    order by former.id, former.subcategory_id nulls last
  ) as former
  join public.categories as category on category.id = former.category_id
  left join public.subcategories as subcategory on subcategory.id = former.subcategory_id
  where product.id = former.id and product.subcategory_id is null
    and coalesce(product.category_id, case when former.restored_id is distinct from former.subcategory_id then former.category_id end)
      = former.category_id;
  get diagnostics restored = row_count;
  return (
    select count(distinct former ->> 'id')
    from public.deleted_records as deleted cross join jsonb_array_elements(deleted.links -> 'products') as former
    where deleted.id = any (ids)
  ) - restored;
end
$$;

-- Restores deleted records of one table with their links, all of them or none, and each step once for all of them: there may
-- be thousands of products. Returns how many links were left out, since their other end has gone or changed.
create or replace function private.restore_deleted(entity text, ids uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  left_out integer;
  former_links jsonb;
begin
  -- What is there now is there until the end of the transaction.
  perform from public.categories
  where id in (select (record ->> 'category_id')::uuid from public.deleted_records where id = any (ids)) order by id for key share;
  perform from public.subcategories
  where id in (select (record ->> 'subcategory_id')::uuid from public.deleted_records where id = any (ids)) order by id for key share;

  if entity = 'products' then
    perform private.defer_product_search();
  end if;
  perform private.restore_rows(entity, ids);
  select
    count((record ->> 'category_id')::uuid) + count((record ->> 'subcategory_id')::uuid) - count(category.id) - count(subcategory.id)
  into left_out
  from public.deleted_records
  left join public.categories as category on category.id = (record ->> 'category_id')::uuid
  left join public.subcategories as subcategory on subcategory.id = (record ->> 'subcategory_id')::uuid
  where deleted_records.id = any (ids);
  perform private.restore_facts(entity, ids);
  left_out := left_out + private.restore_links(entity, ids);
  if entity = 'products' then
    perform private.refresh_deferred_product_search(ids);
  end if;
  left_out := left_out + private.restore_product_categories(ids);

  select jsonb_object_agg(kinds.kind, kinds.links) into former_links
  from (
    select kind.key as kind, jsonb_agg(former.value) as links
    from public.deleted_records as deleted
    cross join jsonb_each(
      case when deleted.entity = 'products' then jsonb_build_object('products', jsonb_build_array(jsonb_build_object(
        'id', deleted.id, 'category_id', deleted.record -> 'category_id', 'subcategory_id', deleted.record -> 'subcategory_id'
      ))) else '{}' end || deleted.links
    ) as kind
    cross join jsonb_array_elements(kind.value) as former
    where deleted.id = any (ids) group by kind.key
  ) as kinds;
  delete from public.deleted_records where id = any (ids);
  perform private.defer_restored_links(former_links);
  return left_out;
end
$$;

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
  ), pharmaceutical as materialized (
    -- Afterwards: doctor types belong to these products only (product.md, section 5).
    select product_id from link
    where kind = 'industry' and tag_id = private.pharmaceutical_id()
      and not exists (select from requested where action = 'remove' and requested.kind = 'industry' and requested.tag_id = link.tag_id)
    union
    select target.id from target, requested where action = 'add' and kind = 'industry' and tag_id = private.pharmaceutical_id()
  ), change as materialized (
    select 'removed' as action, kind, product_id, tag_id, row from link
    where (kind, tag_id) in (select requested.kind, requested.tag_id from requested where requested.action = 'remove')
      or (
        kind = 'doctor_type' and changes #> '{remove,industry}' is not null
        and product_id not in (select pharmaceutical.product_id from pharmaceutical)
      )
    union all
    select 'added', kind, product_id, tag_id, jsonb_build_object('product_id', product_id, case kind
      when 'theme' then 'theme_id' when 'branding' then 'branding_method_id' else kind || '_tag_id' end, tag_id
    )
    from (
      select requested.kind, target.id as product_id, requested.tag_id from target, requested
      where requested.action = 'add'
        and (requested.kind <> 'doctor_type' or target.id in (select pharmaceutical.product_id from pharmaceutical))
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

-- The product that a row is about, locked: by its id, else by the supplier and its code, else by our own code. Null for a new one.
create function private.product_of_row(item jsonb) returns public.products
language plpgsql set search_path = '' as $$
declare
  product public.products;
begin
  select stored.* into product from public.products as stored
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

-- A product with its facts and links, by their tables: {"product", "links"}, from which an import is undone.
create function private.product_with_links(product public.products) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('product', to_jsonb(product), 'links', private.product_facts(product.id) || jsonb_strip_nulls(jsonb_build_object(
    'product_industry_tags', (select jsonb_agg(link) from public.product_industry_tags as link where link.product_id = product.id),
    'product_themes', (select jsonb_agg(link) from public.product_themes as link where link.product_id = product.id),
    'product_doctor_type_tags', (select jsonb_agg(link) from public.product_doctor_type_tags as link where link.product_id = product.id),
    'product_branding_methods', (select jsonb_agg(link) from public.product_branding_methods as link where link.product_id = product.id)
  )));
end
$$;

-- The links of product_with_links as save_product takes them: the ids of tags, and branding methods with their area and colours.
create function private.linked_ids(links jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'industries', jsonb_path_query_array(links, '$.product_industry_tags[*].industry_tag_id'),
    'themes', jsonb_path_query_array(links, '$.product_themes[*].theme_id'),
    'doctor_types', jsonb_path_query_array(links, '$.product_doctor_type_tags[*].doctor_type_tag_id'),
    'branding', (
      select coalesce(jsonb_agg(link - 'product_id' || jsonb_build_object('name', method.name) order by method.name), '[]')
      from jsonb_array_elements(links -> 'product_branding_methods') as link
      join public.branding_methods as method on method.id = (link ->> 'branding_method_id')::uuid
    )
  );
end
$$;

-- The result of product_with_links as save_product takes it, with its terms beside its columns, and with its lists of facts, which are
-- empty of a new product.
create function private.fields_of_product(former jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(former -> 'product', '{}') - array['id', 'created_at', 'version', 'featured_order']
      || coalesce(former #> '{links,product_terms,0}', '{}') - 'product_id' || jsonb_object_agg(lists.field, lists.rows)
    from (
      select field, coalesce(
        jsonb_agg(fact - array['product_id', 'position'] order by (fact ->> 'position')::integer, (fact ->> 'quantity')::integer)
          filter (where fact is not null), '[]'
      ) as rows
      from (values ('pictures', 'product_pictures'), ('colours', 'product_colours'), ('parts', 'product_parts'), ('price_breaks', 'product_price_breaks'))
        as facts (field, table_name)
      left join lateral jsonb_array_elements(former -> 'links' -> table_name) as fact on true group by field
    ) as lists
  );
end
$$;

-- Those of the fields that a row has, as they are stored.
create function private.fields_of_row(item jsonb, fields text[]) returns jsonb
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
    from jsonb_each(item) as field where field.key = any (fields)
  );
end
$$;

-- The pictures that a row has, as fields of a product. Pictures that the product shows already keep their texts and sizes. One that was
-- not chosen is found by the name that the import that set it had for it.
create function private.pictures_of_row(item jsonb, product uuid, former_pictures jsonb, out fields jsonb, out errors jsonb)
language plpgsql stable set search_path = '' as $$
declare
  names text[];
  wanted record;
  former jsonb;
  pictures jsonb := '[]'::jsonb;
begin
  fields := '{}';
  errors := '{}';
  if not item ?| array['image_url', 'stored_image', 'pictures'] then
    return;
  end if;
  names := private.imported_picture_names(product);
  for wanted in
    select input.picture, input.position from jsonb_array_elements(jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
      'url', item -> 'image_url', 'widths', item -> 'image_widths', 'colour', item -> 'image_colour', 'stored_image', item -> 'stored_image'
    ))) || coalesce(nullif(item -> 'pictures', 'null'), '[]')) with ordinality as input (picture, position) order by input.position
  loop
    former := (
      select picture from jsonb_array_elements(former_pictures) with ordinality as formerly (picture, position)
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
  if item ?| array['image_url', 'stored_image'] then
    fields := jsonb_build_object(
      'image_url', pictures #> '{0,url}', 'image_alt', case when item ? 'image_alt' then item -> 'image_alt' else pictures #> '{0,alt}' end,
      'image_widths', pictures #> '{0,widths}', 'image_colour', pictures #> '{0,colour}'
    );
  end if;
  if item ? 'pictures' then
    fields := fields || jsonb_build_object('pictures', pictures - 0);
  end if;
end
$$;

-- The colours of a product. One keeps what the file does not say of it, and points at its picture wherever that is now.
create function private.colours_of_row(product jsonb, former_colours jsonb, former_pictures jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(coalesce(former_colour, '{}') || jsonb_build_object('picture_position', (
      select position from jsonb_array_elements(jsonb_build_array(jsonb_build_object('url', product -> 'image_url')) || (product -> 'pictures'))
        with ordinality as pictures (picture, position)
      where picture ->> 'url' = former_pictures -> ((former_colour ->> 'picture_position')::integer - 1) ->> 'url' order by position limit 1
    )) || colour order by input.position), '[]')
    from jsonb_array_elements(nullif(product -> 'colours', 'null')) with ordinality as input (colour, position)
    left join lateral (
      select former from jsonb_array_elements(former_colours) as former where private.name_key(former ->> 'name') = private.name_key(colour ->> 'name') limit 1
    ) as matching (former_colour) on true
  );
end
$$;

-- Finds or creates what a row names: its category and subcategory, which are fields of the product, and its tags and branding methods,
-- of which the product then has these and no others; doctor types only if it is pharmaceutical. Adds to the errors what there is not,
-- and says what it has created.
create function private.import_names(
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
  if ids -> 'doctor_types' <> '[]' and (ids -> 'industries' ? private.pharmaceutical_id()::text) is not true then
    if item ? 'doctor_types' and not errors ? 'industries' then
      errors := errors || '{"doctor_types": "Doctor types need the industry Pharmaceutical"}';
    end if;
    ids := ids || '{"doctor_types": []}';
  end if;
end
$$;

-- Adds to the errors of a row what its product may not be, whatever it names.
create function private.errors_of_row(product jsonb, errors jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
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

-- The fields of two products that differ: {field: [before, after]}. Links are compared without their order.
create function private.changed_fields(before jsonb, after jsonb, ids jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(regexp_replace(key, '_id$', ''), jsonb_build_array(former.value, present.value)), '{}')
    from jsonb_each(jsonb_strip_nulls(before)) as former full join jsonb_each(jsonb_strip_nulls(after)) as present using (key)
    where former.value is distinct from present.value
      and not coalesce(ids ? key and former.value @> present.value and present.value @> former.value, false)
  );
end
$$;

-- Changed fields as a report shows them: texts to 100 characters, and of links only that they have changed.
create function private.shortened_changes(changed jsonb, ids jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(key, case
      when ids ? key and key <> 'branding' or key in ('category', 'subcategory') then '[null, null]' else sides
    end)
    from jsonb_each(changed) cross join lateral (
      select jsonb_agg(case jsonb_typeof(side) when 'string' then to_jsonb(left(side #>> '{}', 100)) else side end order by position) as sides
      from jsonb_array_elements(value) with ordinality as both_sides (side, position)
    ) as shortened
  );
end
$$;

-- Saves one row. Returns {"outcome", "product_id", "version", "former", "created", "changed", "removed"}; errors of its fields are
-- raised as GW001 with {field: sentence} as detail, so that what it created is rolled back.
create or replace function private.import_row(item jsonb, options jsonb, own_import_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  columns constant text[] := array[
    'name', 'code', 'image_url', 'image_widths', 'image_colour', 'image_alt', 'video_url', 'budget', 'is_sample', 'is_featured',
    'category_id', 'subcategory_id', 'description', 'material', 'length_mm', 'width_mm', 'height_mm', 'capacity_ml', 'weight_g',
    'min_quantity', 'lead_days_from', 'lead_days_to', 'packaging', 'care', 'origin', 'is_brand_reminder', 'pictures', 'colours', 'parts',
    'price_breaks'
  ];
  terms constant text[] := array['supplier', 'supplier_code', 'cost_paise', 'hsn', 'gst_rate', 'gst_rate_from', 'note'];
  former constant public.products := private.product_of_row(item);
  is_new constant boolean := former.id is null;
  former_record constant jsonb := case when not is_new then private.product_with_links(former) end;
  before jsonb;
  former_pictures jsonb;
  product jsonb;
  ids jsonb;
  pictures record;
  errors jsonb := coalesce(item -> 'errors', '{}');
  created jsonb;
  changed jsonb;
  saved public.products;
begin
  if is_new and item ? 'product_id' then
    return '{"outcome": "unchanged"}'::jsonb;
  elsif not is_new then
    if exists (
      select from public.import_rows where product_id = former.id and import_id = own_import_id and outcome in ('created', 'updated')
    ) then
      errors := errors || jsonb_build_object(case when item ? 'supplier_code' then 'supplier_code' else 'code' end, 'Another row of this file has this code');
    elsif options -> 'update' is distinct from 'true' and errors = '{}' then
      return jsonb_build_object('outcome', 'unchanged', 'product_id', former.id);
    end if;
  end if;
  ids := private.linked_ids(coalesce(former_record -> 'links', '{}'));
  before := private.fields_of_product(former_record) || ids;
  former_pictures := jsonb_build_array(jsonb_build_object(
    'url', former.image_url, 'alt', former.image_alt, 'widths', former.image_widths, 'colour', former.image_colour
  )) || (before -> 'pictures');
  pictures := private.pictures_of_row(item, former.id, former_pictures);
  -- What the file has no column for stays as it is.
  product := before || private.fields_of_row(item, columns || terms) || pictures.fields;
  product := product || jsonb_build_object('colours', private.colours_of_row(product, before -> 'colours', former_pictures));
  errors := private.errors_of_row(product, errors || pictures.errors);
  select * into product, ids, errors, created
  from private.import_names(item, options, before -> 'branding', product, ids, errors);
  if errors <> '{}' then
    -- What the file was found to have wrong says more than what is missing for it.
    raise exception 'invalid row' using errcode = 'GW001', detail = errors || coalesce(item -> 'errors', '{}');
  end if;

  changed := private.changed_fields(before, product || ids, ids);
  if not is_new and changed = '{}' and not item ? 'new_image' then
    return jsonb_build_object('outcome', 'unchanged', 'product_id', former.id);
  end if;
  -- Facts that stay as they are are left out: each that is passed costs statements and their triggers.
  saved := public.save_product(
    (
      select jsonb_object_agg(key, value) from jsonb_each(product)
      where key = any (columns) and (key not in ('pictures', 'colours', 'parts', 'price_breaks') or changed ? key)
    ) || coalesce((
      select jsonb_build_object('terms', jsonb_object_agg(key, value)) from jsonb_each(product) where key = any (terms) and changed ? key
      having count(*) > 0
    ), '{}') || case when changed ? 'branding' then jsonb_build_object('branding', ids -> 'branding') else '{}' end,
    array(select jsonb_array_elements_text(ids -> 'industries')::uuid), array(select jsonb_array_elements_text(ids -> 'themes')::uuid),
    array(select jsonb_array_elements_text(ids -> 'doctor_types')::uuid), former.id, former.version
  );
  changed := changed - array['image_widths', 'image_colour'] - case when item ? 'image_alt' then '{}' else array['image_alt'] end;
  return jsonb_build_object(
    'outcome', case when is_new then 'created' else 'updated' end, 'product_id', saved.id, 'version', saved.version,
    'former', former_record, 'created', created, 'changed', case when not is_new then private.shortened_changes(changed, ids) end, 'removed', (
      select jsonb_agg(key) from jsonb_each(changed)
      where not is_new and value -> 1 in ('null', '[]') and value -> 0 not in ('null', '[]') and (key <> 'pictures' or not item ? 'new_image')
    )
  );
end
$$;

-- Which products an undoing leaves as they are, since they were changed or deleted after the import: how many, and the first 200 by name
-- with the reason.
create function private.changed_since_import(undone uuid, unchanged uuid[], out number integer, out listed jsonb)
language sql stable set search_path = '' as $$
  select count(*)::integer, coalesce(jsonb_agg(jsonb_build_object('name', remaining.name, 'reason', remaining.reason)) filter (where remaining.position <= 200), '[]')
  from (
    select row_number() over (order by stored.number) as position, coalesce(product.name, stored.former #>> '{product,name}') as name, case
      when product.id is null then 'was deleted since'
      when product.is_sample and stored.record -> 'is_sample' is distinct from 'true' and stored.former #> '{product,is_sample}' is distinct from 'true' then 'was published since'
      else 'was changed since'
    end as reason
    from public.import_rows as stored left join public.products as product on product.id = stored.product_id
    where stored.import_id = undone and stored.product_id <> all (unchanged)
      and (stored.outcome = 'updated' or stored.outcome = 'created' and product.id is not null)
  ) as remaining
$$;

-- Makes the products that an import updated what they were, with their facts, and with the links whose other end is still there.
create function private.restore_updated_products(undone uuid, updated uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  link record;
begin
  for link in select * from private.link_tables() where one = 'products' loop
    execute format(
      'delete from public.%1$I as fact using public.import_rows as stored
       where stored.import_id = $2 and stored.outcome = ''updated'' and stored.product_id = any ($1) and fact.product_id = stored.product_id
         and not exists (select from jsonb_populate_recordset(null::public.%1$I, stored.former -> ''links'' -> %1$L) as restored where restored is not distinct from fact)',
      link.name
    ) using updated, undone;
    execute format(
      'insert into public.%1$I select restored.* from public.import_rows as stored
       cross join jsonb_populate_recordset(null::public.%1$I, stored.former -> ''links'' -> %1$L) as restored %2$s
       where stored.import_id = $2 and stored.outcome = ''updated'' and stored.product_id = any ($1)
         and not exists (select from public.%1$I as fact where fact.product_id = restored.product_id and fact is not distinct from restored)',
      link.name, case when link.other is not null then format('join public.%I as other_end on other_end.id = restored.%I', link.other, link.other_id) end
    ) using updated, undone;
  end loop;
  update public.products as product set
    name = former.name, code = former.code, image_url = former.image_url, image_widths = former.image_widths, image_colour = former.image_colour,
    video_url = former.video_url, budget = former.budget, is_sample = former.is_sample, is_featured = former.is_featured,
    category_id = (select id from public.categories where id = former.category_id),
    subcategory_id = (select id from public.subcategories where id = former.subcategory_id),
    description = former.description, image_alt = former.image_alt, material = former.material, length_mm = former.length_mm,
    width_mm = former.width_mm, height_mm = former.height_mm, capacity_ml = former.capacity_ml, weight_g = former.weight_g,
    min_quantity = former.min_quantity, lead_days_from = former.lead_days_from, lead_days_to = former.lead_days_to,
    packaging = former.packaging, care = former.care, origin = former.origin,
    is_brand_reminder = former.is_brand_reminder
  from public.import_rows as stored cross join jsonb_populate_record(null::public.products, stored.former -> 'product') as former
  where stored.import_id = undone and stored.outcome = 'updated' and product.id = stored.product_id and product.id = any (updated);
exception
  when unique_violation then
    raise exception 'Another product has one of their codes now: change that one first' using errcode = '23505';
end
$$;

-- Deletes the categories and tags that an import created, but for those that have other products: [{"name", "reason"}].
create function private.delete_created_facets(undone uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  facet record;
  in_use jsonb;
  remains jsonb := '[]'::jsonb;
begin
  delete from public.subcategory_categories as added
  using public.imports, jsonb_array_elements(imports.created) as made
  where imports.id = undone and made ->> 'table' = 'subcategory_categories'
    and added.subcategory_id = (made ->> 'id')::uuid and added.category_id = (made ->> 'category')::uuid
    and not exists (select from public.products as product where product.subcategory_id = added.subcategory_id and product.category_id = added.category_id);
  for facet in
    select made ->> 'table' as name, (made ->> 'id')::uuid as id
    from public.imports, jsonb_array_elements(imports.created) with ordinality as listed (made, position)
    where imports.id = undone and made ->> 'table' <> 'subcategory_categories' order by made ->> 'table' = 'categories', position
  loop
    execute format(
      'delete from public.%I where id = $1 and not exists (select from private.product_search where facet_ids @> array[$1])
         and not exists (select from public.subcategory_categories where category_id = $1)',
      facet.name
    ) using facet.id;
    execute format('select jsonb_build_object(''name'', name, ''reason'', ''is in use'') from public.%I where id = $1', facet.name) into in_use using facet.id;
    remains := remains || coalesce(in_use, '[]');
  end loop;
  return remains;
end
$$;

-- Undoes an import: what it created is deleted, what it updated is as before; products that were changed since are left as
-- they are, as are categories and tags that have other products.
create or replace function private.undo_import(entry public.deleted_records) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  updated uuid[];
  created uuid[];
  left_out integer;
  remains jsonb;
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
  select number, listed into left_out, remains from private.changed_since_import(entry.id, updated || created);

  -- Codes that it gave to other products are free before their own come back.
  if created <> '{}' then
    perform private.delete_records('products', created);
  end if;
  update public.products as product set code = null
  where id = any (updated) and private.name_key(code) in (
    select private.name_key(stored.former #>> '{product,code}')
    from public.import_rows as stored join public.products as changed on changed.id = stored.product_id
    where stored.import_id = entry.id and stored.outcome = 'updated' and stored.former #>> '{product,code}' is distinct from changed.code
  );
  perform private.restore_updated_products(entry.id, updated);
  remains := remains || private.delete_created_facets(entry.id);
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

-- Makes a lead a part of another one, which stands for it in lists; or no longer, without one.
create function private.merge_lead(lead uuid, target uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.lead_handling as other where other.lead_id = target and other.lead_id <> lead and other.merged_into is null for update;
  perform private.require(
    target is null or found and not exists (select from public.lead_handling as part where part.merged_into = lead),
    'Merge these leads the other way round: one with merged inquiries stays, and one that is merged takes none', '22023'
  );
  update public.lead_handling as handling set merged_into = target where handling.lead_id = lead;
end
$$;

-- Ends the private links of a lead's buyer. Where they are not renewed, no e-mail with a new one is left to be sent.
create function private.end_lead_links(lead uuid, are_renewed boolean) returns void
language plpgsql set search_path = '' as $$
begin
  update public.leads set link = null where id = lead;
  update public.outbox set links = '{}' where lead_id = lead;
  delete from public.outbox
  where lead_id = lead and not are_renewed and kind = 'acknowledgement' and event_number is not null and state <> 'sent';
end
$$;

-- Takes back an answer, a state, an assignment or a merge of a lead, by the number of its event. What was done later stays.
create function private.undo_lead_event(lead uuid, event_number text) returns void
language plpgsql set search_path = '' as $$
declare
  undone text;
  assignee record;
begin
  select event.kind into undone from public.lead_events as event
  where event.lead_id = lead and event.kind in ('answered', 'state', 'assigned', 'merged') and event.number::text = event_number;
  perform private.require(undone is not null, 'This lead has no such answer', '22023');
  perform from public.lead_events as later where later.lead_id = lead and later.kind = undone and later.number > event_number::bigint;
  if undone = 'merged' and not found then
    update public.lead_handling as handling set merged_into = null where handling.lead_id = lead;
  elsif undone = 'assigned' and not found then
    select users.id, users.email into assignee
    from auth.users join public.profiles on profiles.id = users.id
    where (profiles.is_admin or profiles.is_sales) and users.email = (
      select event.value from public.lead_events as event
      where event.lead_id = lead and event.kind = 'assigned' and event.number < event_number::bigint order by event.number desc limit 1
    );
    update public.lead_handling as handling set assigned_to = assignee.id, assigned_email = assignee.email where handling.lead_id = lead;
  end if;
end
$$;

-- Values: state (new, in_progress, quoted, won, lost, spam); assigned (the id of one of administrators(), or null); due (a day, or
-- null); note (a text); answered (email, whatsapp); merged (the id of the lead that stands for it, or null); undone (the number of
-- an answer, a state, an assignment or a merge); link (ended, or renewed, which mails the buyer another one).
create or replace function private.handle_lead(lead uuid, kind text, value text default null) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  current public.lead_handling;
  input text := nullif(private.trimmed(value), '');
  assignee record;
  is_change boolean := true;
  stored bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  -- Callers that handle the same lead wait for each other, and no others do.
  select * into current from public.lead_handling as handling where handling.lead_id = lead for update;
  if not found then
    perform private.refuse_change(null, null, 'lead');
  end if;
  perform private.require(
    kind not in ('due', 'note', 'answered', 'link') or exists (select from public.leads where id = lead and erased_at is null),
    'The details of this inquiry were erased', '22023'
  );

  case kind
    when 'opened' then
      input := null;
      is_change := current.state = 'new';
    when 'state' then
      perform private.require(
        input in ('new', 'in_progress', 'quoted', 'won', 'lost', 'spam'), 'A lead has no such state', '22023'
      );
      is_change := input <> current.state;
    when 'assigned' then
      select users.id, users.email into assignee
      from auth.users join public.profiles on profiles.id = users.id
      where users.id = input::uuid and (profiles.is_admin or profiles.is_sales);
      perform private.require(
        input is null or assignee.id is not null, 'Leads are assigned to administrators and sales', '22023'
      );
      is_change := assignee.id is distinct from current.assigned_to;
      update public.lead_handling as handling set assigned_to = assignee.id, assigned_email = assignee.email where handling.lead_id = lead;
      input := assignee.email;
    when 'due' then
      perform private.require(
        input::date between '2000-01-01' and '2999-12-31' is not false, 'This day is out of range', '22023'
      );
      is_change := input::date is distinct from current.due_on;
      input := input::date::text;
    when 'note' then
      perform private.require(input is not null, 'A note has a text', '22023');
    when 'answered' then
      perform private.require(input in ('email', 'whatsapp'), 'Leads are answered by email or whatsapp', '22023');
    when 'link' then
      perform private.require(input in ('ended', 'renewed'), 'The links of a buyer are ended or renewed', '22023');
      perform private.end_lead_links(lead, input = 'renewed');
    when 'merged' then
      perform private.merge_lead(lead, input::uuid);
      is_change := input::uuid is distinct from current.merged_into;
    when 'undone' then
      perform private.undo_lead_event(lead, input);
    else
      raise exception 'Leads are not handled like this' using errcode = '22023';
  end case;
  if not is_change then
    return null;
  end if;

  insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value)
  values (lead, auth.uid(), coalesce((select email from auth.users where id = auth.uid()), ''), kind, input)
  returning event.number into stored;
  perform private.derive_handling(lead);
  if kind = 'link' and input = 'renewed' then
    insert into public.outbox (lead_id, kind, recipient, event_number)
    select id, 'acknowledgement', email, stored from public.leads where id = lead;
  end if;
  return stored;
end
$$;

-- How many searches, visits, leads and quotations the days had.
create function private.funnel(since date, until date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  starts constant timestamptz := since::timestamp at time zone 'Asia/Kolkata';
  ends constant timestamptz := (until + 1)::timestamp at time zone 'Asia/Kolkata';
begin
  return (
    select jsonb_build_object(
      'searched', private.sum_of_counts('searched', since, until), 'seen', private.sum_of_counts('seen', since, until),
      'added', private.sum_of_counts('added', since, until), 'asked', private.count_leads('', starts, ends),
      'quoted', count(*) filter (where number is not null), 'accepted', count(*) filter (where state = 'accepted'),
      'declined', count(*) filter (where state = 'declined')
    )
    from public.quotations where created_at >= starts and created_at < ends
  );
end
$$;

-- How often visitors searched, and for what: the most frequent searches first, or of the list "not_found" only those without a result.
create function private.search_figures(since date, until date, list text, size integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'searched', private.sum_of_counts('searched', since, until), 'not_found', private.sum_of_counts('not_found', since, until),
    'chosen', private.sum_of_counts('search_chosen', since, until),
    'words', (
      select coalesce(jsonb_agg(to_jsonb(most)), '[]')
      from (
        select key as words, coalesce(sum(number) filter (where counted.kind = 'searched'), 0) as searched,
          coalesce(sum(number) filter (where counted.kind = 'not_found'), 0) as not_found,
          coalesce(sum(number) filter (where counted.kind = 'search_chosen'), 0) as chosen
        from public.daily_counts as counted
        where counted.kind in ('searched', 'not_found', 'search_chosen') and day between since and until and key <> ''
        group by key having list is distinct from 'not_found' or sum(number) filter (where counted.kind = 'not_found') > 0
        order by case when list = 'not_found' then sum(number) filter (where counted.kind = 'not_found') end desc, 2 desc, 3 desc, 1 limit size
      ) as most
    )
  );
end
$$;

-- Why quotations were declined, and leads lost: the most frequent reasons first.
create function private.reason_figures(since timestamptz, before timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'declined', (
      select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'quotations', number) order by number desc, reason), '[]')
      from (
        select private.reason_of_quotation(id) as reason, count(*) as number from public.quotations
        where state = 'declined' and created_at >= since and created_at < before group by 1
      ) as declined
    ),
    'lost', (
      select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'leads', number) order by number desc, reason), '[]')
      from (
        select private.reason_of_lead(lead_id) as reason, count(*) as number from public.lead_handling
        where state = 'lost' and merged_into is null and created_at >= since and created_at < before group by 1
      ) as lost
    )
  );
end
$$;

-- The 75th percentile of each web vital by page, as the upper bound of its bucket.
create function private.vital_figures(since date, until date) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('vital', vital, 'page', page, 'views', views, 'p75', p75) order by vital, page), '[]')
    from (
      select vital, page, max(total) as views, min(bound) filter (where below >= 0.75 * total) as p75
      from (
        select vital, page, bound, sum(number) over (partition by vital, page) as total, sum(number) over (partition by vital, page order by bound) as below
        from (
          select substr(counted.kind, 7) as vital, split_part(key, '|', 1) as page, split_part(key, '|', 2)::integer as bound, number
          from (
            select listed.kind, key, sum(number) as number from public.daily_counts as listed
            where listed.kind > 'vital:' and listed.kind < 'vital;' and day between since and until group by listed.kind, key
          ) as counted
        ) as bucket
      ) as histogram
      group by vital, page
    ) as measured
  );
end
$$;

-- How many products each list of the figures has, and the first ones of one list.
create function private.product_figures(list text, size integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'seen_never_asked', (select count(*) from private.product_counts where seen >= 100 and asked = 0),
    'asked_never_quoted', (select count(*) from private.product_counts where asked > 0 and quoted = 0),
    'quoted_declined', (select count(*) from private.product_counts where declined > 0),
    'products', private.most_counted_products(list, size)
  );
end
$$;

-- funnel: {"searched", "seen", "added": how often; "asked": the leads of count_leads, "quoted", "accepted", "declined": the
-- quotations begun then of count_quotations with sent: yes, state: accepted, state: declined}.
-- searches (words are stored as long as the retention of searches says): {"searched", "not_found", "chosen", "words": [{"words",
-- "searched", "not_found", "chosen"}]}, with the option list: not_found only those.
-- products, since counting began: {"seen_never_asked", "asked_never_quoted", "quoted_declined": the products that count_products
-- counts by the filter of that name: yes; "products": [{"id", "name", "seen", "added", "asked", "quoted", "accepted", "declined",
-- "reasons": {reason: times}}] of the option list, one of these three, or those seen most}.
-- groups, by the option group, category, theme, industry or band: [{"id", "name", "seen", "added", "asked", "quoted", "accepted",
-- "declined"}]; of these and of products "asked" is count_leads and the others are count_quotations with the filter about.
-- answers: {"all", "people": [{"id", "email"}], "weekdays": [{"weekday": 1 is Monday}], each with "leads", "answered",
-- "median_minutes", "p90_minutes"; "unanswered_quotations"}; a person's leads are those of count_leads by assigned, an id or none.
-- reasons: {"declined": [{"reason", "quotations"}], "lost": [{"reason", "leads"}]}, of count_quotations and count_leads with state
-- and reason.
-- seasons, by the options festival (diwali, holi, eid, christmas, new_year) and weeks, for each year from since to until:
-- {"festival", "years": [{"year", "date", "weeks": [{"week": -1 is the one before, "since", "until", "asked", "seen", "added",
-- "quoted", "accepted"}]}]}.
-- vitals: [{"vital", "page", "views", "p75": milliseconds, of CLS thousandths}].
create or replace function private.figures(kind text, since date default null, until date default null, options jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  last_day constant date := coalesce(until, private.day_in_india(now()));
  first_day constant date := coalesce(since, last_day - 89);
  starts constant timestamptz := first_day::timestamp at time zone 'Asia/Kolkata';
  ends constant timestamptz := (last_day + 1)::timestamp at time zone 'Asia/Kolkata';
  size constant integer := least(greatest(coalesce((options ->> 'size')::integer, 50), 1), 1000);
  list constant text := options ->> 'list';
begin
  if not private.is_admin() then
    return null;
  end if;
  case kind
    when 'funnel' then return private.funnel(first_day, last_day);
    when 'searches' then return private.search_figures(first_day, last_day, list, size);
    when 'products' then return private.product_figures(list, size);
    when 'groups' then return private.counts_of_groups(coalesce(options ->> 'group', 'category'), first_day, last_day);
    when 'answers' then return private.answer_times(starts, ends);
    when 'reasons' then return private.reason_figures(starts, ends);
    when 'seasons' then
      return private.seasons(coalesce(options ->> 'festival', 'diwali'), least(coalesce((options ->> 'weeks')::integer, 8), 26), since, last_day);
    when 'vitals' then return private.vital_figures(first_day, last_day);
    else
      raise exception 'There are no such figures: %', kind using errcode = '22023';
  end case;
end
$$;

comment on function public.accept_invitation(pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Gives the account of the invited address the role of the invitation with this token, and the new password; an address without an account gets one. Ends its other sessions and earlier second factors. An unknown token and an ended invitation are answered alike.';

comment on function public.site_details() is 'What the owner has set of what every page shows, without what is not set: the name, colours, contacts, the home page''s headline, text and picture, "counts" and "pharma_hints" where they are off, and "terms_changed_on" where the page /terms is there.';

comment on function public.save_product(pg_catalog.jsonb,pg_catalog.uuid[],pg_catalog.uuid[],pg_catalog.uuid[],pg_catalog.uuid,integer) is 'Creates a product, or updates the one with product_id, and replaces its three kinds of tags: all of it or nothing. With product_version, only if that is still its version. Facts that are left out stay as they are.';

comment on function public.catalogue_page(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,integer,pg_catalog.text,boolean,pg_catalog.text,integer,integer,pg_catalog.text,pg_catalog.text,boolean) is 'One page of sample products: {"total", "products", "next"}; "after" takes the "next" of the page before in the same order, and "counts" adds how many products each value of a filter would find. Without a session: at most the first 12 products of the order and no next page.';

comment on function public.product_page(pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'A sample product by the first 12 to 32 digits of its id without hyphens, with its facts that are known and similar products; null when there is none. Without a session only a product of the preview or of the home page, or one whose key is "share".';

comment on function public.shared_products(pg_catalog.jsonb) is 'Those of at most 50 products, [{"id", "key"}], that are in the catalogue and whose key is right, in their order, as product_page has them without similar ones. Keys are not compared for accounts, which see every product.';

comment on function public.find_products(pg_catalog.text,pg_catalog.jsonb,pg_catalog.text,boolean,pg_catalog.text,pg_catalog.uuid,integer) is 'Products with all of the words, in any order, that meet the filters of product_condition: at most "size" of those beyond a created_at or name and an id, or of those that match best where "sorted" is match. In no order of their own. Nothing for anyone but administrators and sales.';

comment on function public.find_leads(pg_catalog.text,timestamp with time zone,timestamp with time zone,timestamp with time zone,boolean,pg_catalog.text,pg_catalog.uuid,integer,pg_catalog.jsonb,pg_catalog.text) is 'Leads with all of the words, in any order, that came since, before or after a time, and that meet the filters of leads_condition: at most "size" of those beyond a value of what is sorted and an id. In no order of their own. Nothing for anyone but administrators and sales.';

comment on function public.catalogue_health() is 'What needs attention: {"products": [{"filter", "value", "products"}], "unused": [{"table", "name"}], "missed": [{"words", "searches", "searched_at"}]}. Null for anyone but administrators and sales.';

comment on function public.bulk_edit_products(pg_catalog.jsonb,pg_catalog.uuid[],pg_catalog.text,pg_catalog.jsonb,boolean,pg_catalog.text) is 'Changes the products with these ids or, without ids, those that find_products finds on all pages, in one transaction: {"matched", "changed", "undo"}, where "undo" is what restore_record takes. A preview changes nothing, and is refused as the edit would be.';

comment on function public.import_products(pg_catalog.jsonb,pg_catalog.jsonb,pg_catalog.uuid) is 'Saves rows of a stored import, each once; without import_id it is a dry run. Returns [{"number", "outcome": created, updated, unchanged or failed, "errors": {field: sentence}}], in a dry run with "changed" and "removed" of an updated product. restore_record undoes an import by its id.';

comment on function public.send_inquiry(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb,pg_catalog.text,pg_catalog.date,integer,pg_catalog.text,boolean,pg_catalog.jsonb,boolean) is 'Stores an inquiry with quantities as a lead, and gives its reference. The header x-inquiry-link is the token of its private page, at least 32 random characters. The items are its products, at most 1000, in order, of which only the name is required.';

comment on function public.handle_lead(pg_catalog.uuid,pg_catalog.text,pg_catalog.text) is 'Adds to the history of a lead, for administrators and sales: opened, state, assigned, due, note, answered, merged, undone or link, with its value. The number of the event, or null where nothing changes.';

comment on function public.lead_figures() is 'Figures for the dashboard: waiting times of unanswered leads, the median minutes until an answer, leads won and lost by month, and the products and industries of most leads. Null for anyone but administrators and sales.';

comment on function public.my_inquiries() is 'The inquiries that the caller has sent while signed in, or without an account with the address that the caller''s account has proven, newest first, at most 200, as inquiry_as_json has them.';

comment on function public.quotation_details(pg_catalog.uuid) is 'A quotation with all that staff see of it: {"quotation", "lead", "versions", newest first, "events", "links", "offered_prices"}. 404 for an unknown one.';

comment on function public.send_quotation(pg_catalog.uuid,integer,boolean,boolean) is 'Sends the draft that was saved so often: {"number", "revision", "version_id", "token"}, a new buyer''s link where it is not mailed. The same again answers the same. Refuses what quotation_problems has and, unless the rates are checked, a rate that differs from its product''s now.';

comment on function public.find_quotations(pg_catalog.text,pg_catalog.jsonb,pg_catalog.text,boolean,pg_catalog.text,pg_catalog.uuid,integer) is 'Quotations with all of the words in their number, buyer or products, that meet the filters of matching_quotations: at most "size" of those beyond a sort_key and an id, in the order of what is sorted. Nothing for anyone but administrators and sales.';

comment on function public.open_quotation(pg_catalog.text) is 'The quotation of a link''s token, as its page shows it. Of one that is withdrawn or replaced only "number", "revision", "state", "purpose" and "site". 404 for any other token.';

comment on function public.retention_due(pg_catalog.text,integer) is 'How long each kind is stored: [{"kind", "days", "warns", "due_now", "next_on", "last_run_at"}]. With of_kind only that kind, and with of_days as if it were stored for so many days. For administrators.';

comment on function public.count_events(pg_catalog.jsonb) is 'Counts what a visitor did: at most 50 of [{"kind", "key"}], and at most 3000 events an hour of one network. Counts nothing of staff, programs, prefetches, of visitors who ask not to be tracked and where the owner has switched it off.';

comment on function public.figures(pg_catalog.text,pg_catalog.date,pg_catalog.date,pg_catalog.jsonb) is 'The owner''s figures of days in India, both included, by default the last 90: funnel, searches, products, groups, answers, reasons, seasons or vitals. The option size limits words and products, to 50. Null for anyone but administrators.';

comment on function public.reply_to_lead(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb) is 'Sends an e-mail to the sender of a lead in the name of the site, answered to the caller, and marks the lead as answered: the number of that event. The same id of a reply answers the same, without a second e-mail. For administrators and sales, 60 an hour.';

revoke all on function private.first_products(condition text, list_order text, size integer) from public, anon, authenticated, service_role;

revoke all on function private.meant_words(query_word text, joined text[], is_near boolean, OUT meant text[], OUT facet_ids uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.page_cursor(total bigint, created_at timestamp with time zone, id uuid, sort text, key text) from public, anon, authenticated, service_role;

revoke all on function private.sort_key(sorted text, distance text) from public, anon, authenticated, service_role;

revoke all on function private.filter_conditions(arguments jsonb, OUT sections text[], OUT conditions text[], OUT fact_conditions jsonb, OUT on_facts text) from public, anon, authenticated, service_role;

revoke all on function private.statement_after(has_key boolean, cursor_key text, list_order text) from public, anon, authenticated, service_role;

revoke all on function private.telling_arguments(arguments jsonb, query_words text[], telling text[]) from public, anon, authenticated, service_role;

revoke all on function private.left_out_words(arguments jsonb) from public, anon, authenticated, service_role;

revoke all on function private.health_condition(value text) from public, anon, authenticated, service_role;

revoke all on function private.bulk_edit_fields(fields jsonb) from public, anon, authenticated, service_role;

revoke all on function private.tag_links(product_ids uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.product_with_links(product public.products) from public, anon, authenticated, service_role;

revoke all on function private.product_of_row(item jsonb) from public, anon, authenticated, service_role;

revoke all on function private.errors_of_row(product jsonb, errors jsonb) from public, anon, authenticated, service_role;

revoke all on function private.linked_ids(links jsonb) from public, anon, authenticated, service_role;

revoke all on function private.fields_of_product(former jsonb) from public, anon, authenticated, service_role;

revoke all on function private.fields_of_row(item jsonb, fields text[]) from public, anon, authenticated, service_role;

revoke all on function private.pictures_of_row(item jsonb, product uuid, former_pictures jsonb, OUT fields jsonb, OUT errors jsonb) from public, anon, authenticated, service_role;

revoke all on function private.colours_of_row(product jsonb, former_colours jsonb, former_pictures jsonb) from public, anon, authenticated, service_role;

revoke all on function private.import_names(item jsonb, options jsonb, former_branding jsonb, INOUT product jsonb, INOUT ids jsonb, INOUT errors jsonb, OUT created jsonb) from public, anon, authenticated, service_role;

revoke all on function private.changed_fields(before jsonb, after jsonb, ids jsonb) from public, anon, authenticated, service_role;

revoke all on function private.shortened_changes(changed jsonb, ids jsonb) from public, anon, authenticated, service_role;

revoke all on function private.changed_since_import(undone uuid, unchanged uuid[], OUT number integer, OUT listed jsonb) from public, anon, authenticated, service_role;

revoke all on function private.restore_updated_products(undone uuid, updated uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.delete_created_facets(undone uuid) from public, anon, authenticated, service_role;

revoke all on function private.merge_lead(lead uuid, target uuid) from public, anon, authenticated, service_role;

revoke all on function private.end_lead_links(lead uuid, are_renewed boolean) from public, anon, authenticated, service_role;

revoke all on function private.undo_lead_event(lead uuid, event_number text) from public, anon, authenticated, service_role;

revoke all on function private.funnel(since date, until date) from public, anon, authenticated, service_role;

revoke all on function private.search_figures(since date, until date, list text, size integer) from public, anon, authenticated, service_role;

revoke all on function private.reason_figures(since timestamp with time zone, before timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.vital_figures(since date, until date) from public, anon, authenticated, service_role;

revoke all on function private.product_figures(list text, size integer) from public, anon, authenticated, service_role;

revoke all on function private.checked_product(product jsonb) from public, anon, authenticated, service_role;
grant execute on function private.checked_product(product jsonb) to authenticated, service_role;

revoke all on function private.insert_product(wanted public.products) from public, anon, authenticated, service_role;
grant execute on function private.insert_product(wanted public.products) to authenticated, service_role;

revoke all on function private.restore_facts(entity text, ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.restore_facts(entity text, ids uuid[]) to authenticated, service_role;

revoke all on function private.restore_links(entity text, ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.restore_links(entity text, ids uuid[]) to authenticated, service_role;

revoke all on function private.restore_product_categories(ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.restore_product_categories(ids uuid[]) to authenticated, service_role;

revoke all on function private.restore_rows(entity text, ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.restore_rows(entity text, ids uuid[]) to authenticated, service_role;

revoke all on function private.save_tags(product uuid, industry_tag_ids uuid[], theme_ids uuid[], doctor_type_tag_ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.save_tags(product uuid, industry_tag_ids uuid[], theme_ids uuid[], doctor_type_tag_ids uuid[]) to authenticated, service_role;

revoke all on function private.update_product(id uuid, expected_version integer, product jsonb, wanted public.products) from public, anon, authenticated, service_role;
grant execute on function private.update_product(id uuid, expected_version integer, product jsonb, wanted public.products) to authenticated, service_role;
-- Written until here.
