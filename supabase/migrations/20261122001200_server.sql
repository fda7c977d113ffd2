-- Bits of facets (docs/decisions/29, 38, 41), the number of leads, what servers are notified of, and who may call which
-- function.

create table private.catalogue_numbers (
  product_id uuid primary key,
  number integer not null unique,
  created_at timestamptz not null
);
create index catalogue_numbers_in_order on private.catalogue_numbers (created_at desc, product_id) include (number);

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

create table private.kept_searches (
  words text collate "C" primary key,
  used_at timestamptz not null default now()
);
comment on table private.kept_searches is 'In lower case, as names are compared.';

create table private.name_ranges (
  is_there boolean primary key default true check (is_there),
  beginnings text[] not null default '{}',
  additions bigint not null default 0
);
insert into private.name_ranges default values;

create table private.lead_count_changes (
  id bigint generated always as identity primary key,
  change bigint not null
);

do $$
declare
  derived text;
begin
  foreach derived in array array[
    'catalogue_numbers', 'catalogue_slices', 'catalogue_facets', 'kept_searches', 'name_ranges', 'lead_count_changes'
  ] loop
    execute format('alter table private.%I enable row level security', derived);
    execute format('revoke all on private.%I from public, anon, authenticated, service_role', derived);
  end loop;
end
$$;

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

create function private.recount_catalogue() returns void
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

create function private.tell_of_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('giftwell_changes', '');
  return null;
end
$$;

create function private.follow_products() returns trigger
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

create function private.forget_products() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off
as $$
begin
  perform private.clear_facet_bits(array(
    select row(kept.facet, kept.value, kept.slice, gone.products)::private.catalogue_facets
    from (
      select number / 4096 as slice, bit_or(set_bit(0::bit(4096), number % 4096, 1)) as products
      from replaced join private.catalogue_numbers on product_id = replaced.id
      group by number / 4096
    ) as gone
    join private.catalogue_facets as kept using (slice)
    where bit_count(kept.products & gone.products) > 0
  ));
  delete from private.catalogue_numbers using replaced where product_id = replaced.id;
  return null;
end
$$;

create function private.follow_links() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off
as $$
declare
  facet constant text := tg_argv[0];
  tag constant text := tg_argv[1];
  links constant text := 'select product_id, %L as facet, %I as value from %I';
begin
  -- A save asks to remove and to add, and often there is nothing to; each table of rows is there for its events alone.
  if tg_op <> 'INSERT' then
    if exists (select from replaced) then
      execute format(
        'select private.clear_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
        private.bits_of(format(links, facet, tag, 'replaced'))
      );
    end if;
  end if;
  if tg_op <> 'DELETE' then
    if exists (select from written) then
      execute format(
        'select private.set_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
        private.bits_of(format(links, facet, tag, 'written'))
      );
    end if;
  end if;
  return null;
end
$$;

create function private.recount_after_truncate() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.recount_catalogue();
  return null;
end
$$;

create function private.slices_with(
  facets text[], facet_values uuid[], out total bigint, out slices integer[], out bits bit[]
)
language plpgsql stable set search_path = ''
as $$
declare
  facets_in_all constant bigint := (select count(distinct facet) from unnest(facets) as facet);
begin
  select coalesce(sum(bit_count(hit.products)), 0), array_agg(hit.slice), array_agg(hit.products)
  into total, slices, bits
  from (
    select slice, bit_and(products) as products
    from (
      select kept.slice, bit_or(kept.products) as products
      from unnest(facets, facet_values) as wanted (facet, value) join private.catalogue_facets as kept using (facet, value)
      group by facet, kept.slice
    ) as one
    group by slice having count(*) = facets_in_all
  ) as hit;
end
$$;

create function private.numbers_in(slices integer[], bits bit[]) returns table (number integer)
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

create function private.products_in_order(
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

create function private.page_of_products_with(
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

create function private.note_lead_count(change bigint) returns void
language sql set search_path = ''
as $$
  with gathered as (
    delete from private.lead_count_changes
    where id = any (array(select id from private.lead_count_changes limit 20 for update skip locked))
    returning lead_count_changes.change
  )
  insert into private.lead_count_changes (change)
  select note_lead_count.change + coalesce(sum(gathered.change), 0) from gathered
$$;

create function private.count_leads_along() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  number bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.lead_count_changes;
    return null;
  end if;
  select count(*) into number from changed;
  if number > 0 then
    perform private.note_lead_count(case tg_op when 'INSERT' then number else -number end);
  end if;
  return null;
end
$$;

create function private.recount_leads() returns void
language plpgsql set search_path = ''
as $$
begin
  lock table public.leads in share mode;
  delete from private.lead_count_changes;
  insert into private.lead_count_changes (change) select count(*) from public.leads;
end
$$;

create function private.say_of_sample() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Of a product that is not there nothing is said: the link is refused in a moment.
  new.of_sample := coalesce((select product.is_sample from public.products as product where product.id = new.product_id), false);
  return new;
end
$$;

create function private.correct_of_sample() returns void
language plpgsql set search_path = ''
as $$
declare
  link text;
begin
  foreach link in array array['product_industry_tags', 'product_themes', 'product_doctor_type_tags'] loop
    execute format(
      'update public.%I as link set of_sample = product.is_sample from public.products as product
       where product.id = link.product_id and product.is_sample <> link.of_sample',
      link
    );
  end loop;
end
$$;

create function private.tell_links_of_sample() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed constant uuid[] := array(
    select id from (select id, is_sample from written except select id, is_sample from replaced) as changed
  );
begin
  if changed <> '{}' then
    update public.product_industry_tags set of_sample = of_sample where product_id = any (changed);
    update public.product_themes set of_sample = of_sample where product_id = any (changed);
    update public.product_doctor_type_tags set of_sample = of_sample where product_id = any (changed);
  end if;
  return null;
end
$$;

create function private.tell_of_account() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('giftwell_accounts', '');
  return null;
end
$$;

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

create function private.keep_search(sought text) returns void
language plpgsql set search_path = ''
as $$
declare
  most constant integer := 200;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('giftwell catalogue', 0)) then
    return;
  end if;
  insert into private.kept_searches (words) values (sought) on conflict do nothing;
  if not found then
    return;
  end if;
  update private.name_ranges set additions = additions + 1;

  with forgotten as (
    delete from private.kept_searches
    where words in (
      select kept.words from private.kept_searches as kept order by kept.words = sought desc, kept.used_at desc, kept.words offset most
    )
    returning words
  )
  delete from private.catalogue_facets as facets using forgotten
  where facets.facet = 'search' and facets.value = md5(forgotten.words)::uuid;

  execute 'insert into private.catalogue_facets ' || private.bits_of(
    $found$ select id as product_id, 'search' as facet, md5($1)::uuid as value from public.products where name ilike $2 $found$
  ) using sought, private.containing(sought);
end
$$;

create function private.follow_names() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off
as $$
declare
  renamed constant text := '(select id, name from %I except select id, name from %I)';
  facets_before text;
  facets_after text;
begin
  -- Who sees the database as it was at an earlier time might miss a search that was added since, and is refused.
  if current_setting('transaction_isolation') <> 'read committed' then
    perform from private.name_ranges for share;
  end if;

  if tg_op = 'INSERT' then
    -- Each time the catalogue has doubled, its names are looked over.
    if exists (
      select from written join private.catalogue_numbers on product_id = written.id
      where number >= 4096 and number % 4096 = 0 and (number / 4096) & (number / 4096 - 1) = 0
    ) then
      perform private.review_names();
      return null;
    end if;
    execute format(
      'select private.set_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
      private.bits_of(private.name_facets_in('written'))
    );
  elsif exists (select id, name from written except select id, name from replaced) then
    facets_before := private.name_facets_in(format(renamed, 'replaced', 'written'));
    facets_after := private.name_facets_in(format(renamed, 'written', 'replaced'));
    execute format(
      'select private.clear_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
      private.bits_of(format('(%s) except (%s)', facets_before, facets_after))
    );
    execute format(
      'select private.set_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
      private.bits_of(format('(%s) except (%s)', facets_after, facets_before))
    );
  end if;
  return null;
end
$$;

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

create function private.is_worth_keeping(words text) returns boolean
language plpgsql stable set search_path = ''
set enable_seqscan = off
as $$
begin
  return char_length(words) < 3
    or (select count(*) from (select from public.products where name ilike private.containing(words) limit 501) as matching) > 500;
end
$$;

create function private.own_facets_left(before text, after text) returns text
language sql immutable strict set search_path = ''
as $$
  select format(
    $statement$
      select product_id, facet, case when facet like '%%category' then value::uuid else md5(value)::uuid end as value
      from (
        select product.id as product_id, own.facet, own.value
        from %s as product join %s as other on other.id = product.id cross join lateral (
          values
            ('category', product.category_id::text, other.category_id::text),
            ('subcategory', product.subcategory_id::text, other.subcategory_id::text),
            ('budget', product.budget, other.budget),
            ('sample', product.is_sample::text, other.is_sample::text),
            ('featured', product.is_featured::text, other.is_featured::text)
        ) as own (facet, value, other_value)
        where own.value is not null and own.value is distinct from own.other_value
      ) as changed
    $statement$,
    before, after
  )
$$;

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
comment on function private.recount_catalogue is
  'Makes the kept totals anew from the products; for whoever wrote rows with the triggers off.';
comment on function private.tell_of_account is
  'Tells servers that a session may have ended, an account may have gone or been banned, or rights may have changed.';
comment on function private.answer_to is
  'What a function of the catalogue answers to an account, or to a visitor without one, as the text of JSON: who is asking and the question in one statement. Null for every other question.';

create trigger tell_of_account after update of id, user_id, not_after or delete or truncate on auth.sessions
for each statement execute function private.tell_of_account();
create trigger tell_of_account after update of id, banned_until, deleted_at or delete or truncate on auth.users
for each statement execute function private.tell_of_account();
create trigger tell_of_account after insert or update or delete or truncate on public.profiles
for each statement execute function private.tell_of_account();

do $$
declare
  shown regclass;
begin
  for shown in
    select oid from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('leads', 'profiles')
  loop
    execute format(
      'create trigger tell_of_change after insert or update or delete or truncate on %s
       for each statement execute function private.tell_of_change()',
      shown
    );
  end loop;
end
$$;

create trigger count_insert after insert on public.leads referencing new table as changed
for each statement execute function private.count_leads_along();
create trigger count_delete after delete on public.leads referencing old table as changed
for each statement execute function private.count_leads_along();
create trigger count_truncate after truncate on public.leads
for each statement execute function private.count_leads_along();

create trigger follow_insert after insert on public.products referencing new table as written
for each statement execute function private.follow_products();
create trigger follow_update after update on public.products referencing old table as replaced new table as written
for each statement execute function private.follow_products();
create trigger follow_delete after delete on public.products referencing old table as replaced
for each statement execute function private.forget_products();
create trigger follow_names_of_inserted after insert on public.products referencing new table as written
for each statement execute function private.follow_names();
create trigger follow_names_of_updated after update on public.products referencing old table as replaced new table as written
for each statement execute function private.follow_names();
create trigger tell_links_of_sample after update on public.products referencing old table as replaced new table as written
for each statement execute function private.tell_links_of_sample();

do $$
declare
  link record;
  written text;
begin
  for link in select * from (values
    ('product_industry_tags', 'industry', 'industry_tag_id'),
    ('product_themes', 'theme', 'theme_id'),
    ('product_doctor_type_tags', 'doctor type', 'doctor_type_tag_id')
  ) as links (name, facet, tag) loop
    execute format('comment on column public.%I.of_sample is ''Whether its product is a sample; follows the product, whatever is written.''', link.name);
    execute format(
      'create trigger say_of_sample before insert or update on public.%I for each row execute function private.say_of_sample()',
      link.name
    );
    execute format(
      'create trigger follow_insert after insert on public.%I referencing new table as written
       for each statement execute function private.follow_links(%L, %L)',
      link.name, link.facet, link.tag
    );
    execute format(
      'create trigger follow_update after update on public.%I referencing old table as replaced new table as written
       for each statement execute function private.follow_links(%L, %L)',
      link.name, link.facet, link.tag
    );
    execute format(
      'create trigger follow_delete after delete on public.%I referencing old table as replaced
       for each statement execute function private.follow_links(%L, %L)',
      link.name, link.facet, link.tag
    );
  end loop;

  foreach written in array array['products', 'product_industry_tags', 'product_themes', 'product_doctor_type_tags'] loop
    execute format(
      'create trigger recount_after_truncate after truncate on public.%I
       for each statement execute function private.recount_after_truncate()',
      written
    );
    execute format(
      'create trigger await_catalogue_turn before insert or update or delete on public.%I
       for each statement execute function private.await_catalogue_turn()',
      written
    );
  end loop;
  foreach written in array array['categories', 'subcategories', 'industry_tags', 'themes', 'doctor_type_tags'] loop
    execute format(
      'create trigger await_catalogue_turn before delete on public.%I
       for each statement execute function private.await_catalogue_turn()',
      written
    );
  end loop;
end
$$;

select private.recount_catalogue();
select private.recount_leads();

-- Who may call which function. Trigger functions run for the writer of the row; no role calls them.
revoke execute on all functions in schema private from public;
grant execute on function
  private.trimmed(text), private.is_given(text), private.is_web_address(text), private.is_product_image_name(text),
  private.is_product_image_path(text), private.without_own_host(text), private.is_admin(),
  private.lead_search_text(text, text, text, text, text, text[]),
  private.catalogue_page(text, text, text, text, text, text, text, integer),
  private.catalogue_page_text(text, text, text, text, text, text, text, integer),
  private.products_still_there(uuid[])
to anon, authenticated, service_role;
grant execute on function private.home_page_product_ids() to anon, service_role;
grant execute on function
  private.refuse_change(integer, integer, text), private.stored_image_name(text), private.original_image_name(text),
  private.with_size_names(text[]), private.is_image_widths(smallint[]),
  private.search_products(text), private.search_leads(text),
  private.find_products(text, jsonb, text, boolean, text, uuid, integer), private.count_products(text, jsonb),
  private.find_leads(text, timestamptz, timestamptz, timestamptz, boolean, timestamptz, uuid, integer),
  private.count_leads(text, timestamptz, timestamptz, timestamptz)
to authenticated, service_role;

revoke execute on function
  public.catalogue_page(text, text, text, text, text, text, text, integer), public.catalogue_filters(),
  public.products_still_there(uuid[])
from public;
grant execute on function
  public.catalogue_page(text, text, text, text, text, text, text, integer), public.catalogue_filters(),
  public.products_still_there(uuid[])
to anon, authenticated, service_role;
revoke execute on function
  public.save_product(jsonb, uuid[], uuid[], uuid[], uuid, integer),
  public.save_subcategory(text, text, uuid[], uuid, integer),
  public.unused_product_images(text[]),
  public.search_products(text), public.search_leads(text),
  public.find_products(text, jsonb, text, boolean, text, uuid, integer), public.count_products(text, jsonb),
  public.find_leads(text, timestamptz, timestamptz, timestamptz, boolean, timestamptz, uuid, integer),
  public.count_leads(text, timestamptz, timestamptz, timestamptz)
from public, anon;
grant execute on function
  public.save_product(jsonb, uuid[], uuid[], uuid[], uuid, integer),
  public.save_subcategory(text, text, uuid[], uuid, integer),
  public.unused_product_images(text[]),
  public.search_products(text), public.search_leads(text),
  public.find_products(text, jsonb, text, boolean, text, uuid, integer), public.count_products(text, jsonb),
  public.find_leads(text, timestamptz, timestamptz, timestamptz, boolean, timestamptz, uuid, integer),
  public.count_leads(text, timestamptz, timestamptz, timestamptz)
to authenticated, service_role;
