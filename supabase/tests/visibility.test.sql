-- Which rows a role sees where it may read at all (product.md, sections 4 and 6).
begin;
select no_plan();
select tests.set_up();

select tests.act_as('customer');
select results_eq('select id from public.profiles', 'select tests.id(1)', 'a customer reads the own profile and no other');
select is(tests.may('customer', 'update public.profiles set is_admin = true'), false, 'a customer cannot make an account an administrator');
select tests.act_as('customer');
select results_eq(
  'select id from public.products order by id', 'values (tests.id(15)), (tests.id(16))',
  'a customer reads every product of the catalogue and no other'
);
select is(
  (select array[
    (select count(*) from public.product_industry_tags),
    (select count(*) from public.product_themes),
    (select count(*) from public.product_doctor_type_tags)
  ]),
  array[2, 2, 2]::bigint[],
  'a customer reads the links of these products only'
);

select tests.act_as('administrator');
select results_eq('select id from public.profiles', 'select tests.id(2)', 'an administrator reads the own profile only');
select is(tests.may('administrator', 'update public.profiles set is_admin = true'), false, 'not even an administrator changes a profile');
select tests.act_as('administrator');
select results_eq(
  'select id from public.products order by id', 'select unnest(tests.product_ids())', 'an administrator reads every product'
);
select is(
  (select array[
    (select count(*) from public.product_industry_tags),
    (select count(*) from public.product_themes),
    (select count(*) from public.product_doctor_type_tags)
  ]),
  array[3, 3, 3]::bigint[],
  'an administrator reads the links of every product'
);

select tests.act_as('anonymous');
select results_eq(
  'select id from public.products', 'select tests.id(15)',
  'a visitor reads featured products of the catalogue only, not all of it and not what is only featured'
);
select is(
  (select array[
    (select count(*) from public.product_industry_tags),
    (select count(*) from public.product_themes),
    (select count(*) from public.product_doctor_type_tags)
  ]),
  array[1, 1, 1]::bigint[],
  'a visitor reads the links of these products only'
);

-- However many are featured, the home page shows six.
select tests.act_as('owner');
insert into public.products (id, name, is_sample, is_featured, created_at)
select tests.id(100 + n), 'Featured ' || n, true, true, timestamptz '2026-02-01Z' + (n / 2) * interval '1 day'
from generate_series(1, 20) as n;
insert into public.product_themes select id, tests.id(13) from public.products where id > tests.id(100);

select tests.act_as('anonymous');
select results_eq(
  'select id from public.products order by created_at desc, id',
  'values (tests.id(120)), (tests.id(118)), (tests.id(119)), (tests.id(116)), (tests.id(117)), (tests.id(114))',
  'of twenty featured products a visitor reads the six newest'
);
select is((select count(*) from public.products), 6::bigint, 'a visitor counts six products');
select is_empty('select from public.products where id = tests.id(113)', 'a visitor cannot ask for a seventh by its id');
select is((select count(*) from public.product_themes), 6::bigint, 'a visitor reads the links of the six');
select is(
  (select count(*) from public.product_themes as link join public.products as product on product.id = link.product_id),
  6::bigint,
  'and they are the links of those six'
);

select tests.act_as('customer');
select is((select count(*) from public.products), 22::bigint, 'a customer reads them all');

-- The order that an administrator makes: what is without a place comes first, the rest is as it was.
select tests.act_as('administrator');
select public.order_featured_products(array(select id from public.products where is_sample and is_featured and id <> tests.id(103) order by name desc, id));
select tests.act_as('anonymous');
select results_eq(
  'select name from public.products order by featured_order nulls first, created_at desc, id',
  $$ values ('Featured 3'), ('Featured 9'), ('Featured 8'), ('Featured 7'), ('Featured 6'), ('Featured 5') $$,
  'a visitor reads the first six of the order, and before them what was featured since'
);
select tests.act_as('administrator');
select public.order_featured_products(array[tests.id(101), tests.id(17), tests.id(101), tests.id(99)]);
select tests.act_as('owner');
select results_eq(
  'select id, featured_order from public.products where featured_order is not null order by 2', $$ values (tests.id(101), 1), (tests.id(17), 2) $$,
  'another order takes the place of the one before'
);
select tests.act_as('administrator');
select public.order_featured_products('{}');
select tests.act_as('anonymous');
select results_eq(
  'select id from public.products order by created_at desc, id',
  'values (tests.id(120)), (tests.id(118)), (tests.id(119)), (tests.id(116)), (tests.id(117)), (tests.id(114))',
  'without an order the newest are read again'
);
-- A draft is featured in vain.
select is((public.catalogue_page(q => 'Prototype') ->> 'total')::int, 0, 'a visitor neither finds nor counts a draft');
select is_empty('select from public.products where id = tests.id(17)', 'nor reads it on the home page');
select tests.act_as('customer');
select is((public.catalogue_page(q => 'Prototype') ->> 'total')::int, 0, 'nor does a customer find it');
select is_empty('select from public.products where id = tests.id(17)', 'or read it');
select is(public.products_still_there(array[tests.id(17)])::uuid[], '{}', 'or have it in a basket');

-- An account that is an administrator no more
select tests.act_as('owner');
update public.profiles set is_admin = false;
select tests.act_as('administrator');
select is((select count(*) from public.leads), 0::bigint, 'a former administrator reads no lead');
select is(tests.may('administrator', 'delete from public.themes'), false, 'a former administrator deletes nothing');

-- An account that was deleted while its session goes on
select tests.act_as('owner');
update public.profiles set is_admin = true;
delete from auth.users where id = tests.id(2);
select is(tests.may('administrator', 'delete from public.themes'), false, 'a deleted administrator deletes nothing');

-- Links follow their product in and out of the catalogue.
select tests.act_as('owner');
update public.profiles set is_admin = (id = tests.id(2));
update public.products set is_sample = (id <> tests.id(16));
select tests.act_as('customer');
select set_eq(
  format('select product_id from public.%I where product_id = any (tests.product_ids())', link),
  $$ select id from public.products where id = any (tests.product_ids()) $$, format('%s are shown with their product', link)
)
from unnest(array['product_industry_tags', 'product_themes', 'product_doctor_type_tags']) as link;

select * from finish();
rollback;
