-- The catalogue's search: words in any order over names, categories and tags, forgiving, the nearest first, and no more
-- than a filter shows.
begin;
select no_plan();
select tests.set_up();

select is(private.search_words(text), words, format('%L is searched as %s', left(text, 40), words))
from (values
  ('Copper Bottles, 750 ml', '{750,750ml,bottle,copper,ml}'::text[]),
  ('Café Crème', '{cafe,creme}'),
  ('DIARIES diary cookie Cookies ties', '{cooky,diary,tie}'),
  ('Glasses glass boxes watches vases', '{box,glass,vase,watch}'),
  ('doctor''s dry-fruit / A5', '{a5,doctor,dry,fruit,s}'),
  ('İstanbul दीवाली', '{istanbul,दीवाली}'),
  ('', '{}'), (' -– ', '{}'), ('%_\', '{}'), (E'tab\tline\n', '{line,tab}')
) as texts (text, words);
select is(private.near_spellings('dairy') && private.near_spellings('diary'), true, 'letters that are exchanged are near');
select is(private.near_spellings('pen') && private.near_spellings('cap'), false, 'words of other letters are not');
select is(cardinality(private.near_spellings(repeat('x', 1000))), 1, 'a very long word is near itself alone');

delete from public.products;
insert into public.categories (id, name) values (tests.id(1001), 'Drink Ware'), (tests.id(1002), 'Stationery');
insert into public.subcategories (id, name) values (tests.id(1101), 'Bottles & Flasks');
insert into public.themes (id, name) values (tests.id(1301), 'Onboarding');
insert into public.products (id, name, category_id, subcategory_id, budget, is_sample, created_at) values
  (tests.id(2001), 'Copper Bottle', tests.id(1001), tests.id(1101), 'Rs.500-1000', true, '2026-01-01Z'),
  (tests.id(2002), 'Steel Carafe', tests.id(1001), tests.id(1101), 'Rs.100-500', true, '2026-01-09Z'),
  (tests.id(2003), 'Bottles in Copper and Brass', tests.id(1001), null, 'Rs.10-100', true, '2026-01-02Z'),
  (tests.id(2004), 'Café Diary', tests.id(1002), null, null, true, '2026-01-03Z'),
  (tests.id(2005), 'Onboarding Notebook', tests.id(1002), null, null, true, '2026-01-01Z'),
  (tests.id(2006), 'Welcome Box', null, null, null, true, '2026-01-08Z'),
  (tests.id(2007), 'Thermos', tests.id(1001), null, null, true, '2026-01-04Z'),
  (tests.id(2009), 'Slim Power Banks', null, null, null, true, '2026-01-05Z'),
  (tests.id(2010), 'Powerbank 10000 mAh', null, null, null, true, '2026-01-04Z'),
  (tests.id(2011), 'Bank of Solar Power', null, null, null, true, '2026-01-06Z'),
  (tests.id(2012), 'Sports-Wear T-Shirt', null, null, null, true, '2026-01-06Z'),
  (tests.id(2008), 'Zeppelin Copper Bottle', null, null, null, false, '2026-01-09Z');
insert into public.product_themes values (tests.id(2006), tests.id(1301));
create function pg_temp.search(actor text, q text, sort text default null, theme text default null, after text default null, page_size integer default 100)
returns jsonb language plpgsql as $$
declare
  page jsonb;
begin
  perform tests.act_as(actor);
  page := public.catalogue_page(q => q, sort => sort, theme => theme, after => after, page_size => page_size, counts => true);
  perform tests.act_as('owner');
  return page;
end
$$;
create function pg_temp.names(page jsonb) returns text[] language sql as $$
  select array(select product ->> 'name' from jsonb_array_elements(page -> 'products') with ordinality as list (product, position) order by position)
$$;

select is(pg_temp.names(pg_temp.search('customer', q)), names, format('%L finds %s', q, names))
from (values
  ('copper bottle', '{Bottles in Copper and Brass,Copper Bottle}'::text[]),
  ('BOTTLES coppers', '{Bottles in Copper and Brass,Copper Bottle}'),
  ('copper botle', '{Bottles in Copper and Brass,Copper Bottle}'),
  ('coper bot', '{Bottles in Copper and Brass,Copper Bottle}'),
  -- Matched in the name before matched in the subcategory, though that is newer.
  ('bottle', '{Bottles in Copper and Brass,Copper Bottle,Steel Carafe}'),
  ('onboarding', '{Onboarding Notebook,Welcome Box}'),
  ('onbording', '{Onboarding Notebook,Welcome Box}'),
  ('welcome onboarding', '{Welcome Box}'),
  -- And by equal words, after those of the very word.
  ('dairy', '{Café Diary,Onboarding Notebook}'), ('diaries', '{Café Diary,Onboarding Notebook}'), ('cafe', '{Café Diary}'), ('CAFÉ', '{Café Diary}'),
  ('thermus', '{Thermos}'), ('thermoses', '{Thermos}'),
  ('steel drink ware', '{Steel Carafe}'),
  -- Two words written as one, and one as two, in names and in categories and tags.
  ('powerbank', '{Powerbank 10000 mAh,Slim Power Banks,Bank of Solar Power}'), ('POWERBANKS slim', '{Slim Power Banks}'),
  ('powerba', '{Slim Power Banks,Powerbank 10000 mAh}'),
  ('power bank', '{Bank of Solar Power,Slim Power Banks,Powerbank 10000 mAh}'),
  ('10000 mah power-banks', '{Powerbank 10000 mAh}'), ('bank power', '{Bank of Solar Power,Slim Power Banks}'),
  ('note book', '{Onboarding Notebook}'), ('on boarding note books', '{Onboarding Notebook}'),
  ('tshirt', '{Sports-Wear T-Shirt}'), ('sportswear', '{Sports-Wear T-Shirt}'), ('t shirts sport wear', '{Sports-Wear T-Shirt}'),
  ('drinkware steel', '{Steel Carafe}'), ('steelware', '{}'),
  -- Small words are left out beside others.
  ('the carafe of the steel', '{Steel Carafe}'),
  ('zebra', '{}'), ('zebra quagga', '{}'), ('%', '{}'), ('!?', '{}'), ('--', '{}'),
  -- Without all of its words a search finds what the most telling ones do.
  ('copper zebra', '{Bottles in Copper and Brass,Copper Bottle}'), ('zebra bottle café', '{Bottles in Copper and Brass,Copper Bottle,Steel Carafe}'), ('zepelin', '{}'), ('zeppelin', '{}'), ('x', '{}'),
  (''' or true --', '{}'), ('$1 %s', '{}')
) as searches (q, names);
select is(
  pg_temp.search('customer', 'coper botle') -> 'search',
  '{"words": ["bottle", "copper", "flask"], "spelling": {"botle": "bottle", "coper": "copper"}}',
  'a page tells what it found, and what stands for words that nothing has'
);
select is(pg_temp.search('customer', q) -> 'search', report::jsonb, format('%L marks what it found', q))
from (values
  ('powerbank', '{"words": ["bank", "power", "powerbank"], "spelling": {}}'),
  ('power bank', '{"words": ["bank", "power", "powerbank"], "spelling": {}}')
) as searches (q, report);
select is(
  pg_temp.search('anonymous', q) ->> 'search' ilike '%zeppelin%', false, format('%L tells no word of a product that is not shown', q)
)
from unnest(array['zepelin', 'zeppelin', 'zep', 'copper zep']) as q;
select is(pg_temp.search('customer', q), pg_temp.search('customer', null), format('%L is no search', q))
from unnest(array['', ' ']) as q;

-- Beside filters, in other orders, page by page.
select is(pg_temp.names(pg_temp.search('customer', 'onboarding', theme => 'Onboarding')), '{Welcome Box}', 'a search and a filter narrow each other');
select is(pg_temp.search('customer', 'bottle') #> '{counts,budget}', '{"Rs.10-100": 1, "Rs.100-500": 1, "Rs.500-1000": 1}', 'counts follow the search');
select is(pg_temp.names(pg_temp.search('customer', 'bottle', 'newest')), '{Steel Carafe,Bottles in Copper and Brass,Copper Bottle}', 'newest first');
select is(pg_temp.names(pg_temp.search('customer', 'bottle', 'budget-desc')), '{Copper Bottle,Steel Carafe,Bottles in Copper and Brass}', 'or by budget');
insert into public.products (name, is_sample, created_at)
select case n % 3 when 0 then 'Lamp' when 1 then 'Lampshade' else 'Lmap' end || ' ' || n, true, timestamptz '2026-02-01Z' + n % 7 * interval '1 day'
from generate_series(1, 40) as n;
create function pg_temp.all_pages(q text, sort text, size integer) returns text[] language plpgsql as $$
declare
  page jsonb;
  names text[] := '{}';
begin
  loop
    page := pg_temp.search('customer', q, sort, after => page ->> 'next', page_size => size);
    names := names || pg_temp.names(page);
    exit when page ->> 'next' is null or cardinality(names) > 1000;
  end loop;
  return names;
end
$$;
select is(
  pg_temp.all_pages('lamp', sort, 4), pg_temp.names(pg_temp.search('customer', 'lamp', sort)),
  format('pages of a search by %s hold every product once, in order', coalesce(sort, 'relevance'))
)
from unnest(array[null, 'newest', 'name']) as sort;
select is(
  (select array_agg(distinct left(name, 5) order by left(name, 5)) from unnest((pg_temp.names(pg_temp.search('customer', 'lamp')))[:13]) as name),
  '{"Lamp "}', 'whole words come before the beginnings of others'
);

-- A visitor gets the first twelve of every order, and the total.
select is(pg_temp.search('anonymous', q) -> 'total', pg_temp.search('customer', q) -> 'total', format('the total of %L is everybody''s', q))
from unnest(array['lamp', 'copper botle', 'zebra']) as q;
select is(
  pg_temp.names(pg_temp.search('anonymous', 'lamp', sort)), (pg_temp.names(pg_temp.search('customer', 'lamp', sort)))[:12],
  format('a visitor finds the first twelve by %s', coalesce(sort, 'relevance'))
)
from unnest(array[null, 'newest', 'name', 'budget-asc', 'budget-desc']) as sort;
select throws_ok($$ select public.catalogue_page(sort => 'relevance') $$, '22023', null, 'without a search there is no relevance');

-- What was left out is named as it was typed, and the page goes on.
select is(
  (pg_temp.search('customer', 'Zebras BOTTLES in copper') -> 'search') - 'words', '{"used": "bottles copper", "left_out": ["zebras"], "spelling": {}}',
  'a page names the words that it used and those that it left out'
);
select is(pg_temp.search('customer', 'copper bottle') #> '{search,left_out}', null, 'nothing is left out where all words find something');
select is(
  pg_temp.names(pg_temp.search('customer', 'zebra bottle', after => pg_temp.search('customer', 'zebra bottle', page_size => 1) ->> 'next')),
  (pg_temp.names(pg_temp.search('customer', 'bottle')))[2:], 'the next page is of the same words'
);
select is(pg_temp.names(pg_temp.search('customer', 'bottle onboarding', theme => 'Onboarding')), '{Welcome Box}', 'words of tags are used before others');

-- Equal words, their plurals and slips, as they are edited
insert into public.search_words (id, words) values (tests.id(3001), 'Zebra Crossings, carafe, quagga , Karaf'), (tests.id(3002), 'quokka, bottle'), (tests.id(3003), 'carafa, okapi');
select is(pg_temp.names(pg_temp.search('customer', q)), names, format('%L finds by equal words %s', q, names))
from (values
  ('karaf', '{Steel Carafe}'::text[]), ('KARAFS', '{Steel Carafe}'), ('karraf', '{Steel Carafe}'), ('steel zebra crossing', '{Steel Carafe}'),
  ('quokkas copper', '{Bottles in Copper and Brass,Copper Bottle}'),
  -- A word of a line is no slip of another.
  ('carafa', '{}')
) as searches (q, names);
select is(pg_temp.search('customer', 'crossing zebra') -> 'total', '0', 'several words are equal in their order');
update public.search_words set words = 'giraffe, carafe' where id = tests.id(3001);
delete from public.search_words where id = tests.id(3002);
select is(
  array[pg_temp.search('customer', 'karaf') -> 'total', pg_temp.search('customer', 'giraffe') -> 'total', pg_temp.search('customer', 'quokka') -> 'total'],
  array['0', '1', '0']::jsonb[], 'a line that is changed or deleted counts at once'
);

-- Renamed and deleted
update public.themes set name = 'Joining' where id = tests.id(1301);
select is(pg_temp.names(pg_temp.search('customer', q)), names, format('after a theme was renamed %L finds %s', q, names))
from (values ('onboarding', '{Onboarding Notebook}'::text[]), ('joining', '{Welcome Box}')) as searches (q, names);
update public.products set name = 'Brass Lota' where id = tests.id(2001);
delete from public.products where id = tests.id(2003);
select is(pg_temp.names(pg_temp.search('customer', 'copper')), '{}', 'a word that no product has any more finds nothing');
select is(pg_temp.names(pg_temp.search('customer', 'lota')), '{Brass Lota}', 'a new one does');
select is(pg_temp.search('customer', repeat('copper ', 100000)) -> 'total', '0', 'a search of any length is answered');

select * from finish();
rollback;
