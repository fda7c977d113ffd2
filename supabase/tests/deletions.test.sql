-- What goes with a deleted row, and what stays (product.md, section 3).
begin;
select no_plan();
select tests.set_up();
select tests.act_as('administrator');

create function pg_temp.links() returns text language sql as $$
  select format(
    'categories %s, industries %s, themes %s, doctor types %s',
    (select count(*) from public.subcategory_categories), (select count(*) from public.product_industry_tags),
    (select count(*) from public.product_themes), (select count(*) from public.product_doctor_type_tags)
  )
$$;
select is(pg_temp.links(), 'categories 1, industries 3, themes 3, doctor types 3', 'links to begin with');

delete from public.products where id = tests.id(17);
select is(pg_temp.links(), 'categories 1, industries 2, themes 2, doctor types 2', 'the links of a deleted product go with it');

delete from public.industry_tags where id = tests.id(12);
select is(pg_temp.links(), 'categories 1, industries 0, themes 2, doctor types 2', 'the links of a deleted industry tag go with it');

delete from public.themes where id = tests.id(13);
select is(pg_temp.links(), 'categories 1, industries 0, themes 0, doctor types 2', 'those of a deleted theme');

delete from public.doctor_type_tags where id = tests.id(14);
select is(pg_temp.links(), 'categories 1, industries 0, themes 0, doctor types 0', 'and those of a deleted doctor type tag');
select is((select count(*) from public.products), 2::bigint, 'no product goes with a tag');

delete from public.categories where id = tests.id(10);
select is(pg_temp.links(), 'categories 0, industries 0, themes 0, doctor types 0', 'a deleted category leaves its subcategories');
select results_eq('select id from public.subcategories', 'select tests.id(11)', 'which stay');
select results_eq(
  'select category_id, subcategory_id from public.products where id = tests.id(15)', 'values (null::uuid, null::uuid)',
  'and its products, which have no category now, and no subcategory of it'
);

insert into public.categories (id, name) values (tests.id(34), 'Desk');
update public.products set category_id = tests.id(34), subcategory_id = tests.id(11) where id = tests.id(15);
delete from public.subcategories where id = tests.id(11);
select results_eq(
  'select name, category_id, subcategory_id from public.products where id = tests.id(15)',
  $$ values ('Copper bottle', tests.id(34), null::uuid) $$,
  'a product outlives its subcategory'
);

select tests.act_as('owner');
delete from auth.users where id = tests.id(1);
select is_empty('select from public.profiles where id = tests.id(1)', 'the profile of a deleted account goes with it');

select * from finish();
rollback;
