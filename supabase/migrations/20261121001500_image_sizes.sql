-- Images come in sizes: beside a stored image `7.webp` lie its cuts for cards, `7-320.webp`, `7-480.webp` and
-- `7-960.webp`, as far as it is as wide. A product says which widths there are, and the colour that stands in for the
-- picture until it is there. Images without sizes, from elsewhere or of old, are shown as they are.

-- The name of an object in the bucket product-images: "a random number plus the original file extension"
-- (specification, section 3), or that of a size.
create or replace function private.is_product_image_name(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value ~* '^[0-9]{1,40}(\.[0-9]{1,40})?(-(320|480|960))?\.(jpg|jpeg|png|webp|avif|gif)$'
$$;
-- They hold what the function above says.
reindex index public.products_of_image;
reindex index public.client_logos_of_image;

-- The name of the image that a size was made from; that of an image itself stays.
create function private.original_image_name(name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(name, '-(320|480|960)(\.[a-z]+)$', '\2', 'i')
$$;

-- The names of images, and those that their sizes have where there are any.
create function private.with_size_names(names text[]) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array(
    select regexp_replace(name, '(\.[a-z]+)$', size || '\1', 'i')
    from unnest(names) as name cross join unnest(array['', '-320', '-480', '-960']) as size
  )
$$;

-- Widths in pixels from the smallest to the largest, as cards cut the image. The largest is the image itself, the
-- others are sizes beside it.
create function private.is_image_widths(widths smallint[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(
    array_ndims(widths) = 1 and array_lower(widths, 1) = 1
      and widths[array_upper(widths, 1)] between 1 and 16383
      and widths[:array_upper(widths, 1) - 1] <@ array[320, 480, 960]::smallint[]
      and widths = array(select distinct width from unnest(widths) as width order by width),
    -- Of widths that are none, all of the above is null.
    widths is null
  )
$$;

revoke execute on function
  private.original_image_name(text),
  private.with_size_names(text[]),
  private.is_image_widths(smallint[])
from public;
grant execute on function
  private.original_image_name(text),
  private.with_size_names(text[]),
  private.is_image_widths(smallint[])
to authenticated, service_role;

alter table public.products
add column image_widths smallint[]
  constraint products_image_widths_form check (private.is_image_widths(image_widths)),
add column image_colour text
  constraint products_image_colour_form check (image_colour ~ '^#[0-9a-f]{6}$'),
add constraint products_image_sizes_of_own_image check (
  (image_widths is null and image_colour is null)
  or (private.is_product_image_path(image_url) and image_url = private.original_image_name(image_url))
);
comment on column public.products.image_widths is
  'Widths in pixels that the image is there in, ascending; the last is its own. Null where it has no sizes.';
comment on column public.products.image_colour is
  'The image''s colour on the whole, shown until it is there; null where it is not known.';

-- What is known of an image goes with it.
create or replace function private.tidy_product() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.image_url := private.without_own_host(nullif(private.trimmed(new.image_url), ''));
  new.video_url := nullif(private.trimmed(new.video_url), '');
  if private.is_product_image_path(new.image_url) is not true then
    new.image_widths := null;
    new.image_colour := null;
  end if;
  return new;
end
$$;

create or replace function public.save_product(
  product jsonb, industry_tag_ids uuid[], theme_ids uuid[], doctor_type_tag_ids uuid[],
  product_id uuid default null, product_version integer default null
) returns public.products
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted public.products;
  saved public.products;
  kept_doctor_type_ids uuid[];
  fields constant text[] := array[
    'name', 'image_url', 'image_widths', 'image_colour', 'video_url', 'category_id', 'subcategory_id', 'budget',
    'is_sample', 'is_featured'
  ];
begin
  if jsonb_typeof(product) is distinct from 'object' then
    raise exception 'A product is an object of its fields' using errcode = '22023';
  end if;
  if exists (select from jsonb_object_keys(product) as field where field <> all (fields)) then
    raise exception 'A product has no such field: %', (
      select string_agg(field, ', ' order by field) from jsonb_object_keys(product) as field where field <> all (fields)
    ) using errcode = '22023';
  end if;
  wanted := jsonb_populate_record(null::public.products, product);
  wanted.image_url := private.without_own_host(private.trimmed(wanted.image_url));

  if wanted.subcategory_id is not null and not exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = wanted.subcategory_id and link.category_id = wanted.category_id
  ) then
    raise exception 'The chosen subcategory does not belong to the chosen category' using errcode = '23514';
  end if;

  if save_product.product_id is null then
    insert into public.products (
      name, image_url, image_widths, image_colour, video_url, category_id, subcategory_id, budget, is_sample, is_featured
    )
    values (
      wanted.name, wanted.image_url, wanted.image_widths, wanted.image_colour, wanted.video_url, wanted.category_id,
      wanted.subcategory_id, wanted.budget, coalesce(wanted.is_sample, false), coalesce(wanted.is_featured, false)
    )
    returning * into saved;
  else
    update public.products set
      name = wanted.name,
      image_url = wanted.image_url,
      -- An older program knows nothing of sizes: what it does not speak of stays, as long as the image does.
      image_widths = case
        when image_url = wanted.image_url and not product ? 'image_widths' then image_widths else wanted.image_widths
      end,
      image_colour = case
        when image_url = wanted.image_url and not product ? 'image_colour' then image_colour else wanted.image_colour
      end,
      video_url = wanted.video_url,
      category_id = wanted.category_id,
      subcategory_id = wanted.subcategory_id,
      budget = wanted.budget,
      is_sample = coalesce(wanted.is_sample, false),
      is_featured = coalesce(wanted.is_featured, false)
    where id = save_product.product_id and version = coalesce(save_product.product_version, version)
    returning * into saved;
    if not found then
      perform private.refuse_change(
        (select version from public.products where id = save_product.product_id), save_product.product_version, 'product'
      );
    end if;
  end if;

  -- Doctor types belong to pharmaceutical products only (specification, section 5).
  if exists (
    select from public.industry_tags as tag
    where tag.id = any (save_product.industry_tag_ids) and lower(tag.name) = 'pharmaceutical'
  ) then
    kept_doctor_type_ids := save_product.doctor_type_tag_ids;
  end if;

  delete from public.product_industry_tags as link
  where link.product_id = saved.id and link.industry_tag_id <> all (coalesce(save_product.industry_tag_ids, '{}'));
  insert into public.product_industry_tags (product_id, industry_tag_id)
  select saved.id, chosen from unnest(save_product.industry_tag_ids) as chosen
  on conflict do nothing;

  delete from public.product_themes as link
  where link.product_id = saved.id and link.theme_id <> all (coalesce(save_product.theme_ids, '{}'));
  insert into public.product_themes (product_id, theme_id)
  select saved.id, chosen from unnest(save_product.theme_ids) as chosen
  on conflict do nothing;

  delete from public.product_doctor_type_tags as link
  where link.product_id = saved.id and link.doctor_type_tag_id <> all (coalesce(kept_doctor_type_ids, '{}'));
  insert into public.product_doctor_type_tags (product_id, doctor_type_tag_id)
  select saved.id, chosen from unnest(kept_doctor_type_ids) as chosen
  on conflict do nothing;

  return saved;
end
$$;
comment on function public.save_product is
  'Creates a product, or updates the one with product_id, and replaces its three kinds of tags: all of it or nothing. With product_version, only if that is still its version.';

-- Images that no record shows, each with its sizes: those of the given names, or, without any, those that were left
-- behind at least a day ago by an upload whose save never came.
create or replace function public.unused_product_images(candidates text[] default null) returns text[]
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
