-- One row a product with all that lists filter, search, sort and page by (docs/decisions): its facets are in one array, so one
-- GIN index answers every combination of filters. It is no part of `products`, so that `select *` does not show it, and a
-- change of links does not count as a change of the product.

-- The words of all products' names, with the nil UUID as facet_id, and of the names of categories and tags. A word of a
-- product that is deleted stays: it finds nothing, and no response shows it.
create table private.name_words (
  -- Compared by code points, so that a range of the index has the words that begin alike.
  word text collate "C" not null,
  facet_id uuid not null,
  near_spellings text[] not null generated always as (private.near_spellings(word)) stored,
  -- Null of a word that is not in Latin letters.
  sound_key text generated always as (case when word ~ '^[a-z]+$' then private.sound_key(word) end) stored,
  primary key (word, facet_id)
);
comment on table private.name_words is 'The words of the names of products, categories and tags, for the search of the catalogue.';
create index name_words_of_facet on private.name_words (facet_id);
create index name_words_by_spelling on private.name_words using gin (near_spellings);
create index name_words_by_sound on private.name_words (sound_key);

create table private.product_search (
  -- No foreign key: its checks would keep the plan of a session's first write, too, and slow a later import down.
  product_id uuid primary key,
  created_at timestamptz not null,
  is_sample boolean not null,
  is_featured boolean not null,
  name text not null,
  -- From the cheapest budget band, 1, to the dearest, 5; 6 of products without one.
  budget_rank smallint not null,
  -- In lower case, since `like` costs a fraction of `ilike`. Generated, so that a restored backup has it by the rules of
  -- its new database.
  search_name text not null generated always as (lower(name)) stored,
  -- The owner's code, as name_key has it.
  code text,
  -- Both codes; only the back office searches the supplier's.
  codes text,
  min_quantity integer,
  lead_days_to smallint,
  words text[] not null generated always as (private.search_words(name)) stored,
  -- Ids, and private.facet_id of its budget band and of what it lacks: a category, subcategory, budget, industry, theme,
  -- doctor_type, image or video; behind them those of its branding methods and colours.
  facet_ids uuid[] not null,
  -- How many come before branding methods and colours.
  specified_facets smallint not null,
  -- So that the catalogue's values are counted by a small index. Branding methods and colours would leave hardly two alike.
  facets_hash bigint not null generated always as (hash_array_extended(facet_ids[:specified_facets], 0)) stored,
  -- The words of its material, colours, branding methods, capacity and weight, which a search finds behind names.
  fact_words text[] not null default '{}'
);
comment on table private.product_search is 'One row a product: denormalised from products and their links, for lists and searches.';

create index product_search_facets on private.product_search using gin (facet_ids);
create index product_search_alike on private.product_search (is_sample, facets_hash);
create index product_search_words on private.product_search using gin (words);
create index product_search_parts_of_name on private.product_search using gin (search_name extensions.gin_trgm_ops);
create index product_search_parts_of_codes on private.product_search using gin (codes extensions.gin_trgm_ops);
create index product_search_by_code on private.product_search (code);
create index product_search_fact_words on private.product_search using gin (fact_words);
create index product_search_newest on private.product_search (created_at desc, product_id);
create index product_search_newest_by_sample on private.product_search (is_sample, created_at desc, product_id);
create index product_search_newest_featured on private.product_search (created_at desc, product_id) where is_featured;
create index product_search_by_name on private.product_search (name, product_id);
-- The orders of the catalogue; products without a budget are last in both orders by budget.
create index product_search_samples_by_name on private.product_search (is_sample, search_name, created_at desc, product_id);
create index product_search_cheapest on private.product_search (is_sample, budget_rank, created_at desc, product_id);
create index product_search_dearest on private.product_search (is_sample, (-(budget_rank % 6)), created_at desc, product_id);

-- Writes the rows of products. The statements are dynamic because a session would cache their plans from its first writes, of
-- few rows, and use them for thousands.
create function private.refresh_product_search(product_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  if product_ids = '{}' or current_setting('giftwell.product_search', true) = 'deferred' then
    return;
  end if;
  -- A deleted product's links trigger this, too.
  execute 'select array(select id from public.products where id = any ($1))' into product_ids using product_ids;
  if product_ids = '{}' then
    return;
  end if;
  -- Locked in an order first, so that the next statement sees the links of every transaction that wrote these rows.
  execute 'select from private.product_search where product_id = any ($1) order by product_id for update' using product_ids;
  insert into private.colours (id, name)
  select distinct on (1) private.facet_id('colour ' || lower(name)), name
  from public.product_colours where product_id = any (product_ids) order by 1
  on conflict do nothing;
  execute $statement$
    insert into private.product_search (
      product_id, created_at, is_sample, is_featured, name, code, codes, min_quantity, lead_days_to, budget_rank, facet_ids,
      specified_facets, fact_words
    )
    select
      id, created_at, is_sample, is_featured, name, private.name_key(code),
      lower(concat_ws(' ', code, (select supplier_code from public.product_terms where product_id = product.id))),
      min_quantity, lead_days_to,
      coalesce(array_position(private.budget_bands(), budget), cardinality(private.budget_bands()) + 1),
      specified.ids || fact.ids, cardinality(specified.ids),
      private.search_words(concat_ws(' ', material, fact.names, capacity_ml || 'ml', weight_g || 'g'))
    from public.products as product
    cross join lateral (
      select
        coalesce(array_agg(id), '{}') as ids, string_agg(name, ' ') as names
      from (
        select private.facet_id('colour ' || lower(name)), name from public.product_colours where product_id = product.id
        union
        select method.id, method.name
        from public.product_branding_methods as link join public.branding_methods as method on method.id = link.branding_method_id
        where link.product_id = product.id
      ) as of_product (id, name)
    ) as fact
    cross join lateral (
      select array_remove(
        array[
          coalesce(category_id, private.facet_id('category')), coalesce(subcategory_id, private.facet_id('subcategory')),
          private.facet_id(coalesce(budget, 'budget')),
          case when image_url is null then private.facet_id('image') end,
          case when video_url is null then private.facet_id('video') end
        ]
          || coalesce(
            nullif(array(select industry_tag_id from public.product_industry_tags where product_id = product.id), '{}'),
            array[private.facet_id('industry')]
          )
          || coalesce(
            nullif(array(select theme_id from public.product_themes where product_id = product.id), '{}'),
            array[private.facet_id('theme')]
          )
          || coalesce(
            nullif(array(select doctor_type_tag_id from public.product_doctor_type_tags where product_id = product.id), '{}'),
            array[private.facet_id('doctor_type')]
          ),
        null
      ) as ids
    ) as specified
    where id = any ($1)
    on conflict (product_id) do update set
      created_at = excluded.created_at, is_sample = excluded.is_sample, is_featured = excluded.is_featured,
      name = excluded.name, code = excluded.code, codes = excluded.codes, min_quantity = excluded.min_quantity,
      lead_days_to = excluded.lead_days_to, budget_rank = excluded.budget_rank, facet_ids = excluded.facet_ids,
      specified_facets = excluded.specified_facets, fact_words = excluded.fact_words
  $statement$ using product_ids;
  -- In an order, so that writers of the same words wait for each other in turn.
  execute $statement$
    insert into private.name_words (word, facet_id)
    select distinct unnest(words || fact_words) as word, '00000000-0000-0000-0000-000000000000'::uuid
    from private.product_search where product_id = any ($1) order by word
    on conflict do nothing
  $statement$ using product_ids;
end
$$;

-- Defers the refreshes of this transaction: one for all statements takes less time than one for each.
create function private.defer_product_search() returns void
language sql set search_path = '' as $$
  select set_config('giftwell.product_search', 'deferred', true)
$$;

create function private.refresh_deferred_product_search(product_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  select set_config('giftwell.product_search', '', true);
  select private.refresh_product_search(product_ids)
$$;

-- Transition tables exist for the events that name them only.
create function private.update_product_search() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted uuid[];
begin
  if tg_op = 'INSERT' then
    perform private.refresh_product_search(array(select id from new_rows));
  elsif tg_op = 'UPDATE' then
    deleted := array(select id from old_rows except select id from new_rows);
    perform private.refresh_product_search(array(
      select id
      from (
        select
          id, created_at, is_sample, is_featured, name, code, material, capacity_ml, weight_g, min_quantity, lead_days_to, category_id,
          subcategory_id, budget, image_url, video_url
        from new_rows
        except
        select
          id, created_at, is_sample, is_featured, name, code, material, capacity_ml, weight_g, min_quantity, lead_days_to, category_id,
          subcategory_id, budget, image_url, video_url
        from old_rows
      ) as changed
    ));
  elsif tg_op = 'DELETE' then
    deleted := array(select id from old_rows);
  else
    -- A hosted project refuses statements without a condition.
    delete from private.product_search where true;
  end if;
  if deleted <> '{}' then
    execute 'delete from private.product_search where product_id = any ($1)' using deleted;
  end if;
  return null;
end
$$;

create function private.update_product_search_of_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    perform private.refresh_product_search(array(select id from public.products));
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.refresh_product_search(array(select distinct product_id from old_rows));
  end if;
  if tg_op <> 'DELETE' then
    perform private.refresh_product_search(array(select distinct product_id from new_rows));
  end if;
  return null;
end
$$;

-- Replaces the words of the names of categories and tags that a statement has changed.
create function private.update_name_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    delete from private.name_words where facet_id in (select id from old_rows);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.name_words (word, facet_id)
    select word, id from new_rows cross join unnest(private.search_words(name)) as word
    on conflict do nothing;
  end if;
  return null;
end
$$;

select private.after_changes(
  'public.products', 'update_product_search', 'update_product_search()', '{insert,update,delete,truncate}'
);
select private.after_changes(
  format('public.%I', name)::regclass, 'update_product_search', 'update_product_search_of_links()',
  '{insert,update,delete,truncate}'
) from private.link_tables()
where one = 'products' and name not in ('product_pictures', 'product_parts', 'product_price_breaks');
select private.after_changes(named, 'update_name_words', 'update_name_words()') from unnest(array[
  'public.categories', 'public.subcategories', 'public.industry_tags', 'public.themes', 'public.doctor_type_tags'
]::regclass[]) as named;

-- How a word is found as two that names, categories or tags have ("powerbank": power bank): alternatives of a condition on
-- private.product_search, each behind an "or", the words that they match, and the categories and tags that have both.
create function private.split_compound_word(query_word text, out finds text, out words text[], out facet_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  head text;
  rest text;
  first text;
  seconds text[];
begin
  finds := '';
  words := '{}';
  facet_ids := '{}';
  -- A loop of lookups, since the planner would read all words for them together.
  for head_length in 1..least(char_length(query_word), 40) - 2 loop
    head := left(query_word, head_length);
    rest := substr(query_word, head_length + 1);
    select word into first from private.name_words where word in (head, rtrim(head, 's')) order by word desc limit 1;
    continue when not found;
    seconds := array(
      select word from private.name_words where word >= rest and word < rest || chr(1114111) order by word limit 50
    );
    continue when seconds = '{}';
    -- Words have no wildcards. Between two is one character, such as a space or a hyphen.
    finds := finds || format(
      ' or (words @> array[%L] and words && %L::text[] and search_name like any (array[%L, %L]))',
      first, seconds, '%' || head || '_' || rest || '%', '%' || head || 's_' || rest || '%'
    );
    words := words || first || seconds;
    facet_ids := facet_ids || array(
      select facet_id from private.name_words
      where word = first and facet_id <> '00000000-0000-0000-0000-000000000000'
      intersect
      select facet_id from private.name_words where word = any (seconds)
    );
  end loop;
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

-- The words of names and the lines of Search Words that sound like one of these words in Devanagari; where none does, those whose plural
-- does ("कुकीज़").
create function private.heard_words(spoken text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  heard text[];
  is_plural boolean;
begin
  foreach is_plural in array array[false, true] loop
    heard := array(
      select distinct known.word
      from unnest(spoken) as typed
      cross join lateral (select case when is_plural then substring(typed from '^(.*?)्?[सज]़?$') else typed end as stem) as cut
      cross join lateral (
        select word from private.name_words where sound_key = private.sound_key(stem)
        union
        select words from private.equal_words where sound_key = private.sound_key(stem)
      ) as known
      where typed ~ '[\u0900-\u097f]'
        and private.sound(known.word || case when is_plural then 's' else '' end) ~ private.sound_pattern(stem || case when is_plural then 'स' else '' end)
      order by 1 limit 50
    );
    exit when heard <> '{}';
  end loop;
  return heard;
end
$$;

-- A word in Devanagari that no word sounds like, as two words that sound like its parts and that a product has together, in one
-- ("नेकपिलो": neckpillow). A part has two consonants at least. Null where there is none.
create function private.heard_compound(spoken text) returns text
language plpgsql stable set search_path = '' as $$
declare
  compound text;
  seconds text[];
begin
  for head_length in 2..least(char_length(spoken), 40) - 2 loop
    -- A part begins with a letter, and the one before ends with its vowel sign.
    continue when substr(spoken, head_length + 1, 1) ~ '[\u0900-\u0903\u093c\u093e-\u094d]' or substr(spoken, head_length, 1) = '्'
      or char_length(private.sound_key(left(spoken, head_length))) < 2 or char_length(private.sound_key(substr(spoken, head_length + 1))) < 2;
    seconds := private.heard_words(array[substr(spoken, head_length + 1)]);
    continue when seconds = '{}';
    select one || other into compound
    from unnest(private.heard_words(array[left(spoken, head_length)])) as one cross join unnest(seconds) as other
    where exists (select from private.product_search where words @> array[one, other])
    limit 1;
    exit when found;
  end loop;
  return compound;
end
$$;

-- How else a word of a search may be written: as one with the word before or behind it, and, where it is in Devanagari and none of Search
-- Words, as English that sounds like it, or whose letters it names.
create function private.other_spellings(query_word text, typed_words text[], compared text[], out joined text[], out heard text[])
language plpgsql stable set search_path = '' as $$
begin
  joined := array(
    select private.compared_word(typed_words[position] || typed_words[position + 1])
    from generate_series(1, cardinality(typed_words) - 1) as position
    where query_word in (compared[position], compared[position + 1])
  );
  heard := '{}';
  if query_word ~ '^[\u0900-\u097f]' and not exists (select from private.equal_words where words = query_word) then
    heard := private.heard_words(query_word || joined) || private.named_letters(query_word);
    if heard = '{}' and not exists (select from private.name_words where word = query_word) then
      heard := array_remove(array[private.heard_compound(query_word)], null);
    end if;
  end if;
end
$$;

-- Words that say nothing of a gift among gifts: a search goes by its others, and one of these alone finds everything.
create function private.empty_words() returns text[]
language sql immutable parallel safe set search_path = ''
return array[
  'gift', 'gifting', 'present', 'giveaway', 'uphaar', 'uphar', 'tohfa', 'tofa', 'उपहार', 'तोहफा', 'तोहफ़ा', 'गिफ्ट', 'गिफ्टिंग', 'गिफ्ट्स', 'कॉर्पोरेट',
  'corporate', 'company', 'employee', 'staff', 'client', 'customer', 'colleague', 'logo', 'branded', 'branding', 'custom', 'customised', 'customized',
  'personalised', 'personalized', 'bulk', 'idea', 'item', 'product', 'piece', 'pc', 'pcs', 'nos'
];

-- What a search finds: the condition on private.product_search, how far a product is from it as an expression (a word in the name counts
-- 0, as does one that sounds like it; one that is written as two 1, an equal word 2, the beginning of one or one spelled nearly so 3, an
-- equal word of the latter 4, a word of its category, of a tag or of its facts 5), the words that are looked for, those that no product has, and each word of the query with its own part
-- of the condition. A word is also found written as two, and two written as one. A word of Search Words is no slip, nor is a number, so
-- none is spelled nearly so.
create function private.search_condition(
  q text, out condition text, out distance text, out words text[], out unknown text[], out query_words text[], out parts text[]
)
language plpgsql stable set search_path = '' as $$
declare
  -- What follows the two hundredth character is left out, as are words after the twentieth.
  typed_words constant text[] := (private.typed_words(left(q, 200)))[:20];
  compared constant text[] := array(
    select private.compared_word(word) from unnest(typed_words) with ordinality as input (word, position) order by position
  );
  small_words constant text[] := array['a', 'an', 'and', 'by', 'chahiye', 'for', 'from', 'in', 'ka', 'ke', 'ki', 'liye', 'of', 'on', 'or', 'our', 'the', 'to', 'wala', 'wale', 'wali', 'with', 'और', 'का', 'की', 'के', 'चाहिए', 'चाहिये', 'में', 'मुझे', 'लिए', 'हमें', 'वाला', 'वाली', 'वाले'];
  query_word text;
  joined text[];
  heard text[];
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
  select words, words, words into unknown, query_words, parts;
  for query_word in
    select word from unnest(compared) with ordinality as input (word, position)
    where word <> all (private.empty_words())
    group by word order by word = any (small_words), min(position) limit 8
  loop
    -- Looked for when there is nothing else.
    exit when query_word = any (small_words) and (condition <> '' or compared && private.empty_words());
    select * into joined, heard from private.other_spellings(query_word, typed_words, compared);
    -- The last of them has no space, if one has none.
    select * into compound from private.split_compound_word(coalesce(heard[cardinality(heard)], query_word));
    for attempt in 1..2 loop
      select * into equal from private.find_equal_words(query_word, compared, heard, attempt = 2);
      select * into meant, facet_ids from private.meant_words(query_word, joined || heard, attempt = 2);
      facet_ids := facet_ids || compound.facet_ids || equal.facet_ids;
      finds := format('words && %1$L::text[] or fact_words && %1$L::text[]%2$s', meant, compound.finds || equal.finds);
      if facet_ids <> '{}' then
        finds := format('%s or facet_ids && %L::uuid[]', finds, facet_ids);
      end if;
      -- Materialised, so that the planner does not choose a table scan for an EXISTS.
      execute 'with known as materialized (select words from private.product_search where is_sample and (' || finds || '))
        select exists (select from known), exists (select from known where not words && $1)'
      into is_known, is_fact using meant;
      exit when is_known or char_length(query_word) < 4 or query_word ~ '^[0-9]'
        or exists (select from private.equal_words where equal_words.words = query_word);
      if attempt = 1 then
        unknown := unknown || query_word;
      end if;
    end loop;
    -- A measure is marked by its number and its unit.
    words := words || meant || compound.words || equal.words || coalesce(regexp_match(query_word, '^([0-9]+)([a-z]+)$'), '{}');
    query_words := query_words || query_word;
    parts := parts || finds;
    condition := condition || ' and (' || finds || ')';
    -- Where one word alone is found all have that very word.
    if finds <> format('words && %1$L::text[] or fact_words && %1$L::text[]', meant[:1]) or is_fact then
      distance := distance || format(
        ' + case when words && %L::text[] then 0 when false%s then 1 when false%s then 2 when words && %L::text[] then 3 when false%s then 4 else 5 end',
        query_word || joined || heard, compound.finds, case when query_word <> all (unknown) then equal.finds end,
        meant, case when query_word = any (unknown) then equal.finds end
      );
    end if;
  end loop;
  -- The whole may be a product's code, which comes first.
  if condition <> '' and exists (select from private.product_search where code = private.name_key(left(q, 200))) then
    condition := format(' and (code = %L or (true%s))', private.name_key(left(q, 200)), condition);
    distance := format('case when code = %L then 0 else 1 + %s end', private.name_key(left(q, 200)), distance);
  end if;
  -- Signs alone find nothing, rather than everything.
  if condition = '' and private.trimmed(q) <> '' and not compared && private.empty_words() then
    condition := ' and false';
  end if;
end
$$;

-- Of the words of a search that find nothing together, those that find something together: words of categories and tags
-- before others, and long words before short ones, which say less. Null where all words find something, or none does.
create function private.telling_words(query_words text[], parts text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  telling text[] := array[]::text[];
  condition text := '';
  query_word text;
  part text;
  is_found boolean;
begin
  for query_word, part in
    select word, finds from unnest(query_words, parts) as input (word, finds)
    order by finds not like '% or facet_ids && %', char_length(word) desc
  loop
    execute format(
      'with found as materialized (select from private.product_search where is_sample and (%s)%s) select exists (select from found)',
      part, condition
    )
    into is_found;
    if is_found then
      telling := telling || query_word;
      condition := condition || format(' and (%s)', part);
    end if;
  end loop;
  return case when cardinality(telling) between 1 and cardinality(query_words) - 1 then telling end;
end
$$;

-- What a page of a search says about its words: those that it found in the names of its products and in those of
-- categories and tags, and for each unknown word the nearest of them: {"words": ["bottle"], "spelling": {"botle": "bottle"}}.
-- Words of other products are left out, since they may be hidden from the caller.
create function private.search_report(words text[], unknown text[], product_ids uuid[]) returns json
language plpgsql stable set search_path = '' as $$
declare
  visible_words constant text[] := array(
    select word
    from private.product_search as product cross join lateral unnest(product.words) as word
    where product_id = any (product_ids) and word = any (search_report.words)
    union
    select word from private.name_words
    where word = any (words) and facet_id <> '00000000-0000-0000-0000-000000000000'
    order by 1
  );
begin
  return json_build_object(
    'words', visible_words,
    'spelling', (
      select coalesce(json_object_agg(query_word, nearest.word order by query_word), '{}')
      from unnest(unknown) as query_word
      cross join lateral (
        select word from unnest(visible_words) as word
        where private.near_spellings(word) && private.near_spellings(query_word) and left(word, 1) = left(query_word, 1) and private.is_near_spelling(word, query_word)
        order by abs(char_length(word) - char_length(query_word)), word
        limit 1
      ) as nearest
    )
  );
end
$$;
