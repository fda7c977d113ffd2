import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataFolderAt } from './data-folder/data-folder.ts'
import { type Child, startChild } from './testing/child-process.ts'
import { copyMigratedDatabase } from './testing/prepared-database.ts'
import { fixtureSite } from './testing/test-server.ts'
import { sharedFolder } from './testing/shared-folder.ts'

/** The site's secrets in its environment and data folder; every value contains the word. */
const trace = /buried/i
const environment = {
  ADMIN_EMAIL: 'owner@buried.test',
  ADMIN_PASSWORD: 'Buried-Passw0rd',
  GITHUB_TOKEN: 'ghp_buried',
  SMTP_URL: 'smtp://buried:buried-smtp@127.0.0.1:1',
  SUPABASE_SERVICE_ROLE_KEY: 'eyJhbGciOiJIUzI1NiJ9.buried.c2lnbmF0dXJl',
}
const secrets = {
  jwtSecret: 'buried-'.repeat(8),
  publishableKey: 'sb_publishable_of_the_planted_site',
  secretKey: 'sb_secret_Buried0815',
}

const temporary = sharedFolder()
let site: string
const children: Child[] = []

beforeAll(async () => {
  site = await fixtureSite(temporary.path)
})
afterAll(async () => {
  for (const child of children) child.process.kill('SIGKILL')
})

/** A data folder with keys. */
async function plantedFolder(name: string, keys = JSON.stringify(secrets)): Promise<string> {
  const folder = join(temporary.path, name)
  await mkdir(folder, { mode: 0o700 })
  await writeFile(join(folder, 'secrets.json'), keys, { mode: 0o600 })
  return folder
}

function start(program: string, words: string[], env: Record<string, string>): Child {
  const child = startChild(program, words, {
    PORT: '0',
    SEED: 'empty',
    LOG_LEVEL: 'info',
    DATA_DIR: join(temporary.path, 'unused'),
    ...environment,
    ...env,
  })
  children.push(child)
  return child
}

describe('a running site', { timeout: 120_000 }, () => {
  let child: Child
  let url: string
  let folder: string
  beforeAll(async () => {
    folder = await plantedFolder('running')
    await copyMigratedDatabase(dataFolderAt(folder).database)
    child = start('main.ts', [site], { DATA_DIR: folder })
    url = (await child.line('ready ')).slice('ready '.length)
  })

  it('the test finds the secrets where they belong', async () => {
    expect(await readFile(join(folder, 'admin.json'), 'utf8')).toMatch(trace)
    const headers = { apikey: secrets.publishableKey, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD })
    const signIn = `${url}/auth/v1/token?grant_type=password`
    expect((await fetch(signIn, { method: 'POST', headers, body })).status).toBe(200)
    // Its e-mail cannot be delivered.
    expect((await fetch(`${url}/auth/v1/recover`, { method: 'POST', headers, body })).status).toBe(200)
    await expect.poll(() => child.err.join('\n'), { timeout: 10_000 }).toContain('(ESOCKET)')
  })

  it('no response contains a secret', async () => {
    const paths = [
      '/config.json',
      '/healthz',
      '/secrets.json',
      '/admin.json',
      '/.data/admin.json',
      '/..%2frunning/secrets.json',
      '/assets/..%2f..%2frunning/admin.json',
      '/storage/v1/object/public/product-images/..%2f..%2fsecrets.json',
      '/storage/v1/object/authenticated/product-images/..%2f..%2fadmin.json',
      '/rest/v1/',
      '/rest/v1/leads?select=nothing',
      '/rest/v1/rpc/current_setting?setting_name=app.settings.jwt_secret',
      '/rest/v1/rpc/nowhere',
      '/rest/v1/secrets',
      '/auth/v1/settings',
      '/auth/v1/health',
      '/auth/v1/admin/users',
      '/auth/v1/user',
      '/auth/v1/.well-known/jwks.json',
      '/auth/v1/token?grant_type=password',
      '/auth/v1/recover',
      '/auth/v1/verify?token=x&type=signup',
      '/storage/v1/bucket',
      '/nowhere',
    ]
    const bodies = [
      undefined,
      '{',
      '{"email":1,"password":{}}',
      JSON.stringify({ email: 'a@b.test', password: 'x'.repeat(80) }),
    ]
    const leaks: string[] = []
    let answers = 0
    for (const path of paths) {
      for (const body of bodies) {
        for (const token of [secrets.publishableKey, 'sb_secret_wrong', 'a.b.c']) {
          const method = body === undefined ? 'GET' : 'POST'
          const headers = {
            apikey: token,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
          }
          const answer = await fetch(`${url}${path}`, {
            method,
            headers,
            body: body ?? null,
            redirect: 'manual',
          })
          answers += 1
          const whole = `${JSON.stringify([...answer.headers])} ${await answer.text()}`
          if (trace.test(whole)) leaks.push(`${method} ${path}: ${whole}`)
        }
      }
    }
    expect(answers).toBe(paths.length * bodies.length * 3)
    expect(leaks).toEqual([])
  })

  it('no output contains a secret until the exit', async () => {
    child.process.kill('SIGTERM')
    expect(await child.ended).toBe(0)
    const printed = [...child.out, ...child.err]
    expect(printed.length).toBeGreaterThan(100)
    // Only the line about the first administrator contains the e-mail address.
    expect(printed.filter((line) => trace.test(line) && !line.startsWith('made the administrator'))).toEqual(
      [],
    )
    expect(printed.join('\n')).not.toContain(environment.ADMIN_PASSWORD)
  })
})

describe('a start that fails', { tags: 'full', timeout: 60_000 }, () => {
  const hidden = 'postgres://owner:buried-password@'
  it.each([
    ['a password that is too long', { ADMIN_PASSWORD: 'buried'.repeat(20) }],
    ['an address that is none', { ADMIN_EMAIL: 'owner of buried' }],
    [
      'a secret key for the public',
      { SUPABASE_URL: 'https://x.test', SUPABASE_PUBLISHABLE_KEY: 'sb_secret_buried' },
    ],
    ['half a hosted project', { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_buried' }],
    ['another kind of database', { DATABASE_URL: 'mysql://owner:buried@db.test/x' }],
    ['a database address that cannot be read', { DATABASE_URL: `${hidden}[` }],
    ['a database address with a port that is none', { DATABASE_URL: `${hidden}127.0.0.1:99999/x` }],
    ['a database that does not answer', { DATABASE_URL: `${hidden}127.0.0.1:1/x` }],
    ['a database host that there is none of', { DATABASE_URL: `${hidden}buried.invalid/x` }],
    [
      'a certificate that is not there',
      { DATABASE_URL: `${hidden}127.0.0.1:1/x?sslrootcert=/buried/ca.pem` },
    ],
  ])('%s fails the start with one sentence without the value', async (_, env: Record<string, string>) => {
    const child = start('main.ts', [site], env)
    expect(await child.ended).toBe(1)
    expect([...child.out, ...child.err]).toEqual([expect.not.stringMatching(trace)])
    expect(child.err[0]).toMatch(/^[A-Z].+\.$/)
  })

  it('the URL of a database that is no database fails the start with one sentence without its password', async () => {
    const other = createServer((_, response) => response.end('buried')).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    // A server that listens has an address with a port.
    const { port } = other.address() as AddressInfo
    for (const [program, words] of [
      ['main.ts', [site]],
      ['admin-command.ts', ['list']],
    ] as const) {
      const child = start(program, [...words], { DATABASE_URL: `${hidden}127.0.0.1:${port}/x` })
      expect(await child.ended).toBe(1)
      expect([...child.out, ...child.err]).toEqual([
        'The PostgreSQL server of DATABASE_URL cannot be used: what answers is not a PostgreSQL server.',
      ])
    }
    other.close()
  })

  it('damaged keys are not repeated', async () => {
    const folder = await plantedFolder('damaged', `{"jwtSecret":"buried" "secretKey":"sb_secret_buried"}`)
    const child = start('main.ts', [site], { DATA_DIR: folder })
    expect(await child.ended).toBe(1)
    expect([...child.out, ...child.err]).toEqual([expect.not.stringMatching(trace)])
  })
})
