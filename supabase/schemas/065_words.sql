-- Words as searches compare them (docs/decisions): plurals, measures, slips, and English in Devanagari.

-- A text in lower case, without accents, with its digits in Latin.
create function private.folded_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return translate(regexp_replace(lower(normalize(value, nfkd)), '[\u0300-\u036f]', '', 'g'), '०१२३४५६७८९', '0123456789');
end
$$;

-- The words of a text in its order, in lower case and without accents.
create function private.split_words(value text) returns text[]
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

-- The words of a text as searches compare them, each once: as they are written, and its measures as one word each, so that "750 ml" is
-- found by 750, by ml and by 750ml.
create function private.search_words(value text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array(
    select distinct private.compared_word(word)
    from unnest(private.split_words(value) || case when value ~ '[0-9०-९] ?[^0-9०-९ ]' then private.typed_words(value) end) as word
    order by 1
  );
end
$$;

-- A word and what is left of it without one of its letters. Two words with one of these in common differ by one letter
-- that is missing, added, other or exchanged with the next one, or by little more. Short words are like too many others.
create function private.near_spellings(word text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return word || array(
    select overlay(word placing '' from position for 1)
    from generate_series(1, char_length(word)) as position where char_length(word) between 3 and 40
  );
end
$$;

-- Whether words with a spelling in common are near: two of one length differ by a letter, or by the order of their letters.
create function private.is_near_spelling(word text, other text) returns boolean
language sql immutable strict parallel safe set search_path = ''
return char_length(word) <> char_length(other)
  or array(select unnest(string_to_array(word, null)) order by 1) = array(select unnest(string_to_array(other, null)) order by 1)
  or (select count(*) from generate_series(1, char_length(word)) as place where substr(word, place, 1) <> substr(other, place, 1)) = 1;

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

-- The consonants of a sound, alike for those that may be each other: what words that sound alike have in common.
create function private.sound_key(word text) returns text
language sql immutable strict parallel safe set search_path = ''
return regexp_replace(translate(private.sound(word), 'gjJzZ', 'sssss'), '[aeiouyAEIOU@]', '', 'g');

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
