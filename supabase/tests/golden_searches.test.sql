-- One hundred and seventy-four searches as buyers type them, over a small catalogue as suppliers write it, with what each must show first. The
-- expectations were written before any search ran; decision 29 compares two designs by them.
begin;
select no_plan();
select tests.set_up();

delete from public.products;
delete from public.subcategories;
delete from public.categories;
delete from public.themes;
create temporary table listed as
select category, subcategory, theme, name
from (values
  ('Drinkware', 'Bottles & Flasks', 'Onboarding', '{"Copper Bottle, 950 ml","Steel Vacuum Flask, 500 ml",Teal Insulated Bottle with Carry Loop,Borosilicate Glass Bottle with Bamboo Lid,"Tritan Sipper, BPA Free",Model TB750 Thermos}'),
  ('Drinkware', 'Mugs & Cups', null, '{Enamel Camp Mug,Ceramic Coffee Mug with Lid,Café Latte Cup and Saucer,Kulhad Set of Six,"Magic Mug, Heat Sensitive"}'),
  ('Drinkware', 'Tea & Coffee Sets', null, '{Masala Chai Set with Two Glasses,Crème Brûlée Tea Gift Tin}'),
  ('Desk & Office', 'Desk Organisers', null, '{Wooden Desk Organiser with Phone Stand,Pen Stand with Clock,"Paperweight, Crystal Globe"}'),
  ('Desk & Office', 'Clocks & Calendars', 'New Year', '{Walnut Wall Clock,Table Clock with Alarm,Perpetual Desk Calendar}'),
  ('Desk & Office', 'Frames & Stands', null, '{Photo Frame with Engraved Plate}'),
  ('Tech & Gadgets', 'Power & Charging', null, '{Slim Power Bank 10000 mAh,"Metal Power Bank, 20,000 mAh",3-in-1 Charging Cable,Powerbank 20000 mAh with Digital Display,Wireless Charging Pad,Bamboo Wireless Charger 15 W,Travel Adapter with USB-C}'),
  ('Tech & Gadgets', 'Audio', null, '{Bluetooth Speaker,Noise-Cancelling Headphones,True Wireless Earbuds}'),
  ('Tech & Gadgets', 'Storage Drives', null, '{SSD in a Case 1 TB,Pen Drive 32 GB,Oak-Finish USB Drive 64 GB}'),
  ('Tech & Gadgets', 'Computer Accessories', null, '{Wireless Mouse,Mouse Pad in Vegan Leather,Keyboard and Mouse Combo,"Laptop Stand, Aluminium"}'),
  ('Tech & Gadgets', 'Wearables', null, '{Smart Watch with Heart Rate Sensor,Fitness Band}'),
  ('Bags', 'Backpacks', 'Conference', '{"Laptop Backpack, 25 Litre"}'),
  ('Bags', 'Totes & Carriers', 'Eco-friendly', '{Jute Tote Bag,Canvas Tote}'),
  ('Bags', 'Duffels & Weekenders', null, '{Duffel Bag for the Gym,"Cabin Trolley, 20 Inch",Dopp Kit}'),
  ('Stationery', 'Notebooks & Journals', 'Onboarding', '{A5 Notebook with Elastic Band,Cloth-Bound Notebook}'),
  ('Stationery', 'Diaries & Planners', 'New Year', '{Executive Diary 2027,Undated Boxed Diary with Pen,"GW/DR-118 Diary, A5",Weekly Planner}'),
  ('Stationery', 'Pens', null, '{"Ball Pen, Navy",Fountain Pen in Gift Box,LX-4021 Metal Pen,LX-4022 Metal Pen with Stylus,Whiteboard Marker Set,Pencil Box with Twelve Pencils}'),
  ('Stationery', 'Card Cases', 'Conference', '{Visiting Card Holder,"Conference Folder, A4"}'),
  ('Apparel & Textiles', 'T-Shirts & Polos', null, '{"Round-Neck T-Shirt, 180 GSM",Polo T-Shirt with Gold Collar,Hooded Sweatshirt}'),
  ('Apparel & Textiles', 'Caps', null, '{Baseball Cap}'),
  ('Apparel & Textiles', 'Stoles & Scarves', 'Women''s Day', '{Pashmina Wrap in Rose,Scarves Silk Assorted}'),
  ('Apparel & Textiles', 'Towels', null, '{Bath Towel Set}'),
  ('Wellness', 'Candles & Diffusers', null, '{Scented Candle in Amber Jar,Aroma Diffuser,Essential Oil Trio}'),
  ('Wellness', 'Yoga & Fitness', null, '{Yoga Mat,Neck Pillow,Eye Mask}'),
  ('Hampers & Gourmet', 'Dry Fruits', 'Diwali', '{Dry Fruit Box with Four Jars}'),
  ('Hampers & Gourmet', 'Chocolates & Sweets', 'Diwali', '{Kaju Katli Mithai Box,Assorted Mithai Hamper,Dark Chocolate Truffles}'),
  ('Hampers & Gourmet', 'Gift Hampers', null, '{Paper Gift Bag in Gold,Wicker Hamper with Marigold Bow,Honey Trio,Darjeeling Tea Tin}'),
  ('Festive & Spiritual', 'Diyas & Lanterns', 'Diwali', '{Brass Diya Pair,"Clay Diyas, Set of Twelve",Hanging Lantern}'),
  ('Festive & Spiritual', 'Pooja Essentials', 'Diwali', '{Pooja Thali with Roli and Chawal,Agarbatti Gift Set,Ganesha Idol in Brass,Toran for the Door}'),
  ('Festive & Spiritual', 'Potlis & Pouches', null, '{"Silk Potli, Set of Ten","Holi Colours, Organic Gulal"}'),
  ('Festive & Spiritual', null, 'Raksha Bandhan', '{Rakhi with Rudraksha,Rakhi Hamper for Brothers}'),
  ('Awards & Recognition', 'Trophies', 'Employee Recognition', '{Crystal Trophy,Walnut Plaque,Medal with Ribbon,Memento in Acrylic}'),
  ('Home & Kitchen', 'Serveware', null, '{Ceramic Serving Bowl,Coaster Set in Cork,Handloom Table Runner,Masala Dabba in Steel,Stainless Steel Lunch Box,Copper Jug with Two Tumblers,"Water Jug, 1.5 Litre",Ghee Jar 0.5 kg,Infuser in Slate,Cheese Knives in Bamboo}'),
  ('Leather & Travel', 'Wallets & Keychains', null, '{Leather Wallet and Keychain,Passport Holder in Leather,Luggage Tag,Three-Fold Umbrella}'),
  ('Medical & Conference', 'Diagnostic Gifts', 'Doctors'' Day', '{Anatomical Heart Model,Stethoscope with Name Tag,"Teal Stethoscope, Lightweight",Pill Organiser for Seven Days,First Aid Kit,White Lab Coat,Prescription Pad}'),
  ('Eco Living', 'Bamboo & Cutlery', 'Eco-friendly', '{Bamboo Toothbrush,Seed Paper Notepad,"Plantable Pencil, Set of Five",Bamboo Cutlery Roll,Succulent in Ceramic Pot}')
) as shelves (category, subcategory, theme, names)
cross join unnest(names::text[]) as name;

insert into public.categories (name) select distinct category from listed;
insert into public.subcategories (name) select distinct subcategory from listed where subcategory is not null;
insert into public.themes (name) select distinct theme from listed where theme is not null on conflict do nothing;
insert into public.products (name, is_sample, created_at, category_id, subcategory_id)
select
  name, true, timestamptz '2026-01-01Z' + row_number() over () * interval '1 hour',
  (select id from public.categories where categories.name = listed.category),
  (select id from public.subcategories where subcategories.name = listed.subcategory)
from listed;
update public.products set capacity_ml = 750 where name = 'Infuser in Slate';
insert into public.product_themes
select products.id, themes.id from listed join public.products using (name) join public.themes on themes.name = listed.theme;

-- `expected` matches the names that must come first, in any order among themselves, or in braces the category, subcategory
-- and theme of these products; null where nothing may be found. Extent `alone` means that nothing else is found.
create temporary table searches (q text, expected text, extent text);
insert into searches values
  -- Words, in any order
  ('bottle', 'Bottle', 'first'), ('copper bottle', 'Copper Bottle', 'alone'), ('steel lunch box', 'Lunch Box', 'alone'),
  ('clock walnut', 'Walnut Wall', 'alone'), ('pen', '\yPen\y', 'first'), ('the fountain pen', 'Fountain', 'alone'),
  -- Plurals
  ('mugs', 'Mug', 'first'), ('diaries', 'Diary', 'first'), ('watches', 'Watch', 'first'), ('lunch boxes', 'Lunch Box', 'alone'), ('pencil', 'Pencil', 'first'),
  ('scarf', '{Scarves}', 'first'), ('glass', 'Glass', 'first'), ('candles', 'Candle', 'first'), ('trophy', 'Trophy', 'first'),
  -- Compounds
  ('powerbank', 'Power ?[Bb]ank', 'first'), ('power bank', 'Power ?[Bb]ank', 'first'), ('power-bank 20000', '20,?000', 'alone'),
  ('pendrive', 'Pen Drive', 'first'), ('note book', 'Notebook', 'alone'), ('tshirt', 'T-Shirt', 'first'), ('t shirts', 'T-Shirt', 'first'),
  ('key chain', 'Keychain', 'first'), ('lunchbox', 'Lunch Box', 'alone'), ('mousepad', 'Mouse Pad', 'alone'),
  ('back pack', 'Backpack', 'alone'), ('tooth brush', 'Toothbrush', 'alone'), ('dryfruits', 'Dry Fruit', 'alone'),
  ('smartwatch', 'Smart Watch', 'alone'), ('ecofriendly', '{Eco-friendly}', 'alone'),
  -- Slips
  ('botle', 'Bottle', 'first'), ('dairy', 'Diary', 'first'), ('calender', 'Calendar', 'first'), ('stethescope', 'Stethoscope', 'alone'),
  ('umberlla', 'Umbrella', 'alone'), ('cermaic mug', 'Ceramic Coffee Mug', 'alone'), ('choclate', 'Chocolate', 'first'),
  ('desk organizer', 'Desk Organiser', 'first'), ('bluetoth speeker', 'Bluetooth', 'alone'), ('momento', 'Memento', 'alone'),
  ('aluminum', 'Aluminium', 'alone'), ('stationary', '{Stationery}', 'alone'), ('thermas', 'Thermos', 'first'),
  ('airbuds', 'Earbuds', 'alone'), ('accesories', '{Accessories}', 'alone'), ('succulant', 'Succulent', 'alone'),
  -- Accents and case
  ('cafe latte', 'Café', 'alone'), ('CREME BRULEE', 'Crème', 'alone'), ('mémento', 'Memento', 'alone'),
  -- Hindi in Latin letters
  ('diwali', '{Diwali}', 'alone'), ('deewali', '{Diwali}', 'alone'), ('divali', '{Diwali}', 'alone'), ('deepavali', '{Diwali}', 'alone'), ('diya', 'Diya', 'first'),
  ('mithai', 'Mithai', 'first'), ('mithaai', 'Mithai', 'first'), ('rakhi', 'Rakhi', 'alone'), ('raakhi', 'Rakhi', 'alone'),
  ('raksha bandhan', '{Raksha}', 'alone'), ('puja thali', 'Thali', 'alone'), ('pooja thaali', 'Thali', 'alone'),
  ('agarbathi', 'Agarbatti', 'alone'), ('ganesh idol', 'Ganesha', 'alone'), ('kulhar', 'Kulhad', 'alone'), ('gulaal', 'Gulal', 'alone'),
  -- Part numbers, sizes and materials
  ('LX-4021', 'LX-4021', 'alone'), ('lx4021', 'LX-4021', 'alone'), ('tb 750', 'TB750', 'alone'), ('gw/dr-118', 'DR-118', 'alone'),
  ('10000mah', '10000', 'alone'), ('64gb usb', '64 GB', 'alone'), ('a5 diary', 'Diary, A5', 'first'),
  -- The beginnings of words
  ('steth', 'Stethoscope', 'alone'), ('insul bott', 'Insulated Bottle', 'alone'),
  -- Names of categories and themes
  ('drinkware', '{Drinkware}', 'alone'), ('new year diary', 'Diary', 'first'),
  -- Absent from the catalogue, although other words are spelled nearly so
  ('sofa', null, 'first'), ('parker', null, 'first'), ('lamp', null, 'first'), ('boat', null, 'first'),
  -- Equal words
  ('cashew katli', 'Kaju', 'alone'), ('incense', 'Agarbatti', 'alone'), ('incence', 'Agarbatti', 'alone'), ('puja', '{Pooja}', 'alone'),
  ('kala mug', 'Mug', 'first'), ('pooja ki thali', 'Thali', 'alone'), ('kaju katli', 'Kaju', 'alone'), ('boat earbuds', 'Earbuds', 'alone'),
  ('mobile charger', 'Power ?[Bb]ank', 'first'), ('flash drive', 'Pen Drive|USB Drive', 'alone'), ('tiffin', 'Lunch Box', 'first'),
  -- Hindi in Devanagari
  ('काजू', 'Kaju', 'alone'), ('अगरबत्ती', 'Agarbatti', 'alone'), ('दीया', 'Diya', 'first'), ('थाली', 'Thali', 'first'),
  ('मिठाई', 'Mithai', 'first'), ('दिवाली', '{Diwali}', 'alone'), ('राखी', 'Rakhi', 'alone'), ('घड़ी', 'Clock', 'first'),
  ('डायरी', 'Diary|Planner|Notebook', 'alone'), ('पूजा की थाली', 'Thali', 'alone'), ('पीतल का दीया', 'Brass Diya', 'alone'),
  ('लाल मग', '{Mugs}', 'alone'),
  -- Words that say nothing of a gift
  ('diwali gifts', '{Diwali}', 'alone'), ('corporate diwali gifting ideas', '{Diwali}', 'alone'), ('copper bottle with logo', 'Copper Bottle', 'alone'),
  ('gifts for employees new year', '{New Year}', 'alone'), ('branded mugs for clients', 'Mug', 'first'), ('दिवाली के लिए गिफ्ट', '{Diwali}', 'alone'),
  ('gift bag', 'Gift Bag', 'first'),
  -- Measures
  ('20000mah power bank', '20,?000 mAh', 'alone'), ('20000 mah', '20,?000 mAh', 'alone'), ('20,000 mAh', '20,?000 mAh', 'alone'),
  ('10,000mah', '10000 mAh', 'alone'), ('power bank 10000-mah', '10000 mAh', 'alone'), ('32gb pen drive', '32 GB', 'alone'), ('32-gb', '32 GB', 'alone'),
  ('1tb', '1 TB', 'alone'), ('1000 gb ssd', '1 TB', 'alone'), ('1500 ml jug', '1.5 Litre', 'alone'), ('1.5l jug', '1.5 Litre', 'alone'), ('1.5 ltr', '1.5 Litre', 'alone'),
  ('500ml flask', '500 ml', 'alone'), ('0.5 litre flask', '500 ml', 'alone'), ('500 gm ghee', 'Ghee', 'alone'), ('half', null, 'first'),
  ('750 ml infuser', 'Infuser', 'alone'), ('0.75 l', 'Infuser', 'alone'), ('20" trolley', '20 Inch', 'alone'), ('trolley 20inch', '20 Inch', 'alone'),
  ('25 l backpack', '25 Litre', 'alone'), ('3in1 cable', '3-in-1', 'alone'), ('3 in 1', '3-in-1', 'alone'), ('180gsm', '180 GSM', 'alone'), ('15w charger', '15 W', 'alone'),
  ('५०० मिली फ्लास्क', '500 ml', 'alone'),
  -- English in Devanagari
  ('टीशर्ट', 'T-Shirt', 'first'), ('टी-शर्ट', 'T-Shirt', 'first'), ('पावर बैंक', 'Power ?[Bb]ank', 'first'), ('पावरबैंक', 'Power ?[Bb]ank', 'first'),
  ('नोटबुक', 'Notebook', 'first'), ('कैलेंडर', 'Calendar', 'first'), ('लैपटॉप', 'Laptop', 'first'), ('चम्मच', 'Cutlery', 'first'),
  ('कॉपर बॉटल', 'Copper Bottle', 'alone'), ('वायरलेस माउस', 'Wireless Mouse', 'alone'), ('ब्लूटूथ स्पीकर', 'Bluetooth', 'alone'), ('लेदर वॉलेट', 'Leather Wallet', 'first'),
  ('पासपोर्ट होल्डर', 'Passport Holder', 'alone'), ('क्रिस्टल ट्रॉफी', 'Crystal Trophy', 'alone'), ('योगा मैट', 'Yoga Mat', 'alone'), ('फोटो फ्रेम', 'Photo Frame', 'alone'),
  ('पेन ड्राइव', 'Pen Drive', 'first'), ('स्टेथोस्कोप', 'Stethoscope', 'alone'), ('अम्ब्रेला', 'Umbrella', 'alone'), ('हेडफोन', 'Headphones', 'alone'),
  ('लंच बॉक्स', 'Lunch Box', 'alone'), ('बोतलें', 'Bottle|Flask|Sipper', 'first'), ('इयरबड्स', 'Earbuds', 'alone'), ('टॉवल', 'Towel', 'alone'), ('हमें नोटबुक चाहिए', 'Notebook', 'first'),
  -- Compounds and letters in Devanagari
  ('नेकपिलो', 'Neck Pillow', 'first'), ('लैपटॉपस्टैंड', 'Laptop Stand', 'first'), ('फोटोफ्रेम', 'Photo Frame', 'first'), ('यूएसबी', 'USB', 'first'),
  ('यूएसबी ड्राइव', 'USB Drive', 'first'), ('एसएसडी', 'SSD', 'first'), ('64 जीबी ड्राइव', '64 GB', 'first'),
  -- Irregular plurals
  ('scarf silk', 'Scarves', 'alone'), ('knife', 'Knives', 'alone'),
  -- An equal word before the beginnings of others
  ('tea light', 'Candle', 'first'),
  -- Words that nothing has together
  ('steel mug', 'Mug', 'first'), ('parker wall', 'Wall', 'first'), ('maroon diary', 'Diary', 'first');
select is(count(*), 174::bigint, 'there are one hundred and seventy-four searches') from searches;

create function pg_temp.mistake(q text, expected text, extent text) returns text language plpgsql as $$
declare
  wanted text[] := array(
    select name from listed
    where case when expected like '{%' then concat_ws(' ', category, subcategory, theme) ~ btrim(expected, '{}') else name ~ expected end
    order by name
  );
  found text[];
begin
  perform tests.act_as('customer');
  found := array(
    select product ->> 'name'
    from jsonb_array_elements(public.catalogue_page(q => mistake.q, page_size => 100)::jsonb -> 'products') with ordinality as list (product, position)
    order by position
  );
  perform tests.act_as('owner');
  if expected is not null and wanted = '{}' then
    return 'expects what the catalogue does not have';
  elsif array(select unnest(found[:cardinality(wanted)]) order by 1) <> wanted
    or (cardinality(found) > cardinality(wanted) and (extent = 'alone' or expected is null)) then
    return format('finds %s of %s, first %s', cardinality(found), cardinality(wanted), found[:4]);
  end if;
  return null;
end
$$;
create temporary table mistakes as
select q, mistake from searches cross join lateral pg_temp.mistake(q, expected, extent) as mistake where mistake is not null;
select is_empty('select * from mistakes', 'each shows first what the buyer looks for');
select * from finish();
rollback;
