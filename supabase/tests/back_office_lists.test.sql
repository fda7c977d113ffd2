-- What the back office searches and sweeps: the words of leads and products, and images that no record shows.
begin;
select no_plan();
select tests.set_up();

-- The text of a lead that is searched
insert into public.leads (id, name, company, email, phone, message, selected_products) values
  (tests.id(50), 'Vikram Seth', 'Nova "Ltd"', 'v.seth@nova.example', '+91 44 5555', 'Two hundred, 100% cotton', '{"Brass_lamp", "Jute bag, large"}'),
  (tests.id(51), 'ÉLODIE', 'Back\slash', 'e@b.example', '5', null, null);
select is(
  (select search_text from public.leads where id = tests.id(50)),
  E'vikram seth\nnova "ltd"\nv.seth@nova.example\n+91 44 5555\ntwo hundred, 100% cotton\nbrass_lamp\njute bag, large\ngw-00000000\n91445555',
  'every text of a lead can be searched'
);
select is((select search_text from public.leads where id = tests.id(51)), E'élodie\nback\\slash\ne@b.example\n5\ngw-00000000', 'one without a message or products too');
update public.leads set company = 'Novum' where id = tests.id(50);
select ok((select search_text like E'%\nnovum\n%' from public.leads where id = tests.id(50)), 'a correction is found');
select throws_ok($$ update public.leads set search_text = 'x' $$, '428C9', null, 'the search text is not writable');
select tests.act_as('anonymous');
select throws_ok(
  $$ insert into public.leads (name, company, email, phone, search_text) values ('A', 'B', 'a@b.example', '1', 'x') $$,
  '428C9', null, 'and no visitor sends it along'
);

-- Searching leads
select tests.act_as('administrator');
select is(
  (select array_agg(name order by name) from public.find_leads(words)), found, format('"%s" finds %s', words, coalesce(found::text, 'no lead'))
)
from (values
  ('vikram', array['Vikram Seth']), ('NOVUM', array['Vikram Seth']), ('seth@nova', array['Vikram Seth']), ('44 55', array['Vikram Seth']),
  ('hundred, 1', array['Vikram Seth']), ('jute BAG', array['Vikram Seth']), ('asha', array['Asha Rao']), ('élodie', array['ÉLODIE']),
  ('%', array['Vikram Seth']), ('_', array['Vikram Seth']), ('\', array['ÉLODIE']), ('h_nd', null), ('v%seth', null), ('', array['Asha Rao', 'Vikram Seth', 'ÉLODIE']),
  ('445555', array['Vikram Seth']), ('nova.example' || E'\n' || '+91', array['Vikram Seth']), ('seth novum', array['Vikram Seth']), ('LAMP   vikram', array['Vikram Seth']), ('seth meridian', null), (' ', array['Asha Rao', 'Vikram Seth', 'ÉLODIE'])
) as searches (words, found);
-- A number is found however it is written, whichever way it was stored.
select tests.act_as('owner');
insert into public.leads (name, company, email, phone) values
  ('Spaced', 'C', 'a@phone.example', '+91 98450 12345'), ('Plain', 'C', 'b@phone.example', '9845012345'), ('Trunk', 'C', 'c@phone.example', '(098450)-12345'),
  ('London', 'C', 'd@phone.example', '020 7946 0958');
select tests.act_as('administrator');
select is(
  (select array_agg(name order by name) from public.find_leads(words)), array['Plain', 'Spaced', 'Trunk'], format('the number is found as "%s"', words)
)
from unnest(array[
  '98450 12345', '9845012345', '+91 98450 12345', '+919845012345', '+91-98450-12345', '098450 12345', '45 12', '00919845012345', '(+91) 98450.12345', '+91 98450'
]) as words;
select is((select array_agg(name) from public.find_leads('+442079460958')), array['London'], 'a number of another country is found, too');
select is(public.count_leads('+91-98450-12345'), 3, 'and counted');
select is_empty($$ select from public.find_leads('98450 12346') $$, 'another number is not found');
select is(public.count_leads('000000000'), 0, 'zeros alone find nothing');
select tests.act_as('owner');
delete from public.leads where email like '%@phone.example';
select tests.act_as('administrator');
select results_eq(
  $$ select lead.* from public.find_leads('asha') as lead $$, 'select * from public.leads where id = tests.id(18)', 'leads are found whole'
);

-- Searching products
insert into public.products (id, name) values (tests.id(52), 'Mug 50% off'), (tests.id(53), 'Back\slash mug');
select is(
  (select array_agg(name order by name) from public.find_products(words)), found, format('"%s" finds %s', words, coalesce(found::text, 'nothing'))
)
from (values
  ('MUG', array['Back\slash mug', 'Mug 50% off']), ('%', array['Mug 50% off']), ('\', array['Back\slash mug']), ('_', null),
  ('mu', array['Back\slash mug', 'Mug 50% off']), ('opper b', array['Copper bottle']), ('rototyp', array['Prototype']),
  ('bottle copper', array['Copper bottle']), ('COPPER  Bottle', array['Copper bottle']), ('copper lamp', null), ('50% mug', array['Mug 50% off']),
  ('drinkw', array['Copper bottle']), ('festive lamp', array['Desk lamp']), ('cardio pharma PROTO', array['Prototype']), ('festive drinkware desk', null),
  ('mugs', null), ('festive _', null)
) as searches (words, found);
update public.themes set name = 'Wedding' where id = tests.id(13);
select is((select count(*)::int from public.find_products('wedding')), 3, 'a renamed tag is found by its new name');
select is(public.count_products('festive'), 0, 'and no more by its former one');

-- The best match is first.
insert into public.products (name) values ('Amber copper'), ('Blush-copper set'), ('Copper bowl'), ('Set of copper mugs');
select is(
  (select array_agg(name order by name) from public.find_products('copper', sorted => 'match', size => size)), found,
  format('the %s best matches', size)
)
from (values
  (2, array['Copper bottle', 'Copper bowl']), (3, array['Amber copper', 'Copper bottle', 'Copper bowl']),
  (5, array['Amber copper', 'Blush-copper set', 'Copper bottle', 'Copper bowl', 'Set of copper mugs'])
) as matches (size, found);
select is((select array_agg(name) from public.find_products('set copp', sorted => 'match', size => 1)), array['Set of copper mugs'], 'words that begin a word are better than others');
select is((select count(*)::int from public.find_products('', sorted => 'match', size => 3)), 3, 'without words any will do');
select throws_ok($$ select public.find_products('a', sorted => 'match', beyond => 'x') $$, '22023', null, 'matches have one page');

-- Images that no record shows
select tests.act_as('owner');
insert into storage.buckets (id, name, public) values ('other', 'other', true);
insert into storage.objects (bucket_id, name, created_at)
select bucket, name, now() - age::interval from (values
  ('product-images', '1.png', '2 days'), ('product-images', '2.png', '2 days'), ('product-images', '3.png', '2 days'), ('product-images', '4.png', '2 days'),
  ('product-images', '5.png', '25 hours'), ('product-images', '6.png', '23 hours'), ('product-images', '7.png', '0 hours'), ('other', '8.png', '2 days'),
  ('product-images', 'logo.png', '2 days'), ('product-images', 'letters/9.png', '2 days'), ('product-images', '10.png', '2 days'),
  ('product-images', '11.png', '2 days')
) as images (bucket, name, age);
-- 1.png is shared by two products, one of them in no list of the public; 2.png belongs to a client's logo; 3.png was
-- given with the site's own host; a picture of another site is called 4.png like one of ours.
update public.products set image_url = '/storage/v1/object/public/product-images/1.png' where id in (tests.id(15), tests.id(17));
update public.client_logos set logo_url = 'https://gifts.example/storage/v1/object/public/product-images/2.png' where id = tests.id(20);
update public.products set image_url = 'http://127.0.0.1:3000/storage/v1/object/public/product-images/3.png' where id = tests.id(16);
update public.products set image_url = 'https://example.com/pictures/4.png' where id = tests.id(52);
-- Addresses that an older version or another tool wrote: with something behind the path, or of another host.
update public.products set image_url = 'HTTPS://cdn.gifts.example/storage/v1/object/public/product-images/10.png?width=200#top' where id = tests.id(53);
insert into public.client_logos (name, logo_url) values ('Query', 'https://gifts.example/storage/v1/object/public/product-images/11.png?v=2');
-- 2,000 characters that take more than an index may hold.
insert into public.products (id, name, image_url)
select tests.id(54), 'Long', 'https://example.com/' || string_agg(chr(20000 + n * 7 % 20000), '') from generate_series(1, 2000) as n;
insert into public.client_logos (name, logo_url) select 'Long', image_url from public.products where id = tests.id(54);

create function pg_temp.a_day_later() returns void language plpgsql as $$
begin
  perform tests.act_as('owner');
  update private.released_images set released_at = released_at - interval '1 day 1 second';
  perform tests.act_as('administrator');
end
$$;
select tests.act_as('owner');
delete from private.released_images;
select tests.act_as('administrator');
select is(
  public.unused_product_images(), array['4.png', '5.png'],
  'what nothing shows and is older than a day is unused, and nothing in another bucket or of another name'
);
update public.products set image_url = null where id = tests.id(15);
select pg_temp.a_day_later();
select is(public.unused_product_images(), array['4.png', '5.png'], 'an image that two products shared is still shown by the other');
update public.products set image_url = null where id = tests.id(17);
select is(public.unused_product_images(), array['4.png', '5.png'], 'an image that its last record stopped using is not unused at once');
select pg_temp.a_day_later();
select is(public.unused_product_images(), array['1.png', '4.png', '5.png'], 'but a day later');
select tests.act_as('owner');
insert into public.quotations (id, number, state, owner_email) values (tests.id(60), 'GW2526/0060', 'sent', 'sales@example.com');
insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256)
select tests.id(60), 1, '{"lines": [{"image_url": "/storage/v1/object/public/product-images/1.png", "quantities": []}]}', '2999-12-31', now(),
  '{"seller": {"logo_url": "/storage/v1/object/public/product-images/5.png"}, "figures": {"total": 0}}', repeat('a', 64);
select tests.act_as('administrator');
select is(public.unused_product_images(), array['4.png'], 'a picture and a logo that a quotation shows are in use, although no product has them');
select tests.act_as('owner');
delete from public.quotations where id = tests.id(60);
select tests.act_as('administrator');
select is(public.unused_product_images(), array['1.png', '4.png', '5.png'], 'until it is erased');
update public.client_logos set logo_url = 'https://gifts.example/storage/v1/object/public/product-images/4.png' where id = tests.id(20);
select is(public.unused_product_images(), array['1.png', '5.png'], 'an image that a record shows again is in use');
select pg_temp.a_day_later();
select is(public.unused_product_images(), array['1.png', '2.png', '5.png'], 'a logo lets go of its image, too, when it shows another');
update public.client_logos set logo_url = 'https://elsewhere.test/4.png' where id = tests.id(20);
select is(public.unused_product_images(), array['1.png', '2.png', '5.png'], 'whatever it shows instead');
select pg_temp.a_day_later();
select is(public.unused_product_images(), array['1.png', '2.png', '4.png', '5.png'], 'and a day later that one is unused');
update public.products set image_url = '/storage/v1/object/public/product-images/1.png' where id = tests.id(17);
select tests.act_as('owner');
delete from private.released_images;
select tests.act_as('administrator');
update public.products set name = 'Renamed', image_url = image_url where id = tests.id(17);
select is_empty('select from private.released_images', 'a change that leaves the image lets go of nothing');
update public.products set image_url = '/storage/v1/object/public/product-images/12.png' where id = tests.id(17);
select is(public.unused_product_images(), array['2.png', '4.png', '5.png'], 'the day counts from the last time that a record let go of an image');

select tests.act_as('customer');
select is(public.unused_product_images(), array[]::text[], 'a customer learns of no stored image');
select is_empty('select from private.released_images', 'nor when one was released');
select tests.act_as('anonymous');
select throws_ok($$ select public.unused_product_images() $$, '42501', null, 'a visitor cannot ask');

select * from finish();
rollback;
