-- What a page of the catalogue costs, made less; what it holds is unchanged. Of 2 ms a page of 48 took a third to look its
-- products up one by one for their times, a third to make and write out JSON, and an eighth to plan what had been
-- planned before (docs/decisions/41).

-- A product's time stands beside its number, so that pages are put in order from an index alone.
alter table private.catalogue_numbers add column created_at timestamptz;
update private.catalogue_numbers set created_at = product.created_at
from public.products as product where product.id = product_id;
alter table private.catalogue_numbers alter column created_at set not null;
create index catalogue_numbers_in_order on private.catalogue_numbers (created_at desc, product_id) include (number);

-- As before, with the times.
create or replace function private.recount_catalogue() returns void
language plpgsql set search_path = ''
set enable_nestloop = off
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('giftwell catalogue', 0));
  delete from private.catalogue_facets;
  delete from private.catalogue_slices;
  delete from private.catalogue_numbers;

  insert into private.catalogue_numbers (product_id, number, created_at)
  select product.id, row_number() over (order by product.created_at, product.id desc) - 1, product.created_at
  from public.products as product;

  insert into private.catalogue_slices
  select number / 4096, max(created_at), min(created_at) from private.catalogue_numbers group by number / 4096;

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

create or replace function private.follow_products() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.catalogue_numbers (product_id, number, created_at)
    select
      product.id,
      coalesce((select max(number) from private.catalogue_numbers), -1)
        + row_number() over (order by product.created_at, product.id desc),
      product.created_at
    from written as product;
    perform private.widen_slices(array(select id from written));
    execute format(
      'select private.set_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
      private.bits_of(private.own_facets_in('written'))
    );
    return null;
  end if;

  if exists (select id, created_at from written except select id, created_at from replaced) then
    if exists (select id from written except select id from replaced) then
      -- An id changes where somebody repairs something by hand.
      perform private.recount_catalogue();
      return null;
    end if;
    update private.catalogue_numbers as kept set created_at = product.created_at
    from (select id, created_at from written except select id, created_at from replaced) as product
    where kept.product_id = product.id;
    perform private.widen_slices(array(select id from written));
  end if;
  execute format(
    'select private.clear_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
    private.bits_of(private.own_facets_left('replaced', 'written'))
  );
  execute format(
    'select private.set_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
    private.bits_of(private.own_facets_left('written', 'replaced'))
  );
  return null;
end
$$;

-- Lets the slices of products reach to these products' times.
create function private.widen_slices(product_ids uuid[]) returns void
language plpgsql set search_path = ''
set enable_seqscan = off
as $$
begin
  insert into private.catalogue_slices as kept
  select number / 4096, max(created_at), min(created_at) from private.catalogue_numbers
  where product_id = any (product_ids)
  group by number / 4096
  on conflict (slice) do update set
    newest = greatest(kept.newest, excluded.newest), oldest = least(kept.oldest, excluded.oldest)
  where excluded.newest > kept.newest or excluded.oldest < kept.oldest;
end
$$;

-- As before, planned once a session, and each slice's places in the order in which they are cut.
create or replace function private.numbers_in(slices integer[], bits bit[]) returns table (number integer)
language plpgsql immutable rows 100 set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select hit.slice * 4096 + cut.place::integer
  from unnest(slices, bits) as hit (slice, products)
  cross join lateral (
    select sum(char_length(gap) + 1) over (order by part rows unbounded preceding) - 1 as place
    from string_to_table(hit.products::text, '1') with ordinality as gaps (gap, part)
  ) as cut
  -- What follows the last one ends with the text.
  where cut.place < 4096;
end
$$;

-- As before, from the index of times alone.
create or replace function private.products_in_order(
  slices integer[], bits bit[], ascending boolean, bound timestamptz, last_time timestamptz, last_id uuid, size integer
) returns uuid[]
language plpgsql stable set search_path = ''
-- The planner takes a bit for something rare, and would rather sort all products up to the bound.
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
begin
  if ascending then
    return array(
      select numbered.product_id from private.catalogue_numbers as numbered
      where numbered.created_at between last_time and bound
        and (last_id is null or numbered.created_at > last_time or numbered.product_id < last_id)
        and get_bit(bits[array_position(slices, numbered.number / 4096)], numbered.number % 4096) = 1
      order by numbered.created_at, numbered.product_id desc limit size
    );
  end if;
  return array(
    select numbered.product_id from private.catalogue_numbers as numbered
    where numbered.created_at between bound and last_time
      and (last_id is null or numbered.created_at < last_time or numbered.product_id > last_id)
      and get_bit(bits[array_position(slices, numbered.number / 4096)], numbered.number % 4096) = 1
    order by numbered.created_at desc, numbered.product_id limit size
  );
end
$$;

-- The same by looking up every product with a bit, one after the other whatever the planner expects.
create function private.products_looked_up(
  slices integer[], bits bit[], ascending boolean, last_time timestamptz, last_id uuid, size integer
) returns uuid[]
language plpgsql stable set search_path = ''
set enable_seqscan = off
as $$
begin
  if ascending then
    return array(
      select numbered.product_id
      from private.numbers_in(slices, bits) as hit cross join lateral (
        select kept.product_id, kept.created_at from private.catalogue_numbers as kept where kept.number = hit.number offset 0
      ) as numbered
      where numbered.created_at >= last_time
        and (last_id is null or numbered.created_at > last_time or numbered.product_id < last_id)
      order by numbered.created_at, numbered.product_id desc limit size
    );
  end if;
  return array(
    select numbered.product_id
    from private.numbers_in(slices, bits) as hit cross join lateral (
      select kept.product_id, kept.created_at from private.catalogue_numbers as kept where kept.number = hit.number offset 0
    ) as numbered
    where numbered.created_at <= last_time
      and (last_id is null or numbered.created_at < last_time or numbered.product_id > last_id)
    order by numbered.created_at desc, numbered.product_id limit size
  );
end
$$;

create or replace function private.page_of_products_with(
  facets text[], facet_values uuid[], ascending boolean, last_created_at timestamptz, last_id uuid, size integer,
  out total bigint, out ids uuid[]
)
language plpgsql stable set search_path = ''
as $$
declare
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
    group by slice having count(*) = (select count(distinct facet) from unnest(facets) as facet) and bit_count(bit_and(one.products)) > 0
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

-- As before, each table with a statement of its own, which is planned once a session.
create or replace function private.id_of(named regclass, value text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  matching uuid;
begin
  case named
    when 'public.categories'::regclass then
      select id into matching from public.categories where name = value or id::text = lower(value) order by name = value desc limit 1;
    when 'public.industry_tags'::regclass then
      select id into matching from public.industry_tags where name = value or id::text = lower(value) order by name = value desc limit 1;
    when 'public.themes'::regclass then
      select id into matching from public.themes where name = value or id::text = lower(value) order by name = value desc limit 1;
    when 'public.doctor_type_tags'::regclass then
      select id into matching from public.doctor_type_tags where name = value or id::text = lower(value) order by name = value desc limit 1;
  end case;
  return matching;
end
$$;

-- As before: a function of SQL would be planned at each call.
create or replace function private.page_cursor(created_at timestamptz, id uuid) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (extract(epoch from created_at) * 1000000)::bigint || '.' || id;
end
$$;

create or replace function private.read_page_cursor(after text, out created_at timestamptz, out id uuid)
language plpgsql immutable set search_path = ''
as $$
declare
  microseconds bigint;
begin
  -- Every time from 1970 to the year 5138, which no part of this can fail for; catching errors costs more than the rest.
  if after ~ '^[0-9]{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    microseconds := split_part(after, '.', 1)::bigint;
    -- By days and seconds, since one factor for both would be rounded to the 53 bits of a double.
    created_at := (
      timestamp 'epoch'
      + make_interval(days => (microseconds / 86400000000)::integer, secs => (microseconds % 86400000000) / 1000000.0)
    ) at time zone 'UTC';
    id := split_part(after, '.', 2)::uuid;
    return;
  end if;
  begin
    if after !~ '^-?[0-9]{1,19}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      raise exception using errcode = '22023';
    end if;
    microseconds := split_part(after, '.', 1)::bigint;
    created_at := (
      timestamp 'epoch'
      + make_interval(days => (microseconds / 86400000000)::integer, secs => (microseconds % 86400000000) / 1000000.0)
    ) at time zone 'UTC';
    id := split_part(after, '.', 2)::uuid;
  exception
    when data_exception then
      raise exception 'The place to go on from ("after") is not one that this catalogue gave' using errcode = '22023';
  end;
end
$$;

-- Sees all products, hence the fixed conditions: samples only, and no more than the preview without a session.
-- The text is to the letter the one that jsonb has for it, keys in jsonb's order, and costs a third of making that.
create function private.catalogue_page_text(
  industry text, category text, subcategory text, budget text, theme text, doctor_type text, after text, page_size integer
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_visitor constant boolean := auth.uid() is null;
  size constant integer := least(greatest(coalesce(page_size, 48), 1), case when is_visitor then 12 else 100 end);
  facets text[] := array['sample'];
  facet_values uuid[] := array[md5('true')::uuid];
  subcategory_ids uuid[];
  ending record;
  last_created_at timestamptz;
  last_id uuid;
  page record;
  shown uuid[];
  cards text;
  last_shown_at timestamptz;
begin
  -- A name or id that nothing has is a value that no product has.
  if category is not null then
    facets := facets || 'category'::text;
    facet_values := facet_values || private.id_of('public.categories', category);
  end if;
  if subcategory is not null then
    -- Subcategories of different categories may share a name.
    subcategory_ids := array(
      select found.id from public.subcategories as found where found.name = subcategory or found.id::text = lower(subcategory)
    );
    if subcategory_ids = '{}' then
      subcategory_ids := array[null];
    end if;
    facets := facets || array_fill('subcategory'::text, array[cardinality(subcategory_ids)]);
    facet_values := facet_values || subcategory_ids;
  end if;
  if budget is not null then
    facets := facets || 'budget'::text;
    facet_values := facet_values || md5(budget)::uuid;
  end if;
  if industry is not null then
    facets := facets || 'industry'::text;
    facet_values := facet_values || private.id_of('public.industry_tags', industry);
  end if;
  if theme is not null then
    facets := facets || 'theme'::text;
    facet_values := facet_values || private.id_of('public.themes', theme);
  end if;
  if doctor_type is not null then
    facets := facets || 'doctor type'::text;
    facet_values := facet_values || private.id_of('public.doctor_type_tags', doctor_type);
  end if;

  if after is not null and not is_visitor then
    ending := private.read_page_cursor(after);
    last_created_at := ending.created_at;
    last_id := ending.id;
  end if;

  -- One product more than asked for tells whether there is a next page.
  page := private.page_of_products_with(facets, facet_values, false, last_created_at, last_id, size + 1);
  shown := page.ids[:size];

  select
    string_agg(
      concat(
        '{"id": "', product.id, '", "name": ', to_json(product.name), ', "themes": [', themed.names,
        '], "image_url": ', coalesce(to_json(product.image_url)::text, 'null'),
        ', "video_url": ', coalesce(to_json(product.video_url)::text, 'null'),
        ', "image_colour": ', coalesce(to_json(product.image_colour)::text, 'null'),
        ', "image_widths": ', coalesce('[' || array_to_string(product.image_widths, ', ') || ']', 'null'), '}'
      ), ', ' order by place.number
    ),
    max(product.created_at) filter (where place.number = size)
  into cards, last_shown_at
  from unnest(shown) with ordinality as place (id, number)
  join public.products as product on product.id = place.id
  left join (
    select named.product_id, string_agg(to_json(named.name)::text, ', ') as names
    from (
      select link.product_id, theme.name
      from public.product_themes as link join public.themes as theme on theme.id = link.theme_id
      where link.product_id = any (shown)
      order by link.product_id, lower(theme.name), theme.name
    ) as named
    group by named.product_id
  ) as themed on themed.product_id = place.id;

  return concat(
    '{"next": ',
    case
      when cardinality(page.ids) > size and not is_visitor then '"' || private.page_cursor(last_shown_at, shown[size]) || '"'
      else 'null'
    end,
    ', "total": ', page.total, ', "products": [', cards, ']}'
  );
end
$$;

create or replace function private.catalogue_page(
  industry text, category text, subcategory text, budget text, theme text, doctor_type text, after text, page_size integer
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.catalogue_page_text(industry, category, subcategory, budget, theme, doctor_type, after, page_size)::jsonb;
end
$$;

-- As before, but as text: nobody reads it before it goes on as text.
drop function private.answer_to(uuid, text, jsonb);
create function private.answer_to(account uuid, question text, arguments jsonb) returns text
language plpgsql set search_path = ''
as $$
declare
  role constant text := case when account is null then 'anon' else 'authenticated' end;
begin
  perform
    set_config('role', role, true),
    set_config('request.jwt.claim.sub', coalesce(account::text, ''), true),
    set_config('request.jwt.claim.role', role, true),
    set_config(
      'request.jwt.claims', jsonb_strip_nulls(jsonb_build_object('sub', account, 'role', role))::text, true
    ),
    set_config('transaction_read_only', 'on', true);
  return case question
    when 'catalogue_page' then private.catalogue_page_text(
      arguments ->> 'industry', arguments ->> 'category', arguments ->> 'subcategory', arguments ->> 'budget',
      arguments ->> 'theme', arguments ->> 'doctor_type', arguments ->> 'after',
      coalesce((arguments ->> 'page_size')::integer, 48)
    )
    when 'catalogue_filters' then public.catalogue_filters()::text
  end;
end
$$;
comment on function private.answer_to is
  'What a function of the catalogue answers to an account, or to a visitor without one, as the text of JSON: who is asking and the question in one statement. Null for every other question.';

revoke execute on function
  private.widen_slices(uuid[]),
  private.products_looked_up(integer[], bit[], boolean, timestamptz, uuid, integer),
  private.catalogue_page_text(text, text, text, text, text, text, text, integer),
  private.answer_to(uuid, text, jsonb)
from public;
grant execute on function private.catalogue_page_text(text, text, text, text, text, text, text, integer)
to anon, authenticated, service_role;
