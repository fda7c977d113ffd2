-- Searches that many names answer are kept as bits, as facets are (docs/decisions/38): a search is any text, and the
-- products whose name holds it have the facet "search" with its value. So it is counted, filtered and paged as any
-- facet is. Which ones are kept is a matter of speed alone: words that are common when the catalogue is looked over,
-- and whatever was counted once and found often. The facet "name range" cuts the list by name into parts, and "name
-- ranges" takes eight of these together, so that a page by name is found without walking there.

create table private.kept_searches (
  words text collate "C" primary key,
  used_at timestamptz not null default now()
);
comment on table private.kept_searches is 'In lower case, as names are compared.';

-- One row: the names that the second and later ranges begin with, in order; and how often a search was added.
create table private.name_ranges (
  is_there boolean primary key default true check (is_there),
  beginnings text[] not null default '{}',
  additions bigint not null default 0
);
insert into private.name_ranges default values;

alter table private.kept_searches enable row level security;
alter table private.name_ranges enable row level security;
revoke all on private.kept_searches, private.name_ranges from public, anon, authenticated, service_role;

-- The facets that products have by their names, as private.own_facets_in gives the others.
create function private.name_facets_in(products text) returns text
language sql immutable strict set search_path = ''
as $$
  select format(
    $statement$
      select product.id as product_id, ranged.facet, ranged.value
      from (
        select named.id, width_bucket(named.name, ranges.beginnings) as range
        from %1$s as named cross join private.name_ranges as ranges offset 0
      ) as product
      cross join lateral (values ('name range', md5(range::text)::uuid), ('name ranges', md5((range / 8)::text)::uuid)) as ranged (facet, value)
      union all
      select product.id, 'search', md5(kept.words)::uuid
      from (select id, lower(name) collate "C" as name from %1$s as named offset 0) as product
      join private.kept_searches as kept on strpos(product.name, kept.words) > 0
    $statement$,
    products
  )
$$;

-- Cuts the names into ranges of about the same length, keeps the words that at least one name of fifty holds, and
-- forgets every other search.
create function private.review_names() returns void
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
    where number % greatest(total / 4096, 1) = 0
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

  set local enable_nestloop = on;
  execute 'insert into private.catalogue_facets ' || private.bits_of(private.name_facets_in('public.products'))
    || ' order by facet, value, slice';
end
$$;

-- As before, and then the names.
create or replace function private.recount_catalogue() returns void
language plpgsql set search_path = ''
set enable_nestloop = off
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('giftwell catalogue', 0));
  delete from private.catalogue_facets;
  delete from private.catalogue_slices;
  delete from private.catalogue_numbers;

  insert into private.catalogue_numbers
  select product.id, row_number() over (order by product.created_at, product.id desc) - 1 from public.products as product;

  insert into private.catalogue_slices
  select number / 4096, max(product.created_at), min(product.created_at)
  from private.catalogue_numbers join public.products as product on product.id = product_id
  group by number / 4096;

  execute 'insert into private.catalogue_facets ' || private.bits_of(
    private.own_facets_in('public.products') || $links$
      union all select product_id, 'industry', industry_tag_id from public.product_industry_tags
      union all select product_id, 'theme', theme_id from public.product_themes
      union all select product_id, 'doctor type', doctor_type_tag_id from public.product_doctor_type_tags
    $links$
  ) || ' order by facet, value, slice';

  perform private.review_names();
end
$$;

revoke execute on function private.name_facets_in(text), private.review_names() from public;

select private.review_names();
