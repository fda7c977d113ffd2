-- Each figure reads the counts of its own kind and keys, not all of them: by the rows that its statements read, not by the clock.
begin;
select no_plan();
select tests.set_up();

-- A hundred days with 500 products seen on each, 40 categories and the sums; 20,000 products with counts, 200 of them in a list.
alter table private.product_counts drop constraint product_counts_product_id_fkey;
insert into public.daily_counts (day, kind, key, number)
select current_date - day, kind, key, 1
from generate_series(0, 99) as day, unnest(array['seen', 'added']) as kind, (
  select '' as key union all select 'category:' || tests.id(100 + n) from generate_series(1, 40) as n
  union all select 'product:' || tests.id(100000 + n) from generate_series(1, 500) as n
) as counted
where key not like 'product:%' or kind = 'seen'
on conflict do nothing;
insert into public.daily_counts (day, kind, key, number)
select current_date - day, 'searched', 'word ' || n, 1 from generate_series(0, 99) as day, generate_series(1, 20) as n;
insert into private.product_counts (product_id, seen, asked) select tests.id(100000 + n), n % 100 + (n % 100 = 0)::integer * 100, 0 from generate_series(1, 20000) as n;
analyze public.daily_counts, private.product_counts;

create function pg_temp.rows_read(out whole bigint, out by_index bigint) language sql as $$
  select sum(pg_stat_get_xact_numscans(long.oid)),
    sum((select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = long.oid))
  from pg_class as long where long.oid = any (array['public.daily_counts', 'private.product_counts']::regclass[])
$$;
create function pg_temp.reading(kind text, options jsonb, out whole bigint, out by_index bigint) language plpgsql as $$
declare
  before record;
begin
  before := pg_temp.rows_read();
  perform tests.act_as('administrator');
  perform public.figures(kind, current_date - 89, current_date, options);
  perform tests.act_as('owner');
  select after.whole - before.whole, after.by_index - before.by_index into whole, by_index from pg_temp.rows_read() as after;
end
$$;
-- Of some 56,000 counts and 20,000 products.
create temporary table readings as
select listed.*, reading.*
from (values
  ('funnel', '{}'::jsonb, 300), ('groups', '{"group": "category"}', 7500), ('searches', '{}', 4000), ('products', '{}', 1000),
  ('products', '{"list": "seen_never_asked"}', 1000), ('vitals', '{}', 100), ('seasons', '{}', 1500)
) as listed (kind, options, most), pg_temp.reading(kind, options) as reading;
select is(whole, 0::bigint, format('%s %s reads no table of counts whole', kind, options)) from readings;
select cmp_ok(by_index, '<=', most::bigint, format('%s %s reads at most %s of them', kind, options, most)) from readings;

-- This file would see an index that is missing.
set local enable_indexscan = off;
set local enable_indexonlyscan = off;
set local enable_bitmapscan = off;
discard plans;
select cmp_ok((pg_temp.reading(kind, options)).whole, '>', 0::bigint, format('%s %s would without an index', kind, options)) from readings;
select * from finish();
rollback;
