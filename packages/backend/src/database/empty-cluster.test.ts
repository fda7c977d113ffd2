import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../testing/test-server.ts'
import { putEmptyCluster } from './empty-cluster.ts'

describe('the files of a new database', { timeout: 60_000 }, () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  const at = (...names: string[]): string => join(temporary.path, ...names)
  const kept = async (): Promise<string> => at('cache', (await readdir(at('cache'))).join())
  beforeAll(async () => {
    temporary = await temporaryFolder()
  })
  afterAll(async () => temporary.remove())

  it('are a database that PGlite opens, for the owner alone', async () => {
    expect(await putEmptyCluster(at('made'), at('cache'))).toBe(true)
    expect((await stat(at('made', 'PG_VERSION'))).mode & 0o777).toBe(0o600)
    expect((await stat(at('made', 'base'))).mode & 0o777).toBe(0o700)
    // It would make its own where it finds none, and another one is another system.
    const system = (await readFile(at('made', 'global', 'pg_control'))).subarray(0, 8)
    const opened = await PGlite.create(at('made'))
    expect((await opened.query('select count(*) > 0 as made from pg_class')).rows).toEqual([{ made: true }])
    await opened.close()
    expect((await readFile(at('made', 'global', 'pg_control'))).subarray(0, 8)).toEqual(system)
  })

  it('are made once, and taken from where they are kept the next time', async () => {
    const { ino } = await stat(await kept())
    expect(await putEmptyCluster(at('next'), at('cache'))).toBe(true)
    expect((await stat(await kept())).ino).toBe(ino)
    expect(await readFile(at('next', 'global', 'pg_control'))).toHaveLength(8192)
  })

  it('are made again when what was kept is damaged', async () => {
    await truncate(await kept(), 100_000)
    expect(await putEmptyCluster(at('mended'), at('cache'))).toBe(true)
    expect((await stat(await kept())).size).toBeGreaterThan(1_000_000)
    expect(await readFile(at('mended', 'global', 'pg_control'))).toHaveLength(8192)
  })

  it('are there also where none can be kept', async () => {
    await writeFile(at('file'), '')
    expect(await putEmptyCluster(at('unkept'), at('file', 'cache'))).toBe(true)
    expect(await readFile(at('unkept', 'PG_VERSION'), 'utf8')).toContain('17')
  })

  it('are not said to be there when the folder cannot be written', async () => {
    await mkdir(at('full'))
    await writeFile(at('full', 'global'), 'in the way')
    await expect(putEmptyCluster(at('full'), at('cache'))).rejects.toThrow('EEXIST')
  })
})
