-- Products that have several facets at once: how many, and a page of them from any place on. What it costs depends on
-- the page and hardly on how many products there are, how many have the facets, or where in the list those stand.

-- Facets and values stand side by side; a facet that is named with several values is had with any of them.
create function private.count_products_with(facets text[], facet_values uuid[]) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  facets_in_all constant bigint := (select count(distinct facet) from unnest(facets) as facet);
begin
  return (
    select coalesce(sum(number), 0)
    from (
      select bit_count(bit_and(products)) as number
      from (
        select kept.slice, bit_or(kept.products) as products
        from unnest(facets, facet_values) as wanted (facet, value) join private.catalogue_facets as kept using (facet, value)
        group by facet, kept.slice
      ) as one
      group by slice having count(*) = facets_in_all
    ) as slices
  );
end
$$;

-- The ids of at most `size` products that have all of the facets, the newest first, from behind a place on; and how
-- many there are in the whole list.
create function private.newest_products_with(
  facets text[], facet_values uuid[], last_created_at timestamptz, last_id uuid, size integer, out total bigint, out ids uuid[]
)
language plpgsql stable set search_path = ''
as $$
declare
  facets_in_all constant bigint := (select count(distinct facet) from unnest(facets) as facet);
  -- Behind it the page needs to look at nothing.
  first_created_at timestamptz;
  found bigint;
  slices integer[];
  bits bit(4096)[];
begin
  if last_created_at is null then
    last_created_at := 'infinity';
    last_id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  end if;

  with hit as materialized (
    select slice, min(bounds.newest) as newest, min(bounds.oldest) as oldest, bit_and(one.products) as products
    from (
      select kept.slice, bit_or(kept.products) as products
      from unnest(facets, facet_values) as wanted (facet, value) join private.catalogue_facets as kept using (facet, value)
      group by facet, kept.slice
    ) as one
    join private.catalogue_slices as bounds using (slice)
    group by slice having count(*) = facets_in_all and bit_count(bit_and(one.products)) > 0
  ), reaching as materialized (
    -- Slices that lie behind the place as a whole, as many as fill the page: the oldest product of them is a bound.
    select min(ranked.oldest) filter (where ranked.before < size) as oldest, max(ranked.so_far) >= size as is_enough
    from (
      select
        hit.oldest,
        sum(bit_count(hit.products)) over by_age as so_far,
        sum(bit_count(hit.products)) over by_age - bit_count(hit.products) as before
      from hit where hit.newest < last_created_at
      window by_age as (order by hit.oldest desc, hit.slice rows unbounded preceding)
    ) as ranked
  ), bound as materialized (
    select case when is_enough then oldest else '-infinity' end as oldest from reaching
  )
  select
    coalesce(sum(bit_count(hit.products)), 0),
    max(bound.oldest),
    sum(bit_count(hit.products)) filter (where hit.newest >= bound.oldest and hit.oldest <= last_created_at),
    array_agg(hit.slice) filter (where hit.newest >= bound.oldest and hit.oldest <= last_created_at),
    array_agg(hit.products) filter (where hit.newest >= bound.oldest and hit.oldest <= last_created_at)
  into total, first_created_at, found, slices, bits
  from hit cross join bound;

  -- Where every second product has the facets it is quicker to look at the products in order, and where few have them
  -- to look these up.
  if found is null then
    ids := '{}';
  elsif found * found > size::bigint * 4096 * cardinality(slices) then
    ids := array(
      select product.id from public.products as product
      where product.created_at between first_created_at and last_created_at
        and (product.created_at < last_created_at or product.id > last_id)
        and (
          select get_bit(bits[array_position(slices, number / 4096)], number % 4096)
          from private.catalogue_numbers where product_id = product.id
        ) = 1
      order by product.created_at desc, product.id limit size
    );
  else
    ids := array(
      with words as materialized (
        select slice, word, substring(products from word * 64 + 1 for 64) as products
        from unnest(slices, bits) as hit (slice, products) cross join generate_series(0, 63) as word
        where bit_count(substring(products from word * 64 + 1 for 64)) > 0
      ), numbers as materialized (
        select slice * 4096 + word * 64 + place as number
        from words cross join generate_series(0, 63) as place
        where get_bit(products, place) = 1
      )
      select product.id
      from numbers join private.catalogue_numbers using (number) join public.products as product on product.id = product_id
      where product.created_at <= last_created_at and (product.created_at < last_created_at or product.id > last_id)
      order by product.created_at desc, product.id limit size
    );
  end if;
end
$$;
revoke execute on function
  private.count_products_with(text[], uuid[]),
  private.newest_products_with(text[], uuid[], timestamptz, uuid, integer)
from public;
