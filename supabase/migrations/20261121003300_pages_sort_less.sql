-- As before in what it answers; the bits of all slices no longer go through two sorts, nor the sums through numeric
-- (docs/decisions/41).
create or replace function private.page_of_products_with(
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
  with one as (
    -- As a rule each facet has one value, and its bits are there as they are wanted.
    select kept.slice, kept.products
    from unnest(facets, facet_values) as wanted (facet, value) join private.catalogue_facets as kept using (facet, value)
    where cardinality(facets) = facets_in_all
    union all
    select kept.slice, bit_or(kept.products)
    from unnest(facets, facet_values) as wanted (facet, value) join private.catalogue_facets as kept using (facet, value)
    where cardinality(facets) > facets_in_all
    group by facet, kept.slice
  ), hit as materialized (
    select slice, bounds.newest, bounds.oldest, whole.products, bit_count(whole.products)::integer as has
    from (select slice, bit_and(products) as products from one group by slice having count(*) = facets_in_all) as whole
    join private.catalogue_slices as bounds using (slice)
    where bit_count(whole.products) > 0
  ), reaching as materialized (
    -- As many slices as fill the page, of those that lie behind the place as a whole: the page ends with them.
    select case
      when max(ranked.so_far) >= size and ascending then max(ranked.newest) filter (where ranked.before < size)
      when max(ranked.so_far) >= size then min(ranked.oldest) filter (where ranked.before < size)
      when ascending then 'infinity'
      else '-infinity'
    end as time
    from (
      select hit.newest, hit.oldest, sum(hit.has) over behind as so_far, sum(hit.has) over behind - hit.has as before
      from hit
      where case when ascending then hit.oldest > last_time else hit.newest < last_time end
      window behind as (
        order by case when ascending then hit.newest end, case when not ascending then hit.oldest end desc, hit.slice
        rows unbounded preceding
      )
    ) as ranked
  ), looked_at as (
    select
      hit.*, reaching.time,
      case
        when ascending then hit.oldest <= reaching.time and hit.newest >= last_time
        else hit.newest >= reaching.time and hit.oldest <= last_time
      end as is_near
    from hit cross join reaching
  )
  select
    coalesce(sum(has), 0), max(time), sum(has) filter (where is_near),
    array_agg(slice) filter (where is_near), array_agg(products) filter (where is_near)
  into total, bound, found, slices, bits
  from looked_at;

  -- Where many products have the facets it is quicker to look at all in their order, where few have to look these up,
  -- of which each costs a dozen of the others.
  if found is null then
    ids := '{}';
  elsif found * found * 12 <= size::bigint * 4096 * cardinality(slices) then
    ids := private.products_looked_up(slices, bits, ascending, last_time, last_id, size);
  else
    ids := private.products_in_order(slices, bits, ascending, bound, last_time, last_id, size);
  end if;
end
$$;
