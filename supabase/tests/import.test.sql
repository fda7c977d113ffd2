-- Products are imported in batches, each row once, and the whole is undone by the one mechanism.
begin;
select no_plan();
select tests.set_up();
create function pg_temp.shown() returns setof text language sql as $$
  select concat_ws(' | ', name, coalesce((select supplier_code from public.product_terms where product_id = id), '-'),
    coalesce((select categories.name from public.categories where id = category_id), '-'),
    coalesce((select subcategories.name from public.subcategories where id = subcategory_id), '-'), coalesce(budget, '-'), is_sample,
    (select string_agg(tag.name, ',' order by tag.name) from public.product_industry_tags join public.industry_tags as tag on tag.id = industry_tag_id where product_id = products.id),
    (select string_agg(theme.name, ',' order by theme.name) from public.product_themes join public.themes as theme on theme.id = theme_id where product_id = products.id),
    (select string_agg(tag.name, ',' order by tag.name) from public.product_doctor_type_tags join public.doctor_type_tags as tag on tag.id = doctor_type_tag_id where product_id = products.id)
  ) from public.products order by name
$$;
create function pg_temp.state() returns jsonb language sql as $$
  select jsonb_build_object(
    'products', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.products as row),
    'facets', array[
      (select jsonb_agg(row.name order by row.name) from public.categories as row), (select jsonb_agg(row.name order by row.name) from public.subcategories as row),
      (select jsonb_agg(row.name order by row.name) from public.themes as row), (select jsonb_agg(row.name order by row.name) from public.industry_tags as row)
    ],
    'links', array[
      (select jsonb_agg(row order by row) from public.subcategory_categories as row),
      (select jsonb_agg(row order by row) from public.product_industry_tags as row), (select jsonb_agg(row order by row) from public.product_themes as row),
      (select jsonb_agg(row order by row) from public.product_doctor_type_tags as row)
    ]
  )
$$;
-- Mug (15) has everything: Drinkware, Mugs, Pharmaceutical, Festive, Cardiologist.
update public.products set name = 'Mug' where id = tests.id(15);
update public.product_terms set supplier = null, supplier_code = 'M-1' where product_id = tests.id(15);
create temporary table file (rows jsonb);
grant all on file to authenticated;
insert into file values ($json$[
  {"number": 2, "supplier_code": "m-1", "name": "Mug, blue", "themes": ["FESTIVE", "Spring"], "category": "drinkware"},
  {"number": 3, "supplier_code": " N-2 ", "name": "Notebook", "category": "Paper", "subcategory": "Pads", "industries": ["Pharmaceutical"], "doctor_types": ["cardiologist"], "budget": "Rs.10-100", "is_sample": true},
  {"number": 4, "name": "", "budget": "cheap", "category": "Nowhere"},
  {"number": 5, "name": "Pen", "themes": ["Nothing", "Spring"], "video_url": "javascript:1"},
  {"number": 6, "name": "Pot", "category": "paper", "video_url": "javascript:1"},
  {"number": 7, "name": "Cap", "image_url": "/storage/v1/object/public/product-images/77.webp"},
  {"number": 8, "name": "Bag", "doctor_types": ["Cardiologist"], "budget": "cheap"}
]$json$);
create temporary table options (options jsonb);
grant all on options to authenticated;
insert into options values ('{"update": true, "create": {"categories": ["paper"], "subcategories": ["Pads"], "themes": ["spring"]}}');
select tests.act_as('administrator');
create temporary table before as select pg_temp.state() as state;

-- Dry run
select is(
  (select jsonb_agg(line - 'changed') from file, options, jsonb_array_elements(public.import_products(rows, options)) as line),
  $json$[
    {"number": 2, "outcome": "updated", "errors": {}}, {"number": 3, "outcome": "created", "errors": {}},
    {"number": 4, "outcome": "failed", "errors": {
      "name": "Name is required", "category": "There is no category \"Nowhere\"",
      "budget": "The budget must be one of Rs.10-100, Rs.100-500, Rs.500-1000, Rs.1000-2000 and Rs.2000+"
    }},
    {"number": 5, "outcome": "failed", "errors": {"video_url": "This was not accepted"}},
    {"number": 6, "outcome": "failed", "errors": {"video_url": "This was not accepted"}},
    {"number": 7, "outcome": "failed", "errors": {"image_url": "The picture has been removed in the meantime: choose it again"}},
    {"number": 8, "outcome": "failed", "errors": {
      "doctor_types": "Doctor types need the industry Pharmaceutical", "budget": "The budget must be one of Rs.10-100, Rs.100-500, Rs.500-1000, Rs.1000-2000 and Rs.2000+"
    }}
  ]$json$, 'a dry run says what would become of each row, by field'
);
select is(pg_temp.state(), (select state from before), 'and writes nothing');
select is_empty('select from public.deleted_records', 'nor is there anything to undo');
select is(
  (select public.import_products(jsonb_build_array(rows -> 0), '{}') -> 0 ->> 'outcome' from file), 'unchanged',
  'products with the same code are left alone unless they are to be updated'
);
select is(public.import_products('[
    {"number": 2, "name": "X", "category": "Paper", "subcategory": "Pads", "themes": ["Nothing", "Festive"]}, {"number": 3, "name": "Y", "category": "", "subcategory": "Mugs", "doctor_types": ["Cardiologist"]},
    {"number": 4, "name": "Mug", "supplier_code": "M-1", "category": "Paper", "themes": ["Nothing"], "industries": ["Nowhere"]}
  ]', '{"update": true}'),
  $json$[
    {"number": 2, "outcome": "created", "errors": {}, "notes": {"category": "There is no category \"Paper\"", "subcategory": "A subcategory needs its category", "themes": "There is no theme \"Nothing\""}},
    {"number": 3, "outcome": "created", "errors": {}, "notes": {"subcategory": "A subcategory needs its category", "doctor_types": "Doctor types need the industry Pharmaceutical"}},
    {"number": 4, "outcome": "unchanged", "errors": {}, "notes": {"category": "There is no category \"Paper\"", "themes": "There is no theme \"Nothing\"", "industries": "There is no industry \"Nowhere\""}}
  ]$json$, 'nothing is created that was not allowed: it is left out with a note, and an updated product keeps what it has there'
);

select results_eq(
  $$ select product_id, name, supplier, supplier_code from public.products_with_codes(array[' m‐1 ', 'x']) $$,
  $$ values (tests.id(15), 'Mug', null::text, 'M-1') $$, 'products are found by a code in another case and with another dash, whatever their supplier'
);

-- What a check found may be gone when the file is imported
savepoint gone;
select public.store_import(tests.id(69), 'gone.csv', '{}', 2, '[{"number": 2}, {"number": 3}]');
select is(
  public.import_products('[{"number": 2, "name": "X", "category": "Paper"}, {"number": 3, "name": "Y"}]', '{}', tests.id(69)),
  '[{"number": 2, "outcome": "created", "errors": {}, "notes": {"category": "There is no category \"Paper\""}}, {"number": 3, "outcome": "created", "errors": {}}]',
  'a run says what it left out, too'
);
select results_eq(
  $$ select number, notes from public.import_rows where import_id = tests.id(69) order by number $$,
  $$ values (2, '{"category": "There is no category \"Paper\""}'::jsonb), (3, '{}') $$, 'and keeps it for its report'
);
rollback to gone;

-- Run, resumed and repeated
select public.store_import(tests.id(70), 'gifts.csv', options, 7, rows) from file, options;
select public.store_import(tests.id(70), 'gifts.csv', options, 7, rows) from file, options;
select is((select count(*) from public.import_rows), 7::bigint, 'rows are stored once');
select public.import_products(jsonb_build_array(rows -> 0, rows -> 3), '{}', tests.id(70)) from file;
select is((select public.import_products(rows, '{}', tests.id(70)) from file) @? '$[*] ? (@.number == 2)', false, 'a row that is done is left out when the import goes on');
select is((select public.import_products(rows, '{}', tests.id(70)) from file), '[]', 'and no row is imported twice');
select is((select line from pg_temp.shown() as line where line like 'Mug%'), 'Mug, blue | m-1 | Drinkware | Mugs | Rs.500-1000 | t | Pharmaceutical | Festive,Spring | Cardiologist', 'a product is updated; what the file does not name stays');
select is((select line from pg_temp.shown() as line where line like 'Note%'), 'Notebook | N-2 | Paper | Pads | Rs.10-100 | t | Pharmaceutical | Cardiologist', 'another is created with its category, subcategory and tags');
select tests.act_as('owner');
create temporary table found as select * from private.product_search;
select private.refresh_product_search(array(select id from public.products));
select set_eq('select product_id, name, facet_ids from found', 'select product_id, name, facet_ids from private.product_search', 'products are found by what they have now');
select tests.act_as('administrator');
select results_eq(
  'select number, outcome from public.import_rows order by number',
  $$ values (2, 'updated'), (3, 'created'), (4, 'failed'), (5, 'failed'), (6, 'failed'), (7, 'failed'), (8, 'failed') $$, 'the report stays with the import'
);
select is((select public.import_products('[{"number": 2, "supplier_code": "M-1", "name": "Mug, blue", "themes": ["spring", "festive"]}]', '{"update": true}') -> 0 ->> 'outcome'), 'updated', 'a code in another case is a change');
select is((select public.import_products('[{"number": 2, "supplier_code": "m-1", "name": "Mug, blue", "themes": ["spring", "festive"]}]', '{"update": true}') -> 0 ->> 'outcome'), 'unchanged', 'a row that changes nothing saves nothing');
select public.store_import(tests.id(71), 'twice.csv', '{"update": true}', 2, '[{"number": 2, "name": "Cup", "supplier_code": "C"}, {"number": 3, "name": "Jar", "supplier_code": "c"}]');
select is(
  public.import_products('[{"number": 2, "name": "Cup", "supplier_code": "C"}, {"number": 3, "name": "Jar", "supplier_code": "c"}]', '{}', tests.id(71)) #>> '{1,errors,supplier_code}',
  'Another row of this file has this code', 'two rows of a file are two products'
);

-- Undo
select results_eq(
  $$ select id, name, scope, products from public.deleted_records where scope = 'import' order by id $$,
  $$ values (tests.id(70), 'Import of gifts.csv', 'import', 2), (tests.id(71), 'Import of twice.csv', 'import', 1) $$, 'imports are listed to be undone'
);
select is(public.restore_record(tests.id(71)), '{"name": "Import of twice.csv", "products": 1, "left_out": 0}', 'one is undone');
select is(public.restore_record(tests.id(70)), '{"name": "Import of gifts.csv", "products": 2, "left_out": 0}', 'and the other');
select is(pg_temp.state(), (select state from before), 'everything is as before, without the categories and tags that they created');
select throws_ok(format('select public.restore_record(%L)', tests.id(70)), 'PT404', null, 'which is done once');
select throws_ok($$ select public.import_products('[]', '{}', tests.id(70)) $$, 'PT404', 'This import was undone or deleted', 'an import that was undone does not go on');

select public.store_import(tests.id(72), 'gifts.csv', options, 7, rows) from file, options;
select public.import_products(rows, '{}', tests.id(72)) from file;
update public.products set name = 'Mug of mine' where id = tests.id(15);
select is(public.restore_record(tests.id(72)) ->> 'left_out', '1', 'a product that was changed since is left as it is');
select is((select name from public.products where id = tests.id(15)), 'Mug of mine', 'with what was changed');
select is((select count(*) from public.themes where name = 'Spring'), 1::bigint, 'and with the tag that it got');

-- A subcategory of another category
insert into public.categories (name) values ('Electronics');
select is(
  public.import_products('[{"number": 2, "name": "Cup", "category": "Electronics", "subcategory": "mugs"}]') #>> '{0,notes,subcategory}',
  'The category has no subcategory "mugs"', 'a subcategory of another category is none of this one'
);
create temporary table linked as select pg_temp.state() as state;
select public.store_import(tests.id(74), 'cups.csv', '{"create": {"subcategories": ["MUGS"]}}', 2, '[{"number": 2}, {"number": 3}]');
select public.import_products(
  '[{"number": 2, "name": "Cup", "category": "Electronics", "subcategory": "mugs"}, {"number": 3, "name": "Jar", "category": "Electronics", "subcategory": "Mugs"}]',
  '{}', tests.id(74)
);
select is((select count(*) from public.subcategories where lower(name) = 'mugs'), 1::bigint, 'it is added to the category where that is allowed, and made once');
select is((select count(*) from pg_temp.shown() as line where line like '% | Electronics | Mugs | %'), 2::bigint, 'for all its products');
select public.restore_record(tests.id(74));
select is(pg_temp.state(), (select state from linked), 'and taken from it again when the import is undone');

-- One import after the other is undone, the latest first
create temporary table unimported as select pg_temp.state() as state;
select public.store_import(tests.id(75), 'first.csv', '{"update": true}', 1, '[{"number": 2}]');
select public.import_products('[{"number": 2, "name": "Lamp", "supplier_code": "L-1"}]', '{}', tests.id(75));
select public.store_import(tests.id(76), 'second.csv', '{"update": true}', 1, '[{"number": 2}]');
select public.import_products('[{"number": 2, "name": "Lamp, blue", "supplier_code": "L-1"}]', '{}', tests.id(76));
select is(public.restore_record(tests.id(76)) ->> 'left_out', '0', 'the second import of a product is undone');
select is(public.restore_record(tests.id(75)) ->> 'left_out', '0', 'and then the first');
select is(pg_temp.state(), (select state from unimported), 'which had created it');

-- A former picture stays as long as it can be needed.
select tests.act_as('owner');
insert into storage.objects (bucket_id, name, created_at) values ('product-images', '5.webp', now() - interval '2 days'), ('product-images', '6.webp', now());
insert into public.product_terms (product_id, supplier_code) values (tests.id(16), 'M-9');
update public.products set image_url = '/storage/v1/object/public/product-images/5.webp' where id = tests.id(16);
select tests.act_as('administrator');
select public.store_import(tests.id(73), 'pictures.csv', '{"update": true}', 1, '[{"number": 2, "supplier_code": "M-9"}]');
select public.import_products('[{"number": 2, "supplier_code": "M-9", "image_url": "/storage/v1/object/public/product-images/6.webp", "image_widths": [320, 500], "image_colour": "#112233"}]', '{}', tests.id(73));
select results_eq(
  'select image_url, image_widths, image_colour from public.products where id = tests.id(16)',
  $$ values ('/storage/v1/object/public/product-images/6.webp', array[320, 500]::smallint[], '#112233') $$, 'a picture comes with its sizes'
);
select tests.act_as('owner');
delete from private.released_images where true;
select tests.act_as('administrator');
select is_empty($$ select from unnest(public.unused_product_images()) as name where name = '5.webp' $$, 'the former one stays');
select public.restore_record(tests.id(73));
select is((select image_url from public.products where id = tests.id(16)), '/storage/v1/object/public/product-images/5.webp', 'and comes back');

-- Codes and names that look the same are one.
with kettle as (insert into public.products (name) values ('Kettle') returning id)
insert into public.product_terms (product_id, supplier_code) select id, U&'K\00AD-5' from kettle;
select is((select supplier_code from public.product_terms join public.products on id = product_id where name = 'Kettle'), 'K-5', 'a code is stored without what no one sees');
insert into public.categories (name) values ('Home & Kitchen');
select is(
  public.import_products(format('[{"number": 2, "supplier_code": "%s", "name": "Kettle", "category": "%s"}]', U&'K\20115\200B', U&'home &\00A0 Kitchen\200B')::jsonb, '{"update": true}') #>> '{0,outcome}',
  'updated', 'a row finds its product and its category whatever their blanks, dashes and invisible characters'
);
select throws_ok(format('insert into public.categories (name) values (%L)', U&'Home  &  Kitchen\00AD'), '23505', null, 'nor can there be two categories that look the same');

-- A dry run tells what it would empty, and that a new picture is a change.
select is(
  (select jsonb_agg(field order by field) from jsonb_array_elements_text(
    public.import_products('[{"number": 2, "supplier_code": "M-9", "name": "Mug", "image_url": null, "video_url": null, "themes": []}]', '{"update": true}') #> '{0,removed}'
  ) as field),
  '["image_url", "themes"]', 'what an empty cell would remove is listed, and nothing that is empty already'
);
select is(
  (select jsonb_agg(line -> 'outcome') from jsonb_array_elements(public.import_products('[{"number": 2, "supplier_code": "K-5", "name": "Kettle"}, {"number": 3, "supplier_code": "K-5", "name": "Kettle", "new_image": true}]', '{"update": true}')) as line),
  '["unchanged", "updated"]', 'a row with a picture that is not stored yet changes its product'
);

-- A picture that an earlier import has stored need not be chosen again.
select public.store_import(tests.id(77), 'month.csv', '{"update": true}', 1, '[{"number": 2, "supplier_code": "M-9", "image": "Mug 9.JPG"}]');
select public.import_products('[{"number": 2, "supplier_code": "M-9", "image_url": "/storage/v1/object/public/product-images/6.webp"}]', '{}', tests.id(77));
select is(
  (select jsonb_agg(line #>> '{errors,image_url}') from jsonb_array_elements(public.import_products(
    '[{"number": 2, "supplier_code": "M-9", "stored_image": "mug  9.jpg"}, {"number": 3, "supplier_code": "M-9", "stored_image": "pen.jpg"}, {"number": 4, "name": "New", "stored_image": "mug 9.jpg"}]', '{"update": true}'
  )) as line),
  '[null, "pen.jpg is not among the chosen pictures", "mug 9.jpg is not among the chosen pictures"]', 'it is the one that the product has by the same name'
);

-- Many products are undone in parts, from the last row to the first.
create temporary table long as select pg_temp.state() as state;
create temporary table long_list as
  select jsonb_build_object('number', number, 'name', 'Long ' || number, 'code', 'L-' || number) as line, number from generate_series(2, 451) as number;
select public.store_import(tests.id(84), 'old.csv', '{}', 1, '[{"number": 2}]');
select public.import_products('[{"number": 2, "name": "Swapped", "supplier_code": "S-1", "code": "L-451"}]', '{}', tests.id(84));
select public.store_import(tests.id(79), 'long.csv', '{"update": true}', 451, (select jsonb_agg(line) from long_list) || '[{"number": 1, "supplier_code": "S-1", "code": "L-0"}]');
select public.import_products(jsonb_agg(line), '{}', tests.id(79)) from (select '{"number": 1, "supplier_code": "S-1", "code": "L-0"}'::jsonb as line union all select line from long_list where number < 300) as part;
select public.import_products(jsonb_agg(line), '{}', tests.id(79)) from long_list where number >= 300;
update public.products set name = 'Long of mine' where code = 'L-100';
select is(
  public.restore_record(tests.id(79)), '{"name": "Import of long.csv", "products": 451, "left_out": 0, "left": 251}',
  'of 451 products the last 200 go at once'
);
select is((select count(*)::integer from public.products where code like 'L-%'), 251, 'and no more');
select is((select products from public.deleted_records where id = tests.id(79)), 251, 'the others are still listed to be undone');
select throws_ok($$ select public.import_products('[]', '{}', tests.id(79)) $$, 'PT404', 'This import was undone or deleted', 'and the import does not go on meanwhile');
select is(
  public.restore_record(tests.id(79)), '{"name": "Import of long.csv", "products": 251, "left_out": 1, "left": 51}', 'it goes on where it stopped'
);
select is((select undone_at from public.imports where id = tests.id(79)), null, 'and is not undone before its last part');
select is(public.restore_record(tests.id(79)), '{"name": "Import of long.csv", "products": 51, "left_out": 0}', 'which ends it');
select is((select code from public.products where name = 'Swapped'), 'L-451', 'a code goes back to the product that had it');
select results_eq(
  $$ select name, record ->> 'records' from public.deleted_records where scope = 'records' and name = '449 products' $$,
  $$ values ('449 products', '449') $$, 'what it had created can be restored together'
);
select is(
  (select stayed from public.imports where id = tests.id(79)), '[{"name": "Long of mine", "reason": "was changed since"}]', 'what stays of all parts is named'
);
select public.restore_record(tests.id(84));
delete from public.products where name = 'Long of mine';
select is(pg_temp.state(), (select state from long), 'the rest is as before');

-- Undoing names what stays.
select public.store_import(tests.id(78), 'stays.csv', '{"create": {"categories": ["Stays"]}}', 2, '[{"number": 2}, {"number": 3}]');
select public.import_products('[{"number": 2, "name": "Published", "category": "Stays"}, {"number": 3, "name": "Gone"}]', '{}', tests.id(78));
update public.products set is_sample = true where name = 'Published';
delete from public.products where name = 'Gone';
select is(public.restore_record(tests.id(78)) ->> 'left_out', '1', 'a product that was deleted since is none that stayed');
select is(
  (select stayed from public.imports where id = tests.id(78)),
  '[{"name": "Published", "reason": "was published since"}, {"name": "Stays", "reason": "is in use"}]', 'what stays is named with the reason'
);

select is(
  public.import_products('[{"number": 2, "name": "Cup", "errors": {"image_url": "cup.jpg is damaged"}}]') #>> '{0,errors,image_url}', 'cup.jpg is damaged',
  'a row whose picture failed fails with the reason'
);
select is(
  public.import_products('[{"number": 2, "category": "Nowhere", "errors": {"image_url": "cup.jpg is damaged", "name": "Name is too long"}}]') -> 0 -> 'errors',
  '{"name": "Name is too long", "category": "There is no category \"Nowhere\"", "image_url": "cup.jpg is damaged"}', 'and with all else that is wrong with it'
);
select throws_ok(statement, code, null, what) from (values
  ($$ select public.import_products('{}') $$, '22023', 'an object is no list of rows'),
  ($$ select public.import_products((select jsonb_agg('{}'::jsonb) from generate_series(1, 501))) $$, '22023', 'nor are too many'),
  ($$ select public.import_products('[]', '{}', tests.id(99)) $$, 'PT404', 'an import must have been stored')
) as cases (statement, code, what);
select * from finish();
rollback;
