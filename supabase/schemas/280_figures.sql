-- The owner's figures (product.md, section 2, Figures): daily counts of what visitors search, see and ask for, and what follows from
-- them. A count has a day, a kind and a key. Nothing here says who was counted.

create table public.daily_counts (
  day date not null,
  kind text collate "C" not null constraint daily_counts_kind_known check (
    kind in ('searched', 'not_found', 'search_chosen', 'seen', 'added', 'asked', 'quoted', 'accepted', 'declined', 'lost') or kind ~ '^vital:(LCP|INP|CLS|TTFB|FCP)$'
  ),
  key text collate "C" not null constraint daily_counts_key_length check (char_length(key) <= 120),
  number bigint not null constraint daily_counts_number_positive check (number > 0),
  -- In this order, so that a figure reads its own kind and keys alone; with the number, so that it reads no row.
  primary key (kind, key, day) include (number)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
comment on table public.daily_counts is 'How often something happened on a day of India. Holds no address, no account and no session.';
comment on column public.daily_counts.key is
  'Words of a search; "product:", "category:", "theme:" and "industry:" with an id, "band:" with a budget band; a reason; a kind of page and the upper bound of a measurement; empty for all of the kind together.';
create index daily_counts_of_words on public.daily_counts (day) where kind in ('searched', 'not_found', 'search_chosen');

select private.enable_row_security('public.daily_counts', 'administrators');

-- Denormalised for the lists of products: the sums of each product since counting began.
create table private.product_counts (
  product_id uuid primary key references public.products (id) on delete cascade on update cascade,
  seen bigint not null default 0,
  added bigint not null default 0,
  asked bigint not null default 0,
  quoted bigint not null default 0,
  accepted bigint not null default 0,
  declined bigint not null default 0
);
comment on table private.product_counts is 'The sums of public.daily_counts by product.';
create index product_counts_seen on private.product_counts (seen desc, product_id);
create index product_counts_seen_never_asked on private.product_counts (seen desc, product_id) where seen >= 100 and asked = 0;
create index product_counts_asked_never_quoted on private.product_counts (asked desc, product_id) where asked > 0 and quoted = 0;
create index product_counts_quoted_declined on private.product_counts (declined desc, product_id) where declined > 0;

create table private.event_quotas (
  client text primary key,
  events integer not null,
  counted_at timestamptz not null default now()
);
comment on table private.event_quotas is
  'How many events each network sent in this hour, and how many new words it and all together searched today. The client is a hash with the project''s secret that differs each hour or day.';

-- Adds to the counts of today; in the order of the keys, so that two who count the same do not block each other.
create function private.add_counts(kind text, keys text[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.daily_counts as counted (day, kind, key, number)
  select private.day_in_india(now()), add_counts.kind, key, count(*) from unnest(keys) as key where key is not null group by key order by key
  on conflict (kind, key, day) do update set number = counted.number + excluded.number
$$;

-- Counts products, with their categories, themes, industries and bands; one that is listed twice counts twice.
create function private.count_products_of(kind text, products uuid[]) returns void
language sql security definer set search_path = '' as $$
  select private.add_counts(kind, array(
    select key from private.product_search as product
    join unnest(products) as listed (id) on listed.id = product.product_id
    cross join lateral (
      values (''), ('product:' || product.product_id)
      union all
      select case section when 'budget' then 'band:' || name else section || ':' || facet.id end
      from private.facets as facet where facet.id = any (product.facet_ids) and section in ('category', 'theme', 'industry', 'budget')
    ) as counted (key)
  ));
  insert into private.product_counts as counted (product_id, seen, added, asked, quoted, accepted, declined)
  select
    product.product_id, sum((kind = 'seen')::integer), sum((kind = 'added')::integer), sum((kind = 'asked')::integer),
    sum((kind = 'quoted')::integer), sum((kind = 'accepted')::integer), sum((kind = 'declined')::integer)
  from private.product_search as product join unnest(products) as listed (id) on listed.id = product.product_id
  group by product.product_id order by product.product_id
  on conflict (product_id) do update set
    seen = counted.seen + excluded.seen, added = counted.added + excluded.added, asked = counted.asked + excluded.asked,
    quoted = counted.quoted + excluded.quoted, accepted = counted.accepted + excluded.accepted, declined = counted.declined + excluded.declined
$$;

-- The words of a search as they are counted. Null of an address, a telephone number and a whole text, which are not stored.
create function private.counted_words(q text) returns text
language sql immutable set search_path = '' as $$
  select words from private.name_key(left(q, 200)) as words
  where char_length(words) between 2 and 60 and words !~ '@|([0-9][^0-9]{0,2}){7}' and private.split_words(words) <> '{}'
$$;

-- A client's key among the quotas of events, for a time and a use.
create function private.quota_key(at timestamptz, variadic uses text[]) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(concat_ws(' ', (select value from private.settings where name = 'share_inner_block'), at, array_to_string(uses, ' ')), 'UTF8')), 'hex')
$$;

-- Takes new words of a day: 60 of a network, and 2000 of all together. Returns how many of these may be counted.
create function private.take_words(number integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant timestamptz := private.day_in_india(now())::timestamp at time zone 'Asia/Kolkata';
  network constant text := private.client_network();
  quota record;
  before integer;
  taken integer := number;
begin
  for quota in
    select private.quota_key(today, 'words', network) as client, 60 as whole where network is not null
    union all select private.quota_key(today, 'words of all'), 2000
  loop
    -- Locks the row of those who count at the same time.
    insert into private.event_quotas as stored (client, events, counted_at) values (quota.client, 0, today + interval '1 day')
    on conflict on constraint event_quotas_pkey do update set events = stored.events returning events into before;
    taken := least(taken, quota.whole - before);
    update private.event_quotas set events = before + taken where client = quota.client;
  end loop;
  return taken;
end
$$;

-- Counts words of searches. Each adds to their sum, and one of today or yesterday to its own count; new ones within the limits of a
-- day, so that no program fills the table.
create function private.count_words(kind text, searches text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.day_in_india(now());
  words constant text[] := array(select word from unnest(searches) as q cross join lateral private.counted_words(q) as word where word is not null);
  unknown constant text[] := array(
    select distinct word from unnest(words) as word where not exists (
      select from public.daily_counts as counted
      where counted.kind in ('searched', 'not_found', 'search_chosen') and key = word and day in (today, today - 1)
    )
  );
  left_out text[] := array[]::text[];
begin
  if unknown <> '{}' then
    left_out := unknown[1 + private.take_words(cardinality(unknown)):];
  end if;
  perform private.add_counts(kind, array(
    select word from unnest(words) as word where word <> all (left_out) union all select '' from unnest(words)
  ));
end
$$;

-- The upper bounds of measurements: milliseconds, and thousandths for CLS. Web vitals are unused since 1.1.0: pages of 1.0 send and show
-- them while an update goes on.
create function private.vital_bounds() returns integer[]
language sql immutable set search_path = '' as $$
  select array[
    10, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1200, 1500, 1800, 2000, 2500, 3000, 4000, 5000, 6000, 8000, 10000, 60000
  ]
$$;

-- Whether this request is one that is counted: not of staff, of a program, of a page that is loaded before it is needed, or of
-- someone who asks not to be counted; and the owner has not switched it off.
create function private.is_counted_visit() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  headers constant json := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::json;
begin
  return not private.is_staff()
    and coalesce((select counts_visits from public.site_settings), true)
    and coalesce(headers ->> 'dnt', '0') <> '1' and coalesce(headers ->> 'sec-gpc', '0') <> '1'
    and concat_ws(' ', headers ->> 'sec-purpose', headers ->> 'purpose', headers ->> 'x-moz') !~* 'prefetch|prerender|preview'
    and coalesce(headers ->> 'user-agent', '') !~*
      'bot\M|bot[/; ]|crawl|spider|slurp|preview|headless|lighthouse|facebookexternalhit|whatsapp/|telegrambot|slackbot|curl/|wget/|python|okhttp|go-http';
end
$$;

-- Kinds: searched and search_chosen (the words, of which those with an @ or seven digits are not stored), seen and added ("product:"
-- and the id of a product of the catalogue), vital:LCP, INP, CLS, TTFB and FCP ("home|2500": the kind of page, home, catalogue,
-- product, inquiry or other, and the upper bound among private.vital_bounds() in milliseconds, of CLS in thousandths).
create function private.count_events(events jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  client constant text := private.quota_key(date_trunc('hour', now()), 'events', private.client_network());
  counted integer;
  part record;
begin
  perform private.require(
    case when jsonb_typeof(events) = 'array' then jsonb_array_length(events) <= 50 end
    and not exists (
      select from jsonb_array_elements(events) as event
      where coalesce(event ->> 'kind', '') !~ '^(searched|search_chosen|seen|added|vital:(LCP|INP|CLS|TTFB|FCP))$' or char_length(event ->> 'key') > 200
    ),
    'Send at most 50 visits of the known kinds at a time', '22023'
  );
  if jsonb_array_length(events) = 0 or not private.is_counted_visit() then
    return;
  end if;
  if private.client_network() is not null then
    insert into private.event_quotas as quota (client, events) values (client, jsonb_array_length(count_events.events))
    on conflict on constraint event_quotas_pkey do update set events = quota.events + excluded.events returning quota.events into counted;
    if counted > 3000 then
      return;
    end if;
  end if;
  for part in
    select event ->> 'kind' as kind, array_agg(event ->> 'key') as keys from jsonb_array_elements(events) as event group by 1 order by 1
  loop
    if part.kind in ('searched', 'search_chosen') then
      perform private.count_words(part.kind, part.keys);
    elsif part.kind in ('seen', 'added') then
      perform private.count_products_of(part.kind, array(
        select product.id from unnest(part.keys) as key
        join public.products as product on product.id = substring(key from '^product:([0-9a-f-]{36})$')::uuid and product.is_sample
      ));
    else
      perform private.add_counts(part.kind, array(
        select key from unnest(part.keys) as key
        where substring(key from '^(?:home|catalogue|product|inquiry|other)\|([0-9]{1,5})$')::integer = any (private.vital_bounds())
      ));
    end if;
  end loop;
end
$$;
select private.expose('count_events',
  'Counts what a visitor did: at most 50 of [{"kind", "key"}], and at most 3000 events an hour of one network. Counts nothing of staff, programs, prefetches, of visitors who ask not to be tracked and where the owner has switched it off.');

-- What is asked for, once for each inquiry and product. Staff who try the form are not counted.
create function private.count_asked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.count_products_of('asked', array(
      select product_id from (select distinct lead_id, product_id from new_rows where product_id is not null) as requested
    ));
    insert into private.counted_leads (about, lead_id)
    select product.product_id, lead_id from new_rows join private.product_search as product using (product_id)
    union select private.counted_groups(facet_ids), lead_id from new_rows join private.product_search as product using (product_id)
    on conflict do nothing;
  end if;
  return null;
end
$$;
select private.after_changes('public.lead_items', 'count_asked', 'count_asked()', '{insert}');

-- Each product once for a quotation: quoted by the first revision that has it, accepted and declined by the first such answer.
create function private.count_quoted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted constant text := case new.kind when 'sent' then 'quoted' else new.kind end;
  products constant uuid[] := array(
    select distinct (line ->> 'product_id')::uuid
    from public.quotation_versions as version
    cross join jsonb_array_elements(
      case when new.kind = 'accepted' then private.chosen_lines(version.content, version.accepted -> 'choice') else version.content -> 'lines' end
    ) as line
    where version.id = new.version_id and line ->> 'product_id' is not null and not exists (
      select from public.quotation_events as earlier join public.quotation_versions as former on former.id = earlier.version_id
      where earlier.quotation_id = new.quotation_id and earlier.kind = new.kind and earlier.number < new.number
        and former.content -> 'lines' @> jsonb_build_array(jsonb_build_object('product_id', line ->> 'product_id'))
    )
  );
begin
  perform private.count_products_of(counted, products);
  insert into private.counted_quotations (stage, about, quotation_id)
  select counted, product_id, new.quotation_id from private.product_search where product_id = any (products)
  union select counted, private.counted_groups(facet_ids), new.quotation_id from private.product_search where product_id = any (products)
  on conflict do nothing;
  return null;
end
$$;
create trigger count_quoted after insert on public.quotation_events
for each row when (new.kind in ('sent', 'accepted', 'declined')) execute function private.count_quoted();

create function private.count_lost() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_counts('lost', array[private.reason_of_lead(new.lead_id), '']);
  return null;
end
$$;
create trigger count_lost after insert on public.lead_events
for each row when (new.kind = 'state' and new.value = 'lost') execute function private.count_lost();

-- The days of festivals in India. Eid is Eid al-Fitr; the moon may move it by a day.
create function private.festival_days() returns table (festival text, day date)
language sql immutable set search_path = '' as $$
  select festival, unnest(days) from (values
    ('diwali', array['2024-10-31', '2025-10-20', '2026-11-08', '2027-10-29', '2028-10-17', '2029-11-05', '2030-10-26']::date[]),
    ('holi', array['2024-03-25', '2025-03-14', '2026-03-04', '2027-03-22', '2028-03-11', '2029-03-01', '2030-03-20']::date[]),
    ('eid', array['2024-04-11', '2025-03-31', '2026-03-21', '2027-03-10', '2028-02-27', '2029-02-15', '2030-02-05']::date[]),
    ('christmas', array['2024-12-25', '2025-12-25', '2026-12-25', '2027-12-25', '2028-12-25', '2029-12-25', '2030-12-25']::date[]),
    ('new_year', array['2024-01-01', '2025-01-01', '2026-01-01', '2027-01-01', '2028-01-01', '2029-01-01', '2030-01-01']::date[])
  ) as known (festival, days)
$$;

-- The sum of a kind in days of India, of all keys together.
create function private.sum_of_counts(kind text, since date, until date) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(number), 0)::bigint from public.daily_counts as counted
  where counted.kind = sum_of_counts.kind and key = '' and day between since and until
$$;

-- Searches and views, by day, or by 28 or so equal parts of a long period: [{"day": the first of each, "until", "searched", "seen", "added"}].
create function private.visits(since date, until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'day', first, 'until', last, 'searched', private.sum_of_counts('searched', first, last), 'seen', private.sum_of_counts('seen', first, last),
    'added', private.sum_of_counts('added', first, last)
  ) order by first), '[]')
  from (select greatest(since, (select min(day) from public.daily_counts where kind = 'seen' and key = ''), until - 1000) as begins) as counted
  cross join lateral (select case when until - begins <= 31 then 1 else ceil((until - begins) / 28.0)::integer end as step) as steps
  -- Only whole ones: a part would look like a fall.
  cross join lateral generate_series(0, (until - begins + 1) / step - 1) as earlier
  cross join lateral (select until - (earlier + 1) * step + 1 as first, until - earlier * step as last) as days
$$;

-- How many searches, visits, leads and quotations the days had.
create function private.funnel(since date, until date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  starts constant timestamptz := since::timestamp at time zone 'Asia/Kolkata';
  ends constant timestamptz := (until + 1)::timestamp at time zone 'Asia/Kolkata';
begin
  return (
    select jsonb_build_object(
      'searched', private.sum_of_counts('searched', since, until), 'seen', private.sum_of_counts('seen', since, until),
      'added', private.sum_of_counts('added', since, until), 'asked', private.count_leads('', starts, ends),
      'quoted', count(*) filter (where number is not null), 'accepted', count(*) filter (where state = 'accepted'),
      'declined', count(*) filter (where state = 'declined')
    )
    from public.quotations where created_at >= starts and created_at < ends
  );
end
$$;

-- How often visitors searched, and for what: the most frequent searches first, or of the list "not_found" only those without a result.
create function private.search_figures(since date, until date, list text, size integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'searched', private.sum_of_counts('searched', since, until), 'not_found', private.sum_of_counts('not_found', since, until),
    'chosen', private.sum_of_counts('search_chosen', since, until),
    'words', (
      select coalesce(jsonb_agg(to_jsonb(most)), '[]')
      from (
        select key as words, coalesce(sum(number) filter (where counted.kind = 'searched'), 0) as searched,
          coalesce(sum(number) filter (where counted.kind = 'not_found'), 0) as not_found,
          coalesce(sum(number) filter (where counted.kind = 'search_chosen'), 0) as chosen
        from public.daily_counts as counted
        where counted.kind in ('searched', 'not_found', 'search_chosen') and day between since and until and key <> ''
        group by key having list is distinct from 'not_found' or sum(number) filter (where counted.kind = 'not_found') > 0
        order by case when list = 'not_found' then sum(number) filter (where counted.kind = 'not_found') end desc, 2 desc, 3 desc, 1 limit size
      ) as most
    )
  );
end
$$;

-- Why quotations were declined, and leads lost: the most frequent reasons first.
create function private.reason_figures(since timestamptz, before timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'declined', (
      select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'quotations', number) order by number desc, reason), '[]')
      from (
        select private.reason_of_quotation(id) as reason, count(*) as number from public.quotations
        where state = 'declined' and created_at >= since and created_at < before group by 1
      ) as declined
    ),
    'lost', (
      select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'leads', number) order by number desc, reason), '[]')
      from (
        select private.reason_of_lead(lead_id) as reason, count(*) as number from public.lead_handling
        where state = 'lost' and merged_into is null and created_at >= since and created_at < before group by 1
      ) as lost
    )
  );
end
$$;

-- The 75th percentile of each web vital by page, as the upper bound of its bucket.
create function private.vital_figures(since date, until date) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('vital', vital, 'page', page, 'views', views, 'p75', p75) order by vital, page), '[]')
    from (
      select vital, page, max(total) as views, min(bound) filter (where below >= 0.75 * total) as p75
      from (
        select vital, page, bound, sum(number) over (partition by vital, page) as total, sum(number) over (partition by vital, page order by bound) as below
        from (
          select substr(counted.kind, 7) as vital, split_part(key, '|', 1) as page, split_part(key, '|', 2)::integer as bound, number
          from (
            select listed.kind, key, sum(number) as number from public.daily_counts as listed
            where listed.kind > 'vital:' and listed.kind < 'vital;' and day between since and until group by listed.kind, key
          ) as counted
        ) as bucket
      ) as histogram
      group by vital, page
    ) as measured
  );
end
$$;

-- The products of a list of the figures, those counted most often first.
create function private.most_counted_products(list text, size integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  products jsonb;
begin
  -- Each with its index.
  execute format(
    'with most as (select * from private.product_counts where %3$s order by %2$I desc, product_id limit $1)
     select coalesce(jsonb_agg(jsonb_build_object(
       ''id'', product.id, ''name'', product.name, ''seen'', seen, ''added'', added, ''asked'', coalesce(listed.asked, 0),
       ''quoted'', coalesce(listed.quoted, 0), ''accepted'', coalesce(listed.accepted, 0), ''declined'', coalesce(listed.declined, 0), ''reasons'', %1$s
     ) order by most.%2$I desc, most.product_id), ''[]'')
     from most join public.products as product on product.id = most.product_id
     left join private.counts_about(array(select product_id from most), ''-infinity'', ''infinity'') as listed on about = product.id',
    case list when 'quoted_declined' then '(
      select jsonb_object_agg(reason, number) from (
        select event.value ->> ''reason'' as reason, count(*) as number
        from public.quotation_versions as version join public.quotation_events as event on event.version_id = version.id and event.kind = ''declined''
        where version.content -> ''lines'' @> jsonb_build_array(jsonb_build_object(''product_id'', product.id)) group by 1
      ) as declined
    )' else 'null' end,
    case list when 'asked_never_quoted' then 'asked' when 'quoted_declined' then 'declined' else 'seen' end,
    private.counted_products_condition(list)
  ) into products using size;
  return products;
end
$$;

-- The condition on private.product_counts of a list of the figures, which the list of products has as a filter.
create function private.counted_products_condition(list text) returns text
language sql immutable set search_path = '' as $$
  select case list
    when 'seen_never_asked' then 'seen >= 100 and asked = 0'
    when 'asked_never_quoted' then 'asked > 0 and quoted = 0'
    when 'quoted_declined' then 'declined > 0'
    else 'true'
  end
$$;

-- How many products each list of the figures has, and the first ones of one list.
create function private.product_figures(list text, size integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'seen_never_asked', (select count(*) from private.product_counts where seen >= 100 and asked = 0),
    'asked_never_quoted', (select count(*) from private.product_counts where asked > 0 and quoted = 0),
    'quoted_declined', (select count(*) from private.product_counts where declined > 0),
    'products', private.most_counted_products(list, size)
  );
end
$$;

create function private.counts_of_groups("group" text, since date, until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.require("group" in ('category', 'theme', 'industry', 'band'), 'Figures are grouped by category, theme, industry or band', '22023');
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', facet.key, 'name', facet.name, 'seen', coalesce(seen, 0), 'added', coalesce(added, 0), 'asked', coalesce(asked, 0),
    'quoted', coalesce(quoted, 0), 'accepted', coalesce(accepted, 0), 'declined', coalesce(declined, 0)
  ) order by coalesce(seen, 0) desc, facet.name), '[]')
  from (
    select id, case section when 'budget' then name else id::text end as key, name from private.facets
    where section = case "group" when 'band' then 'budget' else "group" end
  ) as facet
  left join (
    select
      substr(key, char_length("group") + 2) as key, sum(number) filter (where kind = 'seen') as seen, sum(number) filter (where kind = 'added') as added
    from (
      select kind, key, sum(number) as number from public.daily_counts
      where kind in ('seen', 'added') and key > "group" || ':' and key < "group" || ';' and day between since and until
      group by kind, key
    ) as counted
    group by key
  ) as counted on counted.key = facet.key
  left join private.counts_about(
    array(select id from private.facets where section = case "group" when 'band' then 'budget' else "group" end),
    since::timestamp at time zone 'Asia/Kolkata', (until + 1)::timestamp at time zone 'Asia/Kolkata'
  ) as listed on listed.about = facet.id
$$;

-- Of the leads of a time, by person, whom they are assigned to and who answered them first, and by the day of the week on which they came in India, from 1, Monday.
-- India's time is 5:30 ahead at all times: looking its zone up takes longer than the rest of a row.
create function private.answer_times(since timestamptz, before timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with lead as (
    select
      assigned_to, coalesce(answered_by, assigned_to) as answerer, date_part('isodow', created_at at time zone interval '5:30')::integer as weekday,
      date_part('epoch', answered_at - created_at) / 60 as minutes
    from public.lead_handling where merged_into is null and created_at >= since and created_at < before
  ), counted as (
    select
      grouping(weekday) as over_days, grouping(person) as over_people, person, weekday,
      count(*) filter (where is_lead) as leads, count(minutes) as answered, percentile_cont(array[0.5, 0.9]) within group (order by minutes) as within
    from (
      select assigned_to as person, weekday, true as is_lead, null::double precision as minutes from lead
      union all select answerer, weekday, false, minutes from lead where minutes is not null
    ) as part
    group by grouping sets ((), (weekday), (person))
  ), measured as (
    select
      over_days, over_people, person, weekday, (select users.email from auth.users where users.id = person) as email,
      jsonb_build_object('leads', leads, 'answered', answered, 'median_minutes', round(within[1]), 'p90_minutes', round(within[2])) as times
    from counted
  )
  select jsonb_build_object(
    'all', (select times from measured where over_days = 1 and over_people = 1),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person, 'email', email) || times order by email nulls last), '[]')
      from measured where over_days = 1 and over_people = 0
    ),
    'weekdays', (select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday) || times order by weekday), '[]') from measured where over_days = 0),
    'unanswered_quotations', (
      select count(*) from public.quotations as quotation
      cross join lateral (
        select sent_at, valid_until from public.quotation_versions where quotation_id = quotation.id order by sent_at is null, revision desc limit 1
      ) as version
      where state = 'sent' and valid_until >= private.day_in_india(now()) and sent_at < now() - interval '3 days'
    )
  )
$$;

-- The weeks before and after a festival in each year between two days, by the festival's day of that year.
create function private.seasons(festival text, weeks integer, since date, until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.require(seasons.festival in (select known.festival from private.festival_days() as known), 'There is no such festival', '22023');
  select jsonb_build_object('festival', seasons.festival, 'years', coalesce(jsonb_agg(
    jsonb_build_object('year', extract(year from known.day), 'date', known.day, 'weeks', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'week', week, 'since', begins, 'until', begins + 6,
        'asked', private.count_leads('', begins::timestamp at time zone 'Asia/Kolkata', (begins + 7)::timestamp at time zone 'Asia/Kolkata'),
        'seen', private.sum_of_counts('seen', begins, begins + 6), 'added', private.sum_of_counts('added', begins, begins + 6),
        'quoted', private.sum_of_counts('quoted', begins, begins + 6), 'accepted', private.sum_of_counts('accepted', begins, begins + 6)
      ) order by week), '[]')
      from generate_series(-weeks, 1) as week cross join lateral (select known.day + 7 * week as begins) as counted
      where begins <= private.day_in_india(now())
    )) order by known.day), '[]'))
  from private.festival_days() as known
  where known.festival = seasons.festival
    and extract(year from known.day) between extract(year from coalesce(since, until - 365)) and extract(year from until)
$$;

-- Each kind is what the function above makes of it; won, open, money (by the option by), sources and times are those of 278_money.sql,
-- orders that of 258_order_lists.sql.
-- funnel: "asked" is count_leads; "quoted", "accepted" and "declined" are count_quotations, begun then, with sent: yes and these states.
-- searches, of which words are stored as long as the retention of searches says: with the option list: not_found only those.
-- products, since counting began: the option list is one of the three lists, which count_products counts by the filter of that name: yes,
-- or those seen most. groups, by the option group: category, theme, industry or band. Of both "asked" is count_leads and the others
-- are count_quotations, with the filter about.
-- answers: a person's are those of count_leads by assigned and answered_by, an id or none. reasons are those of count_quotations and
-- count_leads with state and reason.
-- seasons, for each year from since to until, by the options festival (diwali, holi, eid, christmas, new_year) and weeks: week -1 is the
-- one before. vitals: "p75" is in milliseconds, of CLS in thousandths.
create function private.figures(kind text, since date default null, until date default null, options jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  last_day constant date := coalesce(until, private.day_in_india(now()));
  first_day constant date := coalesce(since, last_day - 89);
  starts constant timestamptz := first_day::timestamp at time zone 'Asia/Kolkata';
  ends constant timestamptz := (last_day + 1)::timestamp at time zone 'Asia/Kolkata';
  size constant integer := least(greatest(coalesce((options ->> 'size')::integer, 50), 1), 1000);
  list constant text := options ->> 'list';
begin
  if not private.is_admin() then
    return null;
  end if;
  case kind
    when 'funnel' then return private.funnel(first_day, last_day);
    when 'searches' then return private.search_figures(first_day, last_day, list, size);
    when 'products' then return private.product_figures(list, size);
    when 'groups' then return private.counts_of_groups(coalesce(options ->> 'group', 'category'), first_day, last_day);
    when 'answers' then return private.answer_times(starts, ends);
    when 'reasons' then return private.reason_figures(starts, ends);
    when 'seasons' then
      return private.seasons(coalesce(options ->> 'festival', 'diwali'), least(coalesce((options ->> 'weeks')::integer, 8), 26), since, last_day);
    when 'won' then return private.won_by_month(last_day);
    when 'open' then return private.open_money();
    when 'money' then return private.money_by(coalesce(options ->> 'by', 'person'), first_day, last_day, size);
    when 'sources' then return private.money_of_sources(first_day, last_day, size);
    when 'times' then return private.quotation_times(first_day, last_day);
    when 'orders' then return private.order_figures(first_day, last_day);
    when 'visits' then return private.visits(first_day, last_day);
    when 'vitals' then return private.vital_figures(first_day, last_day);
    else
      raise exception 'There are no such figures: %', kind using errcode = '22023';
  end case;
end
$$;
select private.expose('figures',
  'The owner''s figures of days in India, both included, by default the last 90: funnel, searches, products, groups, answers, reasons, seasons, won, open, money, sources, times, orders, visits or vitals. The option size limits rows, to 50. Null for anyone but administrators.');
