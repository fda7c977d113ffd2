-- Product images (specification, section 3): read by everyone through their public address, written by administrators.
-- The public address asks no policy, so nobody else can list the bucket.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'product-images', 'product-images', true, 5 * 1024 * 1024,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "administrators read product images" on storage.objects for select to authenticated
using (bucket_id = 'product-images' and (select private.is_admin()));

create policy "administrators add product images" on storage.objects for insert to authenticated
with check (bucket_id = 'product-images' and private.is_product_image_name(name) and (select private.is_admin()));

create policy "administrators replace product images" on storage.objects for update to authenticated
using (bucket_id = 'product-images' and (select private.is_admin()))
with check (bucket_id = 'product-images' and private.is_product_image_name(name) and (select private.is_admin()));

create policy "administrators delete product images" on storage.objects for delete to authenticated
using (bucket_id = 'product-images' and (select private.is_admin()));
