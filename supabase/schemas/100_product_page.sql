-- A product as its page and a shared link show it (product.md, section 2): whole for accounts, and for a visitor where the preview or
-- the key of a link has it.

-- At most eight sample products that share most with a product: of the newest of its subcategory, its category and three
-- of its themes, those whose facets weigh most together. A subcategory weighs four, a category three, a theme and a budget
-- two, an industry and a doctor type one.
-- With `among` only of those.
create function private.similar_products(product uuid, among uuid[] default null) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  subcategory uuid;
  category uuid;
  budget uuid;
  themes uuid[];
  weighted uuid[];
  source uuid;
  newest uuid[];
  candidates uuid[] := coalesce(among, '{}');
begin
  select
    found.subcategory_id, found.category_id, private.facet_id(found.budget),
    array(select link.theme_id from public.product_themes as link where link.product_id = found.id order by link.theme_id),
    search.facet_ids[:search.specified_facets]
  into subcategory, category, budget, themes, weighted
  from public.products as found join private.product_search as search on search.product_id = found.id
  where found.id = product;
  weighted := weighted || themes || array[subcategory, subcategory, subcategory, category, category, budget];

  foreach source in array array[subcategory, category] || themes[1:3] loop
    continue when source is null or among is not null;
    execute
      'select array(
        select product_id from private.product_search where is_sample and facet_ids @> array[$1]
        order by created_at desc, product_id limit 49
      )'
    into newest using source;
    candidates := candidates || newest;
  end loop;
  return array(
    select other.product_id
    from private.product_search as other
    where other.product_id = any (candidates) and other.product_id <> product
    order by
      (select count(*) from unnest(weighted) as facet (id) where facet.id = any (other.facet_ids)) desc,
      other.created_at desc, other.product_id
    limit 8
  );
end
$$;

-- What everyone who may see a product learns of it: {"id", "name", "image_url", "image_widths", "image_colour", "video_url",
-- "budget", "key", "category", "subcategory", "industries", "themes", "doctor_types"}, of its facts those that are known, and
-- "doctor_type_industry", of its industries the first with doctor types.
create function private.product_details(wanted uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', product.id, 'name', product.name, 'image_url', product.image_url, 'image_widths', product.image_widths,
    'image_colour', product.image_colour, 'video_url', product.video_url, 'budget', product.budget, 'key', private.share_key(product.id),
    'category', (select category.name from public.categories as category where category.id = product.category_id),
    'subcategory', (select subcategory.name from public.subcategories as subcategory where subcategory.id = product.subcategory_id),
    'industries', array(select name from private.facets where section = 'industry' and id = any (facet_ids) order by lower(name)),
    'themes', array(select name from private.facets where section = 'theme' and id = any (facet_ids) order by lower(name)),
    'doctor_types', array(
      select name from private.facets where section = 'doctor_type' and id = any (facet_ids) order by lower(name)
    )
  ) || jsonb_strip_nulls(to_jsonb(product) - array[
    'created_at', 'version', 'category_id', 'subcategory_id', 'is_sample', 'is_featured', 'featured_order', 'is_brand_reminder',
    'image_url', 'image_widths', 'image_colour', 'video_url', 'budget'
  ] || jsonb_build_object(
    'doctor_type_industry', (
      select name from public.industry_tags where has_doctor_types and id = any (facet_ids) order by lower(name) limit 1
    ),
    'pictures', (
      select jsonb_agg(jsonb_build_object('position', position, 'url', url, 'alt', alt, 'widths', widths, 'colour', colour) order by position)
      from public.product_pictures where product_id = product.id
    ),
    'colours', (
      select jsonb_agg(jsonb_build_object('name', colour.name, 'hex', colour.hex, 'picture_position', case
        when colour.picture = product.image_url then 1
        else (select min(picture.position) from public.product_pictures as picture where picture.product_id = product.id and picture.url = colour.picture)
      end) order by colour.position)
      from public.product_colours as colour where colour.product_id = product.id
    ),
    'branding', (
      select jsonb_agg(jsonb_build_object('name', method.name, 'area', link.area, 'colours', link.colours) order by lower(method.name))
      from public.product_branding_methods as link join public.branding_methods as method on method.id = link.branding_method_id
      where link.product_id = product.id
    ),
    'parts', (
      select jsonb_agg(jsonb_build_object('name', name, 'quantity', quantity) order by position)
      from public.product_parts where product_id = product.id
    )
  ))
  from public.products as product join private.product_search as search on search.product_id = product.id
  where product.id = wanted
$$;

-- Everything that a product's page shows; null for what the caller may not see as for what does not exist. Visitors see
-- the products that the catalogue shows them under the same filters, those of the home page, and one whose key they have.
-- Nothing else is looked at for them, so that not even the time shows whether a product exists. Of several whose ids begin so the oldest
-- is meant. As product_details, with "similar": for visitors among what they see, and nothing beside a product that a key opens. The
-- filters are the arguments of catalogue_page as JSON.
create function private.product_page(product text, filters text default '{}', share text default null) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  is_visitor constant boolean := auth.uid() is null;
  preview uuid[] := array[]::uuid[];
  wanted uuid;
  is_opened boolean := false;
begin
  if product is null or product !~ '^[0-9a-f]{12,32}$' then
    return null;
  end if;
  if is_visitor then
    preview := array(
      select visible.id
      from (
        select (card ->> 'id')::uuid as id, position
        from json_array_elements(private.catalogue_page_of(filters::jsonb) -> 'products') with ordinality as listed (card, position)
        union all
        select id, -position from unnest(private.home_page_product_ids()) with ordinality as featured (id, position)
      ) as visible
      order by visible.position desc
    );
    wanted := (
      select visible.id from unnest(preview) with ordinality as visible (id, position)
      where starts_with(replace(visible.id::text, '-', ''), product) order by visible.position limit 1
    );
  end if;
  if wanted is null and (not is_visitor or share is not null) then
    select found.id into wanted
    from (
      select id, created_at from public.products
      where id between rpad(product, 32, '0')::uuid and rpad(product, 32, 'f')::uuid and is_sample
      offset 0
    ) as found
    where not is_visitor or private.is_share_key(found.id, share)
    order by found.created_at, found.id desc limit 1;
    preview := '{}';
    is_opened := is_visitor;
  end if;
  return private.product_details(wanted)
    -- A newer key would let whoever has one renew it for ever.
    || case when is_opened then jsonb_build_object('key', share) else '{}' end
    || jsonb_build_object('similar', private.product_cards(
      private.similar_products(wanted, case when is_visitor then preview end)
    ));
end
$$;
select private.expose('product_page',
  'A sample product by the first 12 to 32 digits of its id without hyphens, with its facts that are known and similar products; null when there is none. Without a session only a product of the preview or of the home page, or one whose key is "share".');

-- A wrong key, one that is older than 90 days and an unknown id are left out alike, and a key is not renewed.
create function private.shared_products(items jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  is_visitor constant boolean := auth.uid() is null;
begin
  perform private.require(
    jsonb_typeof(items) = 'array' and jsonb_array_length(items) <= 50, 'A link can share at most 50 products', '22023'
  );
  return (
    select coalesce(json_agg(
      private.product_details(product.id) || case when is_visitor then jsonb_build_object('key', input.item ->> 'key') else '{}' end
      order by input.position
    ), '[]')
    from jsonb_array_elements(items) with ordinality as input (item, position)
    join public.products as product
      on product.id = (case when input.item ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then input.item ->> 'id' end)::uuid
    where product.is_sample and (not is_visitor or private.is_share_key(product.id, input.item ->> 'key'))
  );
end
$$;
select private.expose('shared_products',
  'Those of at most 50 products, [{"id", "key"}], that are in the catalogue and whose key is right, in their order, as product_page has them without similar ones. Keys are not compared for accounts, which see every product.');

-- The caller's favourites as cards show them, the newest first, without what has left the catalogue.
create function private.favourite_products() returns json
language sql stable security definer set search_path = '' as $$
  select private.product_cards(array(
    select favourite.product_id
    from public.favourites as favourite join private.product_search as product on product.product_id = favourite.product_id
    where favourite.user_id = (select auth.uid()) and product.is_sample
    order by favourite.created_at desc, favourite.product_id
  ))
$$;
select private.expose('favourite_products',
  'The caller''s favourites in the catalogue, newest first: [{"id", "name", "image_url", "image_widths", "image_colour", "video_url", "budget", "key", "themes"}].');
