import { createServer } from 'node:http'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSettings } from '../settings.ts'
import { startChild } from '../testing/child-process.ts'
import { startBucket } from '../testing/start-bucket.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { folderOfEachTest } from '../testing/shared-folder.ts'
import { portOf } from '../testing/port-of.ts'
import { unpackBackup } from './archive.ts'
import { bucketBackups } from './backup-store.ts'
import { checkBackup } from './restore-backup.ts'
import { scheduleBackups } from './schedule-backups.ts'

const key = Buffer.alloc(32, 'k').toString('base64')
const migrationsFolder = new URL('../../../../supabase/migrations', import.meta.url).pathname

const temporary = folderOfEachTest()
let folder: string
beforeEach(async () => {
  folder = join(temporary.path, 'saved')
})

/** A site without a schedule of its own. */
const server = sharedServer()

const backups = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.backup')).toSorted()

/** What the commands of a schedule leave in the data folder while they work. */
const snapshotsIn = async ({ dataFolder }: TestServer): Promise<string[]> =>
  (await readdir(dataFolder)).filter((name) => name.startsWith('snapshot-'))

it(
  'a running site makes an encrypted backup, checks it and leaves nothing else, and the newest stay beside files of others',
  { timeout: 240_000 },
  async () => {
    await mkdir(folder)
    const own = ['giftwell-2020-01-01T00-00-00Z.backup', 'giftwell-2020-01-02T00-00-00Z.backup']
    for (const name of [...own, 'by-hand.backup', `${own[0]}.0.tmp`]) {
      await writeFile(join(folder, name), '')
      await utimes(join(folder, name), 0, 0)
    }
    await using stack = new AsyncDisposableStack()
    const site = await startTestServer({
      DATA_DIR: join(temporary.path, 'data'),
      BACKUP_DIR: folder,
      BACKUP_KEY: key,
      BACKUP_KEEP: '1',
    })
    stack.defer(site.close)
    const lead = { name: 'Asha', company: 'Acme', email: 'asha@acme.test', phone: '1' }
    expect((await site.client().from('leads').insert(lead)).error).toBeNull()
    // Older ones go after the check.
    await expect.poll(backups, { timeout: 200_000, interval: 50 }).not.toContain(own[1])
    await expect.poll(async () => snapshotsIn(site)).toEqual([])
    const name = (await backups()).at(-1) ?? ''
    expect((await readdir(folder)).toSorted()).toEqual(['by-hand.backup', name])
    const file = join(folder, name)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const content = await readFile(file)
    expect(content.toString('latin1').startsWith('age-encryption.org/v1\n')).toBe(true)

    const { tables } = await unpackBackup(file, join(temporary.path, 'unpacked'), key)
    expect(tables.find(({ table }) => table === 'profiles')?.rows).toBe(1)
    await expect(checkBackup(file, null, { migrationsFolder })).rejects.toThrow(
      `The backup ${file} is encrypted; set BACKUP_KEY to the key that it was made with.`,
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

it(
  'a backup is due as long after the newest one as the settings say, also after a restart',
  { timeout: 240_000 },
  async () => {
    await mkdir(folder)
    const newest = 'giftwell-2026-01-01T00-00-00Z.backup'
    await writeFile(join(folder, newest), '')
    const settings = readSettings({ DATA_DIR: server.dataFolder })
    const plan = { location: folder, everyMs: 3_600_000, keep: 7 }
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

it(
  'a newest backup of a time to come delays none, and one that fails is logged with its reason',
  { timeout: 240_000 },
  async () => {
    const lines: string[] = []
    await mkdir(folder)
    const newest = join(folder, 'giftwell-2026-01-01T00-00-00Z.backup')
    await writeFile(newest, '')
    const inAYear = new Date(Date.now() + 365 * 86_400_000)
    await utimes(newest, inAYear, inAYear)
    const settings = readSettings({ DATA_DIR: server.dataFolder })
    const schedule = await scheduleBackups(
      settings,
      { location: folder, everyMs: 3_600_000, keep: 7 },
      (line) => lines.push(line),
    )
    await rm(folder, { recursive: true })
    await expect.poll(() => lines.join(), { timeout: 200_000 }).toContain('the scheduled backup failed')
    expect(lines.join()).toContain(`there is no folder ${folder}`)
    expect(schedule.state()).toMatchObject({ madeAt: inAYear.getTime() })
    await schedule.close()
  },
)

describe('backups in a bucket', { timeout: 400_000 }, () => {
  let bucket: Awaited<ReturnType<typeof startBucket>>
  /** `BACKUP_DIR`, with a prefix. */
  let url: string
  const backupsOf = (address: string) => {
    const location = readSettings({ BACKUP_DIR: address }).backups?.location
    if (location === undefined || typeof location === 'string') throw new Error('The setting has no bucket.')
    return bucketBackups(location)
  }
  const names = async (): Promise<string[]> => (await backupsOf(url).list()).map(({ name }) => name)
  beforeEach(async () => {
    bucket = await startBucket(join(temporary.path, 'bucket'))
    url = bucket.url.replace('/gifts?', '/gifts/nightly/backups?')
    // Their processes inherit the settings of the server's.
    vi.stubEnv('BACKUP_DIR', url)
    vi.stubEnv('BACKUP_KEY', key)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await bucket.close()
  })

  it('one is made there and checked, nothing else is left, and the newest stay', async () => {
    for (const name of ['giftwell-2020-01-01T00-00-00Z.backup', 'by-hand.backup']) {
      await writeFile(join(temporary.path, name), 'old')
      await backupsOf(url).upload(join(temporary.path, name), name, false)
    }
    vi.stubEnv('TMPDIR', temporary.path)
    // What another test has interrupted may leave something in the data folder.
    const before = await snapshotsIn(server)
    const settings = readSettings({ DATA_DIR: server.dataFolder, BACKUP_KEY: key })
    const location = readSettings({ BACKUP_DIR: url }).backups?.location ?? ''
    const everyMs = 3_600_000
    const lines: string[] = []
    const schedule = await scheduleBackups(
      settings,
      { location, everyMs, keep: 1 },
      (line) => lines.push(line),
      () => Date.now() + everyMs,
    )
    await expect
      .poll(async () => [...(await names()), ...lines].join(), { timeout: 200_000 })
      .toMatch(/^giftwell-2\d{3}-[^,]*(?<!2020-01-01T00-00-00Z)\.backup$/)
    await schedule.close()
    expect(schedule.state().madeAt).not.toBeNull()
    expect(await snapshotsIn(server)).toEqual(before)

    const [name = ''] = await names()
    await using downloaded = await backupsOf(url).download(name)
    const content = await readFile(downloaded.file)
    expect(content.toString('latin1').startsWith('age-encryption.org/v1\n')).toBe(true)
    await using byHand = await backupsOf(url).download('by-hand.backup')
    expect(await readFile(byHand.file, 'utf8')).toBe('old')
  })

  const run = async (program: string, args: string[], settings: Record<string, string> = {}) => {
    const env = { DATA_DIR: server.dataFolder, BACKUP_DIR: url, BACKUP_KEY: key, ...settings }
    const child = startChild(program, args, env)
    return { status: await child.ended, output: [...child.out, ...child.err].join('\n') }
  }

  it('the commands write and restore one by its name, and do not replace one', async () => {
    const name = 's3:before-1.1.0.backup'
    expect(await run('backup-command.ts', [name])).toMatchObject({
      status: 0,
      output: expect.stringContaining(`${name} holds the whole site`),
    })
    expect(await run('backup-command.ts', [name])).toEqual({
      status: 1,
      output:
        'The bucket has a backup before-1.1.0.backup already; choose another name, or replace it with --force.',
    })
    expect((await run('backup-command.ts', [name, '--force'])).status).toBe(0)
    const other = join(temporary.path, 'restored')
    expect(await run('restore-command.ts', [name], { DATA_DIR: other })).toMatchObject({ status: 0 })
    expect(await readdir(other)).toContain('secrets.json')
    expect((await run('restore-command.ts', ['--check', 's3:none.backup'])).output).toBe(
      'The bucket has no backup none.backup; it has none of the schedule.',
    )
    // An address has the secret.
    expect((await run('restore-command.ts', ['--check', url])).output).toBe(
      'A backup in the bucket of BACKUP_DIR is named s3:NAME, without its address.',
    )
  })

  it('one that is not encrypted is refused where BACKUP_KEY is set, unless --plain is given', async () => {
    const at = (name: string) => join(temporary.path, name)
    const inBucket = 's3:plain.backup'
    expect((await run('backup-command.ts', [at('plain.backup')], { BACKUP_KEY: '' })).status).toBe(0)
    await backupsOf(url).upload(at('plain.backup'), 'plain.backup', false)
    for (const args of [['--check', inBucket], [at('plain.backup')]]) {
      expect(await run('restore-command.ts', args, { DATA_DIR: at('refused') })).toEqual({
        status: 1,
        output: expect.stringMatching(
          /^The file .*plain\.backup is not encrypted, although BACKUP_KEY is set, so it may be a forged one. Restore it with --plain if you trust it\.$/,
        ),
      })
    }
    expect(existsSync(at('refused'))).toBe(false)
    expect(await run('restore-command.ts', ['--check', inBucket, '--plain'])).toEqual({
      status: 0,
      output: expect.stringMatching(/^s3:plain\.backup can be restored as of /),
    })
  })

  it.each([
    ['a wrong secret', () => url.replace('S3RVER:S3RVER', 'S3RVER:hidden'), /answered with 403 \w+\.$/],
    ['a missing bucket', () => url.replace('/gifts', '/nowhere'), /answered with 404 NoSuchBucket\.$/],
    [
      'a service that is away',
      () => 's3://S3RVER:hidden@127.0.0.1:47/gifts?tls=0',
      /does not respond \(ECONNREFUSED\)\.$/,
    ],
  ])(
    'with %s the site starts, and one line without the secret has the reason',
    async (_what, address, reason) => {
      const location = readSettings({ BACKUP_DIR: address() }).backups?.location ?? ''
      const lines: string[] = []
      const schedule = await scheduleBackups(
        readSettings({ DATA_DIR: server.dataFolder }),
        { location, everyMs: 3_600_000, keep: 7 },
        (line) => lines.push(line),
      )
      expect(lines).toEqual([
        expect.stringMatching(/^the scheduled backup failed, .*: The bucket of BACKUP_DIR cannot be used: /),
      ])
      expect(lines[0]).toMatch(reason)
      expect(lines[0]).not.toMatch(/hidden|S3RVER/)
      expect(schedule.state()).toEqual({ madeAt: null, failure: expect.any(String) })
      await schedule.close()
    },
  )

  it('a bucket that is full refuses a backup in a sentence', async () => {
    const full = createServer((request, response) => {
      request.resume().on('end', () => {
        response
          .writeHead(request.method === 'HEAD' ? 404 : 403)
          .end('<Error><Code>QuotaExceeded</Code></Error>')
      })
    })
    const address = `s3://KEY:hidden@127.0.0.1:${await portOf(full)}/gifts?tls=0`
    await writeFile(join(temporary.path, 'one.backup'), 'rows')
    await expect(
      backupsOf(address).upload(join(temporary.path, 'one.backup'), 'one.backup', false),
    ).rejects.toThrow('The bucket of BACKUP_DIR cannot be used: PUT was answered with 403 QuotaExceeded.')
    full.close()
  })
})
