-- What searches compare is computed anew, and what the owner of a site of 1.0.0 has to know or decide.
select set_config('lock_timeout', '5s', true);

-- The lines of equal words that a site begins with have their words in Devanagari, too, where they are as the site began with them.
select private.lock_tables('share row exclusive', false, 'public.search_words');
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

-- Words and products as searches compare them now.
delete from private.equal_words where true;
insert into private.equal_words (words, line_id)
select distinct compared, id
from public.search_words cross join string_to_table(words, ',') as part cross join private.compared_text(part) as compared
where compared <> ''
on conflict do nothing;
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

-- Missed searches that are now the same count together.
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

insert into private.product_changes (product_id, changed_at) select id, created_at from public.products on conflict do nothing;
-- A site that began with the demo has its records.
select private.store_demo_records();

-- Accepted quotations stay for eight years unless the owner has set another number. Whoever had set none is told once.
insert into public.outbox (kind, recipient)
select distinct 'kept_years', address from public.site_settings, unnest(notice_emails) as address
where private.is_deliverable(address) and not exists (select from public.seller_profile where kept_years is not null);
update public.seller_profile set kept_years = 8 where kept_years is null;

-- A site that was there before samples offers none until its owner says so.
insert into private.settings (name, value) select 'samples_are_new', 'yes' where exists (select from public.profiles);
insert into public.site_settings (offers_samples) select false
where exists (select from private.settings where name = 'samples_are_new') and not exists (select from public.site_settings);
update public.site_settings set offers_samples = false where exists (select from private.settings where name = 'samples_are_new') and offers_samples;

-- The notice under an inquiry says what is sent with it since sources, samples and logos came.
insert into public.privacy_notices (form, language, version, text)
select first.form, first.language, 2, replace(first.text, after, after || E'\n' || said)
from public.privacy_notices as first join (values
  ('en', 'so that we can check prices and delivery.', $$• For samples their delivery address and a telephone number, and your logo if you add it: so that we can send samples, and show you the gift with the logo.
• What led you here, which is the campaign of a link, the website that referred you and your first page: so that we know which of our work is found. It is not sent where your browser asks not to be tracked.$$),
  ('hi', 'ताकि हम क़ीमत और डिलीवरी देख सकें।', $$• नमूनों के लिए डिलीवरी का पता और टेलीफ़ोन नंबर, और अगर आप जोड़ें तो आपका लोगो: ताकि हम नमूने भेज सकें और आपको लोगो के साथ उपहार दिखा सकें।
• आप हम तक कैसे पहुँचे, यानी लिंक का अभियान, आपको भेजने वाली वेबसाइट और आपका पहला पृष्ठ: ताकि हमें पता हो कि हमारा कौन-सा काम मिलता है। जहाँ आपका ब्राउज़र ट्रैक न करने को कहता है, वहाँ यह नहीं भेजा जाता।$$)
) as added (language, after, said) on added.language = first.language
where first.form = 'inquiry' and first.version = 1 and not exists (
  select from public.privacy_notices as later where later.form = first.form and later.language = first.language and later.version > 1
);

-- Called only by these migrations: unused since 1.1.0
drop function private.lock_tables(text, boolean, text[]);
