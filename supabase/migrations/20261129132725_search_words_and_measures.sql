-- Searches compare measures, sounds and more plurals (product.md, section 2, Search).
select set_config('lock_timeout', '5s', true);

-- How a word sounds, so that English in Devanagari finds English in Latin letters ("नोटबुक": notebook). A letter stands for each
-- consonant: C for ch, J for a g that may be a j, Z for an s that may be one. Vowels of Latin letters are themselves, E for ea, I for ee
-- and its like, U for oo and its like, A for ai and its like; those of Devanagari are themselves, A for ऐ, O for ऑ, I for आइ, U for आउ and
-- @ for अ at the beginning. Its rules apply in their order.
create function private.sound(word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  sound text := word;
  rule text[];
  rules constant text[] := case when word ~ '[\u0900-\u097f]' then array[
    ['[डढ]़', 'r'], ['[़ः्]', ''], ['[ंँ](?=[पफबभम])', 'm'], ['[ंँङञणन]', 'n'], ['[कख]', 'k'], ['[गघ]', 'g'], ['[चछ]', 'C'], ['[जझ]', 'j'],
    ['[टठतथ]', 't'], ['[डढदध]', 'd'], ['प', 'p'], ['फ', 'f'], ['[बभ]', 'b'], ['म', 'm'], ['[रृऋ]', 'r'], ['[लळ]', 'l'], ['व', 'v'], ['[शषस]', 's'],
    ['ह', 'h'], ['vh', 'v'], ['^य', 'y'], ['^अ', '@'], ['[ाआ]', 'a'], ['[िीइई]', 'i'], ['[ुूउऊ]', 'u'], ['[ेए]', 'e'], ['[ैऐॅऍ]', 'A'], ['[ोौओऔ]', 'o'],
    ['[ॉऑ]', 'O'], ['य(?=[aiuoeAO])', ''], ['य', 'i'], ['ai+', 'I'], ['au', 'U'], ['[oO]i', 'O'], ['ii+', 'i'], ['([bcdfghjklmnprstv])\1', '\1']
  ] else array[
    ['^([bcdgptv])(?= )', '\1ee'], [' ', ''], ['gg', 'g'], ['^kn', 'n'], ['^wr', 'r'], ['^wh', 'v'], ['gn$', 'n'], ['mb$', 'm'], ['igh', 'i'],
    ['^gh', 'g'], ['gh', ''], ['ph', 'f'], ['sch', 'sk'], ['t?ch', 'C'], ['[ts]ion', 'sn'], ['ture$', 'Car'], ['sh', 's'], ['(?<=.)ther', 'der'],
    ['([bdkt])h', '\1'], ['ck', 'k'], ['qu', 'kv'], ['cc(?=[eiy])', 'ks'], ['s?c(?=[eiy])', 's'], ['[cq]', 'k'], ['x', 'ks'], ['dg(?=[eiy])', 'j'],
    ['g(?=[eiy])', 'J'], ['([^aeiou])e$', '\1'], ['(?<=[aeiouy])s(?=[aeiouy])', 'Z'], ['w(?=[aeiou])', 'v'], ['w', 'u'], ['(?<=.)y', 'i'], ['([bcdfghjklmnprstvz])\1', '\1'],
    ['[aou]*ea[iou]*', 'E'], ['[aou]*(?:e[ei]|i[aeo])[aeiou]*', 'I'], ['[eiu]*(?:o[aiou]|[ae]u|u[aei])[aeiou]*', 'U'], ['aa', 'a'], ['a[aeiou]+', 'A']
  ] end;
begin
  foreach rule slice 1 in array rules loop
    sound := regexp_replace(sound, rule[1], rule[2], 'g');
  end loop;
  return sound;
end
$$;
-- The consonants of a sound, alike for those that may be each other: what words that sound alike have in common.
create function private.sound_key(word text) returns text
language sql immutable strict parallel safe set search_path = ''
return regexp_replace(translate(private.sound(word), 'gjJzZ', 'sssss'), '[aeiouyAEIOU@]', '', 'g');

alter table private.name_words add column sound_key text
  generated always as (case when word ~ '^[a-z]+$' then private.sound_key(word) end) stored;
create index name_words_by_sound on private.name_words (sound_key);
alter table private.equal_words add column sound_key text
  generated always as (case when words ~ '^[a-z ]+$' then private.sound_key(words) end) stored;
create index equal_words_by_sound on private.equal_words (sound_key);

-- Written by npm run migration from supabase/schemas.
drop function private.find_equal_words(query_word text, search text[], is_near boolean, OUT finds text, OUT words text[], OUT facet_ids uuid[]);

-- A text in lower case, without accents, with its digits in Latin.
create function private.folded_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return translate(regexp_replace(lower(normalize(value, nfkd)), '[\u0300-\u036f]', '', 'g'), '०१२३४५६७८९', '0123456789');
end
$$;

-- The words of a text in its order, in lower case and without accents.
create or replace function private.split_words(value text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array_remove(
    -- Separators are those of ASCII, spaces and the signs between letters and symbols of the basic plane.
    regexp_split_to_array(private.folded_text(value), '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u2bff\u3000-\u303f]+'),
    ''
  );
end
$$;

-- The words of a search in its order, with each measure as one: "20,000 mAh" is 20000mah, "1.5 Litre" 1.5litre, "3-in-1" 3in1.
create function private.typed_words(value text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  unit constant text :=
    'm?l|mls|lt|ltrs?|(?:milli)?lit(?:re|er)s?|k?g|kgs|g?r?ms?|(?:kilo)?grams?|kilos?|[cm]ms?|inch(?:es)?|f(?:oo|ee)?t|m?ah|[mgt]b|w|watts?|gsm|oz|ounces?|मिली|(?:मिली)?लीटर|लिटर|(?:किलो)?ग्राम|किलो|किग्रा|इंच';
  folded text := private.folded_text(value);
begin
  -- Numbers alone are no measures, and most texts have no others.
  if folded !~ '[0-9][ ,-]?[a-z0-9"”\u2032''\u0900-\u097f]' then
    return private.split_words(value);
  end if;
  folded := regexp_replace(folded, '(?<=[0-9]),(?=[0-9]{2,3}(?![0-9]))', '', 'g');
  folded := regexp_replace(folded, '([0-9]) ?(?:"|”|\u2032\u2032|'''')', '\1inch ', 'g');
  folded := regexp_replace(folded, '(?<![a-z0-9])([0-9]+)[ -]?in[ -]?([0-9]+)(?![0-9])', ' \1in\2 ', 'g');
  folded := regexp_replace(folded, '(?<![a-z0-9.])([0-9]+(?:\.[0-9]+)?)[ -]?(' || unit || ')(?![a-z0-9\u0900-\u097f])', ' \1\2 ', 'g');
  folded := regexp_replace(folded, '(?<![a-z0-9.])([0-9]+)(?!(?:' || unit || ')(?![a-z0-9]))([a-z]{3,})', '\1 \2', 'g');
  return array_remove(
    -- A point is no separator within the number of a measure.
    regexp_split_to_array(folded, '(?:[\u0001-\u002d\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u2bff\u3000-\u303f]|(?<![0-9])\.|\.(?![0-9]+[a-z\u0900-\u097f]))+'),
    ''
  );
end
$$;

-- A word as searches compare it: without the ending of a plural, and a measure in one unit ("1.5litre" is 1500ml). Both sides of
-- a comparison change alike, so that a word need not be one.
create function private.compared_word(word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  number text;
begin
  if word ~ '^[0-9]' then
    number := substring(word from '^[0-9]+(?:\.[0-9]+)?');
    return case
      when word = number then word
      else coalesce((
        select trim_scale(number::numeric * factor) || unit
        from (values
          ('m(ls?|illilit(re|er)s?)|मिली|मिलीलीटर', 'ml', 1), ('l|lt|ltrs?|lit(re|er)s?|लीटर|लिटर', 'ml', 1000),
          ('g|g?r?ms?|grams?|ग्राम', 'g', 1), ('kgs?|kilos?|kilograms?|किलो|किग्रा|किलोग्राम', 'g', 1000),
          ('mms?', 'mm', 1), ('cms?', 'mm', 10), ('inch(es)?|इंच', 'inch', 1), ('f(oo|ee)?t', 'inch', 12),
          ('ah', 'mah', 1000), ('tb', 'gb', 1000), ('watts?', 'w', 1), ('ounces?', 'oz', 1)
        ) as units (spelling, unit, factor)
        where substr(word, char_length(number) + 1) ~ ('^(' || spelling || ')$')
        limit 1
      ), word)
    end;
  end if;
  return case
    when char_length(word) <= 3 then case word when 'men' then 'man' else word end
    when right(word, 1) = 's' then case
      when word ~ '(kni|^wi|^li)ves$' then left(word, -3) || 'fe'
      when word ~ '(scar|whar|dwar|shel|hal|cal|wol|el|lea|shea|loa|thie|kerchie|hoo)ves$' then left(word, -3) || 'f'
      when word ~ '(mang|mat|tat|her|ech|buffal|volcan|carg)oes$|^(bus|gas)es$' then left(word, -2)
      when word ~ '^(lens|canvas|thermos|cactus|atlas|iris|bonus|campus)es$' then left(word, -3)
      when word ~ '^.{2,}[^aeiou]ies$' then left(word, -3) || 'y'
      when word ~ '(ss|x|z|ch|sh)es$' then left(word, -2)
      when word like '%ss' then word
      else left(word, -1)
    end
    when word ~ '^.{2,}[^aeiou]ie$' then left(word, -2) || 'y'
    when word ~ '^(wo|gentle|sales|sports|police|crafts)men$' then left(word, -2) || 'an'
    when word in ('children', 'mice', 'feet', 'teeth', 'geese') then
      case word when 'children' then 'child' when 'mice' then 'mouse' when 'feet' then 'foot' when 'teeth' then 'tooth' else 'goose' end
    when ascii(word) >= 2304 then
      regexp_replace(regexp_replace(regexp_replace(word, 'िय(?:ा[ंँ]|ों)$', 'ी'), 'इय(?:ा[ंँ]|ों)$', 'ई'), '(?<=..[क-ह]़?)[ेो]ं$', '')
    else word
  end;
end
$$;

-- The words of a text as searches compare them, each once: as they are written, and its measures as one word each, so that "750 ml" is
-- found by 750, by ml and by 750ml.
create or replace function private.search_words(value text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array(
    select distinct private.compared_word(word)
    from unnest(private.split_words(value) || case when value ~ '[0-9०-९] ?[^0-9०-९ ]' then private.typed_words(value) end) as word
    order by 1
  );
end
$$;

-- A pattern for the sounds of words in Latin letters that a word in Devanagari may be. Between two consonants without a vowel one may
-- stand, since Devanagari does not write the short one.
create function private.sound_pattern(word text) returns text
language sql immutable strict parallel safe set search_path = ''
return (
  select '^' || string_agg(
    case letter
      when 'g' then '[gJ]' when 'j' then '[jJzZ]' when 's' then '[sZ]' when 'a' then '[aAo]' when 'i' then '[iIeE]' when 'e' then '[eEaA]' when 'A' then '[aAe]'
      when 'u' then '[uUo]' when 'o' then '[oU]' when 'O' then '[oUaA]' when 'I' then '[iI]' when '@' then '[aeiouA]' else letter
    end || case when letter !~ '[aiueoAIUO@]' and following !~ '[aiueoAIUO@]' then '[aeiou]?' else '' end, '' order by position
  ) || '$'
  from (
    select letter, position, lead(letter) over (order by position) as following
    from regexp_split_to_table(private.sound(word), '') with ordinality as letters (letter, position)
  ) as spelled
);

-- Writes the rows of products. The statements are dynamic because a session would cache their plans from its first writes, of
-- few rows, and use them for thousands.
create or replace function private.refresh_product_search(product_ids uuid[]) returns void
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

-- Transition tables exist for the events that name them only.
create or replace function private.update_product_search() returns trigger
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

-- How else a word of a search may be written: as one with the word before or behind it, and, where it is in Devanagari and none of Search
-- Words, as English that sounds like it.
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
    heard := private.heard_words(query_word || joined);
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
create or replace function private.search_condition(
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

-- A text as searches compare it, with its words in their order: "Power Banks" is "power bank".
create or replace function private.compared_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array_to_string(array(
    select private.compared_word(word) from unnest(private.typed_words(value)) with ordinality as input (word, position) order by position
  ), ' ');
end
$$;

-- How a word of a search is found by those that are equal to it, to itself or with up to two of its neighbours in the search,
-- to those that it sounds like, or, when asked for, to a word that is spelled nearly so. Gives the same as private.split_compound_word.
create function private.find_equal_words(
  query_word text, search text[], heard text[], is_near boolean, out finds text, out words text[], out facet_ids uuid[]
)
language plpgsql stable set search_path = '' as $$
declare
  equal constant text[] := array(
    select distinct other.words
    from (
      select line_id, equal_words.words
      from generate_series(1, cardinality(search)) as position cross join generate_series(0, 2) as more
      join private.equal_words on equal_words.words = array_to_string(search[position:position + more], ' ')
      where query_word = any (search[position:position + more])
      union all
      select line_id, null from private.equal_words where equal_words.words = any (heard)
      union all
      select line_id, null from private.equal_words as near
      where is_near and char_length(query_word) > 4 and near.near_spellings && private.near_spellings(query_word) and left(near.words, 1) = left(query_word, 1)
        and private.is_near_spelling(near.words, query_word)
    ) as own
    join private.equal_words as other using (line_id)
    where other.words is distinct from own.words
  );
begin
  finds := (select coalesce(string_agg(format(' or words @> %L::text[]', string_to_array(phrase, ' ')), ''), '') from unnest(equal) as phrase);
  words := array(select unnest(string_to_array(phrase, ' ')) from unnest(equal) as phrase);
  facet_ids := array(
    select named.facet_id
    from unnest(equal) as phrase cross join lateral string_to_array(phrase, ' ') as parts
    join private.name_words as named on named.word = any (parts) and named.facet_id <> '00000000-0000-0000-0000-000000000000'
    group by phrase, parts, named.facet_id having count(*) = cardinality(parts)
  );
end
$$;

-- The arguments of the page of the telling words of a search alone, which also reports what was left out.
create or replace function private.telling_arguments(arguments jsonb, query_words text[], telling text[]) returns jsonb
language sql stable set search_path = '' as $$
  select arguments || jsonb_build_object(
    'q', string_agg(word, ' ' order by position) filter (where compared = any (telling)),
    'left_out', array_agg(word order by position) filter (where compared = any (query_words) and compared <> all (telling))
  )
  from unnest(private.typed_words(left(arguments ->> 'q', 200))) with ordinality as input (word, position)
  cross join private.compared_word(word) as compared
$$;

revoke all on function private.sound_pattern(word text) from public, anon, authenticated, service_role;

revoke all on function private.folded_text(value text) from public, anon, authenticated, service_role;

revoke all on function private.typed_words(value text) from public, anon, authenticated, service_role;

revoke all on function private.heard_words(spoken text[]) from public, anon, authenticated, service_role;

revoke all on function private.compared_word(word text) from public, anon, authenticated, service_role;

revoke all on function private.sound(word text) from public, anon, authenticated, service_role;

revoke all on function private.sound_key(word text) from public, anon, authenticated, service_role;

revoke all on function private.other_spellings(query_word text, typed_words text[], compared text[], OUT joined text[], OUT heard text[]) from public, anon, authenticated, service_role;

revoke all on function private.empty_words() from public, anon, authenticated, service_role;

revoke all on function private.find_equal_words(query_word text, search text[], heard text[], is_near boolean, OUT finds text, OUT words text[], OUT facet_ids uuid[]) from public, anon, authenticated, service_role;
-- Written until here.

-- What is stored is compared anew. Missed searches that are now the same count together.
drop index public.missed_searches_compared;
update public.missed_searches as most set searches = alike.searches
from (
  select (array_agg(words order by searches desc, words))[1] as words, sum(searches)::integer as searches
  from public.missed_searches group by private.search_words(words) having count(*) > 1
) as alike
where most.words = alike.words;
delete from public.missed_searches as fewer using public.missed_searches as more
where private.search_words(fewer.words) = private.search_words(more.words)
  and (more.searches > fewer.searches or (more.searches = fewer.searches and more.words < fewer.words));
create unique index missed_searches_compared on public.missed_searches (private.search_words(words));
delete from private.equal_words where true;
insert into private.equal_words (words, line_id)
select distinct compared, id
from public.search_words cross join string_to_table(words, ',') as part cross join private.compared_text(part) as compared
where compared <> '';
delete from private.name_words where true;
insert into private.name_words (word, facet_id)
select word, id
from (
  select id, name from public.categories union all select id, name from public.subcategories union all select id, name from public.industry_tags
  union all select id, name from public.themes union all select id, name from public.doctor_type_tags
) as named
cross join unnest(private.search_words(name)) as word
on conflict do nothing;
select private.refresh_product_search(array(select id from public.products));
