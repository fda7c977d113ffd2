-- The back office's long lists (specification, section 7): searched, filtered, sorted and paged. Nothing for anyone but
-- administrators. These functions check the caller first and then use the indexes: under row level security the
-- policies are evaluated before a search, row by row. Statements are dynamic so that each is planned with its values: a
-- rare word and a common one are best found differently.
select set_config('lock_timeout', '5s', true);

-- The condition on private.product_search that words and filters make, with the pattern of the words as $1 and the
-- facet ids as $2.
create function private.product_condition(words text, filters jsonb, out condition text, out facet_ids uuid[])
language plpgsql immutable set search_path = ''
as $$
declare
  filter record;
begin
  condition := 'true';
  facet_ids := '{}';
  if words <> '' then
    condition := condition || ' and search_name like $1';
  end if;
  for filter in select key, value from jsonb_each_text(coalesce(filters, '{}')) order by key loop
    if filter.key in ('sample', 'featured') then
      condition := condition || format(' and is_%s = %L', filter.key, filter.value = 'yes');
    elsif filter.key = 'budget' then
      facet_ids := facet_ids || md5(filter.value)::uuid;
    elsif filter.key in ('category', 'subcategory', 'industry', 'theme', 'doctor_type') then
      facet_ids := facet_ids || filter.value::uuid;
    else
      raise exception 'Products have no such filter: %', filter.key using errcode = '22023';
    end if;
  end loop;
  if facet_ids <> '{}' then
    condition := condition || ' and facet_ids @> $2';
  end if;
end
$$;

create function private.find_products(
  words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer
) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 25
as $$
declare
  direction constant text := case when ascending then 'asc' else 'desc' end;
  id_direction constant text := case when ascending = (sorted = 'name') then 'asc' else 'desc' end;
  matching record;
  unread text := 'true';
  ids uuid[];
begin
  if not private.is_admin() then
    return;
  end if;
  if sorted not in ('created_at', 'name') then
    raise exception 'Products are sorted by created_at or name' using errcode = '22023';
  end if;
  matching := private.product_condition(words, filters);
  if beyond is not null then
    -- The first condition alone lets an index begin at the cursor; the second one is exact.
    unread := format(
      '%1$I %2$s= $3::%3$s and (%1$I %2$s $3::%3$s or product_id %4$s $4)',
      sorted, case when ascending then '>' else '<' end, case sorted when 'name' then 'text' else 'timestamptz' end,
      case id_direction when 'asc' then '>' else '<' end
    );
  end if;
  -- `offset 0` finds all that match before it sorts them, where two of facets, words and names come together: they
  -- depend on each other, which the planner does not know, and it might read an index in the list's order to its end.
  execute format(
    'select array(
       select product_id from (select product_id, created_at, name from private.product_search where %s %s) as found
       where %s order by %I %s, product_id %s limit $5
     )',
    matching.condition,
    case when (matching.facet_ids <> '{}')::integer + (words <> '')::integer + (sorted = 'name')::integer > 1 then 'offset 0' end,
    unread, sorted, direction, id_direction
  )
  into ids using private.containing(words), matching.facet_ids, beyond, beyond_id, size;
  return query select product.* from public.products as product where product.id = any (ids);
end
$$;

create function private.count_products(words text, filters jsonb) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  matching record;
  number integer;
begin
  if not private.is_admin() then
    return null;
  end if;
  matching := private.product_condition(words, filters);
  execute 'select count(*) from private.product_search where ' || matching.condition
  into number using private.containing(words), matching.facet_ids;
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

-- The condition on leads of the words ($1), in a range of time ($2 to before $3) or after a moment ($4).
create function private.leads_condition(words text, since timestamptz, before timestamptz, after timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(
    ' and ', 'true',
    case when words <> '' then 'lead.search_text like $1' end,
    case when since is not null then 'lead.created_at >= $2' end,
    case when before is not null then 'lead.created_at < $3' end,
    case when after is not null then 'lead.created_at > $4' end
  )
$$;

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
