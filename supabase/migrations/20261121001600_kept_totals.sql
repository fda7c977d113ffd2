-- Which products have which facet, kept as bits (docs/decisions/29): a category, a subcategory, a tag, a budget, being
-- a sample, being featured. Every product has a number; 4096 numbers make a slice, and each facet has one string of
-- bits a slice. How many products have several facets at once is a matter of "and" and of counting bits, whatever the
-- mixture; and which slices a page is found in is known before a product is read.
-- Bits are set and cleared by the statements that write products and links, in their transactions, so that whoever
-- sees the one sees the other.

create table private.catalogue_numbers (
  product_id uuid primary key,
  number integer not null unique
);

-- No product of a slice is newer or older than this; there may be a margin.
create table private.catalogue_slices (
  slice integer primary key,
  newest timestamptz not null,
  oldest timestamptz not null
);

create table private.catalogue_facets (
  facet text collate "C" not null,
  value uuid not null,
  slice integer not null,
  products bit(4096) not null,
  primary key (facet, value, slice)
) with (fillfactor = 70);
create index catalogue_facets_of_slice on private.catalogue_facets (slice);

alter table private.catalogue_numbers enable row level security;
alter table private.catalogue_slices enable row level security;
alter table private.catalogue_facets enable row level security;
revoke all on private.catalogue_numbers, private.catalogue_slices, private.catalogue_facets
from public, anon, authenticated, service_role;

-- The statements below are put together from these two texts, since a function of SQL called for each row would cost
-- more than all the rest. This one gives the facets that stand in the rows of products themselves.
create function private.own_facets_in(products text) returns text
language sql immutable strict set search_path = ''
as $$
  select format(
    $statement$
      select product.id as product_id, own.facet, own.value
      from %s as product cross join lateral (
        values
          ('category', product.category_id),
          ('subcategory', product.subcategory_id),
          ('budget', md5(product.budget)::uuid),
          ('sample', md5(product.is_sample::text)::uuid),
          ('featured', md5(product.is_featured::text)::uuid)
      ) as own (facet, value)
      where own.value is not null
    $statement$,
    products
  )
$$;

-- And this one the bits of products with facets.
create function private.bits_of(facets text) returns text
language sql immutable strict set search_path = ''
as $$
  select format(
    $statement$
      select facet, value, number / 4096 as slice, bit_or(set_bit(0::bit(4096), number %% 4096, 1)) as products
      from (%s) as facets join private.catalogue_numbers using (product_id)
      group by facet, value, number / 4096
    $statement$,
    facets
  )
$$;

-- Whoever writes products, links or what they refer to waits for the transaction before them that does: asked before
-- the first row is locked, so that nobody waits for each other, and no bit is lost between two that write at once.
create function private.await_catalogue_turn() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('giftwell catalogue', 0));
  return null;
end
$$;

create function private.set_facet_bits(changes private.catalogue_facets[]) returns void
language sql set search_path = ''
as $$
  insert into private.catalogue_facets as kept
  select change.* from unnest(changes) as change
  on conflict (facet, value, slice) do update set products = kept.products | excluded.products
$$;

create function private.clear_facet_bits(changes private.catalogue_facets[]) returns void
language sql set search_path = ''
set enable_seqscan = off
as $$
  with remaining as materialized (
    select kept.facet, kept.value, kept.slice, kept.products & ~change.products as products
    from unnest(changes) as change
    join private.catalogue_facets as kept using (facet, value, slice)
  ), emptied as (
    delete from private.catalogue_facets as kept using remaining
    where (kept.facet, kept.value, kept.slice) = (remaining.facet, remaining.value, remaining.slice)
      and bit_count(remaining.products) = 0
  )
  update private.catalogue_facets as kept set products = remaining.products
  from remaining
  where (kept.facet, kept.value, kept.slice) = (remaining.facet, remaining.value, remaining.slice)
    and bit_count(remaining.products) > 0
$$;

-- Makes numbers, slices and bits anew from the products: after rows were written past the triggers, and where many
-- old dates came in without order. Numbers then follow the products' dates, on which the pages' speed rests, not their
-- truth.
create function private.recount_catalogue() returns void
language plpgsql set search_path = ''
-- What it joins has just been written, and the planner may take it for as short as it was.
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
end
$$;
comment on function private.recount_catalogue is
  'Makes the kept totals anew from the products; for whoever wrote rows with the triggers off.';

revoke execute on function
  private.own_facets_in(text),
  private.bits_of(text),
  private.await_catalogue_turn(),
  private.set_facet_bits(private.catalogue_facets[]),
  private.clear_facet_bits(private.catalogue_facets[]),
  private.recount_catalogue()
from public;
