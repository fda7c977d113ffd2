import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { takeSnapshot } from '../backup/take-snapshot.ts'
import { dataFolderAt } from '../data-folder/data-folder.ts'
import { readOrMakeSecrets } from '../data-folder/secrets.ts'
import { createImageFiles } from '../images/image-files.ts'
import { startChild } from '../testing/child-process.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { sharedFolder } from '../testing/shared-folder.ts'
import type { FirstStartOptions } from './first-start.ts'

// These tests start servers on one data folder, in this order.
const temporary = sharedFolder()
let dataFolder: string
let migrations: string
let later: string

const withDemo = { SEED: 'demo', ADMIN_EMAIL: 'owner@giftwell.test', ADMIN_PASSWORD: '' }
const credentialsOnDisk = { email: 'owner@giftwell.test', password: 'owner-password' }
const image = '/storage/v1/object/public/product-images/2.webp'

let seedings = 0

const loadDemo: FirstStartOptions['loadDemo'] = async ({ query, storeImage }) => {
  seedings += 1
  await query('insert into products (name, is_sample, is_featured, image_url) values ($1, true, true, $2)', [
    `Brass lamp ${seedings}`,
    image,
  ])
  await storeImage('2.webp', Buffer.from(`picture ${seedings}`))
  await query("insert into storage.objects (bucket_id, name) values ('product-images', '2.webp')", [])
  // The first call fails after it wrote everything.
  if (seedings === 1) throw new Error('the power went out')
}

beforeAll(async () => {
  dataFolder = join(temporary.path, 'data')
  migrations = join(temporary.path, 'migrations')
  later = join(migrations, '29991231235959_later.sql')
  const own = fileURLToPath(new URL('../../../../supabase/migrations/', import.meta.url))
  await cp(own, migrations, { recursive: true })
})

async function start(env: Record<string, string>): Promise<TestServer> {
  return startTestServer({ ...env, DATA_DIR: dataFolder }, { migrationsFolder: migrations, loadDemo })
}

/** Runs the work on a server of its own. */
async function during(
  work: (server: TestServer) => Promise<unknown>,
  env: Record<string, string>,
): Promise<void> {
  const server = await start(env)
  try {
    await work(server)
  } finally {
    await server.close()
  }
}

const credentials = async (): Promise<unknown> =>
  JSON.parse(await readFile(join(dataFolder, 'admin.json'), 'utf8'))

describe('a first start that fails after it wrote the catalogue', { tags: 'full', timeout: 120_000 }, () => {
  it('fails with the error of that step', async () => {
    // An even earlier start was killed after it wrote the password and the first of the database's files.
    await mkdir(join(dataFolder, 'database'), { recursive: true })
    await writeFile(join(dataFolder, 'admin.json'), JSON.stringify(credentialsOnDisk))
    await writeFile(join(dataFolder, 'database', 'PG_VERSION'), '17')
    await expect(start(withDemo)).rejects.toThrow('the power went out')
  })

  it('is completed by the next start, with the whole demo catalogue', async () => {
    await during(async (server) => {
      const { data } = await server.client().from('products').select('name, image_url')
      expect(data).toEqual([{ name: 'Brass lamp 2', image_url: image }])
      const answer = await fetch(server.url + image)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(await answer.text()).toBe('picture 2')
      const admin = await server.signedIn(credentialsOnDisk)
      expect((await admin.storage.from('product-images').remove(['2.webp'])).data).toHaveLength(1)
    }, withDemo)
  })

  it('leaves the password in its file valid', async () => {
    expect(await credentials()).toEqual(credentialsOnDisk)
  })

  it('has its unfinished database files moved aside', async () => {
    expect(await readdir(join(dataFolder, 'database.unfinished'))).toEqual(['PG_VERSION'])
  })
})

describe('a later start', { tags: 'full', timeout: 120_000 }, () => {
  it('does nothing, and restores neither rows nor images that were removed', async () => {
    await during(async (server) => {
      expect(server.logged).toEqual([])
      expect((await server.client().from('products').select('name')).data).toHaveLength(1)
      expect((await fetch(server.url + image)).status).toBe(404)
    }, withDemo)
    expect(seedings).toBe(2)
  })

  it('fails when a migration fails, and rolls all of it back', async () => {
    await writeFile(later, `insert into public.themes (name) values ('Half'); select 1 / 0;`)
    await expect(start(withDemo)).rejects.toThrow('division by zero')
  })

  it('applies a new migration once', async () => {
    await writeFile(later, `insert into public.themes (name) values ('Whole');`)
    for (const logged of [['applied 1 migration'], []]) {
      await during(async (server) => {
        expect(server.logged).toEqual(logged)
        expect((await server.client().from('themes').select('name')).data).toEqual([{ name: 'Whole' }])
      }, withDemo)
    }
  })

  it('creates no second administrator, and is refused when secrets.json is gone until new keys are accepted', async () => {
    await rm(join(dataFolder, 'secrets.json'))
    await expect(start(withDemo)).rejects.toThrow(
      `The keys in ${join(dataFolder, 'secrets.json')} are not those of the database`,
    )
    const accepting = startChild('admin-command.ts', ['accept-keys'], { DATA_DIR: dataFolder })
    expect(await accepting.ended).toBe(0)
    expect(accepting.out).toEqual(['The next start accepts the keys of its data folder.'])
    const late = { email: 'late@giftwell.test', password: 'too late' }
    await during(
      async (server) => {
        await server.signedIn(credentialsOnDisk)
        await expect(server.signedIn(late)).rejects.toThrow('Invalid login credentials')
      },
      { ...withDemo, ADMIN_EMAIL: late.email, ADMIN_PASSWORD: late.password },
    )
    expect(await credentials()).toEqual(credentialsOnDisk)
  })
})

describe('the file with the first password', { timeout: 120_000 }, () => {
  const owner = { email: 'Owner@Giftwell.test', password: 'chosen at first' }

  it('is removed when its administrator chooses another password, and later backups do not have it', async () => {
    const server = await startTestServer({
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      CONFIRM_EMAIL: '0',
    })
    const folder = dataFolderAt(server.dataFolder)
    const isThere = async (path: string) => (await readdir(path)).includes('admin.json')
    try {
      expect(await isThere(folder.root)).toBe(true)
      const customer = server.client()
      await customer.auth.signUp({ email: 'customer@giftwell.test', password: 'open sesame' })
      await customer.auth.updateUser({ password: 'another one' })
      const admin = await server.signedIn(owner)
      await admin.auth.updateUser({ data: { company: 'Acme' } })
      expect(await isThere(folder.root)).toBe(true)

      expect((await admin.auth.updateUser({ password: 'a newer garland 9' })).error).toBeNull()
      expect(await isThere(folder.root)).toBe(false)
      if (server.database === null) throw new Error('The server has no database')
      const images = createImageFiles(folder.images)
      const secrets = await readOrMakeSecrets(folder.secrets)
      expect(await isThere(await takeSnapshot(server.database, folder, { images, secrets }))).toBe(false)
    } finally {
      await server.close()
    }
  })
})
