-- spoken compounds and letters
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- The words of a search in its order, with each measure as one: "20,000 mAh" is 20000mah, "1.5 Litre" 1.5litre, "3-in-1" 3in1.
create or replace function private.typed_words(value text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  unit constant text :=
    'm?l|mls|lt|ltrs?|(?:milli)?lit(?:re|er)s?|k?g|kgs|g?r?ms?|(?:kilo)?grams?|kilos?|[cm]ms?|inch(?:es)?|f(?:oo|ee)?t|m?ah|[mgt]b|w|watts?|gsm|oz|ounces?|मिली|(?:मिली)?लीटर|लिटर|(?:किलो)?ग्राम|किलो|किग्रा|इंच|एमएल|एमएएच|[जट]ीबी';
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
create or replace function private.compared_word(word text) returns text
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
          ('ah', 'mah', 1000), ('एमएएच', 'mah', 1), ('tb|टीबी', 'gb', 1000), ('जीबी', 'gb', 1), ('एमएल', 'ml', 1), ('watts?', 'w', 1), ('ounces?', 'oz', 1)
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

-- The letters that a word in Devanagari names one after the other ("यूएसबी": usb); none for another word.
create function private.named_letters(word text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  letters text := word;
  rule text[];
begin
  foreach rule slice 1 in array array[
    ['डब्ल्यू', 'w'], ['एक्स', 'x'], ['क्यू', 'q'], ['वाई', 'y'], ['ज\u093c?ेड', 'z'], ['एफ', 'f'], ['एच', 'h'], ['एल', 'l'], ['एम', 'm'], ['एन', 'n'], ['एस', 's'],
    ['आर', 'r'], ['आ[ईइ]', 'i'], ['[ईइ]', 'e'], ['बी', 'b'], ['सी', 'c'], ['डी', 'd'], ['जी', 'g'], ['जे', 'j'], ['के', 'k'], ['ओ', 'o'], ['पी', 'p'], ['टी', 't'],
    ['यू', 'u'], ['वी', 'v'], ['ए', 'a']
  ] loop
    letters := regexp_replace(letters, '(?:' || rule[1] || ')(?![\u0900-\u0903\u093c\u093e-\u094d])', rule[2], 'g');
  end loop;
  return case when letters ~ '^[a-z]{2,6}$' then array[letters] else '{}' end;
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
create or replace function private.other_spellings(query_word text, typed_words text[], compared text[], out joined text[], out heard text[])
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

revoke all on function private.named_letters(word text) from public, anon, authenticated, service_role;

revoke all on function private.heard_compound(spoken text) from public, anon, authenticated, service_role;
-- Written until here.

select private.refresh_product_search(array(select id from public.products where name ~ '[जट]ीबी|एमएल|एमएएच'));
