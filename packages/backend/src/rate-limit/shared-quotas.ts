import { createHmac } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { type Charge, keyedHash, type QuotaStore } from './rate-limiter.ts'

/**
 * Makes the table of the quotas and its functions, in a schema that the API does not expose. A crash of the database may empty
 * the table, which has no write-ahead log. The algorithm is that of createQuota.
 */
const setup = `
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
`

/**
 * The quotas in the database, for all servers on it. A request that is limited costs one statement more, or two when it does not
 * count.
 * @param secret the same for all servers
 * @param now a clock in milliseconds in place of the database's
 */
export async function createSharedQuotas(
  database: Database,
  secret: string,
  now?: () => number,
): Promise<QuotaStore> {
  const hashSecret = createHmac('sha256', secret).update('rate limits').digest()
  await database.transaction(async (session) => {
    // Concurrent definitions of one function fail.
    await session.query(`select pg_advisory_xact_lock(hashtextextended('backend.quotas', 0))`)
    await session.run(setup)
  })
  /** Quotas of one key differ by their rates. */
  const parametersOf = (charges: readonly Charge[]) => [
    charges.map(({ key, rate }) => `${key} ${rate.count}/${rate.seconds}`),
    charges.map(({ rate }) => rate.count),
    charges.map(({ rate }) => rate.seconds),
  ]
  return {
    keyOf: (...parts) => keyedHash(hashSecret, parts),
    async takeAll(charges) {
      if (charges.length === 0) return null
      const { rows } = await database.query(
        'select exhausted, wait from backend.take_quotas($1, $2, $3, $4)',
        [...parametersOf(charges), now?.() ?? null],
      )
      const charge = charges[Number(rows[0]?.['exhausted'] ?? 0) - 1]
      return charge === undefined ? null : { charge, wait: Number(rows[0]?.['wait']) }
    },
    async giveBack(charges) {
      if (charges.length > 0)
        await database.query('select backend.give_back_quotas($1, $2, $3)', parametersOf(charges))
    },
  }
}
