-- What the functions read in another form: the pictures of colours, what undoes deletions, edits and imports, and the addresses of
-- colleagues. The history of none of it is what people did.
select set_config('lock_timeout', '5s', true);

-- The colours of a product as rows of a table, with the addresses of their pictures.
create function pg_temp.with_pictures(colours jsonb, image_url text, pictures jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg((colour - 'picture_position') || jsonb_build_object('picture', case colour ->> 'picture_position'
    when '1' then to_jsonb(image_url)
    else coalesce(
      jsonb_path_query_first(pictures, '$[*] ? (@.position == $position).url', jsonb_build_object('position', colour -> 'picture_position')),
      colour -> 'picture'
    )
  end) order by (colour ->> 'position')::integer), '[]') from jsonb_array_elements(colours) as colour
$$;
update public.deleted_records set links = links || jsonb_build_object(
  'product_colours', pg_temp.with_pictures(links -> 'product_colours', record ->> 'image_url', links -> 'product_pictures')
) where links ? 'product_colours';

-- What undoes an import has the products as product_as_json makes them, without what 1.0.0 did not know: that stays.
update public.import_rows set former = (former -> 'product') || (to_jsonb(
  jsonb_populate_record(null::public.product_terms, coalesce(former #> '{links,product_terms,0}', '{}'))
) - array['product_id', 'mrp_paise']) || jsonb_build_object(
  'industries', jsonb_path_query_array(former, '$.links.product_industry_tags[*].industry_tag_id'),
  'themes', jsonb_path_query_array(former, '$.links.product_themes[*].theme_id'),
  'doctor_types', jsonb_path_query_array(former, '$.links.product_doctor_type_tags[*].doctor_type_tag_id'),
  'branding', coalesce((select jsonb_agg(link - 'product_id') from jsonb_array_elements(former #> '{links,product_branding_methods}') as link), '[]'),
  'colours', (
    select coalesce(jsonb_agg(colour - array['product_id', 'position']), '[]')
    from jsonb_array_elements(pg_temp.with_pictures(former #> '{links,product_colours}', former #>> '{product,image_url}', former #> '{links,product_pictures}')) as colour
  )
) || (
  select jsonb_object_agg(field, coalesce((
    select jsonb_agg(row - array['product_id', 'position'] order by (row ->> 'position')::integer, (row ->> 'quantity')::integer)
    from jsonb_array_elements(former #> array['links', 'product_' || field]) as row
  ), '[]')) from unnest(array['pictures', 'parts', 'price_breaks']) as field
) where former ? 'links';

-- What undoes an edit of many products has their tags and branding methods among their fields: those that it removed before, those that it
-- added after.
create function pg_temp.changed_list(edit jsonb, product text, table_name text, tag_id text, change text) returns jsonb language sql as $$
  select coalesce(jsonb_agg(case when tag_id is null then link - 'product_id' else link -> tag_id end), '[]')
  from jsonb_array_elements(edit #> array[table_name, change]) as link where link ->> 'product_id' = product
$$;
update public.deleted_records set record = jsonb_build_object('products', (
  select jsonb_agg(jsonb_build_object(
    'id', change -> 'id', 'before', (change -> 'before') || lists.before, 'after', (change -> 'after') || lists.after
  ))
  from jsonb_array_elements(record -> 'products') as change
  cross join lateral (
    select
      coalesce(jsonb_object_agg(field, pg_temp.changed_list(record, change ->> 'id', table_name, tag_id, 'removed')), '{}') as before,
      coalesce(jsonb_object_agg(field, pg_temp.changed_list(record, change ->> 'id', table_name, tag_id, 'added')), '{}') as after
    from (values
      ('industries', 'product_industry_tags', 'industry_tag_id'), ('themes', 'product_themes', 'theme_id'),
      ('doctor_types', 'product_doctor_type_tags', 'doctor_type_tag_id'), ('branding', 'product_branding_methods', null)
    ) as kinds (field, table_name, tag_id) where record ? table_name
  ) as lists
)) where scope = 'edit' and record ?| array['product_industry_tags', 'product_themes', 'product_doctor_type_tags', 'product_branding_methods'];
drop function pg_temp.with_pictures(jsonb, text, jsonb);
drop function pg_temp.changed_list(jsonb, text, text, text, text);

update public.deleted_records as part set part_of = whole.id
from public.deleted_records as whole, jsonb_array_elements_text(whole.record -> 'ids') as listed
where whole.scope = 'records' and part.id = listed.value::uuid;

-- A colour points at its picture itself.
alter table public.product_colours disable trigger user;
update public.product_colours as colour set picture_position = null, picture = case colour.picture_position
  when 1 then (select image_url from public.products where id = colour.product_id)
  else (select url from public.product_pictures as picture where picture.product_id = colour.product_id and picture.position = colour.picture_position)
end where picture_position is not null;
alter table public.product_colours enable trigger user;

alter table public.industry_tags disable trigger user;
update public.industry_tags set has_doctor_types = true where lower(name) = 'pharmaceutical';
alter table public.industry_tags enable trigger user;

-- What colleagues have commented gets their address, where the name that the buyer gave them tells whose it is.
alter table public.quotation_events disable trigger keep_what_was_sent;
update public.quotation_events as event set value = event.value || jsonb_build_object('email', asked.email)
from (
  select version_id, coalesce(value ->> 'name', value ->> 'email') as name, min(value ->> 'email') as email
  from public.quotation_events where kind = 'approval_asked' group by 1, 2 having count(distinct lower(value ->> 'email')) = 1
) as asked
where event.kind = 'comment' and event.value ->> 'by' = 'approver' and not event.value ? 'email'
  and event.version_id = asked.version_id and event.actor_name = asked.name;
alter table public.quotation_events enable trigger keep_what_was_sent;

-- The lines of equal words that a site begins with have their words in Devanagari, too, where they are as the site began with them.
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
