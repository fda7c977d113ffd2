-- The quotas of several servers, in a schema that the API does not expose. A crash of the database may empty the table, which has no
-- write-ahead log. The algorithm is that of createQuota; a test compares both.
create schema if not exists backend;
create unlogged table if not exists backend.quotas (key text primary key, free_at double precision not null);

-- Takes one from each quota, or none: then says which one is exhausted, from 1, and for how many milliseconds.
create or replace function backend.take_quotas(
  keys text[], counts integer[], seconds integer[], at double precision, out exhausted integer, out wait double precision
) language plpgsql as $$
declare
  clock constant double precision := coalesce(at, extract(epoch from clock_timestamp()) * 1000);
begin
  -- What is whole again goes from time to time.
  if random() < 0.001 then
    delete from backend.quotas where free_at < clock and key <> all (keys);
  end if;
  insert into backend.quotas (key, free_at) select unnest(keys), 0 order by 1 on conflict do nothing;
  -- In one order, so that two requests do not deadlock.
  perform from backend.quotas where key = any (keys) order by key for update;
  select taken.number, greatest(free_at, clock) + 1000.0 * taken.seconds / taken.count - 1000.0 * taken.seconds - clock into exhausted, wait
  from unnest(keys, counts, seconds) with ordinality as taken (key, count, seconds, number) join backend.quotas using (key)
  where greatest(free_at, clock) + 1000.0 * taken.seconds / taken.count - 1000.0 * taken.seconds - clock > 0.001
  order by taken.number limit 1;
  if exhausted is null then
    update backend.quotas set free_at = greatest(free_at, clock) + 1000.0 * taken.seconds / taken.count
    from unnest(keys, counts, seconds) as taken (key, count, seconds) where quotas.key = taken.key;
  end if;
end
$$;

create or replace function backend.give_back_quotas(keys text[], counts integer[], seconds integer[]) returns void language sql as $$
  update backend.quotas set free_at = free_at - 1000.0 * given.seconds / given.count
  from unnest(keys, counts, seconds) as given (key, count, seconds) where quotas.key = given.key
$$;
