-- A word of Search Words is spelled right: a search for a sweet that is not there offers no kettle. And the lines that a site
-- begins with have their words in Devanagari, too (product.md, section 2, Search).
select set_config('lock_timeout', '5s', true);

-- What a search finds: the condition on private.product_search, how far a product is from it as an expression (a word in
-- the name counts 0, the beginning of one or one spelled nearly so 1, an equal word 2, a word of its category or of a tag
-- 3, as do its material and colours), the words that are looked for, those that no product has, and each word that was asked for with its own part of the condition.
-- A word is also found written as two, and two written as one. A word of Search Words is no slip, so none is spelled nearly so.
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
      -- Words that begin with it, and only if there are none those spelled nearly so. One letter is a word of its own.
      execute format(
        'select coalesce(array_agg(distinct word), array[$1]),
           array_remove(array_agg(distinct facet_id), ''00000000-0000-0000-0000-000000000000'')
         from (
           (select word, facet_id from private.name_words where %s limit 500)
           union all select word, facet_id from private.name_words where word = any ($2)
         ) as found',
        case
          when attempt = 2 then 'near_spellings && private.near_spellings($1) and left(word, 1) = left($1, 1) and private.is_near_spelling(word, $1)'
          when char_length(query_word) = 1 then 'word = $1'
          else 'word >= $1 and word < $1 || chr(1114111)'
        end
      )
      into meant, facet_ids using query_word, joined;
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

-- Only lines that are still as the site began with them. The history of a line is what people did.
alter table public.search_words disable trigger record_history_on_update;
update public.search_words as line
set words = line.words || ', ' || added.words
from string_to_table($lines$kaju, cashew, cashew nut|काजू
badam, almond|बादाम
pista, pistachio|पिस्ता
kishmish, raisin, munakka|किशमिश, मुनक्का
akhrot, walnut kernel|अखरोट
anjeer, anjir, fig|अंजीर
khajoor, khajur, date fruit|खजूर
elaichi, ilaichi, cardamom|इलायची
kesar, saffron, zafran|केसर
makhana, makhane, foxnut, fox nut, lotus seed|मखाना, मखाने
dry fruit, dryfruit, meva, mewa, nuts|मेवा, मेवे, सूखे मेवे, ड्राई फ्रूट
mithai, sweets, mithaai, meetha, indian sweets|मिठाई, मिठाइयां, मिठाइयाँ
laddu, laddoo, ladoo, ladu|लड्डू
barfi, burfi, barfee, katli|बर्फी, बर्फ़ी, कतली
halwa, halva|हलवा
namkeen, savoury, savouries, farsan|नमकीन
chocolate, choco, chocolates|चॉकलेट
honey, shahad, shehad, madhu|शहद
masala, spice, spices|मसाला, मसाले
chai, tea, chay|चाय
coffee, kaapi, kapi|कॉफी, कॉफ़ी
thali, tray, platter, thaali|थाली
dabba, box, dibba, container|डिब्बा, डब्बा
katori, bowl, vati|कटोरी
kulhad, kullad, kulhar, clay cup|कुल्हड़
lota, kalash, kalasha, pot|लोटा, कलश
glass, tumbler|गिलास
mug, cup|मग, कप
bottle, flask, sipper|बोतल
chadar, blanket, throw, kambal|चादर, कंबल, कम्बल
tauliya, towel|तौलिया
shawl, pashmina, stole|शॉल
topi, cap, hat|टोपी
chhata, chata, umbrella, chhatri|छाता, छतरी
wallet, purse, batua|बटुआ
thaila, bag|थैला, बैग
potli, pouch, drawstring pouch|पोटली
diary, notebook, planner, journal|डायरी
pen, kalam, ball pen, ballpen|कलम, पेन
clock, ghadi, wall clock|घड़ी, दीवार घड़ी
agarbatti, incense, agarbathi, incense stick|अगरबत्ती
dhoop, dhoop stick, incense cone|धूप
kapoor, camphor, karpur|कपूर
diya, diva, oil lamp, deepak|दीया, दिया, दीये, दीपक
candle, mombatti, tealight, tea light|मोमबत्ती
lantern, kandil, lalten|लालटेन, कंदील
rangoli, kolam|रंगोली
toran, bandhanwar, door hanging|तोरण
pooja, puja, poojan, pujan|पूजा, पूजन
pooja thali, puja thali, aarti thali, arti thali|पूजा थाली, पूजा की थाली, आरती थाली, आरती की थाली
aarti, arati, arti|आरती
chandan, sandalwood|चंदन, चन्दन
mandir, temple|मंदिर, मन्दिर
murti, idol, statue, figurine|मूर्ति
ganesh, ganesha, ganpati, ganapati, vinayak|गणेश, गणपति
lakshmi, laxmi, mahalakshmi|लक्ष्मी
sikka, coin|सिक्का
silver, chandi|चांदी, चाँदी
gold, golden, sona|सोना
copper, tamba, tambe|तांबा, ताँबा
brass, pital, peetal|पीतल
steel, stainless steel|स्टील
wood, wooden, lakdi|लकड़ी
cotton, suti, khadi|सूती, खादी
silk, resham, reshmi|रेशम, रेशमी
leather, chamda|चमड़ा
clay, mitti, terracotta|मिट्टी
red, lal, laal, maroon, crimson, burgundy|लाल
green, hara, hari|हरा, हरी
blue, neela, nila, navy|नीला, नीली
yellow, peela, mustard|पीला, पीली
black, kala, kaala, charcoal|काला, काली
white, safed, ivory, cream|सफेद, सफ़ेद
pink, gulabi, blush|गुलाबी
diwali, deepavali, deepawali, divali, deewali, dipawali|दिवाली, दीवाली, दीपावली
dhanteras, dhantrayodashi|धनतेरस
rakhi, raksha bandhan, rakshabandhan, raakhi, rakshabandan|राखी, रक्षाबंधन, रक्षा बंधन
holi, gulal|होली, गुलाल
eid, id mubarak, ramzan, ramadan|ईद
new year, nav varsh, naya saal|नया साल, नव वर्ष
wedding, shaadi, shadi, marriage|शादी, विवाह
gift, uphaar, tohfa, uphar, tofa|उपहार, तोहफा, तोहफ़ा
flower, phool, bouquet|फूल
doctor, physician|डॉक्टर
toy, khilona|खिलौना
award, puraskar|पुरस्कार, इनाम$lines$, E'\n') as pair
cross join lateral (select split_part(pair, '|', 1) as line, split_part(pair, '|', 2) as words) as added
where line.words = added.line;
alter table public.search_words enable trigger record_history_on_update;
