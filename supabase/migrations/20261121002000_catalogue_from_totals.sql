-- The catalogue's pages (specification, sections 2, 4 and 7) from the kept totals: what they hold is unchanged, but for
-- the sizes and the colour of each image.

-- Sees all products, hence the fixed conditions: samples only, and no more than the preview without a session.
create or replace function private.catalogue_page(
  industry text, category text, subcategory text, budget text, theme text, doctor_type text, after text, page_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_visitor constant boolean := auth.uid() is null;
  size constant integer := least(greatest(coalesce(page_size, 48), 1), case when is_visitor then 12 else 100 end);
  facets text[] := array['sample'];
  facet_values uuid[] := array[md5('true')::uuid];
  subcategory_ids uuid[];
  last_created_at timestamptz;
  last_id uuid;
  total bigint;
  ids uuid[];
  products jsonb;
  next text;
begin
  -- A name or id that nothing has is a value that no product has.
  if category is not null then
    facets := facets || 'category'::text;
    facet_values := facet_values || private.id_of('public.categories', category);
  end if;
  if subcategory is not null then
    -- Subcategories of different categories may share a name.
    subcategory_ids := array(
      select found.id from public.subcategories as found where found.name = subcategory or found.id::text = lower(subcategory)
    );
    if subcategory_ids = '{}' then
      subcategory_ids := array[null];
    end if;
    facets := facets || array_fill('subcategory'::text, array[cardinality(subcategory_ids)]);
    facet_values := facet_values || subcategory_ids;
  end if;
  if budget is not null then
    facets := facets || 'budget'::text;
    facet_values := facet_values || md5(budget)::uuid;
  end if;
  if industry is not null then
    facets := facets || 'industry'::text;
    facet_values := facet_values || private.id_of('public.industry_tags', industry);
  end if;
  if theme is not null then
    facets := facets || 'theme'::text;
    facet_values := facet_values || private.id_of('public.themes', theme);
  end if;
  if doctor_type is not null then
    facets := facets || 'doctor type'::text;
    facet_values := facet_values || private.id_of('public.doctor_type_tags', doctor_type);
  end if;

  if after is not null and not is_visitor then
    select ending.created_at, ending.id into last_created_at, last_id from private.read_page_cursor(after) as ending;
  end if;

  -- One product more than asked for tells whether there is a next page.
  select found.total, found.ids into total, ids
  from private.page_of_products_with(facets, facet_values, false, last_created_at, last_id, size + 1) as found;

  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', product.id, 'name', product.name, 'image_url', product.image_url, 'image_widths', product.image_widths,
        'image_colour', product.image_colour, 'video_url', product.video_url,
        'themes', array(
          select theme.name from public.product_themes as link join public.themes as theme on theme.id = link.theme_id
          where link.product_id = product.id order by lower(theme.name), theme.name
        )
      ) order by product.created_at desc, product.id
    ),
    '[]'
  )
  into products
  from public.products as product where product.id = any (ids[:size]);

  if cardinality(ids) > size and not is_visitor then
    select private.page_cursor(product.created_at, product.id) into next
    from public.products as product where product.id = ids[size];
  end if;
  return jsonb_build_object('total', total, 'products', products, 'next', next);
end
$$;
comment on function public.catalogue_page is
  'One page of sample products, newest first: {"total", "products": [{"id", "name", "image_url", "image_widths", "image_colour", "video_url", "themes"}], "next"}. Filters take a name or an id; "after" takes the "next" of the page before. Without a session: at most 12 products and no next page.';
