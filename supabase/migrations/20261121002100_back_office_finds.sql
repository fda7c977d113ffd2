-- The back office's long lists under filters and words (specification, section 7, Admin side): pages and exact counts
-- that the kept totals and the indexes give. Nothing for anyone but administrators.

-- The facets of the back office's filters: the id of a record, a budget band, or yes and no.
create function private.facets_of(filters jsonb, out facets text[], out facet_values uuid[])
language plpgsql immutable set search_path = ''
as $$
declare
  asked record;
begin
  facets := '{}';
  facet_values := '{}';
  for asked in select key, value from jsonb_each_text(coalesce(filters, '{}')) order by key loop
    if asked.key not in ('category', 'subcategory', 'industry', 'theme', 'doctor_type', 'budget', 'sample', 'featured') then
      raise exception 'Products have no such filter: %', asked.key using errcode = '22023';
    end if;
    facets := facets || replace(asked.key, '_', ' ');
    facet_values := facet_values || case
      when asked.key = 'budget' then md5(asked.value)::uuid
      when asked.key in ('sample', 'featured') then md5((asked.value = 'yes')::text)::uuid
      else asked.value::uuid
    end;
  end loop;
end
$$;
revoke execute on function private.facets_of(jsonb) from public;

-- Products with all of the facets, so that they can be counted, searched and sorted by something else than their time:
-- as the condition of a statement with the facets' slices ($2) and bits ($3). Few are looked up, many are recognized.
create function private.with_facets_condition(total bigint) returns text
language sql immutable set search_path = ''
as $$
  select case
    when total <= 5000 then
      'product.id in (select product_id from private.numbers_in($2, $3) join private.catalogue_numbers using (number))'
    else
      '(select get_bit($3[array_position($2, number / 4096)], number % 4096) from private.catalogue_numbers'
      ' where product_id = product.id) = 1'
  end
$$;
revoke execute on function private.with_facets_condition(bigint) from public;

create function private.find_products(
  words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer
) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 25
as $$
declare
  facets text[];
  facet_values uuid[];
  conditions text[] := array[]::text[];
  total bigint;
  slices integer[];
  bits bit(4096)[];
begin
  if not private.is_admin() then
    return;
  end if;
  if sorted not in ('created_at', 'name') then
    raise exception 'Products are sorted by created_at or name' using errcode = '22023';
  end if;
  select named.facets, named.facet_values into facets, facet_values from private.facets_of(filters) as named;

  if words = '' and facets <> '{}' and sorted = 'created_at' then
    return query
      select product.*
      from private.page_of_products_with(facets, facet_values, ascending, beyond::timestamptz, beyond_id, size) as page
      join public.products as product on product.id = any (page.ids);
    return;
  end if;

  if facets <> '{}' then
    select * into total, slices, bits from private.slices_with(facets, facet_values);
    conditions := conditions || private.with_facets_condition(total);
  end if;
  if words <> '' then
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
  using private.containing(words), slices, bits, beyond, beyond_id, size;
end
$$;

create function private.count_products(words text, filters jsonb) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  facets text[];
  facet_values uuid[];
  found record;
  number integer;
begin
  if not private.is_admin() then
    return null;
  end if;
  select named.facets, named.facet_values into facets, facet_values from private.facets_of(filters) as named;
  if facets = '{}' and words = '' then
    -- Every product is a sample or is none.
    facets := '{sample,sample}';
    facet_values := array[md5('true'), md5('false')]::uuid[];
  end if;
  select * into found from private.slices_with(facets, facet_values);
  if words = '' then
    return found.total;
  end if;
  execute 'select count(*) from public.products as product where product.name ilike $1'
    || case when facets <> '{}' then ' and ' || private.with_facets_condition(found.total) else '' end
  into number using private.containing(words), found.slices, found.bits;
  return number;
end
$$;

create function public.find_products(
  words text default '', filters jsonb default '{}', sorted text default 'created_at', ascending boolean default false,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns setof public.products
language sql stable set search_path = '' rows 25
as $$
  select * from private.find_products(words, filters, sorted, ascending, beyond, beyond_id, least(greatest(size, 0), 1000))
$$;
comment on function public.find_products is
  'Products with the words in their name, each character taken as it is and whatever its case, that meet the filters (category, subcategory, industry, theme and doctor_type take an id, budget a band, sample and featured yes or no): at most "size" of those beyond a created_at or name and an id. In no order of their own. Nothing for anyone but administrators.';

create function public.count_products(words text default '', filters jsonb default '{}') returns integer
language sql stable set search_path = ''
as $$
  select private.count_products(words, filters)
$$;
comment on function public.count_products is
  'How many products find_products finds in all. Null for anyone but administrators.';

revoke execute on function
  private.find_products(text, jsonb, text, boolean, text, uuid, integer), private.count_products(text, jsonb),
  public.find_products(text, jsonb, text, boolean, text, uuid, integer), public.count_products(text, jsonb)
from public;
revoke execute on function
  public.find_products(text, jsonb, text, boolean, text, uuid, integer), public.count_products(text, jsonb)
from anon;
grant execute on function
  private.find_products(text, jsonb, text, boolean, text, uuid, integer), private.count_products(text, jsonb),
  public.find_products(text, jsonb, text, boolean, text, uuid, integer), public.count_products(text, jsonb)
to authenticated, service_role;
