import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  DatabaseBusyError,
  LostConnectionError,
  requestContext,
  StatementTimeoutError,
} from './request-context.ts'
import { openPostgres } from './open-postgres.ts'
import { openServerPool, type ServerPool } from './server-pool.ts'
import { testedPostgres } from '../testing/tested-databases.ts'

const { url, skipReason } = await testedPostgres()

describe.skipIf(skipReason)('a connection to a PostgreSQL server', { meta: { skipReason } }, () => {
  let pool: ServerPool
  beforeAll(() => {
    pool = openServerPool(url)
  })
  afterAll(async () => pool.close())

  const ask = async (text: string, parameters?: readonly unknown[]) => {
    const session = await pool.acquire()
    try {
      return (await session.query(text, parameters)).rows
    } finally {
      session.release()
    }
  }

  it.each([
    [`timestamptz '2026-11-21 07:15:10.5+02'`, '2026-11-21T05:15:10.5+00:00'],
    [`date '2026-11-21'`, '2026-11-21'],
    [`timestamp '2026-11-21 07:15:10'`, '2026-11-21 07:15:10'],
    ['9007199254740991::int8', 9007199254740991],
    ['9007199254740993::int8', 9007199254740993n],
    ['1.5::numeric', 1.5],
    ['1.10::numeric', '1.10'],
    ['2.5::float8', 2.5],
    [`'NaN'::float8`, 'NaN'],
    ['true', true],
    [`'{"a":[1,null]}'::jsonb`, { a: [1, null] }],
    [`'\\x00ff'::bytea`, Buffer.from([0, 255])],
    [`array['a','b,"c"']`, ['a', 'b,"c"']],
    [
      'array[[1,2],[3,4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [`array['{"a":1}'::jsonb, null]`, [{ a: 1 }, null]],
    [`array[timestamptz '2026-11-21 07:15:10+00']`, ['2026-11-21T07:15:10+00:00']],
    ['null', null],
  ])('the value of %s is the same as on a hosted project', async (expression, value) => {
    expect(await ask(`select ${expression} as value`)).toEqual([{ value }])
  })

  it('dates have one format with any datestyle of the server', async () => {
    await ask(`alter role postgres set datestyle to 'SQL, DMY'`)
    const other = openServerPool(url)
    const session = await other.acquire()
    const { rows } = await session.query(`select '21/11/2026'::date as value`)
    session.release()
    await other.close()
    await ask('alter role postgres reset datestyle')
    expect(rows).toEqual([{ value: '2026-11-21' }])
  })

  it.each([
    ['$1::text[]', ['a', 'b"c', null], ['a', 'b"c', null]],
    ['$1::jsonb', ['a', { b: null }], ['a', { b: null }]],
    ['$1::jsonb', { a: [1] }, { a: [1] }],
    ['$1::jsonb', '"text"', 'text'],
    ['$1::text', ['a'], '["a"]'],
    ['$1::uuid[]', [], []],
    ['$1::timestamptz', new Date(0), '1970-01-01T00:00:00+00:00'],
    ['$1::boolean', false, false],
    ['$1::int', null, null],
  ])('a parameter of %s is built from %j', async (expression, parameter, value) => {
    expect(await ask(`select ${expression} as value`, [parameter])).toEqual([{ value }])
  })

  it('a failed statement throws the server’s error, and the connection stays usable', async () => {
    await expect(ask('select $1::int', ['a'])).rejects.toMatchObject({ code: '22P02' })
    await expect(ask('select $1 from nowhere', [['a']])).rejects.toMatchObject({ code: '42P01' })
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }])
  })

  const inRequest = async <Result>(work: () => Promise<Result>): Promise<Result> =>
    requestContext.run({ id: 'test', redirectTo: '', timeLimitMs: 200 }, work)
  const working = async () =>
    ask(
      `select pid from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and usename is not null`,
    )

  it('the server ends a request’s statement after its time limit', async () => {
    await expect(inRequest(async () => ask('select pg_sleep(60)'))).rejects.toThrow(StatementTimeoutError)
    expect(await working()).toEqual([])
    expect(await inRequest(async () => ask('select 1 as one'))).toEqual([{ one: 1 }])
  })

  it('a connection is replaced when the server does not end its statement in time', async () => {
    await inRequest(async () => {
      const session = await pool.acquire()
      await session.run('set statement_timeout to 0')
      await expect(session.query('select pg_sleep(3)')).rejects.toThrow(StatementTimeoutError)
      session.release()
    })
    await expect.poll(working, { timeout: 10_000 }).toEqual([])
    expect(await inRequest(async () => ask('select 1 as one'))).toEqual([{ one: 1 }])
  })

  it('the wait for a lock ends', async () => {
    const holder = await pool.acquire()
    await holder.run('begin; select pg_advisory_xact_lock(7)')
    await inRequest(async () => {
      const session = await pool.acquire()
      await session.run('set lock_timeout to 50')
      await expect(session.query('select pg_advisory_xact_lock(7)')).rejects.toThrow(DatabaseBusyError)
      session.release()
    })
    await holder.run('rollback')
    holder.release()
  })

  it('the timeouts hold for requests, and the server’s own work has none', async () => {
    const timeouts = `
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`
    const own = [{ statement: '0', lock: '0', idle: '0', jit: 'off' }]
    expect(await ask(timeouts)).toEqual(own)
    expect(await inRequest(async () => ask(timeouts))).toEqual([
      { statement: '200ms', lock: '5s', idle: '30s', jit: 'off' },
    ])
    expect(await ask(timeouts)).toEqual(own)
  })

  it('a vacuum lets counts be read from an index alone, right after an import', async () => {
    const database = await openPostgres(url)
    try {
      await ask('create table imported (id integer primary key)')
      await ask('insert into imported select generate_series(1, 5000)')
      const unread = `select relpages - relallvisible as pages from pg_class where oid = 'imported'::regclass`
      await database.vacuum()
      expect(await ask(unread)).toEqual([{ pages: 0 }])
      expect(await ask('select count(*) from imported')).toEqual([{ count: 5000 }])
    } finally {
      await ask('drop table if exists imported')
      await database.close()
    }
  })

  it('a connection with an open transaction is not reused', async () => {
    const session = await pool.acquire()
    await session.run('begin')
    session.release()
    // The server learns of the end of a connection a moment later.
    await expect
      .poll(async () =>
        ask(`select count(*)::int as open from pg_stat_activity where state = 'idle in transaction'`),
      )
      .toEqual([{ open: 0 }])
  })

  it('a connection that the server ends is lost and replaced', async () => {
    const [session, other] = [await pool.acquire(), await pool.acquire()]
    const [self] = (await session.query('select pg_backend_pid() as id')).rows
    const waiting = session.query('select pg_sleep(60)').catch((error: unknown) => error)
    await other.query('select pg_terminate_backend($1)', [self?.['id']])
    other.release()
    expect(await waiting).toBeInstanceOf(LostConnectionError)
    await expect(session.query('select 1')).rejects.toThrow(LostConnectionError)
    session.release()
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('the pool survives the end of idle connections', async () => {
    const sessions = await Promise.all([pool.acquire(), pool.acquire(), pool.acquire()])
    const [first, ...rest] = sessions
    const ids = await Promise.all(
      rest.map(async (session) => (await session.query('select pg_backend_pid() as id')).rows[0]?.['id']),
    )
    for (const session of rest) session.release()
    await first.query('select pg_terminate_backend(id) from unnest($1::int[]) as id', [ids])
    first.release()
    // A connection may be acquired before its end is noticed.
    await expect.poll(async () => ask('select 1 as one').catch(String)).toEqual([{ one: 1 }])
  })
})
