-- A deleted record can be restored for 30 days, with its id and its links.
begin;
select no_plan();
select tests.set_up();
insert into public.categories (id, name) values (tests.id(34), 'Desk');
insert into storage.objects (bucket_id, name, created_at)
select 'product-images', name, now() - interval '90 days' from unnest(array['1.webp', '1-320.webp', '2.webp']) as name;
update public.products set image_url = '/storage/v1/object/public/product-images/1.webp', image_widths = '{320,400}' where id = tests.id(15);
update public.client_logos set logo_url = '/storage/v1/object/public/product-images/2.webp' where id = tests.id(20);

-- Everything that is in the back office's tables but the versions, which go up.
create function pg_temp.state() returns jsonb language sql as $$
  select jsonb_build_object(
    'products', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.products as row),
    'categories', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.categories as row),
    'subcategories', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.subcategories as row),
    'industry_tags', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.industry_tags as row),
    'doctor_type_tags', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.doctor_type_tags as row),
    'themes', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.themes as row),
    'stats_blocks', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.stats_blocks as row),
    'client_logos', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.client_logos as row),
    'reply_templates', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.reply_templates as row),
    'search_words', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.search_words as row),
    'campaign_links', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.campaign_links as row),
    'links', array[
      (select jsonb_agg(row order by row) from public.subcategory_categories as row),
      (select jsonb_agg(row order by row) from public.product_industry_tags as row),
      (select jsonb_agg(row order by row) from public.product_themes as row),
      (select jsonb_agg(row order by row) from public.product_doctor_type_tags as row)
    ]
  )
$$;
create function pg_temp.facets() returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_array(product_id, (select array_agg(id order by id) from unnest(facet_ids) as id)) order by product_id)
  from private.product_search
$$;
create function pg_temp.rejection(statement text) returns text language plpgsql as $$
begin
  execute statement;
  return null;
exception
  when others then
    return sqlstate || ' ' || sqlerrm;
end
$$;
create function pg_temp.delete_record(entity text, id uuid) returns public.deleted_records language plpgsql as $$
declare
  stored public.deleted_records;
begin
  execute format('delete from public.%I where id = $1', entity) using id;
  select * into stored from public.deleted_records as deleted where deleted.id = delete_record.id;
  return stored;
end
$$;
create temporary table before as select pg_temp.state() as state, pg_temp.facets() as facets;
grant select on before to authenticated;

-- Every entity
create temporary table deleted (entity, id, name, products) as values
  ('products', tests.id(15), 'Copper bottle', 0), ('categories', tests.id(10), 'Drinkware', 1),
  ('subcategories', tests.id(11), 'Mugs', 1), ('industry_tags', tests.id(12), 'Pharmaceutical', 3),
  ('doctor_type_tags', tests.id(14), 'Cardiologist', 3), ('themes', tests.id(13), 'Festive', 3),
  ('stats_blocks', tests.id(19), 'Clients', 0), ('client_logos', tests.id(20), 'Meridian', 0),
  ('reply_templates', tests.id(23), 'Samples', 0), ('search_words', tests.id(28), 'okapi, mug', 0), ('campaign_links', tests.id(83), 'Fair 2026', 0);
select set_eq(
  $$ select tgrelid::regclass::text from pg_trigger where tgname = 'store_deleted_record' $$,
  $$ select attrelid::regclass::text from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'version' and relname not in ('site_settings', 'seller_profile', 'breaches', 'privacy_notices', 'companies', 'order_proofs') $$,
  'every record that people edit and delete can be restored; companies are only merged'
);
grant select on deleted to authenticated;
select tests.act_as('administrator');
create function pg_temp.there_and_back(entity text, id uuid) returns text language plpgsql as $$
declare
  deletion public.deleted_records;
  there boolean;
begin
  deletion := pg_temp.delete_record(entity, id);
  execute format('select exists (select from public.%I where id = $1)', entity) into there using id;
  return concat_ws(' | ', deletion.name, deletion.products, there, public.restore_record(id));
end
$$;
select is(
  pg_temp.there_and_back(entity, id),
  format('%s | %s | f | {"name": "%1$s", "left_out": 0, "products": %2$s}', name, products),
  format('one of %s is deleted and restored', entity)
) from deleted;
select is(pg_temp.state(), (select state from before), 'and everything is as it was, ids, times and links included');
select is_empty('select from public.deleted_records', 'nothing is left to restore');
select tests.act_as('owner');
select is(pg_temp.facets(), (select facets from before), 'lists find restored products by what they had');
select tests.act_as('administrator');
select ok(
  (select version from public.themes where id = tests.id(13)) > 1,
  'a restored record goes on from its version, so that a form from before does not save over it'
);
select throws_ok(
  $$ select public.save_product('{"name": "Old form"}', '{}', '{}', '{}', tests.id(15), 1) $$, 'PT409', null, 'as it would with version 1'
);

-- Deleted in whatever way, and many at once
delete from public.themes;
delete from public.products where id <> tests.id(15);
select results_eq(
  'select name, products from public.deleted_records order by name',
  $$ values ('Desk lamp', 0), ('Festive', 3), ('Prototype', 0) $$,
  'what is deleted in a plain statement can be restored, too'
);
select is(public.restore_record(tests.id(13)) ->> 'left_out', '2', 'links to what has gone meanwhile are left out, and counted');
select results_eq('select product_id from public.product_themes', array[tests.id(15)], 'the others are restored');
select is(public.restore_record(tests.id(16)) ->> 'left_out', '0', 'a product that was deleted after its theme is restored');
select results_eq(
  'select product_id from public.product_themes order by product_id', array[tests.id(15), tests.id(16)], 'and has the theme again'
);
select lives_ok(
  $$ select pg_temp.delete_record('products', tests.id(16)), pg_temp.delete_record('themes', tests.id(13)) $$, 'a product goes, then its theme'
);
select is(public.restore_record(tests.id(16)) ->> 'left_out', '1', 'the product comes back without it');
select lives_ok($$ select public.restore_record(tests.id(13)) $$, 'the theme comes back as well');
select results_eq(
  'select product_id from public.product_themes order by product_id', array[tests.id(15), tests.id(16)], 'with both of its products'
);

-- Categories and subcategories
update public.products set category_id = tests.id(10), subcategory_id = tests.id(11) where id = tests.id(16);
select is((pg_temp.delete_record('categories', tests.id(10))).products, 2, 'two products had the category');
update public.products set category_id = tests.id(34) where id = tests.id(16);
select is(public.restore_record(tests.id(10)) ->> 'left_out', '1', 'a product that was given another category meanwhile keeps it');
select results_eq(
  'select category_id, subcategory_id from public.products where id in (tests.id(15), tests.id(16)) order by id',
  'values (tests.id(10), tests.id(11)), (tests.id(34), null)', 'the other one has the category and its subcategory again'
);
select lives_ok($$ select pg_temp.delete_record('categories', tests.id(10)), pg_temp.delete_record('subcategories', tests.id(11)) $$, 'a category goes, then its subcategory');
select is(public.restore_record(tests.id(10)) ->> 'left_out', '1', 'the category comes back without a subcategory that has gone');
select results_eq(
  'select category_id, subcategory_id from public.products where id = tests.id(15)', 'values (tests.id(10), null::uuid)', 'and so it does to its product'
);
select lives_ok($$ select public.restore_record(tests.id(11)) $$, 'the subcategory comes back as well');
select results_eq(
  'select category_id, subcategory_id from public.products where id = tests.id(15)', 'values (tests.id(10), tests.id(11))', 'to its product'
);
select results_eq('select category_id from public.subcategory_categories where subcategory_id = tests.id(11)', array[tests.id(10)], 'and its category');
select lives_ok($$ select pg_temp.delete_record('subcategories', tests.id(11)), pg_temp.delete_record('categories', tests.id(10)) $$, 'a subcategory goes, then its category');
select is(public.restore_record(tests.id(11)) ->> 'left_out', '2', 'the subcategory comes back without the category and the product');
select is(public.restore_record(tests.id(10)) ->> 'left_out', '0', 'the category comes back with both');
select results_eq(
  'select category_id, subcategory_id from public.products where id = tests.id(15)', 'values (tests.id(10), tests.id(11))', 'the product has them again'
);
select lives_ok($$ select pg_temp.delete_record('products', tests.id(15)), pg_temp.delete_record('categories', tests.id(10)) $$, 'a product goes, then its category');
select is(public.restore_record(tests.id(15)) ->> 'left_out', '1', 'the product comes back without it');
select results_eq(
  'select category_id, subcategory_id from public.products where id = tests.id(15)', 'values (null::uuid, null::uuid)', 'and without its subcategory'
);

select lives_ok($$ select public.restore_record(tests.id(10)) $$, 'the category comes back as well');
select results_eq(
  'select category_id, subcategory_id from public.products where id = tests.id(15)', 'values (tests.id(10), tests.id(11))', 'and the product has both again'
);
select lives_ok($$ select pg_temp.delete_record('categories', tests.id(10)), pg_temp.delete_record('products', tests.id(15)) $$, 'a category goes, then a product that had it');
select lives_ok($$ select public.restore_record(tests.id(10)), public.restore_record(tests.id(15)) $$, 'they come back in this order');
select results_eq(
  'select category_id, subcategory_id from public.products where id = tests.id(15)', 'values (tests.id(10), tests.id(11))', 'and the product has its category'
);
select lives_ok($$ select pg_temp.delete_record('categories', tests.id(10)) $$, 'the category goes for good');

-- Rejections
insert into public.categories (id, name) values (tests.id(40), 'DRINKWARE');
select is(
  pg_temp.rejection('select public.restore_record(tests.id(10))'), '23505 There is another one named "Drinkware" now: rename that one first',
  'a name that was taken meanwhile is refused in words'
);
select results_eq('select id from public.deleted_records where entity = ''categories''', array[tests.id(10)], 'and nothing is lost');
update public.categories set name = 'Glasses' where id = tests.id(40);
select is(pg_temp.rejection('select public.restore_record(tests.id(10))'), null, 'until the name is free again');
select is(
  pg_temp.rejection(statement), rejection, what
) from (values
  ('select public.restore_record(tests.id(10))', 'PT404 It can no longer be restored, or it has already been restored', 'a record is restored once'),
  ('select public.restore_record(tests.id(999))', 'PT404 It can no longer be restored, or it has already been restored', 'and one that never was is not'),
  ('select public.restore_record(null)', 'PT404 It can no longer be restored, or it has already been restored', 'nor is none')
) as cases (statement, rejection, what);

-- Images stay as long as what shows them can be restored.
select lives_ok($$ select pg_temp.delete_record('products', tests.id(15)), pg_temp.delete_record('client_logos', tests.id(20)) $$, 'a product and a logo with images are deleted');
select tests.act_as('owner');
update private.released_images set released_at = now() - interval '20 days';
update public.deleted_records set deleted_at = now() - interval '29 days' where id in (tests.id(15), tests.id(20));
select tests.act_as('administrator');
select is(public.unused_product_images(), '{}'::text[], 'their images are in use as long as they can be restored');

-- 30 days
select tests.act_as('owner');
update public.deleted_records set deleted_at = now() - interval '30 days' where id in (tests.id(15), tests.id(20));
select tests.act_as('administrator');
select is_empty('select from public.deleted_records where id in (tests.id(15), tests.id(20))', 'what was deleted 30 days ago is listed no more');
select is(
  pg_temp.rejection('select public.restore_record(tests.id(15))'), 'PT404 It can no longer be restored, or it has already been restored', 'nor restored'
);
select is(public.unused_product_images(), array['1-320.webp', '1.webp', '2.webp'], 'and its images are unused');

-- Others
select tests.act_as('customer');
select is_empty('select from public.deleted_records', 'a customer sees nothing of what was deleted');
select is(pg_temp.rejection('select public.restore_record(tests.id(19))'), '42501 You may not restore records', 'and restores nothing');

select * from finish();
rollback;
