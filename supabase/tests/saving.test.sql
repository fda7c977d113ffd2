-- A product with its tags and a subcategory with its categories are saved whole or not at all (product.md, section 7).
begin;
select no_plan();
select tests.set_up();
insert into public.industry_tags (id, name) values (tests.id(31), 'Banking');
insert into public.themes (id, name) values (tests.id(32), 'Wellness');
insert into public.doctor_type_tags (id, name) values (tests.id(33), 'Dentist');
insert into public.categories (id, name) values (tests.id(34), 'Desk');

-- A product as one line: its fields, then its tags.
create function pg_temp.shown(product uuid) returns text language sql as $$
  select concat_ws(' | ',
    name, coalesce(image_url, '-'), coalesce(video_url, '-'), category_id = tests.id(10), subcategory_id = tests.id(11),
    coalesce(budget, '-'), is_sample, is_featured,
    (select string_agg(tag.name, ',' order by tag.name) from public.product_industry_tags join public.industry_tags as tag on tag.id = industry_tag_id where product_id = product),
    (select string_agg(theme.name, ',' order by theme.name) from public.product_themes join public.themes as theme on theme.id = theme_id where product_id = product),
    (select string_agg(tag.name, ',' order by tag.name) from public.product_doctor_type_tags join public.doctor_type_tags as tag on tag.id = doctor_type_tag_id where product_id = product)
  ) from public.products where id = product
$$;
insert into storage.objects (bucket_id, name) values ('product-images', '0.5.png');
select tests.act_as('administrator');

-- Creating
create temporary table created as select * from public.save_product(
  jsonb_build_object(
    'name', ' Steel mug ', 'image_url', 'http://127.0.0.1:3000/storage/v1/object/public/product-images/0.5.png', 'video_url', '',
    'category_id', tests.id(10), 'subcategory_id', tests.id(11), 'budget', 'Rs.100-500', 'is_sample', true, 'is_featured', false
  ),
  array[tests.id(12), tests.id(31)], array[tests.id(13), tests.id(32), tests.id(13)], array[tests.id(14)]
);
select is(
  (select pg_temp.shown(id) from created),
  'Steel mug | /storage/v1/object/public/product-images/0.5.png | - | t | t | Rs.100-500 | t | f | Banking,Pharmaceutical | Festive,Wellness | Cardiologist',
  'a product is created with all its tags, each once'
);
select results_eq('select name, budget, created_at = now() from created', $$ values ('Steel mug', 'Rs.100-500', true) $$, 'and the new row comes back');
select is(
  (select pg_temp.shown(id) from public.save_product('{"name": "Bare"}', '{}', null, null)), 'Bare | - | - | - | f | f',
  'a name is enough'
);

-- Updating
select lives_ok($$ select public.save_product('{"name": "Jar", "budget": "Rs.2000+", "is_featured": true}', array[tests.id(31)], array[tests.id(32)], array[tests.id(33)], tests.id(15)) $$, 'a product is updated');
select is(pg_temp.shown(tests.id(15)), 'Jar | - | - | Rs.2000+ | f | t | Banking | Wellness', 'its fields and tags are replaced, and doctor types need an industry that has them');
select lives_ok($$ select public.save_product('{"name": "Jar"}', array[tests.id(12)], '{}', array[tests.id(14), tests.id(33)], tests.id(15)) $$, 'it is updated again');
select is(pg_temp.shown(tests.id(15)), 'Jar | - | - | - | f | f | Pharmaceutical | Cardiologist,Dentist', 'with one, they are saved');
select lives_ok($$ select public.save_product('{"name": "Jar"}', '{}', '{}', array[tests.id(14)], tests.id(15)) $$, 'it loses its industry');
select is(pg_temp.shown(tests.id(15)), 'Jar | - | - | - | f | f', 'and its doctor types with it');
update public.industry_tags set name = 'PHARMACEUTICAL' where id = tests.id(12);
select lives_ok($$ select public.save_product('{"name": "Jar"}', array[tests.id(12)], '{}', array[tests.id(14)], tests.id(15)) $$, 'the industry is written in other letters');
select is(pg_temp.shown(tests.id(15)), 'Jar | - | - | - | f | f | PHARMACEUTICAL | Cardiologist', 'and is the same industry');
update public.industry_tags set has_doctor_types = not has_doctor_types where id in (tests.id(12), tests.id(31));
select lives_ok($$ select public.save_product('{"name": "Jar"}', array[tests.id(31)], '{}', array[tests.id(14)], tests.id(15)) $$, 'another industry has doctor types now');
select is(pg_temp.shown(tests.id(15)), 'Jar | - | - | - | f | f | Banking | Cardiologist', 'whatever its name');
select lives_ok($$ select public.save_product('{"name": "Jar"}', array[tests.id(12)], '{}', array[tests.id(14)], tests.id(15)) $$, 'and the one before has none');
select is(pg_temp.shown(tests.id(15)), 'Jar | - | - | - | f | f | PHARMACEUTICAL', 'although its name is as before');
update public.industry_tags set has_doctor_types = not has_doctor_types where id in (tests.id(12), tests.id(31));
select lives_ok($$ select public.save_product('{"name": "Jar"}', array[tests.id(12)], '{}', array[tests.id(14)], tests.id(15)) $$, 'it has them again');
select is(pg_temp.shown(tests.id(16)), 'Desk lamp | - | - | Rs.2000+ | t | f | PHARMACEUTICAL | Festive | Cardiologist', 'other products are as they were');
select is(
  public.bulk_edit_products(jsonb_build_object('add', jsonb_build_object('doctor_type', array[tests.id(33)])), array[tests.id(15)], is_preview => true) ->> 'changed',
  '1', 'an edit of many products gives it doctor types, too'
);
select is(
  public.import_products('[{"number": 2, "name": "Jar", "industries": ["Pharmaceutical"], "doctor_types": ["Dentist"]}]') #>> '{0,outcome}',
  'created', 'and so does an import'
);

-- Codes
select is((select code from public.save_product('{"name": "Jar", "code": " J-1 "}', '{}', '{}', '{}', tests.id(15))), 'J-1', 'a code is saved');
select is((select code from public.save_product('{"name": "Jar"}', array[tests.id(12)], '{}', array[tests.id(14)], tests.id(15))), 'J-1', 'and stays where a program knows nothing of codes');
select throws_ok($$ select public.save_product('{"name": "Pot", "code": "j-1"}', '{}', '{}', '{}') $$, '23505', null, 'no two products have the same, whatever its case');
select throws_ok($$ select public.save_product(jsonb_build_object('name', 'Pot', 'code', repeat('x', 101)), '{}', '{}', '{}') $$, '23514', null, 'it has at most 100 characters');
update public.products set code = 'T-2' where id = tests.id(17);
delete from public.products where id = tests.id(17);
update public.products set code = 't-2' where id = tests.id(15);
select throws_ok(format('select public.restore_record(%L)', tests.id(17)), '23505', 'Another product has the code T-2 now: change that one first', 'a deleted product comes back once its code is free');
create temporary table several as select public.delete_records('products', array[tests.id(16), tests.id(15)]) ->> 'undo' as undo;
update public.products set code = 'T-2' where id = (select id from public.products order by id limit 1);
select throws_ok((select format('select public.restore_record(%L)', undo) from several), '23505', 'Other products have their codes now: change those first', 'and so do several');
update public.products set code = null where code is not null;
select lives_ok((select format('select public.restore_record(%L)', undo) from several), 'then they do');
select lives_ok($$ update public.products set code = null where id = tests.id(15) $$, 'it is taken away');
insert into public.product_terms (product_id, supplier, supplier_code) values (tests.id(16), 'acme', 'p-1');
select throws_ok(format('select public.restore_record(%L)', tests.id(17)), '23505', 'Another product has the supplier code P-1 now: change that one first', 'nor does it take a supplier''s code from another product');
delete from public.product_terms where product_id = tests.id(16);
select lives_ok(format('select public.restore_record(%L)', tests.id(17)), 'which frees it');

-- Half way is nowhere
create temporary table before as select pg_temp.shown(tests.id(15)) as shown, (select count(*) from public.products) as products;
select throws_ok(statement, code, null, what) from (values
  ($$ select public.save_product('{"name": "Broken"}', array[tests.id(31)], array[tests.id(999)], '{}', tests.id(15)) $$, '23503', 'an unknown theme is refused'),
  ($$ select public.save_product('{"name": "Broken"}', array[tests.id(12)], '{}', array[tests.id(999)], tests.id(15)) $$, '23503', 'an unknown doctor type is refused'),
  ($$ select public.save_product('{"name": "Broken"}', array[tests.id(12), null], '{}', '{}', tests.id(15)) $$, '23502', 'a missing tag is refused'),
  ($$ select public.save_product('{"name": "Broken"}', array[tests.id(12)], '{}', array[tests.id(999)]) $$, '23503', 'and so it is with a new product'),
  ($$ select public.save_product('{"name": " "}', '{}', '{}', '{}', tests.id(15)) $$, '23514', 'a product without a name is refused'),
  ($$ select public.save_product('{}', '{}', '{}', '{}', tests.id(15)) $$, '23502', 'so is one whose name is missing'),
  ($$ select public.save_product('{"name": "X", "budget": "cheap"}', '{}', '{}', '{}') $$, '23514', 'a product with an unknown budget is refused'),
  ($$ select public.save_product('{"name": "X", "category_id": "no"}', '{}', '{}', '{}') $$, '22P02', 'a category that is no id is refused'),
  ($$ select public.save_product('{"name": "X", "price": 5}', '{}', '{}', '{}') $$, '22023', 'an unknown field is refused'),
  ($$ select public.save_product('{"name": "X", "id": "00000000-0000-0000-0000-000000000099"}', '{}', '{}', '{}') $$, '22023', 'the id is not a field to set'),
  ($$ select public.save_product('["X"]', '{}', '{}', '{}') $$, '22023', 'a list is no product'),
  ($$ select public.save_product(null, '{}', '{}', '{}') $$, '22023', 'and nothing is none'),
  ($$ select public.save_product('{"name": "X"}', '{}', '{}', '{}', tests.id(999)) $$, 'PT404', 'a product that does not exist cannot be updated'),
  (format($$ select public.save_product('{"name": "X", "category_id": "%s", "subcategory_id": "%s"}', '{}', '{}', '{}') $$, tests.id(34), tests.id(11)), '23514', 'a subcategory of another category is refused'),
  (format($$ select public.save_product('{"name": "X", "subcategory_id": "%s"}', '{}', '{}', '{}') $$, tests.id(11)), '23514', 'and one without a category')
) as cases (statement, code, what);
select results_eq(
  'select pg_temp.shown(tests.id(15)), (select count(*) from public.products)', 'select shown, products from before',
  'after every failure the old state is whole'
);

-- Others
select tests.act_as('customer');
select throws_ok($$ select public.save_product('{"name": "X"}', '{}', '{}', '{}') $$, '42501', null, 'a customer creates no product');
select throws_ok($$ select public.save_product('{"name": "X"}', '{}', '{}', '{}', tests.id(16)) $$, '42501', 'You may not change this product', 'a customer hears that a product is not theirs to change');
select throws_ok($$ select public.save_product('{"name": "X"}', '{}', '{}', '{}', tests.id(17)) $$, 'PT404', null, 'and nothing of one that they cannot see');
select tests.act_as('anonymous');
select throws_ok($$ select public.save_product('{"name": "X"}', '{}', '{}', '{}', tests.id(15)) $$, '42501', null, 'a visitor saves no product');
select throws_ok($$ select public.save_subcategory('X', null, '{}') $$, '42501', null, 'and no subcategory');

-- Subcategories
create function pg_temp.subcategory(wanted uuid) returns text language sql as $$
  select concat_ws(' | ', name, coalesce(description, '-'),
    (select string_agg(category.name, ',' order by category.name) from public.subcategory_categories join public.categories as category on category.id = category_id where subcategory_id = wanted)
  ) from public.subcategories where id = wanted
$$;
select tests.act_as('administrator');
select is(
  (select pg_temp.subcategory(id) from public.save_subcategory(' Cups ', '', array[tests.id(10), tests.id(34), tests.id(10)])),
  'Cups | - | Desk,Drinkware', 'a subcategory is created with its categories'
);
select is(
  (select pg_temp.subcategory(id) from public.save_subcategory('Beakers', 'Of steel', array[tests.id(34)], tests.id(11))),
  'Beakers | Of steel | Desk', 'and updated with others'
);
select is((select pg_temp.subcategory(id) from public.save_subcategory('Beakers', null, null, tests.id(11))), 'Beakers | -', 'or with none');
select lives_ok($$ select public.save_subcategory('Beakers', null, array[tests.id(34)], tests.id(11)) $$, 'it is linked once more');
select throws_ok($$ select public.save_subcategory('Broken', null, array[tests.id(10), tests.id(999)], tests.id(11)) $$, '23503', null, 'an unknown category is refused');
select throws_ok($$ select public.save_subcategory(' ', null, array[tests.id(10)], tests.id(11)) $$, '23514', null, 'so is an empty name');
select throws_ok($$ select public.save_subcategory(null, null, array[tests.id(10)]) $$, '23502', null, 'and a missing one');
select throws_ok($$ select public.save_subcategory('X', null, '{}', tests.id(999)) $$, 'PT404', null, 'a subcategory that does not exist cannot be updated');
select is(pg_temp.subcategory(tests.id(11)), 'Beakers | - | Desk', 'after every failure the old state is whole');
select tests.act_as('customer');
select throws_ok($$ select public.save_subcategory('X', null, '{}') $$, '42501', null, 'a customer creates no subcategory');
select throws_ok($$ select public.save_subcategory('X', null, '{}', tests.id(11)) $$, '42501', 'You may not change this subcategory', 'and changes none');

select * from finish();
rollback;
