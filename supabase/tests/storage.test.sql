-- Product images in storage: written and listed by administrators, read through the public address (product.md, section 3).
begin;
select no_plan();
select tests.set_up();
insert into storage.objects (bucket_id, name) values ('product-images', '1.png');
insert into storage.buckets (id, name, public) values ('other', 'other', true);
insert into storage.objects (bucket_id, name) values ('other', '1.png');

select results_eq(
  $$ select public, file_size_limit, array(select unnest(allowed_mime_types) order by 1) from storage.buckets where id = 'product-images' $$,
  $$ values (true, 5242880::bigint, array['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp']) $$,
  'the bucket is public, takes pictures of five kinds and up to 5 MiB'
);

-- Newer versions of Storage refuse to delete rows in SQL; this tests the policies, not Storage.
select set_config('storage.allow_delete_query', 'true', true);

-- Even where every table is granted to everybody
grant all on storage.objects, storage.buckets to anon, authenticated;
select is(
  tests.may(actor, statement), actor = 'administrator' and may,
  format('%s %s %s', actor, case when actor = 'administrator' and may then 'may' else 'may not' end, what)
)
from (values
  ('list images', 'select from storage.objects where bucket_id = ''product-images''', true),
  ('list another bucket', 'select from storage.objects where bucket_id = ''other''', false),
  ('add an image', 'insert into storage.objects (bucket_id, name) values (''product-images'', ''0.8263.webp'')', true),
  ('add an image to another bucket', 'insert into storage.objects (bucket_id, name) values (''other'', ''2.png'')', false),
  ('replace an image', 'update storage.objects set updated_at = now() where bucket_id = ''product-images''', true),
  ('give an image a name of its own', 'update storage.objects set name = ''logo.png'' where bucket_id = ''product-images''', false),
  ('move an image to another bucket', 'update storage.objects set bucket_id = ''other'', name = ''3.png'' where bucket_id = ''product-images''', false),
  ('move an image out of another bucket', 'update storage.objects set bucket_id = ''product-images'', name = ''3.png'' where bucket_id = ''other''', false),
  ('delete an image', 'delete from storage.objects where bucket_id = ''product-images''', true),
  ('delete from another bucket', 'delete from storage.objects where bucket_id = ''other''', false),
  ('change the bucket', 'update storage.buckets set allowed_mime_types = null', false),
  ('make a bucket', 'insert into storage.buckets (id, name) values (''new'', ''new'')', false),
  ('delete the bucket', 'delete from storage.buckets', false)
) as cases (what, statement, may)
cross join unnest(array['anonymous', 'customer', 'administrator']) as actor;

-- "A random number plus the original file extension"
select is(
  tests.may('administrator', format('insert into storage.objects (bucket_id, name) values (''product-images'', %L)', name)), may,
  format('an image %s be named %s', case when may then 'may' else 'may not' end, name)
)
from (values
  ('12345.jpg', true), ('0.123456789.JPEG', true), ('0.9.png', true), ('7.webp', true), ('7.avif', true), ('7.gif', true),
  ('7.svg', false), ('7.html', false), ('7', false), ('7.png.html', false), ('.png', false), ('-7.png', false),
  ('7.7.7.png', false), ('photo.png', false), ('folder/7.png', false), ('../7.png', false), (E'7.png\n', false),
  (repeat('7', 500) || '.png', false), ('', false)
) as names (name, may);

select * from finish();
rollback;
