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

select private.allow_service_role('storage.buckets');
select private.allow_service_role('storage.objects');

-- Images are removed by the back office's sweep alone, a day after the last record stopped using them: until then another
-- administrator's form may hold the record as it was, and save it.

create table private.released_images (
  name text primary key,
  released_at timestamptz not null
);
comment on table private.released_images is 'When records stopped using stored images, in the last day.';
create index released_images_by_time on private.released_images (released_at);
alter table private.released_images enable row level security;
revoke all on private.released_images from public, anon, authenticated, service_role;
grant select on private.released_images to authenticated, service_role;
select private.allow_service_role('private.released_images');
create policy "administrators read" on private.released_images for select to authenticated
using ((select private.is_admin()));

-- The argument is the column with the image's address.
create function private.release_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  released constant text := private.stored_image_name(to_jsonb(old) ->> tg_argv[0]);
begin
  if released is null or (tg_op = 'UPDATE' and released = private.stored_image_name(to_jsonb(new) ->> tg_argv[0])) then
    return null;
  end if;
  insert into private.released_images values (released, now())
  on conflict (name) do update set released_at = excluded.released_at;
  -- After a day the image's own age says the same.
  perform private.delete_expired(
    'private.released_images', 'released_at < now() - interval ''1 day'' order by released_at limit 20'
  );
  return null;
end
$$;

create trigger release_image after update of image_url or delete on public.products
for each row execute function private.release_image('image_url');
create trigger release_image after update of logo_url or delete on public.client_logos
for each row execute function private.release_image('logo_url');
create trigger release_image after update of logo_url or delete on public.site_settings
for each row execute function private.release_image('logo_url');

create function public.unused_product_images() returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select object.name from storage.objects as object
    where object.bucket_id = 'product-images'
      -- Others may lie there too: the bucket of a hosted project is open to its owner's tools. They are not ours to clear.
      and private.is_product_image_name(object.name)
      and object.created_at < now() - interval '1 day'
      and not exists (
        select from private.released_images as released
        where released.name in (object.name, private.original_image_name(object.name))
          and released.released_at >= now() - interval '1 day'
      )
      and not exists (
        select from public.products as product
        where private.stored_image_name(product.image_url) in (object.name, private.original_image_name(object.name))
      )
      and not exists (
        select from public.client_logos as logo
        where private.stored_image_name(logo.logo_url) in (object.name, private.original_image_name(object.name))
      )
      and not exists (
        select from public.site_settings as settings
        where private.stored_image_name(settings.logo_url) in (object.name, private.original_image_name(object.name))
      )
      and not exists (
        select from public.import_rows as line join public.deleted_records as undo on undo.id = line.import_id
        where line.image_name in (object.name, private.original_image_name(object.name))
      )
      -- Those that can still be restored: a policy hides the others.
      and not exists (
        select from public.deleted_records as deleted
        where deleted.image_name in (object.name, private.original_image_name(object.name))
      )
    order by object.name
    limit 1000
  );
end
$$;
comment on function public.unused_product_images is
  'Names of stored images, with their sizes, that were uploaded at least a day ago and that no record has shown for a day and no deleted one shows that can be restored. Nothing for anyone but administrators, who alone see stored objects.';
