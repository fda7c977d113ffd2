-- The back office's finds and counts use the searches that are kept and the ranges of names: what they answer is
-- unchanged. One that many names answer is kept when it is counted for the first time, if it is counted where something
-- may be written.

-- Filters and words as facets; the words that remain to be looked for in names are those of a search that is not kept.
create function private.facets_sought(
  words text, filters jsonb, out facets text[], out facet_values uuid[], out remaining text
)
language plpgsql stable set search_path = ''
as $$
begin
  select named.facets, named.facet_values into facets, facet_values from private.facets_of(filters) as named;
  remaining := words;
  if exists (select from private.kept_searches as kept where kept.words = lower(facets_sought.words)) then
    facets := facets || 'search'::text;
    facet_values := facet_values || md5(lower(words))::uuid;
    remaining := '';
  end if;
end
$$;

create or replace function private.find_products(
  words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer
) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 25
as $$
declare
  facets text[];
  facet_values uuid[];
  remaining text;
  conditions text[] := array[]::text[];
  total bigint;
  slices integer[];
  bits bit(4096)[];
  ids uuid[];
begin
  if not private.is_admin() then
    return;
  end if;
  if sorted not in ('created_at', 'name') then
    raise exception 'Products are sorted by created_at or name' using errcode = '22023';
  end if;
  select sought.* into facets, facet_values, remaining from private.facets_sought(words, filters) as sought;

  if remaining = '' and facets <> '{}' then
    if sorted = 'created_at' then
      select page.ids into ids
      from private.page_of_products_with(facets, facet_values, ascending, beyond::timestamptz, beyond_id, size) as page;
    else
      ids := private.page_by_name(facets, facet_values, ascending, beyond, beyond_id, size);
    end if;
    return query select product.* from public.products as product where product.id = any (ids);
    return;
  end if;

  if facets <> '{}' then
    select * into total, slices, bits from private.slices_with(facets, facet_values);
    conditions := conditions || private.with_facets_condition(total);
  end if;
  if remaining <> '' then
    conditions := conditions || 'product.name ilike $1'::text;
  end if;
  if beyond is not null then
    -- The first condition alone lets an index begin at the place; the second one is exact.
    conditions := conditions || format(
      'product.%1$I %2$s= $4::%3$s and (product.%1$I %2$s $4::%3$s or product.id %4$s $5)',
      sorted, case when ascending then '>' else '<' end, case sorted when 'name' then 'text' else 'timestamptz' end,
      case when ascending = (sorted = 'name') then '>' else '<' end
    );
  end if;
  return query execute format(
    'select product.* from public.products as product %s order by product.%I %s, product.id %s limit $6',
    case when conditions <> '{}' then 'where ' || array_to_string(conditions, ' and ') end,
    sorted, case when ascending then 'asc' else 'desc' end, case when ascending = (sorted = 'name') then 'asc' else 'desc' end
  )
  using private.containing(remaining), slices, bits, beyond, beyond_id, size;
end
$$;

-- How many products have the words and meet the filters, when the kept totals tell; null when names have to be read.
create function private.kept_number(words text, filters jsonb) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  sought record;
begin
  select * into sought from private.facets_sought(words, filters);
  if sought.remaining <> '' then
    return null;
  elsif sought.facets = '{}' then
    -- Every product is a sample or is none.
    return (select total from private.slices_with('{sample,sample}', array[md5('true'), md5('false')]::uuid[]));
  end if;
  return (select total from private.slices_with(sought.facets, sought.facet_values));
end
$$;

-- The same by reading names.
create function private.read_number(words text, filters jsonb) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  named record;
  found record;
  number integer;
begin
  select * into named from private.facets_of(filters);
  select * into found from private.slices_with(named.facets, named.facet_values);
  execute 'select count(*) from public.products as product where product.name ilike $1'
    || case when named.facets <> '{}' then ' and ' || private.with_facets_condition(found.total) else '' end
  into number using private.containing(words), found.slices, found.bits;
  return number;
end
$$;

-- Whether bits would be quicker for a search than names: the index of parts knows nothing of texts that are shorter than
-- three characters, and gives few rows quickly.
create function private.is_worth_keeping(words text) returns boolean
language plpgsql stable set search_path = ''
set enable_seqscan = off
as $$
begin
  return char_length(words) < 3
    or (select count(*) from (select from public.products where name ilike private.containing(words) limit 501) as matching) > 500;
end
$$;

-- Volatile, so that it may keep a search, and each of its statements sees what the one before has written.
create or replace function private.count_products(words text, filters jsonb) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Not on a copy for reading, in a request that only reads, nor as of an earlier time.
  may_write constant boolean := not current_setting('transaction_read_only')::boolean
    and current_setting('transaction_isolation') = 'read committed';
  number integer;
begin
  if not private.is_admin() then
    return null;
  end if;
  number := private.kept_number(words, filters);
  if may_write and words <> '' then
    if number is not null then
      update private.kept_searches as kept set used_at = now()
      where kept.words = lower(count_products.words) and kept.used_at < now() - interval '1 day';
    elsif char_length(words) <= 100 and private.is_worth_keeping(words) then
      perform private.keep_search(lower(words));
      number := private.kept_number(words, filters);
    end if;
  end if;
  return coalesce(number, private.read_number(words, filters));
end
$$;

create or replace function public.count_products(words text default '', filters jsonb default '{}') returns integer
language sql volatile set search_path = ''
as $$
  select private.count_products(words, filters)
$$;

revoke execute on function
  private.facets_sought(text, jsonb), private.kept_number(text, jsonb), private.read_number(text, jsonb), private.is_worth_keeping(text)
from public;
