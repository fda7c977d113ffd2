-- An index for every query of the specification's section 7 and for every foreign key.

-- Filters go by name, so two names that differ only in case would be one too many.
create unique index categories_name_unique on public.categories (lower(name));
create unique index industry_tags_name_unique on public.industry_tags (lower(name));
create unique index doctor_type_tags_name_unique on public.doctor_type_tags (lower(name));
create unique index themes_name_unique on public.themes (lower(name));

-- Lists in alphabetical order, and the search for a filter's value by its name.
create index categories_by_name on public.categories (name);
create index subcategories_by_name on public.subcategories (name);
create index industry_tags_by_name on public.industry_tags (name);
create index doctor_type_tags_by_name on public.doctor_type_tags (name);
create index themes_by_name on public.themes (name);

-- The back office's lists, newest first.
create index categories_newest on public.categories (created_at desc, id);
create index subcategories_newest on public.subcategories (created_at desc, id);
create index industry_tags_newest on public.industry_tags (created_at desc, id);
create index doctor_type_tags_newest on public.doctor_type_tags (created_at desc, id);
create index themes_newest on public.themes (created_at desc, id);
create index client_logos_newest on public.client_logos (created_at desc, id);
create index products_newest on public.products (created_at desc, id);
create index leads_newest on public.leads (created_at desc, id desc);
create index stats_blocks_in_order on public.stats_blocks (order_index, created_at, id);

-- The catalogue and the home page.
create index products_catalogue on public.products (created_at desc, id) where is_sample;
create index products_featured on public.products (created_at desc, id) where is_sample and is_featured;
create index products_of_category on public.products (category_id, created_at desc, id);
create index products_of_subcategory on public.products (subcategory_id, created_at desc, id);
create index products_of_budget on public.products (budget, created_at desc, id) where is_sample;

-- Link tables from their other side; the primary keys serve the first.
create index subcategory_categories_of_category on public.subcategory_categories (category_id, subcategory_id);
create index product_industry_tags_of_tag on public.product_industry_tags (industry_tag_id, product_id);
create index product_themes_of_theme on public.product_themes (theme_id, product_id);
create index product_doctor_type_tags_of_tag on public.product_doctor_type_tags (doctor_type_tag_id, product_id);

-- The back office's lists by name and under one filter.
create index products_by_name on public.products (name, id);
create index products_newest_of_budget on public.products (budget, created_at desc, id);
create index products_newest_featured on public.products (created_at desc, id) where is_featured;
create index products_newest_not_sample on public.products (created_at desc, id) where not is_sample;

-- Which record shows a stored image.
create index products_of_image on public.products (private.stored_image_name(image_url))
where private.stored_image_name(image_url) is not null;
create index client_logos_of_image on public.client_logos (private.stored_image_name(logo_url))
where private.stored_image_name(logo_url) is not null;

-- The limit on leads counts those of one e-mail address.
create index leads_of_email on public.leads (lower(email), created_at desc);

-- Searches for substrings. A project may have pg_trgm already, in another schema than ours.
create extension if not exists pg_trgm with schema extensions;
do $$
declare
  operators constant text := (
    select format('%I.gin_trgm_ops', nspname)
    from pg_catalog.pg_extension join pg_catalog.pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'
  );
begin
  execute 'create index products_by_part_of_name on public.products using gin (name ' || operators || ')';
  execute 'create index leads_by_part_of_text on public.leads using gin (search_text ' || operators || ')';
end
$$;
