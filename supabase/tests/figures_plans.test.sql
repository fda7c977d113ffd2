-- Each figure reads the counts of its own kind and keys, not all of them: by the rows and blocks that its statements read, not by the clock.
begin;
select no_plan();
select tests.set_up();

-- A hundred days with 500 products seen on each, 40 categories, the sums and measurements; 20,000 products with counts, 200 of them
-- in a list; 20,000 leads, half of them in the last 90 days.
alter table private.product_counts drop constraint product_counts_product_id_fkey;
insert into public.daily_counts (day, kind, key, number)
select private.day_in_india(now()) - day, kind, key, 1
from generate_series(0, 99) as day, unnest(array['seen', 'added']) as kind, (
  select '' as key union all select 'category:' || tests.id(100 + n) from generate_series(1, 40) as n
  union all select 'product:' || tests.id(100000 + n) from generate_series(1, 500) as n
) as counted
where key not like 'product:%' or kind = 'seen'
on conflict do nothing;
insert into public.daily_counts (day, kind, key, number)
select private.day_in_india(now()) - day, 'searched', 'word ' || n, 1 from generate_series(0, 99) as day, generate_series(1, 20) as n;
insert into public.daily_counts (day, kind, key, number)
select private.day_in_india(now()) - day, 'vital:LCP', page || '|' || bound, 1
from generate_series(0, 99) as day, unnest(array['home', 'product']) as page, unnest(private.vital_bounds()) as bound;
alter table public.lead_handling drop constraint lead_handling_lead_id_fkey;
alter table private.lead_changes drop constraint lead_changes_lead_id_fkey;
insert into public.lead_handling (lead_id, created_at, answered_at)
select tests.id(200000 + n), sent_at, sent_at + n % 300 * interval '7 minutes'
from generate_series(1, 20000) as n cross join lateral (select now() - n * interval '12 minutes' as sent_at) as sent;
insert into private.product_counts (product_id, seen, asked) select tests.id(100000 + n), n % 100 + (n % 100 = 0)::integer * 100, 0 from generate_series(1, 20000) as n;
analyze public.daily_counts, private.product_counts, public.lead_handling;

-- Of counts, how often a table is read whole and how many rows are read by index; of leads how many in any way.
create function pg_temp.rows_read(out whole bigint, out by_index bigint, out leads bigint) language sql as $$
  with read as (
    select
      long.oid, pg_stat_get_xact_numscans(long.oid) as whole, pg_stat_get_xact_tuples_returned(long.oid) as rows,
      (select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = long.oid) as by_index
    from pg_class as long where long.oid = any (array['public.daily_counts', 'private.product_counts', 'public.lead_handling']::regclass[])
  )
  select
    sum(whole) filter (where oid <> 'public.lead_handling'::regclass), sum(by_index) filter (where oid <> 'public.lead_handling'::regclass),
    sum(rows + by_index) filter (where oid = 'public.lead_handling'::regclass)
  from read
$$;
create function pg_temp.reading(kind text, options jsonb, out whole bigint, out by_index bigint, out leads bigint, out blocks bigint) language plpgsql as $$
declare
  today constant date := private.day_in_india(now());
  -- Of a season that has begun, whatever the date.
  since constant date := today - case kind when 'seasons' then 365 else 89 end;
  before record;
  plan json;
begin
  before := pg_temp.rows_read();
  perform tests.act_as('administrator');
  perform public.figures(kind, since, today, options);
  perform tests.act_as('owner');
  select after.whole - before.whole, after.by_index - before.by_index, after.leads - before.leads into whole, by_index, leads
  from pg_temp.rows_read() as after;
  perform tests.act_as('administrator');
  execute format('explain (analyze, buffers, format json) select public.figures(%L, %L, %L, %L)', kind, since, today, options) into plan;
  perform tests.act_as('owner');
  blocks := (plan #>> '{0,Plan,Shared Hit Blocks}')::bigint + (plan #>> '{0,Plan,Shared Read Blocks}')::bigint;
end
$$;
-- Of some 60,000 counts, 20,000 products and 20,000 leads; the rows of a list may lie in as many blocks. Products need no lead, but
-- a hash join reads one row before it finds its other side empty, and statistics decide whether the plan has one.
create temporary table readings as
select listed.*, reading.*
from (values
  ('funnel', '{}'::jsonb, 300, 20100, 800), ('groups', '{"group": "category"}', 7500, 11000, 8000), ('searches', '{}', 4000, 0, 1000),
  ('products', '{}', 1000, 1, 500), ('products', '{"list": "seen_never_asked"}', 1000, 1, 500), ('vitals', '{}', 5000, 0, 300),
  ('answers', '{}', 0, 11000, 400), ('seasons', '{}', 1500, 9000, 1000)
) as listed (kind, options, most, most_leads, most_blocks), pg_temp.reading(kind, options) as reading;
select is(whole, 0::bigint, format('%s %s reads no table of counts whole', kind, options)) from readings;
select cmp_ok(by_index, '<=', most::bigint, format('%s %s reads at most %s of them', kind, options, most)) from readings;
select cmp_ok(leads, '<=', most_leads::bigint, format('%s %s reads at most %s leads, each once', kind, options, most_leads)) from readings;
select cmp_ok(blocks, '<=', most_blocks::bigint, format('%s %s reads at most %s blocks', kind, options, most_blocks)) from readings;
select is(
  (select array_agg(attname::text order by attnum) from pg_attribute where attrelid = 'public.daily_counts_pkey'::regclass), '{kind,key,day,number}',
  'a sum of counts is read from the index, which has the number'
);

-- This file would see an index that is missing.
set local enable_indexscan = off;
set local enable_indexonlyscan = off;
set local enable_bitmapscan = off;
discard plans;
select cmp_ok((pg_temp.reading(kind, options)).whole, '>', 0::bigint, format('%s %s would without an index', kind, options)) from readings
where kind <> 'answers';
select cmp_ok((pg_temp.reading('answers', '{}')).leads, '>', 11000::bigint, 'answers would read more leads');
select * from finish();
rollback;
