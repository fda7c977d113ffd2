import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, startTestServer, temporaryFolder, type TestServer } from '../testing/test-server.ts'
import type { SeedDemo } from './demo-target.ts'

type Options = NonNullable<Parameters<typeof startTestServer>[1]>

/** A data folder that goes through several starts. */
function dataFolderWithStarts() {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  const life = {
    path: '',
    options: {} as Options,
    async start(env: Record<string, string> = {}): Promise<TestServer> {
      return startTestServer({ ...env, DATA_DIR: life.path }, life.options)
    },
    /** Starts a server, does something with it and ends it. */
    async during(
      work: (server: TestServer) => Promise<unknown>,
      env: Record<string, string> = {},
    ): Promise<void> {
      const server = await life.start(env)
      try {
        await work(server)
      } finally {
        await server.close()
      }
    },
    async credentials() {
      const text = await readFile(join(life.path, 'admin.json'), 'utf8')
      return JSON.parse(text) as { email: string; password: string }
    },
  }
  beforeAll(async () => {
    temporary = await temporaryFolder()
    life.path = join(temporary.path, 'data')
    await mkdir(life.path)
  })
  afterAll(async () => temporary.remove())
  return life
}

describe('a first start that is cut off', () => {
  const life = dataFolderWithStarts()
  const demo = { SEED: 'demo', ADMIN_EMAIL: 'owner@giftwell.test', ADMIN_PASSWORD: '' }
  const told = { email: 'owner@giftwell.test', password: 'told to somebody' }
  let seedings = 0
  const seedDemo: SeedDemo = async ({ query, putImages }) => {
    seedings += 1
    await putImages([{ name: `${seedings}.webp`, bytes: Buffer.from('picture'), contentType: 'image/webp' }])
    await query(
      'insert into products (name, is_sample, is_featured, image_url) values ($1, true, true, $2)',
      [`Brass lamp ${seedings}`, `/storage/v1/object/public/product-images/${seedings}.webp`],
    )
    // The first time, something goes wrong after everything was written.
    if (seedings === 1) throw new Error('the power went out')
  }
  const products = async (server: TestServer) =>
    (await server.client().from('products').select('name, image_url')).data

  beforeAll(async () => {
    life.options = { loadSeedDemo: async () => seedDemo }
    // An even earlier start came as far as telling the password and beginning the database's files.
    await writeFile(join(life.path, 'admin.json'), JSON.stringify(told))
    await mkdir(join(life.path, 'database'))
    await writeFile(join(life.path, 'database', 'PG_VERSION'), '17')
  })

  it('fails', async () => {
    await expect(life.start(demo)).rejects.toThrow('the power went out')
  })

  it('is finished by the next one, the demo catalogue whole', async () => {
    await life.during(async (server) => {
      const image = '/storage/v1/object/public/product-images/2.webp'
      expect(await products(server)).toEqual([{ name: 'Brass lamp 2', image_url: image }])
      expect((await fetch(server.url + image)).headers.get('content-type')).toBe('image/webp')
      const admin = await server.signedIn(told)
      expect((await admin.storage.from('product-images').remove(['2.webp'])).data).toHaveLength(1)
    }, demo)
  })

  it('keeps the password that it told', async () => {
    expect(await life.credentials()).toEqual(told)
  })

  it('has the database’s files set aside that it left half made', async () => {
    expect(await readdir(join(life.path, 'database.unfinished'))).toEqual(['PG_VERSION'])
  })

  it('leaves later starts nothing to do', async () => {
    await life.during(async (server) => {
      expect(server.said).toEqual([])
      expect(await products(server)).toHaveLength(1)
    }, demo)
    expect(seedings).toBe(2)
  })
})

describe('a later start', () => {
  const life = dataFolderWithStarts()
  let migrations: string
  let later: string

  beforeAll(async () => {
    migrations = join(life.path, '..', 'migrations')
    later = join(migrations, '29991231235959_later.sql')
    await cp(fileURLToPath(new URL('../../../../supabase/migrations/', import.meta.url)), migrations, {
      recursive: true,
    })
    life.options = {
      migrationsFolder: migrations,
      loadSeedDemo: async () => async () => {
        throw new Error('nobody asked for the demo catalogue')
      },
    }
  })

  it('follows a first one that applies every migration', async () => {
    const count = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).length
    await life.during(async ({ said }) => expect(said[0]).toBe(`applied ${count} migrations`))
  })

  it('fails on a migration that fails, and leaves none of it', async () => {
    await writeFile(later, `insert into public.themes (name) values ('Half'); select 1 / 0;`)
    await expect(life.start()).rejects.toThrow('division by zero')
  })

  it('applies a new migration once', async () => {
    await writeFile(later, `insert into public.themes (name) values ('Whole');`)
    for (const said of [['applied 1 migrations'], []]) {
      await life.during(async (server) => {
        expect(server.said).toEqual(said)
        expect((await server.client().from('themes').select('name')).data).toEqual([{ name: 'Whole' }])
      })
    }
  })

  it('makes no other administrator, fills no catalogue and takes new keys when the old are lost', async () => {
    await rm(join(life.path, 'secrets.json'))
    const otherSettings = { SEED: 'demo', ADMIN_EMAIL: 'late@giftwell.test', ADMIN_PASSWORD: 'too late' }
    await life.during(async (server) => {
      await server.signedIn(administrator)
      await expect(server.signedIn({ email: 'late@giftwell.test', password: 'too late' })).rejects.toThrow(
        'Invalid login credentials',
      )
    }, otherSettings)
    expect(await life.credentials()).toEqual(administrator)
  })
})

describe('the first administrator without a password in the settings', () => {
  const life = dataFolderWithStarts()

  it('gets a random one, which stands in admin.json and not in the log', async () => {
    await life.during(
      async (server) => {
        const credentials = await life.credentials()
        expect(credentials.email).toBe('admin@example.com')
        expect(credentials.password.length).toBeGreaterThanOrEqual(16)
        const admin = await server.signedIn(credentials)
        expect((await admin.from('profiles').select('is_admin').single()).data).toEqual({ is_admin: true })
        expect(server.said.join('\n')).toContain(join(life.path, 'admin.json'))
        expect(server.said.join('\n')).not.toContain(credentials.password)
      },
      { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' },
    )
  })
})
