-- Many records are deleted at once, by their ids or by a search, and restored together.
begin;
select no_plan();
select tests.set_up();
create function pg_temp.rejection(statement text) returns text language plpgsql as $$
begin
  execute statement;
  return null;
exception
  when others then
    return sqlstate || ' ' || sqlerrm;
end
$$;
create function pg_temp.state() returns jsonb language sql as $$
  select jsonb_build_object(
    'products', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.products as row),
    'themes', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.themes as row),
    'links', array[
      (select jsonb_agg(row order by row) from public.product_industry_tags as row),
      (select jsonb_agg(row order by row) from public.product_themes as row),
      (select jsonb_agg(row order by row) from public.product_doctor_type_tags as row)
    ]
  )
$$;
insert into public.themes (id, name) values (tests.id(32), 'Wellness'), (tests.id(33), 'Spring');
insert into public.product_themes values (tests.id(15), tests.id(32));
select tests.act_as('administrator');
create temporary table before as select pg_temp.state() as state;
create temporary table done (step text, result jsonb);

-- Deletions
insert into done values ('themes', public.delete_records('themes', array[tests.id(32), tests.id(13), tests.id(33), tests.id(99)]));
select results_eq(
  $$ select result - 'undo' from done where step = 'themes' $$, $$ values ('{"deleted": 3, "products": 3}'::jsonb) $$,
  'those that there are are deleted, with the number of products that had any of them'
);
select is_empty('select from public.themes', 'they are gone');
select results_eq(
  $$ select entity, scope, name, products from public.deleted_records where id = (select (result ->> 'undo')::uuid from done where step = 'themes') $$,
  $$ values ('themes', 'records', '3 themes', 3) $$, 'what restores them together is among what was deleted'
);
select is((select scope from public.deleted_records order by deleted_at desc, id limit 1), 'records', 'and before it in the list');
select is(
  (select public.restore_record((result ->> 'undo')::uuid) from done where step = 'themes'),
  '{"name": "3 themes", "products": 3, "left_out": 0}', 'they are restored together'
);
select is(pg_temp.state(), (select state from before), 'and everything is as it was');
select is_empty('select from public.deleted_records', 'nothing is left to restore');
select is(
  (select pg_temp.rejection(format('select public.restore_record(%L)', result ->> 'undo')) from done where step = 'themes'),
  'PT404 It can no longer be restored, or it has already been restored', 'which is done once'
);

insert into done values ('one', public.delete_records('themes', array[tests.id(32)]));
select is((select result ->> 'undo' from done where step = 'one'), tests.id(32)::text, 'one record is undone by itself');
select is((select public.restore_record(tests.id(32)) ->> 'name'), 'Wellness', 'as ever');

insert into done values ('found', public.delete_records('products', words => 'copper', filters => '{"sample": "yes"}'));
select results_eq('select id from public.products order by id', array[tests.id(16), tests.id(17)], 'products are deleted by what finds them, on all pages');
select lives_ok($$ select public.restore_record(tests.id(15)) $$, 'one is restored');

insert into done values ('all', public.delete_records('products'));
select is((select result ->> 'deleted' from done where step = 'all'), '3', 'without words and filters all are deleted');
select lives_ok($$ select public.restore_record(tests.id(16)) $$, 'one is restored by itself');
select is(
  (select public.restore_record((result ->> 'undo')::uuid) from done where step = 'all'),
  '{"name": "3 products", "products": 0, "left_out": 0}', 'the others follow'
);
select is(pg_temp.state(), (select state from before), 'with all that they had');

-- Those whose tags and category have gone come back without them, and get them back with these.
insert into done values ('without', public.delete_records('products'));
select lives_ok($$ delete from public.themes where id = tests.id(13) $$, 'their theme goes');
select lives_ok($$ delete from public.categories where id = tests.id(10) $$, 'and the category of one');
select is(
  (select public.restore_record((result ->> 'undo')::uuid) ->> 'left_out' from done where step = 'without'), '4',
  'three links to the theme and the category are left out'
);
select results_eq('select category_id from public.products order by id', array[null, null, null]::uuid[], 'they are restored without');
select lives_ok($$ select public.restore_record(tests.id(13)), public.restore_record(tests.id(10)) $$, 'the theme and the category are restored');
select is(pg_temp.state(), (select state from before), 'and their products have all again');

-- In the other order: what they have goes first, then they together.
insert into public.categories (id, name) values (tests.id(38), 'Bags');
update public.products set category_id = tests.id(38) where id = tests.id(17);
create temporary table complete as select pg_temp.state() as state;
insert into done values ('categories', public.delete_records('categories', array[tests.id(10), tests.id(38)]));
insert into done values ('products', public.delete_records('products'));
select is(
  (select public.restore_record((result ->> 'undo')::uuid) ->> 'left_out' from done where step = 'categories'), '2',
  'categories are restored without products that have gone'
);
select is(
  (select public.restore_record((result ->> 'undo')::uuid) ->> 'left_out' from done where step = 'products'), '0',
  'products that were deleted after their categories are restored'
);
select is(pg_temp.state(), (select state from complete), 'and have their categories and subcategories again');

select lives_ok(
  $$ delete from public.subcategories where id = tests.id(11); delete from public.themes where id = tests.id(13) $$, 'a subcategory and a theme go'
);
insert into done values ('last', public.delete_records('products'));
select lives_ok($$ select public.restore_record(tests.id(11)), public.restore_record(tests.id(13)) $$, 'they come back before the products');
select is(
  (select public.restore_record((result ->> 'undo')::uuid) ->> 'left_out' from done where step = 'last'), '0', 'which lack nothing then'
);
select is(pg_temp.state(), (select state from complete), 'as before');

-- What cannot be given back counts as left out.
delete from public.categories where id = tests.id(38);
insert into done values ('gone', public.delete_records('products'));
select lives_ok($$ select public.restore_record(tests.id(38)); delete from public.categories where id = tests.id(38) $$, 'a category comes back and goes again');
select is(
  (select public.restore_record((result ->> 'undo')::uuid) ->> 'left_out' from done where step = 'gone'), '1',
  'a product that had it is restored without'
);
select lives_ok($$ select public.restore_record(tests.id(38)) $$, 'the category is restored');
select is(pg_temp.state(), (select state from complete), 'and its product has it again');
update public.products set category_id = null where id = tests.id(17);
delete from public.categories where id = tests.id(38);
delete from public.deleted_records where id = tests.id(38);

insert into done values ('taken', public.delete_records('themes', array[tests.id(32), tests.id(33)]));
insert into public.themes (name) values ('spring');
select is(
  (select pg_temp.rejection(format('select public.restore_record(%L)', result ->> 'undo')) from done where step = 'taken'),
  '23505 There is another one named "Spring" now: rename that one first', 'a name that was taken meanwhile is refused'
);
select is_empty($$ select from public.themes where name = 'Wellness' $$, 'and none of them is restored');

select is(pg_temp.rejection(statement), rejection, statement) from (values
  ($$select public.delete_records('themes', '{}')$$, 'PT404 They no longer exist'),
  ($$select public.delete_records('themes', array[tests.id(99)])$$, 'PT404 They no longer exist'),
  ($$select public.delete_records('themes')$$, '22023 Only products can be found by search and filters'),
  ($$select public.delete_records('leads', array[tests.id(18)])$$, '22023 There are no such records: leads'),
  ($$select public.delete_records('profiles', array[tests.id(1)])$$, '22023 There are no such records: profiles'),
  ($$select public.delete_records('products', filters => '{"colour": "red"}')$$, '22023 Products have no such filter: colour')
) as cases (statement, rejection);

-- Edits: products 15 (Drinkware, Mugs), 16 and 17, all of them Pharmaceutical, Festive and for cardiologists
select public.restore_record(id) from public.deleted_records where name = 'Wellness' limit 1;
select tests.act_as('owner');
delete from public.deleted_records;
insert into public.industry_tags (id, name) values (tests.id(31), 'Banking');
insert into public.doctor_type_tags (id, name) values (tests.id(35), 'Dentist');
insert into public.categories (id, name) values (tests.id(34), 'Desk');
insert into public.subcategories (id, name) values (tests.id(36), 'Jugs');
insert into public.subcategory_categories values (tests.id(36), tests.id(34)), (tests.id(36), tests.id(10));
create function pg_temp.shown() returns setof text language sql as $$
  select concat_ws(' | ',
    name, coalesce((select categories.name from public.categories where id = category_id), '-'),
    coalesce((select subcategories.name from public.subcategories where id = subcategory_id), '-'), coalesce(budget, '-'), is_sample, is_featured,
    (select string_agg(tag.name, ',' order by tag.name) from public.product_industry_tags join public.industry_tags as tag on tag.id = industry_tag_id where product_id = products.id),
    (select string_agg(theme.name, ',' order by theme.name) from public.product_themes join public.themes as theme on theme.id = theme_id where product_id = products.id),
    (select string_agg(tag.name, ',' order by tag.name) from public.product_doctor_type_tags join public.doctor_type_tags as tag on tag.id = doctor_type_tag_id where product_id = products.id)
  ) from public.products order by id
$$;
select tests.act_as('administrator');
drop table before;
create temporary table before as select pg_temp.state() as state;
create function pg_temp.changes() returns jsonb language sql as $$
  select jsonb_build_object(
    'add', jsonb_build_object('theme', array[tests.id(32)], 'industry', array[tests.id(31)]),
    'remove', jsonb_build_object('theme', array[tests.id(13)]),
    'set', jsonb_build_object('category', tests.id(34), 'budget', 'Rs.2000+', 'sample', true)
  )
$$;
select is(
  public.bulk_edit_products(pg_temp.changes(), is_preview => true), '{"matched": 3, "changed": 3, "undo": null}', 'a preview says what would change'
);
select is(pg_temp.state(), (select state from before), 'and changes nothing');
create temporary table versions as select id, version from public.products;
insert into done values ('edit', public.bulk_edit_products(pg_temp.changes(), words => 'o', filters => '{"theme": "00000000-0000-0000-0000-000000000013"}', label => ' Add Wellness '));
select results_eq('select * from pg_temp.shown()', array[
  'Copper bottle | Desk | - | Rs.2000+ | t | t | Banking,Pharmaceutical | Wellness | Cardiologist',
  'Desk lamp | - | - | Rs.2000+ | t | f | Pharmaceutical | Festive | Cardiologist',
  'Prototype | Desk | - | Rs.2000+ | t | t | Banking,Pharmaceutical | Wellness | Cardiologist'
], 'tags are added and removed, fields are set, a subcategory of another category is cleared, and products that are not found stay');
select results_eq(
  'select id from public.products join versions using (id) where products.version > versions.version order by id', array[tests.id(15), tests.id(17)],
  'a form from before does not save over it'
);
select results_eq(
  'select entity, scope, name, products from public.deleted_records', $$ values ('products', 'edit', 'Add Wellness', 2) $$, 'it can be undone for 30 days'
);
select is(
  public.bulk_edit_products(pg_temp.changes(), array[tests.id(15), tests.id(17), tests.id(99)]), '{"matched": 2, "changed": 0, "undo": null}',
  'the same once more changes nothing, and is not listed'
);
select is((select public.restore_record((result ->> 'undo')::uuid) from done where step = 'edit'), '{"name": "Add Wellness", "products": 2, "left_out": 0}', 'it is undone');
select is(pg_temp.state(), (select state from before), 'and everything is as it was');
select is(
  (select pg_temp.rejection(format('select public.restore_record(%L)', result ->> 'undo')) from done where step = 'edit'),
  'PT404 It can no longer be restored, or it has already been restored', 'which is done once'
);

-- Lists find them by what they have now
update versions set version = (select version from public.products where id = versions.id);
insert into done values ('found', public.bulk_edit_products(jsonb_build_object('add', jsonb_build_object('industry', array[tests.id(31)])), array[tests.id(16)]));
select results_eq($$ select id from public.find_products(filters => jsonb_build_object('industry', tests.id(31))) $$, array[tests.id(16)], 'lists find them by their new tags');
select isnt((select version from public.products where id = tests.id(16)), (select version from versions where id = tests.id(16)), 'other tags alone are a change, too');

-- Doctor types belong to industries that have them
insert into done values ('doctors', public.bulk_edit_products(jsonb_build_object('remove', jsonb_build_object('industry', array[tests.id(12)])), array[tests.id(16)]));
select results_eq('select * from pg_temp.shown() offset 1 limit 1', array['Desk lamp | - | - | Rs.2000+ | t | f | Banking | Festive'], 'they go with the industry');
select is(
  public.bulk_edit_products(jsonb_build_object('add', jsonb_build_object('doctor_type', array[tests.id(35)])), array[tests.id(15), tests.id(16)]) - 'undo',
  '{"matched": 2, "changed": 1}', 'and are not added to others'
);
select is((select public.restore_record((result ->> 'undo')::uuid) ->> 'left_out' from done where step = 'doctors'), '0', 'and come back with it');
select results_eq('select * from pg_temp.shown() offset 1 limit 1', array['Desk lamp | - | - | Rs.2000+ | t | f | Banking,Pharmaceutical | Festive | Cardiologist'], 'as they were');

-- Categories and subcategories
insert into done values ('stays', public.bulk_edit_products(jsonb_build_object('set', jsonb_build_object('category', tests.id(10), 'subcategory', tests.id(36))), tests.product_ids()));
select is(public.bulk_edit_products(jsonb_build_object('set', jsonb_build_object('category', tests.id(34))), tests.product_ids()) ->> 'changed', '3', 'another category');
select results_eq('select distinct subcategory_id from public.products', array[tests.id(36)], 'keeps a subcategory that it has, too');
select is((select count(*) from public.product_doctor_type_tags), 4::bigint, 'and every product its doctor types');
update public.products set budget = null, category_id = null, subcategory_id = null where id = tests.id(15);
delete from public.products where id = tests.id(17);
select is(
  (select public.restore_record((result ->> 'undo')::uuid) from done where step = 'stays'), '{"name": "Bulk edit", "products": 3, "left_out": 3}',
  'an undo leaves out what has changed since or gone'
);
select is(public.bulk_edit_products('{"set": {"category": null, "subcategory": null, "budget": null, "featured": true}}', array[tests.id(16)]) ->> 'changed', '1', 'fields are cleared');
select results_eq('select category_id, subcategory_id, budget, is_featured from public.products where id = tests.id(16)', 'values (null::uuid, null::uuid, null::text, true)', 'with null');

-- Facts: 15 has terms (Acme, C-1), 16 has none; both have engraving on the lid in one colour
create function pg_temp.facts() returns jsonb language sql as $$
  select jsonb_object_agg(name, jsonb_strip_nulls(jsonb_build_object(
    'reminder', nullif(is_brand_reminder, false), 'moq', min_quantity, 'from', lead_days_from, 'to', lead_days_to, 'material', material, 'origin', origin, 'packaging', packaging, 'care', care,
    'terms', (select to_jsonb(terms) - 'product_id' from public.product_terms as terms where product_id = products.id),
    'branding', (
      select jsonb_agg(jsonb_build_array(method.name, area, colours) order by method.name)
      from public.product_branding_methods as link join public.branding_methods as method on method.id = branding_method_id where product_id = products.id
    )
  ))) from public.products
$$;
select tests.act_as('owner');
insert into public.branding_methods (id, name) values (tests.id(37), 'Printing');
select tests.act_as('administrator');
create temporary table unedited as select pg_temp.facts() as facts, (select max(number) from public.record_history) as number;
insert into done values ('facts', public.bulk_edit_products(jsonb_build_object(
  'add', jsonb_build_object('branding', array[tests.id(37)]), 'remove', jsonb_build_object('branding', array[tests.id(29)]),
  'set', '{"brand_reminder": true, "min_quantity": 50, "lead_days_from": 10, "lead_days_to": 15, "material": "Steel", "origin": "India", "packaging": "Box", "care": "Wipe", "supplier": "Zenith", "hsn": "9617", "gst_rate": 18, "gst_rate_from": "2025-09-22"}'::jsonb
), tests.product_ids()));
select is(pg_temp.facts(), jsonb_object_agg(name, $$ {
  "reminder": true, "moq": 50, "from": 10, "to": 15, "material": "Steel", "origin": "India", "packaging": "Box", "care": "Wipe", "branding": [["Printing", null, null]]
} $$ || jsonb_build_object('terms', '{"supplier": "Zenith", "hsn": "9617", "gst_rate": 18, "gst_rate_from": "2025-09-22"}' || more)), 'facts are set for all')
from (values ('Copper bottle', '{"supplier_code": "C-1", "cost_paise": 24500}'::jsonb), ('Desk lamp', '{}')) as edited (name, more);
select is(public.count_products(filters => '{"health": "no_hsn"}'), 0, 'lists follow');
select results_eq(
  $$ select name, before #>> '{terms,0,supplier}', after #>> '{terms,0,supplier}' from public.record_history join public.products on id = record_id where (before || after) ? 'terms' and number > (select unedited.number from unedited) order by 1, 2 nulls last $$,
  $$ values ('Copper bottle', 'Acme', null), ('Copper bottle', null, 'Zenith'), ('Desk lamp', null, 'Zenith') $$, 'so does the history of each'
);
select is(
  public.bulk_edit_products('{"set": {"gst_rate": 18.00, "hsn": "9617"}}', tests.product_ids()) - 'undo', '{"matched": 2, "changed": 0}',
  'what products have already is no change'
);
select is((select public.restore_record((result ->> 'undo')::uuid) ->> 'left_out' from done where step = 'facts'), '0', 'all of it is undone');
select is(pg_temp.facts(), (select facts from unedited), 'with area and colours of the branding, and without terms where there were none');
insert into done values ('supplier', public.bulk_edit_products('{"set": {"supplier": "Zenith", "hsn": null}}', tests.product_ids()));
update public.product_terms set supplier = 'Other' where product_id = tests.id(16);
select is((select public.restore_record((result ->> 'undo')::uuid) ->> 'left_out' from done where step = 'supplier'), '1', 'a supplier that was changed since stays');
select is(pg_temp.facts() #>> '{Desk lamp,terms,supplier}', 'Other', 'as it is');
update public.product_terms set supplier_code = 'C-1' where product_id = tests.id(16);
select is(
  pg_temp.rejection($$select public.bulk_edit_products('{"set": {"supplier": "Zenith"}}', tests.product_ids())$$),
  '23505 Two products of one supplier would have the same supplier code: change one of them first', 'a supplier''s codes stay unique'
);
select is(
  pg_temp.rejection($$select public.bulk_edit_products('{"set": {"supplier": "Zenith"}}', tests.product_ids(), is_preview => true)$$),
  '23505 Two products of one supplier would have the same supplier code: change one of them first', 'which a preview foresees'
);
select is(
  public.bulk_edit_products('{"set": {"supplier": "Zenith"}}', array[tests.id(16)], is_preview => true), '{"matched": 1, "changed": 1, "undo": null}', 'of what it allows'
);
select is(pg_temp.facts() #>> '{Desk lamp,terms,supplier}', 'Other', 'it changes nothing');

select is(pg_temp.rejection(format('select public.bulk_edit_products(%L, tests.product_ids())', changes)), rejection, changes) from (values
  ('{}', '22023 The changes must be an object with add, remove and set'),
  ('[]', '22023 The changes must be an object with add, remove and set'),
  ('{"set": {"name": "New"}}', '22023 Products have no such fields to change'),
  ('{"toggle": {"sample": true}}', '22023 Products have no such fields to change'),
  ('{"add": {"category": []}}', '22023 Products have no such fields to change'),
  ('{"set": {"supplier_code": "X"}}', '22023 Products have no such fields to change'),
  ('{"add": {"branding": ["00000000-0000-0000-0000-000000000099"]}}', '23503 One of the selected branding methods has been deleted in the meantime: choose again'),
  ('{"add": {"theme": ["00000000-0000-0000-0000-000000000099"]}}', '23503 One of the selected themes has been deleted in the meantime: choose again'),
  ('{"set": {"subcategory": "00000000-0000-0000-0000-000000000036"}}', '23514 The chosen subcategory does not belong to the chosen category')
) as cases (changes, rejection);
select is(left(pg_temp.rejection($$select public.bulk_edit_products('{"set": {"budget": "cheap"}}', tests.product_ids())$$), 5), '23514', 'a budget is a band');

select tests.act_as('customer');
select is(
  pg_temp.rejection($$select public.bulk_edit_products('{"set": {"sample": true}}')$$), '42501 You may not change products', 'a customer edits nothing'
);
select is(
  pg_temp.rejection($$select public.delete_records('themes', array[tests.id(32)])$$), '42501 You may not delete records',
  'a customer deletes nothing'
);

-- In parts: any size is deleted, edited and restored by statements of at most so many products
select tests.act_as('owner');
delete from public.products;
delete from public.deleted_records;
insert into public.products (id, name, is_sample) select tests.id(1000 + number), 'Part ' || number, number <= 4 from generate_series(1, 7) as number;
select tests.act_as('administrator');
create temporary table parts as select pg_temp.state() as state;
select results_eq(
  $$ select (public.bulk_edit_products('{"set": {"sample": true}}', filters => '{"sample": "no"}', label => 'Publish', whole => tests.id(900), most => 2, beyond => beyond)) - 'undo'
     from (values (null::uuid), (tests.id(1006))) as parts (beyond) $$,
  format('values (%L::jsonb), (%L)', format('{"matched": 2, "changed": 2, "last": "%s"}', tests.id(1006)), '{"matched": 1, "changed": 1, "last": null}'),
  'an edit goes on beyond the last product of the part before, although what it has changed is no longer found'
);
select results_eq(
  $$ select name, products from public.deleted_records where part_of is null $$, $$ values ('Publish', 3) $$, 'it is listed once'
);
select is(
  (select max(jsonb_array_length(record -> 'products')) from public.deleted_records), 2, 'no row grows with the number of products'
);
select results_eq(
  $$ select public.restore_record(tests.id(900)) from generate_series(1, 2) $$,
  $$ values ('{"name": "Publish", "products": 3, "left_out": 0, "left": 2}'::jsonb), ('{"name": "Publish", "products": 3, "left_out": 0, "left": 0}') $$,
  'and undone in parts'
);
select results_eq(
  $$ select public.delete_records('products', words => 'part', whole => tests.id(901), most => 3) ->> 'deleted' from generate_series(1, 3) $$,
  array['3', '3', '1'], 'a deletion takes what is left'
);
select is((select name from public.deleted_records where scope = 'records'), '7 products', 'a last part of one product does not name them all');
select is(
  public.delete_records('products', words => 'part', whole => tests.id(901), most => 3) ->> 'deleted', '0', 'until there is none'
);
select results_eq(
  $$ select name, record from public.deleted_records where scope = 'records' $$, $$ values ('7 products', '{"most": 3, "records": 7}'::jsonb) $$, 'it is listed once, too'
);
select results_eq(
  $$ select public.restore_record(tests.id(901)) -> 'left' from generate_series(1, 3) $$, $$ values ('4'::jsonb), ('1'), ('0') $$, 'and comes back in parts'
);
select is(pg_temp.state(), (select state from parts), 'with all that there was');
select is_empty('select from public.deleted_records', 'and nothing is left to restore');
select public.delete_records('products', array[tests.id(1001)], whole => tests.id(902), most => 1);
select is(
  pg_temp.rejection($$ select public.delete_records('themes', array[tests.id(13)], whole => tests.id(902), most => 1) $$),
  '22023 These parts belong to another change', 'a part is of one kind with its whole'
);
-- What many products have is taken from them in parts, and then deleted.
select tests.act_as('owner');
delete from public.deleted_records;
insert into public.products (id, name) values (tests.id(1001), 'Part 1');
insert into public.themes (id, name) values (tests.id(43), 'Monsoon');
insert into public.categories (id, name) values (tests.id(45), 'Sets');
insert into public.product_themes (product_id, theme_id) select id, tests.id(43) from public.products where name like 'Part %' and id <> tests.id(1007);
insert into public.subcategories (id, name) values (tests.id(41), 'In parts');
insert into public.subcategory_categories values (tests.id(41), tests.id(45));
update public.products set category_id = tests.id(45), subcategory_id = tests.id(41) where name like 'Part %' and id <> tests.id(1007);
select tests.act_as('administrator');
create temporary table used as select pg_temp.state() as state;
select results_eq(
  $$ select public.delete_records('themes', array[tests.id(43)], whole => tests.id(903), most => 3) - 'undo' from generate_series(1, 2) $$,
  $$ values ('{"deleted": 0, "products": 3, "left": 3}'::jsonb), ('{"deleted": 1, "products": 6}') $$, 'a theme is taken from at most so many products, and was had by all of them'
);
select is_empty('select from public.themes where id = tests.id(43)', 'until it can be deleted with the others');
select results_eq(
  $$ select name, scope, products from public.deleted_records where part_of is null or scope = 'record' $$, $$ values ('Monsoon', 'records', 6) $$, 'which is listed once'
);
select is(
  (select max(products) from public.deleted_records where scope = 'part'), 3, 'no row grows with the number of products'
);
select is(
  pg_temp.rejection(format('select public.restore_record(%L)', id)), 'PT404 It can no longer be restored, or it has already been restored', 'a part is not restored alone'
) from public.deleted_records where scope = 'part' limit 1;
select results_eq(
  $$ select public.restore_record(tests.id(903)) -> 'left' from generate_series(1, 2) $$, $$ values ('3'::jsonb), ('0') $$, 'it comes back first, and then its links in parts'
);
select is(pg_temp.state(), (select state from used), 'with all that there was');
select is_empty('select from public.deleted_records', 'and nothing is left to restore');

insert into done values ('category', public.delete_records('categories', array[tests.id(45)], whole => tests.id(904), most => 4));
select is((select category_id from public.products where id = tests.id(1001)), null, 'a deletion that is stopped has taken a category from some');
select isnt_empty('select from public.categories where id = tests.id(45)', 'and left it there');
select is(public.restore_record(tests.id(904)) -> 'left', '0', 'they get it back');
select is(pg_temp.state(), (select state from used), 'with their subcategory');

select public.delete_records('subcategories', array[tests.id(41)], whole => tests.id(905), most => 2) from generate_series(1, 3);
select public.delete_records('products', array[tests.id(1001)]), public.delete_records('products', array[tests.id(1002)]);
update public.products set category_id = null where id = tests.id(1003);
select is(
  (select sum((public.restore_record(tests.id(905)) ->> 'left_out')::integer) from generate_series(1, 3)), 3::bigint,
  'products that were deleted or have lost the category since are left out'
);
select public.restore_record(tests.id(1001)), public.restore_record(tests.id(1002));
select results_eq(
  $$ select name, subcategory_id from public.products where name like 'Part %' order by name $$,
  $$ select 'Part ' || number, case when number not in (3, 7) then tests.id(41) end from generate_series(1, 7) as number $$,
  'and get it with what is restored later'
);
delete from public.deleted_records;
insert into public.themes (id, name) values (tests.id(44), 'Autumn');
select results_eq(
  $$ select public.delete_records('themes', array[tests.id(44), tests.id(43)], whole => tests.id(906), most => 4) - 'undo' from generate_series(1, 2) $$,
  $$ values ('{"deleted": 0, "products": 4, "left": 2}'::jsonb), ('{"deleted": 2, "products": 6}') $$, 'several are taken from products one after the other'
);
select results_eq(
  $$ select name, scope from public.deleted_records where part_of is null $$, $$ values ('2 themes', 'records') $$, 'and listed together'
);
select is(
  (select sum((public.restore_record(tests.id(906)) ->> 'left_out')::integer) from generate_series(1, 2)), 0::bigint, 'and restored together'
);
select is((select count(*) from public.product_themes where theme_id = tests.id(43)), 6::bigint, 'with their products');
select is(
  public.delete_records('themes', array[tests.id(43)], whole => tests.id(907), most => 6) ->> 'undo', tests.id(43)::text, 'one that few products have is deleted at once'
);

-- Someone links a record again while its deletion, or its restoration, is stopped.
select public.restore_record(tests.id(43));
insert into done values ('stopped', public.delete_records('themes', array[tests.id(43)], whole => tests.id(908), most => 3));
insert into public.product_themes (product_id, theme_id)
select (link ->> 'product_id')::uuid, tests.id(43) from public.deleted_records, jsonb_array_elements(links -> 'product_themes') as link limit 1;
select is(
  public.restore_record(tests.id(908)) - 'name', '{"products": 3, "left_out": 0, "left": 0}', 'a stopped deletion gives back what it has taken, and keeps what was linked since'
);
select is((select count(*) from public.product_themes where theme_id = tests.id(43)), 6::bigint, 'each of them once');
select public.delete_records('themes', array[tests.id(43)], whole => tests.id(909), most => 3) from generate_series(1, 2);
select is(public.restore_record(tests.id(909)) ->> 'left', '3', 'a restoration is stopped');
insert into public.product_themes (product_id, theme_id)
select (link ->> 'product_id')::uuid, tests.id(43) from public.deleted_records, jsonb_array_elements(links -> 'product_themes') as link limit 1;
select is(
  public.restore_record(tests.id(909)) - 'name', '{"products": 6, "left_out": 0, "left": 0}', 'and goes on with what was linked since'
);
select is((select count(*) from public.product_themes where theme_id = tests.id(43)), 6::bigint, 'with each of them once');

-- A deletion that was stopped is begun again, and both are restored.
select public.delete_records('themes', array[tests.id(43)], whole => tests.id(911), most => 3);
select is(
  public.delete_records('themes', array[tests.id(43)], whole => tests.id(912), most => 3) ->> 'deleted', '1', 'a deletion that was stopped is begun again'
);
select is(
  public.restore_record(tests.id(911)) - 'name', '{"products": 3, "left_out": 3, "left": 0}', 'the first one leaves its links out while the record is deleted'
);
select public.restore_record((select id from public.deleted_records where entity = 'themes' order by deleted_at desc limit 1));
select is((select count(*) from public.product_themes where theme_id = tests.id(43)), 6::bigint, 'which come back with it');

-- Products that had several of the records are counted once.
delete from public.deleted_records;
insert into public.product_themes (product_id, theme_id) select product_id, tests.id(44) from public.product_themes where theme_id = tests.id(43);
select results_eq(
  $$ select public.delete_records('themes', array[tests.id(43), tests.id(44)], whole => tests.id(910), most => 3) - 'undo' from generate_series(1, 4) $$,
  $$ values ('{"deleted": 0, "products": 3, "left": 6}'::jsonb), ('{"deleted": 0, "products": 3, "left": 6}'), ('{"deleted": 0, "products": 3, "left": 3}'), ('{"deleted": 2, "products": 6}') $$,
  'a deletion of several says how many products had any of them'
);
select is((select products from public.deleted_records where id = tests.id(910)), 6, 'and so does what restores them');
select * from finish();
rollback;
