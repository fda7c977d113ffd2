-- Product images (specification, section 3): read by everyone through their public address, written by administrators.
-- The public address asks no policy, so only administrators can list the bucket.
select set_config('lock_timeout', '5s', true);

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

select private.let_secret_key_in('storage.buckets');
select private.let_secret_key_in('storage.objects');

-- Images that no record shows, each with its sizes: those of the given names, or, without any, those that an upload
-- left at least a day ago without a save.
create function public.unused_product_images(candidates text[] default null) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select object.name from storage.objects as object
    where object.bucket_id = 'product-images'
      -- Others may lie there too: the bucket of a hosted project is open to its owner's tools. They are not ours to clear.
      and private.is_product_image_name(object.name)
      and case
        when candidates is null then object.created_at < now() - interval '1 day'
        else object.name = any (private.with_size_names(candidates))
      end
      and not exists (
        select from public.products as product
        where private.stored_image_name(product.image_url) in (object.name, private.original_image_name(object.name))
      )
      and not exists (
        select from public.client_logos as logo
        where private.stored_image_name(logo.logo_url) in (object.name, private.original_image_name(object.name))
      )
    order by object.name
    limit 1000
  );
end
$$;
comment on function public.unused_product_images is
  'Names of stored images, with their sizes, that no record shows: of the candidates, or of those older than a day. Nothing for anyone but administrators, who alone see stored objects.';
