-- What buyers decide by, and what only staff see: saved whole with the product, shown with it, filtered and found by, restored
-- with it; and the keys of shared links (product.md, sections 3, 4 and 7).
begin;
select no_plan();
select tests.set_up();
insert into storage.objects (bucket_id, name) values ('product-images', '2.webp'), ('product-images', '3.webp');

-- Saving
select tests.act_as('administrator');
create temporary table saved as select (public.save_product($$ {
  "name": "Flask", "is_sample": true, "code": "GW-100", "description": "Keeps **hot**.", "material": "Steel 304", "length_mm": 80,
  "capacity_ml": 500, "min_quantity": 50, "lead_days_from": 10, "lead_days_to": 15, "is_brand_reminder": true,
  "pictures": [{"url": "/storage/v1/object/public/product-images/2.webp", "alt": "Lid"}, {"url": "/storage/v1/object/public/product-images/3.webp"}],
  "colours": [{"name": "Red", "hex": "#b3402e", "picture_position": 2}, {"name": "Navy", "hex": "#1b2a4a"}],
  "parts": [{"name": "Flask", "quantity": 1}, {"name": "Cup", "quantity": 2}],
  "terms": {"supplier": "Acme", "supplier_code": "F-1", "cost_paise": 24500, "mrp_paise": 49900, "hsn": "9617", "gst_rate": 18, "gst_rate_from": "2025-09-22"},
  "price_breaks": [{"quantity": 100, "price_paise": 24500}, {"quantity": 250, "price_paise": 22900}]
} $$::jsonb || jsonb_build_object('branding', jsonb_build_array(jsonb_build_object('branding_method_id', tests.id(29), 'area', 'Front', 'colours', 2))),
  '{}', '{}', '{}')).id as id;
grant all on saved to anon, authenticated;
create function pg_temp.facts() returns jsonb language sql as $$
  select public.product_page((select left(replace(id::text, '-', ''), 12) from saved))::jsonb
    - array['id', 'key', 'similar', 'image_url', 'image_widths', 'image_colour', 'video_url', 'budget', 'category', 'subcategory', 'industries', 'themes', 'doctor_types']
$$;
create temporary table first_facts as select pg_temp.facts() as facts;
select is(facts, $$ {
  "name": "Flask", "code": "GW-100", "description": "Keeps **hot**.", "material": "Steel 304", "length_mm": 80, "capacity_ml": 500,
  "min_quantity": 50, "lead_days_from": 10, "lead_days_to": 15,
  "pictures": [{"position": 2, "url": "/storage/v1/object/public/product-images/2.webp", "alt": "Lid"}, {"position": 3, "url": "/storage/v1/object/public/product-images/3.webp"}],
  "colours": [{"name": "Red", "hex": "#b3402e", "picture_position": 2}, {"name": "Navy", "hex": "#1b2a4a"}],
  "branding": [{"name": "Engraving", "area": "Front", "colours": 2}], "parts": [{"name": "Flask", "quantity": 1}, {"name": "Cup", "quantity": 2}]
} $$::jsonb, 'a product has its facts, and no supplier, cost or price') from first_facts;
select is((select jsonb_agg(to_jsonb(terms) - 'product_id') from public.product_terms as terms join saved on id = product_id),
  '[{"supplier": "Acme", "supplier_code": "F-1", "cost_paise": 24500, "mrp_paise": 49900, "hsn": "9617", "gst_rate": 18, "gst_rate_from": "2025-09-22", "note": null}]', 'staff read its terms');
select public.save_product('{"name": "Flask", "is_sample": true, "terms": {"note": "Ask twice"}}', '{}', '{}', '{}', (select id from saved));
select is(pg_temp.facts(), (select facts from first_facts), 'what a save does not speak of stays');
select ok((select is_brand_reminder from public.products join saved using (id)), 'it stays a brand reminder');
select is((select cost_paise || note from public.product_terms join saved on id = product_id), '24500Ask twice', 'so does each of its terms');
select public.save_product('{"name": "Flask", "is_sample": true, "colours": [{"name": "Navy", "hex": "#1b2a4a"}], "parts": [], "material": null}', '{}', '{}', '{}', (select id from saved));
select is(pg_temp.facts() - array['pictures', 'branding'], (select facts - array['pictures', 'branding', 'parts', 'material'] || '{"colours": [{"name": "Navy", "hex": "#1b2a4a"}]}' from first_facts), 'a list is replaced');
select results_eq(
  $$ select key, jsonb_array_length(value) from public.record_history, jsonb_each(before) where record_id = (select id from saved) and kind = 'linked' and key in ('colours', 'parts') order by 1 $$,
  $$ values ('colours', 2), ('parts', 2) $$, 'and the history has what was there'
);
select throws_ok(format($$ select public.save_product('{"name": "Flask", "colours": [{"name": "Red"}, {"name": "red"}]}', '{}', '{}', '{}', %L) $$, (select id from saved)), '23505', null, 'a colour is there once');
select throws_ok(format($$ select public.save_product('{"name": "Flask", "pictures": [{"url": "/storage/v1/object/public/product-images/4.webp"}]}', '{}', '{}', '{}', %L) $$, (select id from saved)), '23514', 'The picture has been removed in the meantime: choose it again', 'a picture is there');
select throws_ok(format($$ select public.save_product('{"name": "Flask", "lead_days_from": 20}', '{}', '{}', '{}', %L) $$, (select id from saved)), '23514', null, 'a lead time is a range');

select public.save_product('{"name": "Flask", "is_sample": true, "is_brand_reminder": null}', '{}', '{}', '{}', (select id from saved));
select results_eq(
  $$ select (before -> 'is_brand_reminder')::text, (after -> 'is_brand_reminder')::text from public.record_history where record_id = (select id from saved) and after ? 'is_brand_reminder' $$,
  $$ values ('true', 'false') $$, 'until a save says that it is none, which the history has'
);

-- Filters and search
select tests.act_as('customer');
create function pg_temp.found(arguments jsonb) returns text language sql as $$
  select string_agg(product ->> 'name', ', ' order by product ->> 'name') from json_array_elements(public.catalogue_page(
    q => arguments ->> 'q', moq => (arguments ->> 'moq')::integer, lead => (arguments ->> 'lead')::integer, branding => arguments ->> 'branding', colour => arguments ->> 'colour'
  ) -> 'products') as product
$$;
select is(pg_temp.found(arguments::jsonb), wanted, arguments || ' finds ' || coalesce(wanted, 'nothing')) from (values
  ('{"moq": 49}', null), ('{"moq": 50}', 'Flask'), ('{"lead": 14}', null), ('{"lead": 15}', 'Flask'), ('{"colour": "Navy"}', 'Flask'),
  ('{"colour": "Red"}', 'Copper bottle, Desk lamp'), ('{"colour": "[\"Red\", \"Navy\"]"}', 'Copper bottle, Desk lamp, Flask'), ('{"colour": "Green"}', null),
  ('{"branding": "Engraving", "moq": 100}', 'Flask'), ('{"q": "gw-100"}', 'Flask'), ('{"q": "navy flask"}', 'Flask'), ('{"q": "engraving"}', 'Copper bottle, Desk lamp, Flask'), ('{"q": "F-1"}', null)
) as cases (arguments, wanted);
select is(
  (public.catalogue_page(counts => true, facts => true, colour => 'Navy') -> 'counts')::jsonb - array['budget', 'category', 'industry', 'theme', 'subcategory', 'doctor_type'],
  '{"moq": {"50": 1, "100": 1, "250": 1, "500": 1}, "lead": {"15": 1, "21": 1, "30": 1}, "branding": {"Engraving": 1}, "colour": {"Red": 2, "Navy": 1}}',
  'each value is counted beside the other filters'
);

-- Shared links
select tests.act_as('owner');
create temporary table shared as select id, private.share_key(id) as key from public.products;
create temporary table keys as
select ago, private.share_key(saved.id, ago) as key from saved, unnest(array[-1, 0, 1, 2, 3]) as ago;
grant all on shared, keys to anon, authenticated;
select matches(key, '^[-_0-9A-Za-z]{22}$', 'a key has 132 bits') from shared limit 1;
select tests.act_as('anonymous');
create function pg_temp.opened(product uuid, key text) returns text language sql as $$
  select string_agg(opened ->> 'name', ', ') from json_array_elements(public.shared_products(jsonb_build_array(jsonb_build_object('id', product, 'key', key)))) as opened
$$;
select is(pg_temp.opened((select id from saved), key), case when ago between 0 and 2 then 'Flask' end, format('a key of %s periods ago', ago)) from keys;
select is(pg_temp.opened(tests.id(16), (select key from shared where id = tests.id(15))), null, 'the key of another product opens nothing');
select is(pg_temp.opened(tests.id(17), (select key from shared where id = tests.id(17))), null, 'a draft is not opened');
select is(pg_temp.opened(tests.id(15), null), null, 'nor anything without a key');
select is(public.shared_products('[{"id": "x", "key": 1}, 7, null, {"id": null}]')::text, '[]', 'what is no product is left out');
select throws_ok($$ select public.shared_products((select jsonb_agg('{}'::jsonb) from generate_series(1, 51))) $$, '22023', 'A link can share at most 50 products', 'a link has an end');
select is(public.product_page(left(replace(tests.id(16)::text, '-', ''), 32), '{"page_size": 1}', (select key from shared where id = tests.id(16))) ->> 'name', 'Desk lamp', 'a product''s page is opened by its key');
select is(public.product_page(left(replace(tests.id(17)::text, '-', ''), 32), '{}', (select key from shared where id = tests.id(17)))::text, null, 'but not a draft''s');

-- Who sees what
select tests.act_as('customer');
select is_empty('select from public.product_terms union all select from public.product_price_breaks', 'customers read no terms');
select set_eq('select distinct product_id from public.product_colours', 'select id from public.products', 'and the facts of what they may see');
select is_empty('select from public.product_parts where product_id = tests.id(17)', 'which a draft is not');

-- Staff's facts by every way that is open to others: functions, joins as the API makes them of embeds, and searches
select tests.act_as('owner');
update public.product_terms set supplier = 'zqstaff', supplier_code = 'zqstaff ' || product_id, hsn = '98765432', cost_paise = 98765432100, mrp_paise = 98765432100, note = 'zqstaff' where true;
insert into public.product_terms (product_id, supplier, hsn) select id, 'zqstaff', '98765432' from public.products on conflict do nothing;
update public.product_price_breaks set price_paise = 98765432100 where true;
insert into public.favourites (user_id, product_id) select tests.id(1), id from public.products where is_sample on conflict do nothing;
create temporary table ways (way, statement) as values
  ('a page of the catalogue', 'select public.catalogue_page(counts => true, facts => true)::text'),
  ('a product''s page', $$ select string_agg(public.product_page(left(replace(id::text, '-', ''), 12))::text, '') from public.products $$),
  ('a link to a product', $$ select string_agg(public.product_page(left(replace(id::text, '-', ''), 12), '{}', key)::text, '') from shared $$),
  ('a shared list', $$ select public.shared_products(jsonb_agg(jsonb_build_object('id', id, 'key', key)))::text from shared $$),
  ('the filters', 'select public.catalogue_filters()::text'),
  ('favourites', 'select jsonb_agg(to_jsonb(saved))::text from public.favourite_products() as saved'),
  ('inquiries', 'select jsonb_agg(to_jsonb(sent))::text from public.my_inquiries() as sent'),
  ('the lists of the back office', 'select jsonb_agg(to_jsonb(found))::text from public.find_products(''zqstaff'') as found'),
  ('its figures', 'select public.catalogue_health()::text'),
  ('a search', 'select public.catalogue_page(q => ''zqstaff 98765432'') ->> ''total'''),
  ('an embed in products', 'select jsonb_agg(to_jsonb(product) || to_jsonb(terms))::text from public.products as product join public.product_terms as terms on product_id = product.id'),
  ('an embed of prices', 'select jsonb_agg(price)::text from public.products join public.product_price_breaks as price on product_id = id'),
  ('an embed in favourites', 'select jsonb_agg(terms)::text from public.favourites join public.product_terms as terms using (product_id)'),
  ('an embed by themes', 'select jsonb_agg(terms)::text from public.product_themes join public.product_terms as terms using (product_id)'),
  ('a count of embedded rows', 'select nullif(count(*), 0)::text || '' zqstaff'' from public.product_terms'),
  ('what was deleted', 'select jsonb_agg(deleted)::text from public.deleted_records as deleted'),
  ('the history', 'select jsonb_agg(change)::text from public.record_history as change');
grant select on ways to anon, authenticated;
create function pg_temp.answer(statement text) returns text language plpgsql as $$
declare
  answer text;
begin
  execute statement into answer;
  return answer;
exception
  when insufficient_privilege then
    return 'refused';
end
$$;
select tests.act_as('sales');
select matches(pg_temp.answer(statement), 'zqstaff|98765432', 'sales see a supplier or price by ' || way) from ways where way like 'an embed%';
select tests.act_as('anonymous');
select doesnt_match(coalesce(pg_temp.answer(statement), ''), 'zqstaff|98765432', 'visitors see no supplier or price by ' || way) from ways;
select tests.act_as('customer');
select doesnt_match(coalesce(pg_temp.answer(statement), ''), 'zqstaff|98765432', 'customers see no supplier or price by ' || way) from ways;
select tests.act_as('owner');
grant select on public.product_terms, public.product_price_breaks to anon;
select tests.act_as('anonymous');
select is_empty('select from public.product_terms union all select from public.product_price_breaks', 'and a visitor who may select them sees no row');

-- Deleting and restoring
select tests.act_as('administrator');
create temporary table before_deletion as select pg_temp.facts() as facts, (select jsonb_agg(to_jsonb(terms) order by product_id) from public.product_terms as terms) as terms, (select jsonb_agg(to_jsonb(price) order by product_id, quantity) from public.product_price_breaks as price) as prices;
delete from public.products where id = (select id from saved);
select tests.act_as('owner');
update storage.objects set created_at = now() - interval '2 days' where bucket_id = 'product-images';
delete from private.released_images where true;
select tests.act_as('administrator');
select is_empty($$ select from unnest(public.unused_product_images()) as name where name in ('2.webp', '3.webp') $$, 'the pictures of a deleted product stay');
select public.restore_record((select id from saved));
select results_eq(
  'select pg_temp.facts(), (select jsonb_agg(to_jsonb(terms) order by product_id) from public.product_terms as terms), (select jsonb_agg(to_jsonb(price) order by product_id, quantity) from public.product_price_breaks as price)',
  'select * from before_deletion', 'a restored product has all its facts'
);
delete from public.branding_methods where id = tests.id(29);
select is(pg_temp.facts() ? 'branding', false, 'a method that is deleted goes from its products');
select public.restore_record(tests.id(29));
select is(pg_temp.facts() -> 'branding', '[{"name": "Engraving", "area": "Front", "colours": 2}]', 'and comes back with area and colours');

select * from finish();
rollback;
