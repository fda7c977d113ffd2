-- Products that have several facets at once: how many, and a page of them from any place on. What it costs depends on
-- the page and hardly on how many products there are, how many have the facets, or where in the list those stand.

-- How many products have all of the facets, in which slices, and their bits there. Facets and values stand side by
-- side; a facet that is named with several values is had with any of them.
create function private.slices_with(
  facets text[], facet_values uuid[], out total bigint, out slices integer[], out bits bit[]
)
language plpgsql stable set search_path = ''
as $$
declare
  facets_in_all constant bigint := (select count(distinct facet) from unnest(facets) as facet);
begin
  select coalesce(sum(bit_count(hit.products)), 0), array_agg(hit.slice), array_agg(hit.products)
  into total, slices, bits
  from (
    select slice, bit_and(products) as products
    from (
      select kept.slice, bit_or(kept.products) as products
      from unnest(facets, facet_values) as wanted (facet, value) join private.catalogue_facets as kept using (facet, value)
      group by facet, kept.slice
    ) as one
    group by slice having count(*) = facets_in_all
  ) as hit;
end
$$;

-- The numbers whose bits are set, of slices and their bits side by side: by words of 64, most of which are empty.
create function private.numbers_in(slices integer[], bits bit[]) returns table (number integer)
language plpgsql immutable rows 100 set search_path = ''
as $$
begin
  return query
  with words as materialized (
    select slice * 64 + word as word, substring(products from word * 64 + 1 for 64) as bits
    from unnest(slices, bits) as hit (slice, products) cross join generate_series(0, 63) as word
    where bit_count(substring(products from word * 64 + 1 for 64)) > 0
  )
  select word * 64 + place from words cross join generate_series(0, 63) as place where get_bit(words.bits, place) = 1;
end
$$;

-- The ids of the first products with a bit, gone through one after the other from a place on to a bound.
create function private.products_in_order(
  slices integer[], bits bit[], ascending boolean, bound timestamptz, last_time timestamptz, last_id uuid, size integer
) returns uuid[]
language plpgsql stable set search_path = ''
-- The planner takes a bit for something rare, and would rather sort all products up to the bound.
set enable_sort = off set enable_bitmapscan = off
as $$
begin
  if ascending then
    return array(
      select product.id from public.products as product
      where product.created_at between last_time and bound
        and (last_id is null or product.created_at > last_time or product.id < last_id)
        and (
          select get_bit(bits[array_position(slices, number / 4096)], number % 4096)
          from private.catalogue_numbers where product_id = product.id
        ) = 1
      order by product.created_at, product.id desc limit size
    );
  end if;
  return array(
    select product.id from public.products as product
    where product.created_at between bound and last_time
      and (last_id is null or product.created_at < last_time or product.id > last_id)
      and (
        select get_bit(bits[array_position(slices, number / 4096)], number % 4096)
        from private.catalogue_numbers where product_id = product.id
      ) = 1
    order by product.created_at desc, product.id limit size
  );
end
$$;

-- The ids of at most `size` products that have all of the facets, the newest first or the oldest, from behind a place
-- on; and how many there are in the whole list.
create function private.page_of_products_with(
  facets text[], facet_values uuid[], ascending boolean, last_created_at timestamptz, last_id uuid, size integer,
  out total bigint, out ids uuid[]
)
language plpgsql stable set search_path = ''
as $$
declare
  facets_in_all constant bigint := (select count(distinct facet) from unnest(facets) as facet);
  -- Where a page that is not the first begins; and what no page that begins there can reach beyond.
  last_time constant timestamptz := coalesce(last_created_at, case when ascending then timestamptz '-infinity' else 'infinity' end);
  bound timestamptz;
  found bigint;
  slices integer[];
  bits bit(4096)[];
begin
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
    -- As many slices as fill the page, of those that lie behind the place as a whole: the page ends with them.
    select case
      when max(ranked.so_far) >= size and ascending then max(ranked.newest) filter (where ranked.before < size)
      when max(ranked.so_far) >= size then min(ranked.oldest) filter (where ranked.before < size)
      when ascending then 'infinity'
      else '-infinity'
    end as time
    from (
      select
        hit.newest, hit.oldest, sum(bit_count(hit.products)) over behind as so_far,
        sum(bit_count(hit.products)) over behind - bit_count(hit.products) as before
      from hit
      where case when ascending then hit.oldest > last_time else hit.newest < last_time end
      window behind as (
        order by case when ascending then hit.newest end, case when not ascending then hit.oldest end desc, hit.slice
        rows unbounded preceding
      )
    ) as ranked
  ), looked_at as materialized (
    select
      hit.*, reaching.time,
      case
        when ascending then hit.oldest <= reaching.time and hit.newest >= last_time
        else hit.newest >= reaching.time and hit.oldest <= last_time
      end as is_near
    from hit cross join reaching
  )
  select
    coalesce(sum(bit_count(products)), 0), max(time), sum(bit_count(products)) filter (where is_near),
    array_agg(slice) filter (where is_near), array_agg(products) filter (where is_near)
  into total, bound, found, slices, bits
  from looked_at;

  -- Where many products have the facets it is quicker to look at all in their order, where few have to look these up.
  if found is null then
    ids := '{}';
  elsif found * found <= size::bigint * 4096 * cardinality(slices) then
    ids := array(
      select product.id
      from private.numbers_in(slices, bits) as number
      join private.catalogue_numbers using (number) join public.products as product on product.id = product_id
      where last_created_at is null or case
        when ascending then product.created_at >= last_time and (product.created_at > last_time or product.id < last_id)
        else product.created_at <= last_time and (product.created_at < last_time or product.id > last_id)
      end
      order by
        case when ascending then product.created_at end, case when not ascending then product.created_at end desc,
        case when ascending then product.id end desc, product.id
      limit size
    );
  else
    ids := private.products_in_order(slices, bits, ascending, bound, last_time, last_id, size);
  end if;
end
$$;
revoke execute on function
  private.slices_with(text[], uuid[]),
  private.numbers_in(integer[], bit[]),
  private.products_in_order(integer[], bit[], boolean, timestamptz, timestamptz, uuid, integer),
  private.page_of_products_with(text[], uuid[], boolean, timestamptz, uuid, integer)
from public;
