-- Images come in sizes: what a product says of them, and which of them are to be cleared away.
begin;
select no_plan();
select tests.set_up();

create function pg_temp.mug(image_url text, widths text, colour text) returns text language sql as $$
  select format('insert into public.products (name, image_url, image_widths, image_colour) values (''Mug'', %L, %L, %L)', image_url, widths, colour)
$$;
create function pg_temp.known_of(id uuid) returns text language sql as $$
  select coalesce(image_widths::text, '-') || ' ' || coalesce(image_colour, '-') from public.products where products.id = known_of.id
$$;
create function pg_temp.save(fields jsonb) returns uuid language sql as $$
  select (public.save_product(jsonb_build_object('name', 'Mug') || fields, '{}', '{}', '{}', tests.id(15))).id
$$;

insert into storage.objects (bucket_id, name)
select 'product-images', name from unnest(array['7.webp', '8.webp', '9.webp', '3-480.webp']) as name;

select tests.act_as('administrator');

-- The names of sizes
select is(private.is_product_image_name(name), may, format('an image %s be named %s', case when may then 'may' else 'may not' end, name))
from (values
  ('7-320.webp', true), ('7-480.webp', true), ('0.5-960.JPG', true), ('7-481.webp', false), ('7-.webp', false),
  ('7-480-320.webp', false), ('-480.webp', false), ('7-480', false), ('7.webp-480', false)
) as names (name, may);
select is(private.original_image_name(size), original, format('%s is made from %s', size, original))
from (values
  ('7-480.webp', '7.webp'), ('0.5-320.JPG', '0.5.JPG'), ('7.webp', '7.webp'), ('7-481.webp', '7-481.webp')
) as names (size, original);

-- What a product says of its image
select is(tests.stopped_by(pg_temp.mug(image_url, widths, colour)), stopped_by, what)
from (values
  ('/storage/v1/object/public/product-images/7.webp', '{320,480,960,1600}', '#8a9bac', null, 'an image may have every size'),
  ('/storage/v1/object/public/product-images/7.webp', '{320,480,960}', '#8a9bac', null, 'or be no wider than its widest size'),
  ('/storage/v1/object/public/product-images/7.webp', '{12}', null, null, 'or too small for any'),
  ('/storage/v1/object/public/product-images/7.webp', null, '#8a9bac', null, 'or have a colour and no sizes'),
  ('/storage/v1/object/public/product-images/7.webp', '{}', null, 'products_image_widths_form', 'it has a width of its own'),
  ('/storage/v1/object/public/product-images/7.webp', '{0}', null, 'products_image_widths_form', 'which is one pixel or more'),
  ('/storage/v1/object/public/product-images/7.webp', '{480,320,960}', null, 'products_image_widths_form', 'widths are in order'),
  ('/storage/v1/object/public/product-images/7.webp', '{320,320,960}', null, 'products_image_widths_form', 'each of them once'),
  ('/storage/v1/object/public/product-images/7.webp', '{320,640,960}', null, 'products_image_widths_form', 'and of sizes that are made'),
  ('/storage/v1/object/public/product-images/7.webp', '{320,NULL}', null, 'products_image_widths_form', 'none is unknown'),
  ('/storage/v1/object/public/product-images/7.webp', '{NULL,480}', null, 'products_image_widths_form', 'not even the first'),
  ('/storage/v1/object/public/product-images/7.webp', '{{320,480}}', null, 'products_image_widths_form', 'in one list'),
  ('/storage/v1/object/public/product-images/7.webp', '[0:1]={320,480}', null, 'products_image_widths_form', 'that begins where lists begin'),
  ('/storage/v1/object/public/product-images/7.webp', null, 'red', 'products_image_colour_form', 'a colour is six digits'),
  ('/storage/v1/object/public/product-images/7.webp', null, '#FFF;x', 'products_image_colour_form', 'and nothing else'),
  ('/storage/v1/object/public/product-images/7-480.webp', '{320,480}', null, 'products_image_sizes_of_own_image', 'a size has no sizes')
) as cases (image_url, widths, colour, stopped_by, what);

update public.products
set image_url = 'http://localhost:54321/storage/v1/object/public/product-images/7.webp', image_widths = '{320,400}', image_colour = '#8a9bac'
where id = tests.id(15);
select is(pg_temp.known_of(tests.id(15)), '{320,400} #8a9bac', 'an image with our host in its address has sizes too');
update public.products set image_url = 'https://elsewhere.test/mug.png' where id = tests.id(15);
select is(pg_temp.known_of(tests.id(15)), '- -', 'an image from elsewhere has none, though they are not taken away');
update public.products set image_url = null, image_widths = '{320,400}' where id = tests.id(15);
select is(pg_temp.known_of(tests.id(15)), '- -', 'and neither has a product without one');

-- Saving
select is(pg_temp.known_of(pg_temp.save(fields)), known, what)
from (values
  (1, '{"image_url": "/storage/v1/object/public/product-images/7.webp", "image_widths": [320, 400], "image_colour": "#8a9bac"}'::jsonb,
    '{320,400} #8a9bac', 'an image is saved with its sizes and its colour'),
  (2, '{"image_url": "http://localhost:54321/storage/v1/object/public/product-images/7.webp"}',
    '{320,400} #8a9bac', 'a program that knows of neither leaves them, as long as the image stays'),
  (3, '{"image_url": "/storage/v1/object/public/product-images/7.webp", "image_widths": null, "image_colour": null}',
    '- -', 'one that does may take them away'),
  (4, '{"image_url": "/storage/v1/object/public/product-images/7.webp", "image_widths": [320, 400], "image_colour": "#8a9bac"}',
    '{320,400} #8a9bac', 'or give them back'),
  (5, '{"image_url": "/storage/v1/object/public/product-images/8.webp"}', '- -', 'another image has not the sizes of the last'),
  (6, '{"image_url": "/storage/v1/object/public/product-images/9.webp", "image_widths": [12], "image_colour": "#000000"}', '{12} #000000', 'but its own'),
  (7, '{"image_url": null, "image_widths": [12]}', '- -', 'no image has none')
) as cases (position, fields, known, what)
order by position;
select is(
  pg_temp.known_of((public.save_product('{"name": "New", "image_url": "/storage/v1/object/public/product-images/7.webp", "image_widths": [320, 480, 960, 1600], "image_colour": "#8a9bac"}', '{}', '{}', '{}')).id),
  '{320,480,960,1600} #8a9bac', 'a new product has them as well'
);

-- An image that was removed
create function pg_temp.rejection(image_url text, product uuid) returns text language plpgsql as $$
begin
  perform public.save_product(jsonb_build_object('name', 'Mug', 'image_url', image_url), '{}', '{}', '{}', product);
  return null;
exception
  when check_violation then
    return sqlerrm;
end
$$;
select is(pg_temp.rejection(image_url, product), rejection, what)
from (values
  ('/storage/v1/object/public/product-images/6.webp', null, 'The picture has been removed in the meantime: choose it again', 'a new product shows no image that is not stored'),
  ('/storage/v1/object/public/product-images/6.webp', tests.id(15), 'The picture has been removed in the meantime: choose it again', 'and neither does a changed one'),
  ('http://127.0.0.1:3000/storage/v1/object/public/product-images/6.webp', tests.id(15), 'The picture has been removed in the meantime: choose it again', 'with the site''s own host as well'),
  ('/storage/v1/object/public/product-images/7.webp', tests.id(15), null, 'one that is stored may be shown'),
  ('https://elsewhere.test/6.webp', tests.id(15), null, 'and one of another site'),
  (null, tests.id(15), null, 'or none')
) as cases (image_url, product, rejection, what);

-- Clearing away
select tests.act_as('owner');
-- Newer versions of Storage let no role delete rows in SQL.
select set_config('storage.allow_delete_query', 'true', true);
delete from public.products;
delete from public.client_logos;
delete from private.released_images;
delete from storage.objects;
insert into storage.objects (bucket_id, name, created_at)
select 'product-images', image || size || '.webp', now() - interval '2 days'
from unnest(array['1', '2', '3', '4']) as image, unnest(array['', '-320', '-480', '-960']) as size;
-- Of an upload that was broken off, the smaller ones alone
delete from storage.objects where name = '4.webp';
insert into storage.objects (bucket_id, name) values ('product-images', '5.webp'), ('product-images', '5-480.webp');
select tests.act_as('administrator');
insert into public.products (name, image_url) values
  ('Shows an image', '/storage/v1/object/public/product-images/1.webp'),
  ('Shows a size', '/storage/v1/object/public/product-images/3-480.webp');
insert into public.client_logos (name, logo_url) values ('Elsewhere', 'https://x.test/storage/v1/object/public/product-images/5-480.webp?a');
select is(
  public.unused_product_images(),
  array['2-320.webp', '2-480.webp', '2-960.webp', '2.webp', '3-320.webp', '3-960.webp', '3.webp', '4-320.webp', '4-480.webp', '4-960.webp'],
  'an image that nothing shows goes with its sizes, sizes go without it, too, and a size that is shown stays'
);
update public.products set image_url = null where name = 'Shows an image';
select is(
  public.unused_product_images(),
  array['2-320.webp', '2-480.webp', '2-960.webp', '2.webp', '3-320.webp', '3-960.webp', '3.webp', '4-320.webp', '4-480.webp', '4-960.webp'],
  'the sizes of an image stay as long as the image does'
);

select * from finish();
rollback;
