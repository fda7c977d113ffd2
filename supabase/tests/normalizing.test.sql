-- How texts and URLs are stored, independent of the client (product.md, section 5).
begin;
select no_plan();
select tests.set_up();
select tests.act_as('administrator');

select results_eq(statement, expected, what) from (values
  (
    'insert into public.categories (name, description) values (E'' \tBags\n '', ''  '') returning name, description',
    'values (''Bags'', null::text)', 'a category loses the spaces around its name, and an empty description'
  ),
  (
    'insert into public.subcategories (name, description) values (U&''\00A0Totes\3000'', '' Of jute. '') returning name, description',
    'values (''Totes'', ''Of jute.'')', 'a subcategory loses the spaces around its texts'
  ),
  (
    'insert into public.reply_templates (name, body) values ('' Samples sent '', '' Hello '') returning name, body',
    'values (''Samples sent'', ''Hello'')', 'a reply template loses them too'
  ),
  (
    'insert into public.themes (name, description) values ('' Diwali '', '''') returning name, description',
    'values (''Diwali'', null::text)', 'a theme loses them too'
  ),
  (
    'insert into public.industry_tags (name) values ('' Banking '') returning name', 'values (''Banking'')', 'and an industry tag'
  ),
  (
    'insert into public.doctor_type_tags (name) values ('' Dentist '') returning name', 'values (''Dentist'')', 'and a doctor type tag'
  ),
  (
    'insert into public.stats_blocks (title, value, description) values ('' Clients '', '' 95% '', '' '') returning title, value, description',
    'values (''Clients'', ''95%'', null::text)', 'and a stat block'
  ),
  (
    'insert into public.products (name, image_url, video_url) values ('' Mug '', '''', '' '') returning name, image_url, video_url',
    'values (''Mug'', null::text, null::text)', 'an empty address of a product is none'
  ),
  (
    'insert into public.products (name, code) values (''Cup'', U&'' A\00A0 e\0301  '') returning code', 'values (U&''A \00E9''::text)',
    'a code has single spaces'
  ),
  ('insert into public.products (name, code) values (''Jar'', '' '') returning code', 'values (null::text)', 'and an empty one is none'),
  (
    'insert into public.client_logos (name, logo_url) values ('' Acme '', '' https://example.com/a.png '') returning name, logo_url',
    'values (''Acme'', ''https://example.com/a.png'')', 'a logo''s address loses the spaces around it'
  ),
  (
    'update public.categories set name = '' Drinks '', description = '''' where id = tests.id(10) returning name, description',
    'values (''Drinks'', null::text)', 'a change is tidied like a new row'
  )
) as cases (statement, expected, what);

-- Images keep working when the site moves, because a URL of our own bucket is stored as its path.
select is(private.without_own_host(address), stored, format('%s is stored as %s', address, stored)) from (values
  ('http://127.0.0.1:3000/storage/v1/object/public/product-images/0.123.png', '/storage/v1/object/public/product-images/0.123.png'),
  ('HTTPS://abc.supabase.co/storage/v1/object/public/product-images/99.webp', '/storage/v1/object/public/product-images/99.webp'),
  ('/storage/v1/object/public/product-images/99.webp', '/storage/v1/object/public/product-images/99.webp'),
  ('https://cdn.example.com/storage/v1/object/public/product-images/photo.png', 'https://cdn.example.com/storage/v1/object/public/product-images/photo.png'),
  ('https://example.com/x?u=http://a/storage/v1/object/public/product-images/1.png', 'https://example.com/x?u=http://a/storage/v1/object/public/product-images/1.png'),
  ('https://example.com/picture.png', 'https://example.com/picture.png'),
  ('javascript:/storage/v1/object/public/product-images/1.png', 'javascript:/storage/v1/object/public/product-images/1.png')
) as cases (address, stored);
select is(
  (select image_url from public.products where id = tests.id(15)), null, 'the product has no image yet'
);
update public.products set image_url = 'http://localhost:54321/storage/v1/object/public/product-images/7.png' where id = tests.id(15);
select is(
  (select image_url from public.products where id = tests.id(15)), '/storage/v1/object/public/product-images/7.png',
  'a product''s image is stored without the host'
);
update public.client_logos set logo_url = 'http://localhost:54321/storage/v1/object/public/product-images/8.png' where id = tests.id(20);
select is(
  (select logo_url from public.client_logos where id = tests.id(20)), '/storage/v1/object/public/product-images/8.png',
  'and so is a logo'
);

select * from finish();
rollback;
