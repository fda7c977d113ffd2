-- A record and its links are saved in one transaction. The caller's own rights decide (specification, section 6), and
-- a row that is missing, changed since or refused is an error.
select set_config('lock_timeout', '5s', true);

-- Says why an update changed no row: another one came first (HTTP 409), it is not the caller's to change, or it is
-- gone (HTTP 404). `current_version` is what the caller sees of the row, null for no row.
create function private.refuse_change(current_version integer, expected_version integer, entity text) returns void
language plpgsql set search_path = ''
as $$
begin
  if current_version is null then
    raise exception 'This % does not exist', entity using errcode = 'PT404';
  elsif current_version <> expected_version then
    raise exception 'This % has changed since it was opened', entity using errcode = 'PT409';
  end if;
  raise exception 'You may not change this %', entity using errcode = '42501';
end
$$;

create function public.save_product(
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

  -- The form may be older than the sweep that removed its image.
  if private.is_product_image_path(wanted.image_url) and not exists (
    select from storage.objects
    where bucket_id = 'product-images' and name = private.stored_image_name(wanted.image_url)
  ) then
    raise exception 'The picture was removed meanwhile: choose it again'
      using errcode = '23514', detail = 'It violates the constraint "products_image_url_stored".';
  end if;

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

create function public.save_subcategory(
  name text, description text, category_ids uuid[],
  subcategory_id uuid default null, subcategory_version integer default null
) returns public.subcategories
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  saved public.subcategories;
begin
  if save_subcategory.subcategory_id is null then
    insert into public.subcategories (name, description)
    values (save_subcategory.name, save_subcategory.description)
    returning * into saved;
  else
    update public.subcategories set name = save_subcategory.name, description = save_subcategory.description
    where id = save_subcategory.subcategory_id and version = coalesce(save_subcategory.subcategory_version, version)
    returning * into saved;
    if not found then
      perform private.refuse_change(
        (select version from public.subcategories where id = save_subcategory.subcategory_id),
        save_subcategory.subcategory_version, 'subcategory'
      );
    end if;
  end if;

  delete from public.subcategory_categories as link
  where link.subcategory_id = saved.id and link.category_id <> all (coalesce(save_subcategory.category_ids, '{}'));
  insert into public.subcategory_categories (subcategory_id, category_id)
  select saved.id, chosen from unnest(save_subcategory.category_ids) as chosen
  on conflict do nothing;

  return saved;
end
$$;
comment on function public.save_subcategory is
  'Creates a subcategory, or updates the one with subcategory_id, and replaces its categories: all of it or nothing. With subcategory_version, only if that is still its version.';
