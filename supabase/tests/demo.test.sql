-- The demo catalogue: what of it goes, what stays, and how it comes back.
begin;
select no_plan();
select tests.set_up();
select tests.act_as('owner');
delete from public.products;
delete from public.categories;
delete from public.subcategories;
delete from public.themes;
delete from public.site_settings;

create function tests.demo_id(number integer) returns uuid language sql immutable as $$
  select overlay(lpad(number::text, 32, '0') placing '5' from 13)::uuid
$$;
insert into public.categories (id, name) values (tests.demo_id(1), 'Drinkware'), (tests.demo_id(2), 'Bags'), (tests.demo_id(3), 'Desk');
insert into public.subcategories (id, name) values (tests.demo_id(11), 'Bottles'), (tests.demo_id(12), 'Mugs');
insert into public.subcategory_categories values (tests.demo_id(11), tests.demo_id(1));
insert into public.themes (id, name) values (tests.demo_id(21), 'Diwali by demo'), (tests.demo_id(22), 'New Year by demo');
insert into public.products (id, name, category_id, subcategory_id, is_sample)
select tests.demo_id(100 + number), 'Demo ' || number, tests.demo_id(1), tests.demo_id(11), true from generate_series(1, 7) as number;
insert into public.product_themes select id, tests.demo_id(21) from public.products;
insert into public.site_settings (name, contact_email, contact_address) select 'Own Gifts', email, address from private.demo_contact();
select private.store_demo_records();

-- The owner's: a product of the demo that was changed, and one of her own in a category and a theme of the demo
select tests.act_as('administrator');
update public.products set name = 'Kept and changed' where id = tests.demo_id(107);
insert into public.products (name, category_id, is_sample) values ('Own', tests.demo_id(2), true);
insert into public.product_themes select id, tests.demo_id(22) from public.products where name = 'Own';

select is(
  public.demo_summary() - 'removed_at',
  '{"removable": {"products": 6, "subcategories": 1, "categories": 1}, "changed_products": 1}',
  'products that nobody changed can go, and what no product that stays uses'
);
select is(public.site_details() -> 'own_products', null, 'the demo is there');
select results_eq(
  'select public.remove_demo(4) from generate_series(1, 5)',
  $$ values ('{"entity": "products", "deleted": 4}'::jsonb), ('{"entity": "products", "deleted": 2}'),
    ('{"entity": "subcategories", "deleted": 1}'), ('{"entity": "categories", "deleted": 1}'), ('{"entity": null, "deleted": 0}') $$,
  'it goes in parts, products first'
);
select set_eq('select name from public.products', '{Own,"Kept and changed"}'::text[], 'the owner''s products stay');
select set_eq('select name from public.categories', '{Drinkware,Bags}'::text[], 'with their categories');
select set_eq('select name from public.subcategories', '{Bottles}'::text[], 'their subcategories');
select set_eq('select name from public.themes', '{"Diwali by demo","New Year by demo"}'::text[], 'and their themes');
select results_eq(
  'select name, contact_email, contact_address from public.site_settings', $$ values ('Own Gifts', null::text, null::text) $$,
  'the demo''s contact goes, and what the owner has entered stays'
);
select is(public.site_details() -> 'own_products', '2', 'the catalogue is the owner''s');
select ok(public.demo_summary() ->> 'removed_at' is not null, 'it can be brought back');

select results_eq(
  'select public.restore_demo() from generate_series(1, 5)',
  $$ values ('{"restored": 1}'::jsonb), ('{"restored": 1}'), ('{"restored": 2}'), ('{"restored": 4}'), ('{"restored": 0}') $$,
  'it comes back in parts'
);
select is(
  public.demo_summary(),
  '{"removable": {"products": 6, "subcategories": 1, "categories": 1}, "changed_products": 1, "removed_at": null}',
  'and is the demo as before'
);
select is(
  (select count(*) from public.product_themes where theme_id = tests.demo_id(21)), 7::bigint, 'with its themes'
);
select is((select contact_email from public.site_settings), 'demo@example.com', 'and its contact');

-- What goes by hand
delete from public.products where id = tests.demo_id(101);
select tests.act_as('owner');
select is_empty('select from private.demo_records where id = tests.demo_id(101)', 'a product that goes by hand is no longer one of the demo');
select tests.act_as('administrator');
create temporary table said as select public.demo_summary() -> 'removable' as numbers;
select results_eq(
  $$ select part ->> 'entity', sum((part ->> 'deleted')::integer)::text from (select public.remove_demo(4) as part from generate_series(1, 5)) as parts where part ->> 'entity' is not null group by 1 order by 1 $$,
  'select key, value from said, jsonb_each_text(numbers) order by key', 'and what is said to go is what goes'
);
select public.restore_demo() from generate_series(1, 5);

-- A day later
select public.remove_demo();
select tests.act_as('owner');
update public.deleted_records set deleted_at = now() - interval '25 hours';
select tests.act_as('administrator');
update public.site_settings set contact_email = null;
select is(public.restore_demo(), '{"restored": 0}', 'a day later it does not');
select is((select contact_email from public.site_settings), null, 'and leaves the owner''s settings alone');

select tests.act_as('sales');
select is(public.demo_summary(), null, 'sales reads nothing of it');
select throws_ok('select public.remove_demo()', '42501', 'You may not remove the demo', 'removes nothing');
select throws_ok('select public.restore_demo()', '42501', 'You may not restore the demo', 'and restores nothing');
select * from finish();
rollback;
