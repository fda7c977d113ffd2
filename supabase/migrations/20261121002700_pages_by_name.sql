-- Pages of products by name, from any place on: what they cost hardly depends on how many products there are, how many
-- of them are meant, or where in the list by name these stand.

-- As before, and quicker: bits as text are cut where they are set, and the lengths of the parts tell where that is.
create or replace function private.numbers_in(slices integer[], bits bit[]) returns table (number integer)
language plpgsql immutable rows 100 set search_path = ''
as $$
begin
  return query
  select slice * 4096 + place::integer
  from (
    select hit.slice, sum(char_length(gap) + 1) over (partition by hit.slice order by part rows unbounded preceding) - 1 as place
    from unnest(slices, bits) as hit (slice, products)
    cross join string_to_table(hit.products::text, '1') with ordinality as gaps (gap, part)
  ) as places
  -- What follows the last one ends with the text.
  where place < 4096;
end
$$;

-- How many of the bits of slices, which stand side by side, a value of a facet has, and which ones.
create function private.bits_with(
  slices integer[], bits bit[], kept_facet text, kept_value uuid,
  out of_value bigint, out in_common bigint, out found_slices integer[], out found_bits bit[]
)
language plpgsql stable set search_path = ''
as $$
begin
  select
    sum(bit_count(kept.products)), coalesce(sum(bit_count(common.products)), 0),
    array_agg(one.slice) filter (where common.products <> 0::bit(4096)),
    array_agg(common.products) filter (where common.products <> 0::bit(4096))
  into of_value, in_common, found_slices, found_bits
  from unnest(slices, bits) as one (slice, products)
  join private.catalogue_facets as kept on kept.facet = kept_facet and kept.value = kept_value and kept.slice = one.slice
  cross join lateral (select kept.products & one.products as products offset 0) as common;
end
$$;

-- The ids of the first products with a bit by name, beyond a name and an id: looked up, all of them.
create function private.looked_up_by_name(
  slices integer[], bits bit[], ascending boolean, beyond text, beyond_id uuid, size integer
) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select product.id
    from private.numbers_in(slices, bits) as number
    join private.catalogue_numbers using (number) join public.products as product on product.id = product_id
    where beyond is null or case
      when ascending then product.name >= beyond and (product.name > beyond or product.id > beyond_id)
      else product.name <= beyond and (product.name < beyond or product.id < beyond_id)
    end
    order by
      case when ascending then product.name end, case when not ascending then product.name end desc,
      case when ascending then product.id end, product.id desc
    limit size
  );
end
$$;

-- The same of a range of names, gone through one after the other.
create function private.walked_by_name(
  slices integer[], bits bit[], ascending boolean, beginning text, ending text, beyond text, beyond_id uuid, size integer
) returns uuid[]
language plpgsql stable set search_path = ''
-- The planner takes a bit for something rare, and would rather sort the whole range.
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
declare
  ids uuid[];
begin
  execute 'select array(select product.id from public.products as product where ' || concat_ws(
    ' and ',
    $bit$ (
      select get_bit($2[array_position($1, number / 4096)], number % 4096)
      from private.catalogue_numbers where product_id = product.id
    ) = 1 $bit$,
    case when beginning is not null then 'product.name >= $3' end,
    case when ending is not null then 'product.name < $4' end,
    case
      when beyond is null then null
      when ascending then 'product.name >= $5 and (product.name > $5 or product.id > $6)'
      else 'product.name <= $5 and (product.name < $5 or product.id < $6)'
    end
  ) || format(' order by product.name %1$s, product.id %1$s limit $7)', case when ascending then 'asc' else 'desc' end)
  into ids using slices, bits, beginning, ending, beyond, beyond_id, size;
  return ids;
end
$$;

-- The ids of at most `size` products that have all of the facets, by name, from behind a place on. Where few are meant
-- these are looked up; else it goes range by range, and the bits tell which ones to leave out.
create function private.page_by_name(
  facets text[], facet_values uuid[], ascending boolean, beyond text, beyond_id uuid, size integer
) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  few constant bigint := size * 8;
  step constant integer := case when ascending then 1 else -1 end;
  beginnings constant text[] := (select ranges.beginnings from private.name_ranges as ranges);
  last constant integer := cardinality(beginnings);
  range integer := case
    when beyond is not null then width_bucket(beyond, beginnings)
    when ascending then 0
    else last
  end;
  ids uuid[] := array[]::uuid[];
  meant record;
  eight record;
  here record;
  eight_looked_at integer;
begin
  select * into meant from private.slices_with(facets, facet_values);
  if meant.total <= few then
    return private.looked_up_by_name(meant.slices, meant.bits, ascending, beyond, beyond_id, size);
  end if;
  while range between 0 and last and cardinality(ids) < size loop
    if eight_looked_at is distinct from range / 8 then
      eight_looked_at := range / 8;
      select * into eight from private.bits_with(meant.slices, meant.bits, 'name ranges', md5(eight_looked_at::text)::uuid);
    end if;
    if eight.in_common <= few then
      ids := ids || private.looked_up_by_name(
        eight.found_slices, eight.found_bits, ascending, beyond, beyond_id, size - cardinality(ids)
      );
      range := case when ascending then (eight_looked_at + 1) * 8 else eight_looked_at * 8 - 1 end;
      continue;
    end if;

    select * into here from private.bits_with(eight.found_slices, eight.found_bits, 'name range', md5(range::text)::uuid);
    -- Where many names of the range are meant it is quicker to look at all in their order.
    if here.in_common * here.in_common > size::bigint * here.of_value then
      ids := ids || private.walked_by_name(
        here.found_slices, here.found_bits, ascending, beginnings[range], beginnings[range + 1],
        beyond, beyond_id, size - cardinality(ids)
      );
    elsif here.in_common > 0 then
      ids := ids || private.looked_up_by_name(
        here.found_slices, here.found_bits, ascending, beyond, beyond_id, size - cardinality(ids)
      );
    end if;
    range := range + step;
  end loop;
  return ids;
end
$$;

revoke execute on function
  private.bits_with(integer[], bit[], text, uuid),
  private.looked_up_by_name(integer[], bit[], boolean, text, uuid, integer),
  private.walked_by_name(integer[], bit[], boolean, text, text, text, uuid, integer),
  private.page_by_name(text[], uuid[], boolean, text, uuid, integer)
from public;
