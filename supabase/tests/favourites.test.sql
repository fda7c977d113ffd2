-- Favourites are private and limited.
begin;
select no_plan();
select tests.set_up();

select tests.act_as('customer');
select results_eq(
  'select user_id, product_id from public.favourites', 'select tests.id(1), tests.id(16)', 'a customer reads the own favourites only'
);
select is(tests.may('customer', 'insert into public.favourites (product_id) values (tests.id(15))'), true, 'a product of the catalogue can be one');
select is(tests.may('customer', 'insert into public.favourites (product_id) values (tests.id(17))'), false, 'one that is no sample cannot');
select is(tests.may('administrator', 'insert into public.favourites (product_id) values (tests.id(17))'), false, 'not even of an administrator');
select is(
  tests.may('customer', 'insert into public.favourites (user_id, product_id) values (tests.id(2), tests.id(15))'), false,
  'a customer cannot add to those of others'
);
select is(tests.may('administrator', 'delete from public.favourites where user_id = tests.id(1)'), false, 'nor removes from them');
select is(tests.may('customer', 'update public.favourites set created_at = now()'), false, 'none is changed');

select tests.act_as('customer');
insert into public.favourites (product_id, created_at) values (tests.id(15), now() + interval '1 minute');
select is(
  (select array_agg(card ->> 'name') from json_array_elements(public.favourite_products()) as card), array['Copper bottle', 'Desk lamp'],
  'a customer''s favourites are shown newest first'
);
select tests.act_as('administrator');
select is(public.favourite_products() #>> '{0,name}', 'Desk lamp', 'and no other account''s');
select tests.act_as('owner');
update public.products set is_sample = false where id = tests.id(16);
select tests.act_as('administrator');
select is(public.favourite_products()::text, '[]', 'what has left the catalogue is left out');

select tests.act_as('owner');
delete from public.favourites where product_id = tests.id(15);
insert into public.products (id, name, is_sample) select tests.id(1000 + n), 'Gift ' || n, true from generate_series(1, 500) as n;
insert into public.favourites (user_id, product_id) select tests.id(1), tests.id(1000 + n) from generate_series(1, 499) as n;
select tests.act_as('customer');
select throws_ok(
  'insert into public.favourites (product_id) values (tests.id(1500))', '23514',
  'You have 500 favourites. Remove some to add others.', 'an account has at most 500'
);

select tests.act_as('owner');
delete from public.products where id = tests.id(16);
select is((select count(*) from public.favourites where product_id = tests.id(16)), 0::bigint, 'a deleted product leaves all favourites');
delete from auth.users where id = tests.id(1);
select is((select count(*) from public.favourites where user_id = tests.id(1)), 0::bigint, 'a deleted account leaves none');

select * from finish();
rollback;
