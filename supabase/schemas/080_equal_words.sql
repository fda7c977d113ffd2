-- Words that a search takes as equal (product.md, section 2, Search), and those that a new site begins with.

-- A text as searches compare it, with its words in their order: "Power Banks" is "power bank".
create function private.compared_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array_to_string(array(
    select private.compared_word(word) from unnest(private.typed_words(value)) with ordinality as input (word, position) order by position
  ), ' ');
end
$$;

create table private.equal_words (
  words text collate "C" not null,
  line_id uuid not null,
  near_spellings text[] not null generated always as (private.near_spellings(words)) stored,
  sound_key text generated always as (case when words ~ '^[a-z ]+$' then private.sound_key(words) end) stored,
  primary key (words, line_id)
);
comment on table private.equal_words is 'The words of public.search_words as searches compare them.';
create index equal_words_of_line on private.equal_words (line_id);
create index equal_words_by_sound on private.equal_words (sound_key);

create function private.update_equal_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    delete from private.equal_words where line_id in (select id from old_rows);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.equal_words (words, line_id)
    select distinct compared, id
    from new_rows cross join string_to_table(words, ',') as part cross join private.compared_text(part) as compared
    where compared <> '';
  end if;
  return null;
end
$$;
select private.after_changes('public.search_words', 'update_equal_words', 'update_equal_words()');

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

-- Gifting in India: foods, festivals, materials and colours, in English and in Hindi as it is written in Latin letters.
insert into public.search_words (words)
select line from string_to_table($lines$kaju, cashew, cashew nut, काजू
badam, almond, बादाम
pista, pistachio, पिस्ता
kishmish, raisin, munakka, किशमिश, मुनक्का
akhrot, walnut kernel, अखरोट
anjeer, anjir, fig, अंजीर
khajoor, khajur, date fruit, खजूर
elaichi, ilaichi, cardamom, इलायची
kesar, saffron, zafran, केसर
makhana, makhane, foxnut, fox nut, lotus seed, मखाना, मखाने
dry fruit, dryfruit, meva, mewa, nuts, मेवा, मेवे, सूखे मेवे, ड्राई फ्रूट
mithai, sweets, mithaai, meetha, indian sweets, मिठाई, मिठाइयां, मिठाइयाँ
laddu, laddoo, ladoo, ladu, लड्डू
barfi, burfi, barfee, katli, बर्फी, बर्फ़ी, कतली
peda, pedha, pera
halwa, halva, हलवा
gulab jamun, gulabjamun
rasgulla, rosogolla, roshogolla
chikki, gajak, brittle
jaggery, gur, gud
namkeen, savoury, savouries, farsan, नमकीन
chocolate, choco, chocolates, चॉकलेट
biscuit, cookie, cookies
cake, plum cake
honey, shahad, shehad, madhu, शहद
masala, spice, spices, मसाला, मसाले
chai, tea, chay, चाय
coffee, kaapi, kapi, कॉफी, कॉफ़ी
achar, pickle
murabba, preserve
sharbat, sherbet, squash
thali, tray, platter, thaali, थाली
dabba, box, dibba, container, डिब्बा, डब्बा
tiffin, lunch box, lunchbox
katori, bowl, vati, कटोरी
kulhad, kullad, kulhar, clay cup, कुल्हड़
lota, kalash, kalasha, pot, लोटा, कलश
matka, surahi, clay pot
ghada, pitcher, jug
glass, tumbler, गिलास
mug, cup, मग, कप
bottle, flask, sipper, बोतल
thermos, vacuum flask, insulated flask
kettle, teapot, ketli
cutlery, spoon set, chamach
plate, dish
jar, barni, canister
casserole, hot case, hotcase
apron, kitchen apron
coaster, tea coaster
table runner, runner
table mat, placemat, place mat
bedsheet, bed sheet
chadar, blanket, throw, kambal, चादर, कंबल, कम्बल
takiya, pillow, cushion
tauliya, towel, तौलिया
rumal, handkerchief, hanky
gamcha, stole
dupatta, stole, chunni
shawl, pashmina, stole, शॉल
scarf, stole, muffler
saree, sari
kurta, kurti
topi, cap, hat, टोपी
t-shirt, tee, tshirt, tees
polo, collar t-shirt, collared t-shirt
hoodie, hooded sweatshirt, sweatshirt
jacket, windcheater
raincoat, rain coat
chhata, chata, umbrella, chhatri, छाता, छतरी
tie, necktie
belt, leather belt
wallet, purse, batua, बटुआ
handbag, hand bag
jhola, tote, cloth bag, tote bag
thaila, bag, थैला, बैग
backpack, rucksack, laptop bag, bagpack
duffel, duffle, gym bag, weekender
trolley, suitcase, luggage
sling bag, messenger bag, crossbody
potli, pouch, drawstring pouch, पोटली
toiletry kit, shaving kit, dopp kit
passport holder, passport cover
card holder, cardholder, card case, visiting card holder
keychain, keyring, key ring, key chain, challa
luggage tag, bag tag
lanyard, id card holder, badge holder
diary, notebook, planner, journal, डायरी
notepad, note pad, writing pad, jotter
calendar, calender
folder, file folder, document folder
pen, kalam, ball pen, ballpen, कलम, पेन
pencil, lead pencil
pen stand, pen holder
sticky notes, post-it, sticky pad
eraser, rubber
stationery, stationary
paperweight, paper weight
desk organiser, desk organizer, table organiser
photo frame, picture frame, photoframe
clock, ghadi, wall clock, घड़ी, दीवार घड़ी
watch, wrist watch, wristwatch, kalai ghadi
alarm clock, table clock
torch, flashlight, flash light
pen drive, pendrive, usb drive, flash drive, thumb drive
charger, power bank, powerbank, charging pad
mobile charger, phone charger, power bank, powerbank
wireless charger, charging pad, charging station
adapter, adaptor, travel adapter
mobile stand, phone stand, mobile holder
mobile, phone, smartphone
earbuds, airbuds, airpods, tws
earphones, headphones, headset
speaker, bluetooth speaker, soundbox
mouse pad, mousepad, desk mat
keyboard, key board
laptop stand, laptop table
smart watch, smartwatch
hard disk, hard drive
webcam, web camera
mixer, blender
hand fan, portable fan, mini fan
humidifier, diffuser, aroma diffuser
agarbatti, incense, agarbathi, incense stick, अगरबत्ती
dhoop, dhoop stick, incense cone, धूप
loban, frankincense
kapoor, camphor, karpur, कपूर
diya, diva, oil lamp, deepak, दीया, दिया, दीये, दीपक
candle, mombatti, tealight, tea light, मोमबत्ती
lantern, kandil, lalten, लालटेन, कंदील
rangoli, kolam, रंगोली
toran, bandhanwar, door hanging, तोरण
pooja, puja, poojan, pujan, पूजा, पूजन
pooja thali, puja thali, aarti thali, arti thali, पूजा थाली, पूजा की थाली, आरती थाली, आरती की थाली
aarti, arati, arti, आरती
prasad, prasadam
haldi, turmeric
kumkum, roli, sindoor, sindur
chandan, sandalwood, चंदन, चन्दन
tulsi, holy basil
gangajal, ganga water
ghanti, bell
mandir, temple, मंदिर, मन्दिर
murti, idol, statue, figurine, मूर्ति
ganesh, ganesha, ganpati, ganapati, vinayak, गणेश, गणपति
lakshmi, laxmi, mahalakshmi, लक्ष्मी
krishna, kanha, gopal
shiva, shiv, mahadev
buddha, budha
ram darbar, ramdarbar
hanuman, bajrang
saraswati, saraswathi
durga, devi
om, aum
rudraksha, rudraksh
silver coin, chandi ka sikka, silver sikka, lakshmi coin
sikka, coin, सिक्का
silver, chandi, चांदी, चाँदी
gold, golden, sona, सोना
copper, tamba, tambe, तांबा, ताँबा
brass, pital, peetal, पीतल
bronze, kansa, kansya
steel, stainless steel, स्टील
iron, loha
wood, wooden, lakdi, लकड़ी
bamboo, baans
jute, burlap
cotton, suti, khadi, सूती, खादी
silk, resham, reshmi, रेशम, रेशमी
leather, chamda, चमड़ा
clay, mitti, terracotta, मिट्टी
marble, sangemarmar
cork, cork wood
ceramic, chini mitti, porcelain
crystal, glass crystal
acrylic, perspex
handmade, hand made, handcrafted, handcraft
eco-friendly, ecofriendly, sustainable, green gift
recycled, recyclable, upcycled
red, lal, laal, maroon, crimson, burgundy, लाल
green, hara, hari, हरा, हरी
blue, neela, nila, navy, नीला, नीली
yellow, peela, mustard, पीला, पीली
black, kala, kaala, charcoal, काला, काली
white, safed, ivory, cream, सफेद, सफ़ेद
pink, gulabi, blush, गुलाबी
orange, narangi
purple, baingani, violet
brown, bhura
grey, gray, slate, graphite
teal, turquoise, firozi
diwali, deepavali, deepawali, divali, deewali, dipawali, दिवाली, दीवाली, दीपावली
dhanteras, dhantrayodashi, धनतेरस
rakhi, raksha bandhan, rakshabandhan, raakhi, rakshabandan, राखी, रक्षाबंधन, रक्षा बंधन
bhai dooj, bhaidooj, bhai duj
holi, gulal, होली, गुलाल
navratri, navaratri, navarathri
dussehra, dasara, dasera
ganesh chaturthi, ganeshotsav
janmashtami, krishna jayanti
onam, thiruvonam
pongal, makar sankranti, sankranti, lohri
ugadi, gudi padwa
baisakhi, vaisakhi
eid, id mubarak, ramzan, ramadan, ईद
christmas, xmas, x-mas
new year, nav varsh, naya saal, नया साल, नव वर्ष
independence day, 15 august
republic day, 26 january
women's day, womens day
doctors' day, doctor's day, doctors day
teachers' day, teacher's day, teachers day
wedding, shaadi, shadi, marriage, शादी, विवाह
birthday, bday, janamdin
anniversary, salgirah
housewarming, griha pravesh, house warming
farewell, retirement
joining kit, joinee kit, welcome kit, onboarding kit, induction kit
medal, padak
memento, momento, souvenir, smriti chinh
plaque, shield
certificate, certificate frame
gift, uphaar, tohfa, uphar, tofa, उपहार, तोहफा, तोहफ़ा
gift set, combo, gift pack
hamper, gift basket, basket
gift card, voucher, gift voucher
gift wrap, gift box
potted plant, plant, paudha
planter, gamla, flower pot
flower, phool, bouquet, फूल
seed, beej
vase, flower vase, guldasta
doctor, physician, डॉक्टर
stethoscope, stetho
first aid, first aid kit, emergency kit
lab coat, doctor coat, apron coat
pill box, pill organiser, medicine box, pill organizer
sanitizer, sanitiser, hand sanitizer
mask, face mask
yoga mat, exercise mat
massager, massage
perfume, attar, itr, fragrance
soap, sabun
essential oil, aroma oil
toy, khilona, खिलौना
playing cards, taash
board game, ludo
chess, shatranj
puzzle, jigsaw
award, puraskar, पुरस्कार, इनाम
lamp, desk lamp, batti$lines$, E'\n') as line;
