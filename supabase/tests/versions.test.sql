-- Every change of a record counts its version up, and a save that began with an older version changes nothing.
begin;
select no_plan();
select tests.set_up();

create function pg_temp.version_after(statement text) returns integer language plpgsql as $$
declare
  answer integer;
begin
  execute statement into answer;
  return answer;
end
$$;

select set_eq(
  $$ select table_name::text from information_schema.columns where table_schema = 'public' and column_name = 'version' and table_name not in ('privacy_notices', 'order_proofs') $$,
  $$ select relname::text from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname = 'count_version' $$,
  'exactly the records that have a version count it'
);
-- There is one row of each of these only.
select tests.act_as('administrator');
create temporary table edited as
select entity, tests.id(2000 + number) as existing
from tests.records join information_schema.columns on table_schema = 'public' and table_name = entity and column_name = 'version'
where entity not in ('site_settings', 'seller_profile', 'breaches', 'privacy_notices', 'order_proofs');
select is(
  pg_temp.version_after(tests.insert_of(entity, 'New', '{"version": 7}') || ' returning version'), 1,
  format('a new row of %s has version 1, whatever version is sent', entity)
) from edited;
select is(
  pg_temp.version_after(tests.insert_of(entity, 'Newer', jsonb_build_object('id', existing) || case entity when 'campaign_links' then '{"word": "newer"}'::jsonb else '{}' end) || ' returning version'), 1,
  format('and so it has when the writer sends none, in %s', entity)
) from edited;
select is(
  pg_temp.version_after(format('update public.%I set created_at = created_at where id = %L returning version', entity, existing)), 2,
  format('a change of a row of %s counts it up by one', entity)
) from edited;
select is(
  pg_temp.version_after(format('update public.%I set version = %s where id = %L returning version', entity, wanted, existing)), wanted_after,
  format('and %s does not get the version %s', entity, wanted)
) from edited cross join (values (99, 3), (1, 4)) as attempts (wanted, wanted_after) order by entity, wanted_after;
select throws_ok(
  format('update public.%I set version = null where id = %L; select version / 0 from public.%1$I where id = %2$L and version = 5', entity, existing),
  '22012', null, format('nor none, in %s', entity)
) from edited;
select is(
  (select array_agg(version order by id) from public.products where id in (tests.id(16), tests.id(17))), array[1, 1],
  'other rows keep theirs'
);
select is(
  pg_temp.version_after(
    $$ insert into public.themes (id, name) values (tests.id(13), 'Festive') on conflict (id) do update set version = 40 returning version $$
  ), 2, 'an upsert counts up too'
);

-- Saving a product
create function pg_temp.product(wanted uuid) returns text language sql as $$
  select concat_ws(' | ', product.name, version, (select count(*) from public.product_themes where product_id = wanted))
  from public.products as product where id = wanted
$$;
select is(pg_temp.product(tests.id(16)), 'Desk lamp | 1 | 1', 'a product of version 1');
select is(
  (select version from public.save_product('{"name": "Floor lamp"}', '{}', array[tests.id(13)], '{}', tests.id(16), 1)), 2,
  'is saved by a caller with that version, and returns the next'
);
select throws_ok(
  $$ select public.save_product('{"name": "Old lamp"}', '{}', '{}', '{}', tests.id(16), 1) $$,
  'PT409', 'This product has changed since it was opened', 'another save with version 1 is refused'
);
select throws_ok(
  $$ select public.save_product('{"name": "Future lamp"}', '{}', '{}', '{}', tests.id(16), 3) $$,
  'PT409', null, 'a version that is still to come is refused too'
);
select is(pg_temp.product(tests.id(16)), 'Floor lamp | 2 | 1', 'and neither changes anything, tags included');
select is((select version from public.save_product('{"name": "Lamp"}', '{}', '{}', '{}', tests.id(16))), 3, 'a save without a version always succeeds');
select is((select version from public.save_product('{"name": "Lamp"}', '{}', '{}', '{}', tests.id(16), null)), 4, 'or null');
select is((select version from public.save_product('{"name": "Other lamp"}', '{}', '{}', '{}')), 1, 'a new product begins with version 1');
select throws_ok(
  $$ select public.save_product('{"name": "Lamp"}', '{}', '{}', '{}', tests.id(999), 1) $$,
  'PT404', 'This product does not exist', 'a product that is gone is no conflict'
);

-- Saving a subcategory
create function pg_temp.subcategory(wanted uuid) returns text language sql as $$
  select concat_ws(' | ', name, version, (select count(*) from public.subcategory_categories where subcategory_id = wanted))
  from public.subcategories where id = wanted
$$;
select tests.act_as('owner');
insert into public.subcategories (id, name) values (tests.id(41), 'Cups');
insert into public.subcategory_categories (subcategory_id, category_id) values (tests.id(41), tests.id(10));
select tests.act_as('administrator');
select is(
  (select version from public.save_subcategory('Beakers', null, array[tests.id(10)], tests.id(41), 1)), 2,
  'a subcategory is saved by a caller with its version'
);
select throws_ok(
  $$ select public.save_subcategory('Old cups', null, '{}', tests.id(41), 1) $$,
  'PT409', 'This subcategory has changed since it was opened', 'and by no other save'
);
select is(pg_temp.subcategory(tests.id(41)), 'Beakers | 2 | 1', 'which changes nothing, links included');
select is((select version from public.save_subcategory('Beakers', null, '{}', tests.id(41))), 3, 'a save without a version always succeeds');
select is((select version from public.save_subcategory('Other cups', null, '{}')), 1, 'a new subcategory begins with version 1');
select throws_ok(
  $$ select public.save_subcategory('Cups', null, '{}', tests.id(999), 1) $$,
  'PT404', 'This subcategory does not exist', 'a subcategory that is gone is no conflict'
);

-- Others
select tests.act_as('customer');
select throws_ok(
  $$ select public.save_product('{"name": "X"}', '{}', '{}', '{}', tests.id(16), 4) $$,
  'PT404', null, 'a product that a customer may not read does not exist for them, whatever its version'
);
select throws_ok(
  $$ select public.save_product('{"name": "X"}', '{}', '{}', '{}', tests.id(15), (select version from public.products where id = tests.id(15))) $$,
  '42501', 'You may not change this product', 'nor do they change one that they see, with the right version'
);
select throws_ok(
  $$ select public.save_subcategory('X', null, '{}', tests.id(41), 3) $$,
  '42501', 'You may not change this subcategory', 'or a subcategory'
);
select tests.act_as('anonymous');
select throws_ok($$ select public.save_product('{"name": "X"}', '{}', '{}', '{}', tests.id(15), 1) $$, '42501', null, 'a visitor saves no product');
select throws_ok($$ select public.save_subcategory('X', null, '{}', tests.id(41), 1) $$, '42501', null, 'and no subcategory');

select * from finish();
rollback;
