-- Imports of the facts and terms of products: saved, compared, reported before and undone with the product.
begin;
select no_plan();
select tests.set_up();
insert into storage.objects (bucket_id, name)
select 'product-images', name from unnest(array['2.webp', '3.webp', '4.webp']) as name;
create function pg_temp.state() returns jsonb language sql as $$
  select jsonb_build_object(
    'products', (select jsonb_agg(to_jsonb(row) - 'version' order by id) from public.products as row),
    'methods', (select jsonb_agg(name order by name) from public.branding_methods),
    'facts', array[
      (select jsonb_agg(row order by row) from public.product_pictures as row), (select jsonb_agg(row order by row) from public.product_colours as row),
      (select jsonb_agg(row order by row) from public.product_branding_methods as row), (select jsonb_agg(row order by row) from public.product_parts as row),
      (select jsonb_agg(row order by row) from public.product_terms as row), (select jsonb_agg(row order by row) from public.product_price_breaks as row)
    ]
  )
$$;
create function pg_temp.facts(named text) returns jsonb language sql as $$
  select to_jsonb(product) - array['id', 'created_at', 'version', 'featured_order', 'category_id', 'subcategory_id', 'budget', 'video_url', 'is_featured', 'is_sample']
    || jsonb_strip_nulls(jsonb_build_object(
      'pictures', (select jsonb_agg(to_jsonb(row) - array['product_id', 'position'] order by position) from public.product_pictures as row where product_id = id),
      'colours', (select jsonb_agg(to_jsonb(row) - array['product_id', 'position'] order by position) from public.product_colours as row where product_id = id),
      'branding', (select jsonb_agg(jsonb_build_object('name', method.name, 'area', row.area, 'colours', row.colours) order by method.name) from public.product_branding_methods as row join public.branding_methods as method on method.id = branding_method_id where product_id = product.id),
      'parts', (select jsonb_agg(to_jsonb(row) - array['product_id', 'position'] order by position) from public.product_parts as row where product_id = id),
      'terms', (select to_jsonb(row) - 'product_id' from public.product_terms as row where product_id = id),
      'price_breaks', (select jsonb_agg(to_jsonb(row) - 'product_id' order by quantity) from public.product_price_breaks as row where product_id = id)
    ))
  from public.products as product where name = named
$$;
create function pg_temp.checked(line jsonb, options jsonb default '{"update": true}') returns jsonb language sql as $$
  select public.import_products(jsonb_build_array('{"number": 2}' || line), options) -> 0
$$;
-- Imports one row.
create function pg_temp.run(number integer, line jsonb, options jsonb default '{"update": true}') returns text language sql as $$
  select public.store_import(tests.id(number), 'list.csv', options, 1, jsonb_build_array('{"number": 2}' || line));
  select public.import_products(jsonb_build_array('{"number": 2}' || line), '{}', tests.id(number)) #>> '{0,outcome}'
$$;
create temporary table file as select $json${
  "supplier": "Acme", "supplier_code": "F-1", "code": "GW-1", "name": "Flask", "description": "Keeps hot.", "material": "Steel", "length_mm": 80,
  "capacity_ml": 500, "weight_g": 300, "min_quantity": 50, "lead_days_from": 10, "lead_days_to": 15, "packaging": "Box", "care": "Wash", "origin": "India", "is_brand_reminder": true,
  "image_url": "/storage/v1/object/public/product-images/2.webp", "image_widths": [320, 500],
  "pictures": [{"url": "/storage/v1/object/public/product-images/3.webp", "widths": [320, 400], "colour": "#112233"}],
  "colours": [{"name": "Red", "hex": "#b3402e", "picture_position": 2}, {"name": "Navy"}], "branding": ["engraving", "Laser"],
  "parts": [{"name": "Flask", "quantity": 1}], "cost_paise": 24500, "hsn": "9617", "gst_rate": 18, "gst_rate_from": "2025-09-22", "note": "Ask",
  "price_breaks": [{"quantity": 250, "price_paise": 22900}, {"quantity": 100, "price_paise": 24500}]
}$json$::jsonb as line;
grant all on file to authenticated;
select tests.act_as('administrator');
create temporary table before as select pg_temp.state() as state;

-- Created
select is(pg_temp.checked(line) #>> '{notes,branding}', 'There is no branding method "Laser"', 'a branding method is not created unless it may be') from file;
select is(pg_temp.run(80, line, '{"update": true, "create": {"branding_methods": ["laser"]}}'), 'created', 'a product is created with its facts') from file;
select is(pg_temp.facts('Flask'), $json${
  "name": "Flask", "code": "GW-1", "description": "Keeps hot.", "material": "Steel", "length_mm": 80, "width_mm": null, "logo_x": null, "logo_y": null, "logo_width": null, "height_mm": null, "capacity_ml": 500,
  "weight_g": 300, "min_quantity": 50, "lead_days_from": 10, "lead_days_to": 15, "packaging": "Box", "care": "Wash", "origin": "India", "is_brand_reminder": true, "image_alt": null,
  "image_url": "/storage/v1/object/public/product-images/2.webp", "image_widths": [320, 500], "image_colour": null,
  "pictures": [{"url": "/storage/v1/object/public/product-images/3.webp", "widths": [320, 400], "colour": "#112233"}],
  "colours": [{"name": "Red", "hex": "#b3402e", "picture": "/storage/v1/object/public/product-images/3.webp"}, {"name": "Navy"}],
  "branding": [{"name": "Engraving"}, {"name": "Laser"}], "parts": [{"name": "Flask", "quantity": 1}],
  "terms": {"supplier": "Acme", "supplier_code": "F-1", "cost_paise": 24500, "hsn": "9617", "gst_rate": 18, "gst_rate_from": "2025-09-22", "note": "Ask"},
  "price_breaks": [{"quantity": 100, "price_paise": 24500}, {"quantity": 250, "price_paise": 22900}]
}$json$::jsonb, 'each of them');

-- Imported again
select is(pg_temp.checked(line) ->> 'outcome', 'unchanged', 'the same row changes nothing') from file;
select is(pg_temp.checked(line - array['supplier', 'supplier_code']) ->> 'outcome', 'unchanged', 'found by our code, too') from file;
select is(pg_temp.checked(line - array['pictures', 'colours', 'price_breaks', 'image_url', 'branding', 'material', 'is_brand_reminder']) ->> 'outcome', 'unchanged', 'nor does what it leaves out') from file;
update public.product_branding_methods set area = 'Front', colours = 2 where product_id = (select id from public.products where name = 'Flask') and branding_method_id = tests.id(29);
update public.product_pictures set alt = 'Lid' where product_id = (select id from public.products where name = 'Flask');
update public.products set image_alt = 'Whole' where name = 'Flask';
select is(pg_temp.checked(line || '{"colours": [{"name": "Red"}, {"name": "Navy"}]}') ->> 'outcome', 'unchanged', 'texts, areas and colours that no column has stay') from file;
create function pg_temp.without_ids(report jsonb) returns jsonb language sql as $$ select regexp_replace(report::text, ', "branding_method_id": "[^"]*"', '', 'g')::jsonb $$;
select is(
  pg_temp.without_ids(pg_temp.checked(line || '{"cost_paise": 26000, "material": null, "parts": [], "branding": ["Laser"], "colours": [{"name": "Green"}]}')),
  $json${
    "number": 2, "outcome": "updated", "errors": {}, "removed": ["parts", "material"], "changed": {
      "cost_paise": [24500, 26000], "material": ["Steel", null], "parts": [[{"name": "Flask", "quantity": 1}], []],
      "branding": [[{"name": "Engraving", "area": "Front", "colours": 2}, {"name": "Laser"}], [{"name": "Laser"}]],
      "colours": [[{"name": "Red", "hex": "#b3402e", "picture_position": 2}, {"name": "Navy"}], [{"name": "Green"}]]
    }
  }$json$::jsonb, 'a check tells each change, and what the row removes'
) from file;
select is(
  pg_temp.without_ids(pg_temp.checked(line || '{
    "image_alt": "All of it", "pictures": [{"url": "/storage/v1/object/public/product-images/3.webp", "alt": null}],
    "branding": [{"name": "ENGRAVING", "area": null, "colours": 3}, {"name": "Laser", "area": "60 x 20 mm"}]
  }') -> 'changed'),
  $json${
    "image_alt": ["Whole", "All of it"],
    "pictures": [
      [{"url": "/storage/v1/object/public/product-images/3.webp", "alt": "Lid", "widths": [320, 400], "colour": "#112233"}],
      [{"url": "/storage/v1/object/public/product-images/3.webp", "widths": [320, 400], "colour": "#112233"}]
    ],
    "branding": [[{"name": "Engraving", "area": "Front", "colours": 2}, {"name": "Laser"}], [{"name": "Engraving", "colours": 3}, {"name": "Laser", "area": "60 x 20 mm"}]]
  }$json$::jsonb, 'of texts, areas and numbers of colours, too, that a file has'
) from file;
select is(
  pg_temp.checked(line || '{"branding": [{"name": "Laser"}, {"name": "Engraving", "area": "Front", "colours": 2}], "image_alt": "Whole"}') ->> 'outcome', 'unchanged',
  'and none where they are equal'
) from file;
select is(pg_temp.checked(line || jsonb_build_object('description', repeat('x', 2000))) #>> '{changed,description,1}', repeat('x', 100), 'long texts in part') from file;
select is(pg_temp.checked(line || '{"material": "Brass"}', '{}') ->> 'outcome', 'unchanged', 'nothing is updated unless it may be') from file;

-- Pictures in another order
create temporary table imported as select pg_temp.state() as state;
select is(pg_temp.run(81, line || '{
  "name": "Flask 2", "is_brand_reminder": false, "image_url": "/storage/v1/object/public/product-images/3.webp",
  "pictures": [{"url": "/storage/v1/object/public/product-images/4.webp", "widths": [4]}, {"url": "/storage/v1/object/public/product-images/2.webp"}],
  "colours": [{"name": "red"}, {"name": "Black"}], "branding": [{"name": "Engraving", "area": "Back"}], "cost_paise": 26000, "price_breaks": [], "parts": [], "note": null
}'), 'updated', 'a product is updated') from file;
select is(facts - array['code', 'description', 'material', 'length_mm', 'width_mm', 'height_mm', 'capacity_ml', 'weight_g', 'min_quantity', 'lead_days_from', 'lead_days_to', 'packaging', 'care', 'origin'], $json${
  "logo_x": null, "logo_y": null, "logo_width": null, "is_brand_reminder": false, "name": "Flask 2", "image_url": "/storage/v1/object/public/product-images/3.webp", "image_alt": "Lid", "image_widths": [320, 400], "image_colour": "#112233",
  "pictures": [
    {"url": "/storage/v1/object/public/product-images/4.webp", "widths": [4]},
    {"url": "/storage/v1/object/public/product-images/2.webp", "alt": "Whole", "widths": [320, 500]}
  ],
  "colours": [{"name": "red", "hex": "#b3402e", "picture": "/storage/v1/object/public/product-images/3.webp"}, {"name": "Black"}],
  "branding": [{"name": "Engraving", "area": "Back", "colours": 2}],
  "terms": {"supplier": "Acme", "supplier_code": "F-1", "cost_paise": 26000, "hsn": "9617", "gst_rate": 18, "gst_rate_from": "2025-09-22"}
}$json$::jsonb, 'pictures take their texts and sizes with them, and colours follow their picture') from pg_temp.facts('Flask 2') as facts;
select tests.act_as('owner');
update storage.objects set created_at = now() - interval '2 days' where bucket_id = 'product-images';
update public.product_pictures set url = '/storage/v1/object/public/product-images/4.webp' where url like '%/2.webp';
delete from private.released_images where true;
select tests.act_as('administrator');
select is_empty($$ select from unnest(public.unused_product_images()) as name where name in ('2.webp', '3.webp') $$, 'pictures that the undoing needs stay');
update public.product_pictures set url = '/storage/v1/object/public/product-images/2.webp' where position = 3;
select is(public.restore_record(tests.id(81)), '{"name": "Import of list.csv", "products": 1, "left_out": 0}', 'it is undone');
select is(pg_temp.state(), (select state from imported), 'with all facts');
select is_empty(
  $$ select from public.record_history where kind = 'linked' and before ? 'parts' and before -> 'parts' = after -> 'parts' $$, 'and without a trace of what it did not change'
);

-- Pictures that an earlier import has stored
select public.store_import(tests.id(82), 'named.csv', '{"update": true}', 1, '[{"number": 2, "code": "GW-1", "image": "Flask.jpg", "pictures": [{"image": "lid.jpg"}]}]');
select public.import_products(jsonb_build_array(line || '{"number": 2}'), '{}', tests.id(82)) from file;
select tests.act_as('owner');
update public.imports set created_at = now() + interval '1 minute' where id = tests.id(82);
select tests.act_as('administrator');
select is(pg_temp.checked('{"code": "GW-1", "name": "Flask", "stored_image": "flask.JPG", "pictures": [{"stored_image": "LID.jpg"}]}') ->> 'outcome', 'unchanged', 'need not be chosen again');
select is(
  pg_temp.checked('{"code": "GW-1", "name": "Flask", "stored_image": "flask.jpg", "pictures": [{"stored_image": "back.jpg"}]}') -> 'errors',
  '{"pictures": "back.jpg is not among the chosen pictures"}', 'and others must be'
);

-- What constraints refuse
select is(pg_temp.checked(line || refused.value) -> 'errors', jsonb_build_object(field, message), field || ': ' || message) from file, (values
  ('{"hsn": "12"}'::jsonb, 'hsn', 'HSN must have 4, 6 or 8 digits'), ('{"cost_paise": -1}', 'cost_paise', 'This is too small or too large'),
  ('{"length_mm": 0}', 'length_mm', 'This is too small or too large'), (jsonb_build_object('material', repeat('x', 201)), 'material', 'This is too long'),
  ('{"lead_days_from": 20}', 'lead_days_to', 'The longest lead time must not be less than the shortest'), ('{"colours": [{"name": "Red"}, {"name": "Red"}]}', 'colours', 'The same entry appears twice'),
  ('{"colours": [{"name": "Grey", "hex": "grey"}]}', 'colours', 'Write a colour like #b3402e'),
  ('{"price_breaks": [{"quantity": 1, "price_paise": 1}, {"quantity": 1, "price_paise": 2}]}', 'price_breaks', 'The same entry appears twice'),
  ('{"pictures": [{"url": "ftp://x"}]}', 'pictures', 'This was not accepted')
) as refused (value, field, message);
select is(pg_temp.checked('{"supplier_code": "F-1", "supplier": "Acme", "code": "GW-2", "name": "Flask"}') ->> 'outcome', 'updated', 'a product may get another code of ours');
insert into public.products (name, code) values ('Other', 'GW-2');
select is(pg_temp.checked('{"supplier_code": "F-1", "supplier": "Acme", "code": "gw-2", "name": "Flask"}') -> 'errors', '{"code": "Another product has this code"}', 'but none that another one has');
delete from public.products where name = 'Other';

-- Products that the list does not name
select is(pg_temp.run(83, jsonb_build_object('product_id', tests.id(15), 'product_name', 'Gone', 'is_sample', false)), 'updated', 'a product is made a draft by its id');
select is((select is_sample from public.products where id = tests.id(15)), false, 'and nothing else of it changes');
select is(pg_temp.checked(jsonb_build_object('product_id', tests.id(99), 'is_sample', false)) ->> 'outcome', 'unchanged', 'one that was deleted meanwhile is left alone');
select is(public.restore_record(tests.id(83)) ->> 'left_out', '0', 'which is undone');
select is((select is_sample from public.products where id = tests.id(15)), true, 'it is published again');

-- Codes that go from one product to another
create function pg_temp.run_all(number integer, lines jsonb) returns jsonb language sql as $$
  select public.store_import(tests.id(number), 'codes.csv', '{"update": true}', 1, lines);
  select jsonb_path_query_array(public.import_products(lines, '{}', tests.id(number)), '$[*].outcome')
$$;
select pg_temp.run_all(84, '[
  {"number": 2, "supplier": "Codes", "supplier_code": "C-1", "code": "C-A", "name": "One"},
  {"number": 3, "supplier": "Codes", "supplier_code": "C-2", "code": "C-B", "name": "Two"}
]');
select is(pg_temp.run_all(85, '[
  {"number": 2, "supplier": "Codes", "supplier_code": "C-1", "code": "C-C", "name": "One"},
  {"number": 3, "supplier": "Codes", "supplier_code": "C-2", "code": "C-A", "name": "Two"},
  {"number": 4, "supplier": "Codes", "supplier_code": "C-3", "code": "C-B", "name": "Three"}
]'), '["updated", "updated", "created"]', 'are given by an import');
insert into public.products (name, code) values ('Other', 'C-D');
select is(public.restore_record(tests.id(85)) ->> 'left_out', '0', 'and given back');
select results_eq(
  $$ select name, code from public.products where code like 'C-_' order by code $$,
  $$ values ('One', 'C-A'), ('Two', 'C-B'), ('Other', 'C-D') $$, 'to those that had them'
);
select pg_temp.run_all(86, '[{"number": 2, "supplier": "Codes", "supplier_code": "C-1", "code": "C-C", "name": "One"}]');
update public.products set code = 'C-A' where name = 'Other';
select throws_ok(
  $$ select public.restore_record(tests.id(86)) $$, '23505', 'Another product has one of their codes now: change that one first', 'unless another product has one by now'
);

select public.restore_record(tests.id(80));
select is((select count(*) from public.products where name = 'Flask'), 1::bigint, 'what was changed since stays');
delete from public.products where name = 'Flask';
select * from finish();
rollback;
