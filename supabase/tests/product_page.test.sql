-- What a product's page shows, and to whom.
begin;
select no_plan();
select tests.set_up();

-- Fifty more, newer than those of the set-up: twelve of them are a visitor's preview.
create function pg_temp.gift(number integer) returns uuid language sql immutable as $$
  select (lpad(to_hex(number), 12, '0') || '4000800000000000000f')::uuid
$$;
create function pg_temp.short(number integer) returns text language sql immutable as $$
  select lpad(to_hex(number), 12, '0')
$$;
create function pg_temp.named(product text, filters text default '{}') returns text language sql as $$
  select public.product_page(product, filters) ->> 'name'
$$;
insert into public.themes (id, name) values (tests.id(40), 'Wellness');
insert into public.products (id, name, category_id, budget, is_sample, created_at)
select pg_temp.gift(number), 'Gift ' || number, case when number % 2 = 0 then tests.id(10) end, 'Rs.10-100', true,
  timestamptz '2026-02-01Z' + number * interval '1 day'
from generate_series(100, 150) as number;
insert into public.product_themes values (pg_temp.gift(101), tests.id(40)), (pg_temp.gift(103), tests.id(40)), (pg_temp.gift(150), tests.id(40));

-- A customer
select tests.act_as('customer');
select is(
  public.product_page('00000000000000000000000000000015')::jsonb - array['similar', 'key', 'pictures', 'colours', 'branding', 'parts'],
  jsonb_build_object(
    'id', tests.id(15), 'name', 'Copper bottle', 'image_url', null, 'image_widths', null, 'image_colour', null, 'video_url', null,
    'budget', 'Rs.500-1000', 'category', 'Drinkware', 'subcategory', 'Mugs', 'industries', array['Pharmaceutical'],
    'themes', array['Festive'], 'doctor_types', array['Cardiologist'], 'doctor_type_industry', 'Pharmaceutical'
  ),
  'a customer reads everything of a product of the catalogue'
);
select is(pg_temp.named(pg_temp.short(101)), 'Gift 101', 'twelve digits of its id are enough');
select is(public.product_page('00000000000000000000000000000017')::text, null, 'a product that is no sample has no page');
select is(public.product_page('ffffffffffff')::text, null, 'nor has an unknown one');
select is(array[public.product_page('00000000006')::text, public.product_page('x'' or true')::text, public.product_page(null)::text, public.product_page('')::text], array[null, null, null, null]::text[], 'nor what is no short id');
select is(pg_temp.named('000000000000'), 'Desk lamp', 'of several products whose ids begin alike the oldest has the address');
select tests.act_as('administrator');
select is(public.product_page('00000000000000000000000000000017')::text, null, 'an administrator sees the pages that customers see');
select is(pg_temp.named(pg_temp.short(101)), 'Gift 101', 'all of them');

-- A visitor
select tests.act_as('anonymous');
select set_eq(
  'select number from generate_series(100, 150) as number where pg_temp.named(pg_temp.short(number)) is not null',
  'select generate_series(139, 150)', 'a visitor reads the twelve products of the preview'
);
select is(pg_temp.named(pg_temp.short(101)), null, 'no other');
select is(pg_temp.named(pg_temp.short(101), '{"theme": "Wellness"}'), 'Gift 101', 'under filters those that the catalogue shows under them');
select is(pg_temp.named(pg_temp.short(102), '{"theme": "Wellness"}'), null, 'and no other');
select is(
  pg_temp.named(pg_temp.short(101), '{"after": "50.1738000000000000.00000000-0000-4000-8000-000000000000", "page_size": 100}'), null,
  'no page after the first, and no longer one'
);
select is(
  (
    select count(*) filter (where pg_temp.named(left(replace(card ->> 'id', '-', ''), 12)) is null)
    from json_array_elements(public.product_page(pg_temp.short(150)) -> 'similar') as card
  ),
  0::bigint, 'nothing similar that the preview does not show'
);
select tests.act_as('owner');
update public.products set is_featured = true where id = pg_temp.gift(105);
select tests.act_as('anonymous');
select is(
  array[pg_temp.named(pg_temp.short(105)), pg_temp.named(pg_temp.short(105), '{"theme": "Wellness"}'), pg_temp.named(pg_temp.short(106))],
  array['Gift 105', 'Gift 105', null], 'a featured product of the home page, and no other'
);
select is(
  array[public.product_page(pg_temp.short(120))::text, public.product_page('ffffffffffff')::text], array[null, null]::text[],
  'a product beyond the preview looks like an unknown one'
);
select throws_ok($$ select public.product_page('ffffffffffff', 'theme') $$, '22P02', null, 'filters that are no JSON are refused');

-- What is similar
select tests.act_as('owner');
update public.products set subcategory_id = tests.id(11) where id = pg_temp.gift(102);
insert into public.product_industry_tags values (pg_temp.gift(104), tests.id(12));
select tests.act_as('customer');
create temporary table alike as
select card ->> 'name' as name, card as content, position
from json_array_elements(public.product_page('00000000000000000000000000000015') -> 'similar') with ordinality as cards (card, position);
select is((select count(*) from alike), 8::bigint, 'eight products are similar');
select results_eq(
  'select name from alike order by position limit 4', $$ values ('Gift 102'), ('Gift 104'), ('Desk lamp'), ('Gift 150') $$,
  'those first that share most, the newer of equals: subcategory and category, category and tag, theme and two tags, category alone'
);
select is((select count(*) from alike where name in ('Copper bottle', 'Prototype')), 0::bigint, 'neither itself nor what is no sample');
select is(
  (select content::jsonb - 'key' from alike where name = 'Desk lamp'),
  jsonb_build_object(
    'id', tests.id(16), 'name', 'Desk lamp', 'image_url', null, 'image_widths', null, 'image_colour', null, 'video_url', null,
    'budget', 'Rs.2000+', 'themes', array['Festive']
  ),
  'each as its card shows it'
);
select is(public.product_page('00000000000000000000000000000016') #>> '{similar,0,name}', 'Copper bottle', 'a product without a category is similar by its themes');

select * from finish();
rollback;
