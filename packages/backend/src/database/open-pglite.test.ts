import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { copyEmptyDatabase } from '../testing/prepared-database.ts'
import { sharedFolder } from '../testing/shared-folder.ts'
import { type Database, scheduleMaintenance } from './database.ts'
import { openPglite } from './open-pglite.ts'
import { LostConnectionError, requestContext, StatementTimeoutError } from './request-context.ts'

describe('the embedded database', () => {
  const temporary = sharedFolder()
  let database: Database
  beforeAll(async () => {
    await copyEmptyDatabase(join(temporary.path, 'database'))
    database = await openPglite(join(temporary.path, 'database'))
    await database.transaction(async (session) =>
      session.run('create table gifts (id int primary key, name text)'),
    )
  })
  afterAll(async () => {
    await database.close()
  })

  const query = async (text: string) =>
    (await database.transaction(async (session) => session.query(text))).rows

  it('a process compiles the program once, however many databases it opens', { tags: 'full' }, async () => {
    const compile = vi.spyOn(WebAssembly, 'compile')
    const another = join(temporary.path, 'another')
    await copyEmptyDatabase(another)
    await (await openPglite(another)).close()
    expect(compile).not.toHaveBeenCalled()
    compile.mockRestore()
  })

  it('its cache of pages takes 32 MB', async () => {
    expect(await query('show shared_buffers')).toEqual([{ shared_buffers: '32MB' }])
  })

  it('a transaction that throws is rolled back', async () => {
    const failing = database.transaction(async (session) => {
      await session.query('insert into gifts values ($1, $2)', [1, 'lamp'])
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await query('select * from gifts')).toEqual([])
  })

  it('a database that a stack overflow broke is reopened', async () => {
    const overflow = `do $$ begin
      perform array(select jsonb_array_elements_text((repeat('[', 50000) || repeat(']', 50000))::jsonb));
    exception when data_exception then null; end $$`
    await query(overflow).catch(() => undefined)
    const outcomes: unknown[] = []
    for (let tries = 0; tries < 20 && outcomes.at(-1) !== 1; tries += 1)
      outcomes.push(await query('select 1 as one').then((rows) => rows.length, String))
    expect(outcomes).toContain(String(new LostConnectionError(null)))
    expect(await query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('concurrent transactions are isolated', async () => {
    const add = async (id: number): Promise<unknown> =>
      database.transaction(async (session) => {
        await session.query('insert into gifts values ($1, $2)', [id, 'mug'])
        await new Promise((resolve) => setTimeout(resolve, 5))
        if (id % 2 === 0) throw new Error('odd ones only')
      })
    await Promise.allSettled([11, 12, 13, 14].map(add))
    expect(await query('select id from gifts where id > 10 order by id')).toEqual([{ id: 11 }, { id: 13 }])
  })

  const endless = 'select count(*) from generate_series(1, 100000000000)'
  const inRequest = async <Result>(work: () => Promise<Result>): Promise<Result> =>
    requestContext.run({ id: 'test', redirectTo: '', timeLimitMs: 300 }, work)

  it('a statement that exceeds its request’s time limit is ended, and every acknowledged row is there', async () => {
    await query('create table notes (id int primary key)')
    const acknowledged: number[] = []
    const over = new AbortController()
    const write = async (first: number): Promise<void> => {
      for (let id = first; !over.signal.aborted; id += 2) {
        const written = await query(`insert into notes values (${id})`).catch(() => null)
        if (written !== null) acknowledged.push(id)
      }
    }
    const writing = [write(1), write(2)]
    for (let round = 1; round <= 3; round += 1) {
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(round * 20)
      await expect(inRequest(async () => database.query(endless))).rejects.toThrow(StatementTimeoutError)
    }
    over.abort()
    await Promise.all(writing)
    const stored = (await query('select id from notes order by id')).map(({ id }) => id)
    expect(stored).toEqual(acknowledged.toSorted((one, other) => one - other))
  }, 120_000)

  it('a transaction whose statement was ended is not continued in the reopened database', async () => {
    const [first, second] = await inRequest(async () => {
      const session = await database.acquire()
      await session.run('begin; insert into gifts values (21, $$half$$)')
      const ended = await session.query(endless).catch((error: unknown) => error)
      const next = await session.query('select 1').catch((error: unknown) => error)
      session.release()
      return [ended, next]
    })
    expect(first).toBeInstanceOf(StatementTimeoutError)
    expect(second).toBeInstanceOf(LostConnectionError)
    expect(await query('select id from gifts where id = 21')).toEqual([])
  })

  it('notifications arrive, and a reopened database counts as one', async () => {
    let notified = 0
    await database.listen('changes', () => (notified += 1))
    await query('notify changes')
    expect(notified).toBe(1)
    await inRequest(async () => database.query(endless)).catch(() => {})
    await query('select 1')
    expect(notified).toBe(2)
    await query('notify changes')
    expect(notified).toBe(3)
  })

  it('this thread goes on while a statement works', async () => {
    const slow = inRequest(async () => database.query(endless)).catch(() => {})
    let turns = 0
    const timer = setInterval(() => (turns += 1), 10)
    await slow
    clearInterval(timer)
    // A thread that waits has one turn at most, and a busy machine gives few.
    expect(turns).toBeGreaterThan(2)
  })

  it('the write-ahead log stays bounded', { tags: 'full', timeout: 120_000 }, async () => {
    const logFiles = async (): Promise<number> =>
      (await readdir(join(temporary.path, 'database', 'pg_wal'))).filter((name) =>
        /^[0-9A-F]{24}$/.test(name),
      ).length
    // More than a file of 16 MiB.
    const write = async (): Promise<unknown> =>
      query(`select pg_logical_emit_message(true, 'test', repeat('x', 17 * 1024 * 1024)) is not null`)
    for (let round = 0; round < 8; round += 1) {
      await write()
      await database.vacuum()
    }
    expect(await logFiles()).toBeLessThan(8)
  })

  it('scheduleMaintenance purges and vacuums regularly until it is stopped, and not when nothing was written', async () => {
    const vacuum = vi.fn(database.vacuum)
    const purge = vi.fn(async () => ({ rows: [{}] }))
    const stop = scheduleMaintenance({ query: purge, vacuum }, () => {}, undefined, 10)
    await expect.poll(() => vacuum.mock.calls.length).toBeGreaterThan(1)
    stop()
    expect(purge).toHaveBeenCalledWith(expect.stringContaining('private.purge_expired()'))
    const calls = vacuum.mock.calls.length
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(vacuum.mock.calls.length).toBe(calls)

    const another = vi.fn(async () => ({ rows: [] }))
    const vacuumed = vi.fn(database.vacuum)
    const stopOther = scheduleMaintenance({ query: another, vacuum: vacuumed }, () => {}, undefined, 10)
    await expect.poll(() => another.mock.calls.length).toBeGreaterThan(1)
    stopOther()
    expect(vacuumed, 'while another server purges').not.toHaveBeenCalled()

    await database.vacuum()
    const [before] = await query('select pg_current_wal_lsn()::text as written')
    await database.vacuum()
    expect(await query('select pg_current_wal_lsn()::text as written')).toEqual([before])
  })
})
