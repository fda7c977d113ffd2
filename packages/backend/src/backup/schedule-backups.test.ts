import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSettings } from '../settings.ts'
import { startTestServer, temporaryFolder, type TestServer } from '../testing/test-server.ts'
import { checkBackup } from './restore-backup.ts'
import { scheduleBackups } from './schedule-backups.ts'

const key = Buffer.alloc(32, 'k').toString('base64')
const migrationsFolder = new URL('../../../../supabase/migrations', import.meta.url).pathname

let temporary: Awaited<ReturnType<typeof temporaryFolder>>
let server: TestServer
let folder: string
beforeEach(async () => {
  temporary = await temporaryFolder()
  folder = join(temporary.path, 'saved')
})
afterEach(async () => {
  await server.close()
  await temporary.remove()
})

const backups = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.backup')).toSorted()

/** Waits for a number of backups, and for the check of the newest, whose folder goes with it. */
async function backupsMade(count: number): Promise<string[]> {
  await expect
    .poll(
      async () => ({
        made: (await backups()).length >= count,
        working: (await readdir(server.dataFolder)).filter((name) => name.startsWith('snapshot-')),
      }),
      { timeout: 200_000, interval: 50 },
    )
    .toEqual({ made: true, working: [] })
  return backups()
}

it(
  'a running site makes an encrypted backup that can be restored, and leaves nothing else',
  { timeout: 240_000 },
  async () => {
    server = await startTestServer({
      DATA_DIR: join(temporary.path, 'data'),
      BACKUP_DIR: folder,
      BACKUP_KEY: key,
    })
    const lead = { name: 'Asha', company: 'Acme', email: 'asha@acme.test', phone: '1' }
    expect((await server.client().from('leads').insert(lead)).error).toBeNull()
    const [name] = await backupsMade(1)
    const file = join(folder, name ?? '')
    expect(await readdir(folder)).toEqual([name])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const content = await readFile(file)
    expect(content.toString('latin1').startsWith('age-encryption.org/v1\n')).toBe(true)

    const { tables } = await checkBackup(file, key, { migrationsFolder })
    expect(tables.find(({ table }) => table === 'profiles')?.rows).toBe(1)
    await expect(checkBackup(file, null, { migrationsFolder })).rejects.toThrow(
      `The backup ${file} is encrypted; set BACKUP_KEY to the key of its time.`,
    )
    const otherKey = Buffer.alloc(32, 'o').toString('base64')
    await expect(checkBackup(file, otherKey, { migrationsFolder })).rejects.toThrow(
      `BACKUP_KEY is not the key of the backup ${file}, or its beginning is damaged.`,
    )
    // A byte of the rows, which the authenticated encryption notices.
    content[content.length - 100] = (content[content.length - 100] ?? 0) ^ 1
    await writeFile(file, content)
    await expect(checkBackup(file, key, { migrationsFolder })).rejects.toThrow(
      `The backup ${file} is damaged or was not copied whole; nothing was changed.`,
    )
  },
)

it('the newest backup stays, and files that the schedule did not make', { timeout: 240_000 }, async () => {
  server = await startTestServer({ DATA_DIR: join(temporary.path, 'data') })
  await mkdir(folder)
  const own = ['giftwell-2020-01-01T00-00-00Z.backup', 'giftwell-2020-01-02T00-00-00Z.backup']
  for (const name of [...own, 'by-hand.backup', `${own[0]}.0.tmp`]) await writeFile(join(folder, name), '')
  const schedule = await scheduleBackups(
    readSettings({ DATA_DIR: server.dataFolder }),
    { folder, everyMs: 1, keep: 1 },
    () => {},
  )
  await expect.poll(backups, { timeout: 200_000, interval: 50 }).not.toContain(own[1])
  await schedule.close()
  const left = await readdir(folder)
  expect(left).toContain('by-hand.backup')
  expect(left.filter((name) => name.startsWith('giftwell-2020'))).toEqual([])
})

it(
  'a backup is due as long after the newest one as the settings say, also after a restart',
  { timeout: 240_000 },
  async () => {
    server = await startTestServer({ DATA_DIR: join(temporary.path, 'data') })
    await mkdir(folder)
    const newest = 'giftwell-2026-01-01T00-00-00Z.backup'
    await writeFile(join(folder, newest), '')
    const settings = readSettings({ DATA_DIR: server.dataFolder })
    const plan = { folder, everyMs: 3_600_000, keep: 7 }
    const early = await scheduleBackups(
      settings,
      plan,
      () => {},
      () => Date.now() + plan.everyMs - 60_000,
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await readdir(folder)).toEqual([newest])
    await early.close()
    const due = await scheduleBackups(
      settings,
      plan,
      () => {},
      () => Date.now() + plan.everyMs,
    )
    await expect.poll(async () => (await backups()).length, { timeout: 200_000 }).toBe(2)
    await due.close()
  },
)

it('a backup that fails is logged with its reason', { timeout: 240_000 }, async () => {
  server = await startTestServer({ DATA_DIR: join(temporary.path, 'data') })
  const lines: string[] = []
  const settings = readSettings({ DATA_DIR: server.dataFolder })
  const schedule = await scheduleBackups(settings, { folder, everyMs: 3_600_000, keep: 7 }, (line) =>
    lines.push(line),
  )
  await rm(folder, { recursive: true })
  await expect.poll(() => lines.join(), { timeout: 200_000 }).toContain('the scheduled backup failed')
  expect(lines.join()).toContain(`there is no folder ${folder}`)
  expect(schedule.state()).toMatchObject({ madeAt: null })
  await schedule.close()
})
