-- The back office's long lists (specification, section 7): searched, filtered, sorted and paged. Nothing for anyone but
-- administrators. These functions check the caller first and then use the indexes: under row level security `ilike`
-- would be evaluated after the policies, row by row.

-- The pattern of texts that contain the words; each of their characters stands for itself.
create function private.containing(words text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '%' || regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%'
$$;

create function private.search_products(words text) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 100
as $$
begin
  if private.is_admin() then
    return query execute 'select product.* from public.products as product where product.name ilike $1'
    using private.containing(words);
  end if;
end
$$;

create function private.search_leads(words text) returns setof public.leads
language plpgsql stable security definer set search_path = '' rows 100
as $$
begin
  if private.is_admin() then
    return query execute 'select lead.* from public.leads as lead where lead.search_text ilike $1'
    using private.containing(words);
  end if;
end
$$;

create function public.search_products(words text) returns setof public.products
language sql stable set search_path = ''
as $$
  select * from private.search_products(words)
$$;
comment on function public.search_products is
  'Products with the words in their name, each character taken as it is and whatever its case. Nothing for anyone but administrators.';

create function public.search_leads(words text) returns setof public.leads
language sql stable set search_path = ''
as $$
  select * from private.search_leads(words)
$$;
comment on function public.search_leads is
  'Leads with the words in any of their texts, each character taken as it is and whatever its case. Nothing for anyone but administrators.';

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

create function private.find_products(
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

create function private.count_products(words text, filters jsonb) returns integer
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

create function public.count_products(words text default '', filters jsonb default '{}') returns integer
language sql volatile set search_path = ''
as $$
  select private.count_products(words, filters)
$$;
comment on function public.count_products is
  'How many products find_products finds in all. Null for anyone but administrators.';

-- The condition on leads of the words ($1), in a range of time ($2 to before $3) or after a moment ($4).
create function private.leads_condition(words text, since timestamptz, before timestamptz, after timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(
    ' and ', 'true',
    case when words <> '' then 'lead.search_text ilike $1' end,
    case when since is not null then 'lead.created_at >= $2' end,
    case when before is not null then 'lead.created_at < $3' end,
    case when after is not null then 'lead.created_at > $4' end
  )
$$;

-- Each statement is planned with its words, since a rare word and a common one are best found differently.
create function private.find_leads(
  words text, since timestamptz, before timestamptz, after timestamptz, ascending boolean, beyond timestamptz, beyond_id uuid,
  size integer
) returns setof public.leads
language plpgsql stable security definer set search_path = '' rows 25
as $$
declare
  direction constant text := case when ascending then 'asc' else 'desc' end;
  behind constant text := case when ascending then '>' else '<' end;
begin
  if private.is_admin() then
    return query execute
      'select lead.* from public.leads as lead where ' || private.leads_condition(words, since, before, after)
      || case
        when beyond is not null
        then format(' and lead.created_at %1$s= $5 and (lead.created_at %1$s $5 or lead.id %1$s $6)', behind)
        else ''
      end
      || format(' order by lead.created_at %1$s, lead.id %1$s limit $7', direction)
    using private.containing(words), since, before, after, beyond, beyond_id, size;
  end if;
end
$$;

create function private.count_leads(words text, since timestamptz, before timestamptz, after timestamptz) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  number integer;
begin
  if not private.is_admin() then
    return null;
  end if;
  if words = '' and since is null and before is null and after is null then
    return (select coalesce(sum(change), 0) from private.lead_count_changes);
  end if;
  execute 'select count(*) from public.leads as lead where ' || private.leads_condition(words, since, before, after)
  into number using private.containing(words), since, before, after;
  return number;
end
$$;

create function public.find_leads(
  words text default '', since timestamptz default null, before timestamptz default null, after timestamptz default null,
  ascending boolean default false, beyond timestamptz default null, beyond_id uuid default null, size integer default 25
) returns setof public.leads
language sql stable set search_path = '' rows 25
as $$
  select * from private.find_leads(words, since, before, after, ascending, beyond, beyond_id, least(greatest(size, 0), 1000))
$$;
comment on function public.find_leads is
  'Leads with the words in any of their texts, each character taken as it is and whatever its case, that came since, before or after a time: at most "size" of those beyond a created_at and an id. In no order of their own. Nothing for anyone but administrators.';

create function public.count_leads(
  words text default '', since timestamptz default null, before timestamptz default null, after timestamptz default null
) returns integer
language sql stable set search_path = ''
as $$
  select private.count_leads(words, since, before, after)
$$;
comment on function public.count_leads is
  'How many leads find_leads finds in all. Null for anyone but administrators.';
