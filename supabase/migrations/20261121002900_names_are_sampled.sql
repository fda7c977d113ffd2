-- Which words are common, and where names have their ranges, is learnt from products picked by chance: every so many-th
-- one misses what repeats in step with it. And the bits are made of names without asking for a facet's value each time.

create or replace function private.review_names() returns void
language plpgsql set search_path = ''
-- What it joins may just have been written, and the planner may take it for as short as it was.
set enable_nestloop = off
as $$
declare
  number_of_ranges constant integer := 48;
  total bigint;
  sample text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('giftwell catalogue', 0));
  delete from private.catalogue_facets where facet in ('name range', 'name ranges', 'search');
  delete from private.kept_searches;

  select count(*) into total from private.catalogue_numbers;
  sample := array(
    select product.name from private.catalogue_numbers join public.products as product on product.id = product_id
    where (hashint4(number) & 1048575) % greatest(total / 4096, 1) = 0
  );
  update private.name_ranges set
    additions = additions + 1,
    beginnings = array(
      select unnest((
        select percentile_disc(array(select part::float / number_of_ranges from generate_series(1, number_of_ranges - 1) as part))
          within group (order by name)
        from unnest(sample) as name
      ))
      union
      -- A search is often for what names begin with, and then ends within a range if it may.
      select beginning
      from unnest(sample) as name
        cross join unnest(array[substring(name from '^\S+'), substring(name from '^\S+\s+\S+')]) as beginning
      where beginning is not null
      group by beginning having count(*) * number_of_ranges >= cardinality(sample)
      order by 1
    );

  insert into private.kept_searches (words)
  select word
  from (
    select distinct place, word
    from unnest(sample) with ordinality as sampled (name, place) cross join regexp_split_to_table(lower(name), '\s+') as word
  ) as words
  where char_length(word) >= 2
  group by word
  -- Fewer than five hundred are found by an index as quickly.
  having count(*) * total >= greatest(total / 50, 500) * cardinality(sample)
  order by count(*) desc, word limit 24;

  insert into private.catalogue_facets
  select 'name range', md5(range::text)::uuid, slice, products
  from (
    select width_bucket(product.name, ranges.beginnings) as range, number / 4096 as slice,
      bit_or(set_bit(0::bit(4096), number % 4096, 1)) as products
    from public.products as product join private.catalogue_numbers on product_id = product.id cross join private.name_ranges as ranges
    group by range, slice
  ) as ranged order by range, slice;

  insert into private.catalogue_facets
  select 'name ranges', md5((range / 8)::text)::uuid, slice, bit_or(products)
  from private.name_ranges as ranges cross join generate_series(0, cardinality(ranges.beginnings)) as range
    join private.catalogue_facets on facet = 'name range' and value = md5(range::text)::uuid
  group by range / 8, slice order by range / 8, slice;

  insert into private.catalogue_facets
  select 'search', md5(words)::uuid, slice, products
  from (
    select kept.words, number / 4096 as slice, bit_or(set_bit(0::bit(4096), number % 4096, 1)) as products
    from (select id, lower(name) collate "C" as name from public.products offset 0) as product
      join private.catalogue_numbers on product_id = product.id
      join private.kept_searches as kept on strpos(product.name, kept.words) > 0
    group by kept.words, slice
  ) as found order by words, slice;
end
$$;

select private.review_names();
