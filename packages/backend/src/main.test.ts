import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataFolderAt } from './data-folder/data-folder.ts'
import { type Child, startChild } from './testing/child-process.ts'
import { clientsOf } from './testing/clients-of.ts'
import { copyEmptyDatabase, copyMigratedDatabase } from './testing/prepared-database.ts'
import { administrator, fixtureSite } from './testing/test-server.ts'
import { sharedFolder } from './testing/shared-folder.ts'

const temporary = sharedFolder()
let site: string
let env: Record<string, string>
const children: Child[] = []

beforeAll(async () => {
  site = await fixtureSite(temporary.path)
  env = {
    PORT: '0',
    SEED: 'empty',
    DATA_DIR: join(temporary.path, 'data'),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  }
})
afterAll(async () => {
  for (const child of children) child.process.kill('SIGKILL')
})

function main(more: Record<string, string> = {}): Child {
  const child = startChild('main.ts', [site], { ...env, ...more })
  children.push(child)
  return child
}

async function readyMain(): Promise<{ child: Child; url: string }> {
  const child = main()
  return { child, url: (await child.line('ready ')).slice('ready '.length) }
}

const clientOf = async (url: string) => (await clientsOf(url)).client()

async function adminCommand(
  ...words: string[]
): Promise<{ status: number | string; out: string; err: string }> {
  const child = startChild('admin-command.ts', words, env)
  children.push(child)
  const status = await child.ended
  return { status, out: child.out.join('\n'), err: child.err.join('\n') }
}

const colleague = { email: 'colleague@giftwell.test', password: 'an open window' }
const isLast = `${administrator.email} is the last administrator; "npm run admin -- grant EMAIL" makes another one first.`

// These tests use one data folder, in this order.
describe('the server as a process', { timeout: 120_000 }, () => {
  let running: Awaited<ReturnType<typeof readyMain>>

  it('the admin command lists no administrators before the first start, and starts nothing', async () => {
    expect(await adminCommand('list')).toEqual({
      status: 1,
      out: '',
      err: `There are no accounts in the data folder ${env['DATA_DIR']} yet; start the server once with "npm start".`,
    })
    await expect(stat(env['DATA_DIR']!)).rejects.toThrow('ENOENT')
  })

  it('the server prints one ready line on standard output when the site is ready', async () => {
    running = await readyMain()
    expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await (await fetch(running.url)).text()).toContain('<title>Giftwell</title>')
    expect(running.child.out).toEqual([`ready ${running.url}`])
  })

  it('the files in the data folder are readable by their owner only', async () => {
    const modes = async (name: string): Promise<number> =>
      (await stat(join(env['DATA_DIR']!, name))).mode & 0o777
    for (const folder of ['.', 'database', 'mail', 'storage']) expect(await modes(folder)).toBe(0o700)
    for (const file of ['secrets.json', 'admin.json', 'control.json']) expect(await modes(file)).toBe(0o600)
    expect(JSON.parse(await readFile(join(env['DATA_DIR']!, 'admin.json'), 'utf8'))).toEqual(administrator)
    expect([...running.child.err, ...running.child.out].join('\n')).not.toContain(administrator.password)
  })

  it('a second start on the same folder fails with one sentence', async () => {
    const second = main()
    expect(await second.ended).toBe(1)
    expect(second.err).toEqual([
      `The data folder ${env['DATA_DIR']} is in use by another Giftwell server (process ${running.child.process.pid}).`,
    ])
    expect(second.out).toEqual([])
  })

  it('a port in use fails the start with one sentence and releases the folder', async () => {
    const port = new URL(running.url).port
    await copyMigratedDatabase(dataFolderAt(join(temporary.path, 'other')).database)
    const second = main({ PORT: port, DATA_DIR: join(temporary.path, 'other') })
    expect(await second.ended).toBe(1)
    expect(second.err).toEqual([
      `Port ${port} cannot be used: another program listens there; choose another port with PORT.`,
    ])
    expect(await readdir(join(temporary.path, 'other'))).not.toContain('lock.pid')
  })

  it('a data folder that is a file fails the start with one sentence', async () => {
    const second = main({ DATA_DIR: join(site, 'index.html') })
    expect(await second.ended).toBe(1)
    expect(second.err).toEqual([
      `The data folder ${join(site, 'index.html')} cannot be used: a file is in the way.`,
    ])
  })

  it('an invalid setting fails the start with one sentence', async () => {
    const second = main({ SEED: 'everything' })
    expect(await second.ended).toBe(1)
    expect(second.err).toEqual(['SEED must be "demo" or "empty".'])
  })

  it('the admin command changes administrators while the server runs', async () => {
    const client = await clientOf(running.url)
    await client.auth.signUp(colleague)
    await client.auth.signInWithPassword(administrator)
    const isAdmin = async (): Promise<unknown> =>
      (await client.from('profiles').select('is_admin').single()).data
    expect(await adminCommand('list')).toEqual({ status: 0, out: administrator.email, err: '' })
    expect(await adminCommand('revoke', administrator.email)).toEqual({ status: 1, out: '', err: isLast })
    expect(await isAdmin()).toEqual({ is_admin: true })
    expect((await adminCommand('grant', colleague.email)).out.split('\n')).toEqual([
      `${colleague.email} is now an administrator.`,
      // This server signs new accounts in without an e-mail.
      expect.stringMatching(/^No link sent to that address has been used yet/),
    ])
    expect((await adminCommand('revoke', 'Admin@Giftwell.TEST')).out).toBe(
      'Admin@Giftwell.TEST is no longer an administrator.',
    )
    expect(await isAdmin()).toEqual({ is_admin: false })
    await adminCommand('grant', administrator.email)
    expect(await isAdmin()).toEqual({ is_admin: true })
    await adminCommand('revoke', colleague.email)
  })

  it.each([
    [['grant', 'nobody@giftwell.test'], 'There is no account with the e-mail address nobody@giftwell.test.'],
    [
      ['grant'],
      'Name an e-mail address. Usage: npm run admin -- grant EMAIL | revoke EMAIL | list | remove-second-factor EMAIL | forget EMAIL [--dry-run] | remove-demo [--dry-run] | accept-keys',
    ],
    [
      ['promote', 'x@giftwell.test'],
      'Usage: npm run admin -- grant EMAIL | revoke EMAIL | list | remove-second-factor EMAIL | forget EMAIL [--dry-run] | remove-demo [--dry-run] | accept-keys',
    ],
    [
      [],
      'Usage: npm run admin -- grant EMAIL | revoke EMAIL | list | remove-second-factor EMAIL | forget EMAIL [--dry-run] | remove-demo [--dry-run] | accept-keys',
    ],
  ])('the admin command %j is rejected', async (words, sentence) => {
    expect(await adminCommand(...words)).toEqual({ status: 1, out: '', err: sentence })
  })

  it('the control channel rejects commands without the token', async () => {
    const { port } = JSON.parse(await readFile(join(env['DATA_DIR']!, 'control.json'), 'utf8')) as {
      port: number
    }
    for (const authorization of ['', 'Bearer x', `Bearer ${'x'.repeat(43)}`]) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { authorization },
        body: '{"action":"list"}',
      })
      expect(answer.status).toBe(401)
      expect(await answer.text()).not.toContain('@')
    }
  })

  it('rejected user input is not logged', async () => {
    const client = await clientOf(running.url)
    const marked = 'asha-4711@acme.test'
    const lead = { name: marked, company: 'Acme', email: marked, phone: '1' }
    const refused = [
      await client.from('leads').insert({ ...lead, email: marked.replace('@', ' ') }),
      await client.from('leads').insert({ ...lead, phone: null }),
      await client.from('leads').insert([lead, lead]),
      await client.from('themes').insert({ name: marked }),
      await client.from('products').select().eq('id', marked),
      await client.rpc('catalogue_page', { page_size: marked }),
      await client.auth.signInWithPassword({ email: marked, password: marked }),
      await client.auth.signUp({ email: marked, password: { secret: marked } as unknown as string }),
    ]
    expect(refused.filter(({ error }) => error === null)).toEqual([])
    expect(running.child.err.join('\n')).not.toContain('4711')
  })

  it('acknowledged writes survive a kill in the middle of writes', { tags: 'full' }, async () => {
    // Leads are rate limited, an administrator's writes are not.
    const client = await clientOf(running.url)
    await client.auth.signInWithPassword(administrator)
    const acknowledged: string[] = []
    let sent = 0
    const send = async (): Promise<void> => {
      for (;;) {
        sent += 1
        const name = `theme ${sent}`
        const { error } = await client.from('themes').insert({ name })
        if (error !== null) return
        acknowledged.push(name)
      }
    }
    const senders = Array.from({ length: 8 }, send)
    while (acknowledged.length < 100) await new Promise((resolve) => setTimeout(resolve, 10))
    running.child.process.kill('SIGKILL')
    expect(await running.child.ended).toBe('SIGKILL')
    await Promise.all(senders)

    // The killed server's control file does not mislead the admin command.
    expect(await readdir(env['DATA_DIR']!)).toContain('control.json')
    expect(await adminCommand('list')).toEqual({ status: 0, out: administrator.email, err: '' })

    running = await readyMain()
    const again = await clientOf(running.url)
    await again.auth.signInWithPassword(administrator)
    const stored = new Set<unknown>()
    for (let from = 0; ; from += 1000) {
      const { data } = await again
        .from('themes')
        .select('name')
        .order('id')
        .range(from, from + 999)
      for (const theme of data ?? []) stored.add(theme.name)
      if ((data ?? []).length < 1000) break
    }
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
    expect(acknowledged.length).toBeGreaterThanOrEqual(100)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'the server exits with 0 on %s while a browser holds a connection',
    async (signal) => {
      await fetch(running.url)
      running.child.process.kill(signal)
      expect(await running.child.ended).toBe(0)
      expect(await readdir(env['DATA_DIR']!)).not.toContain('control.json')
      running = await readyMain()
    },
  )

  it('a later start creates nothing', () => {
    // A slow request on a busy machine is no step of a first start.
    expect(running.child.err.filter((line) => !line.includes('"event":"request"'))).toEqual([])
  })

  it('a shutdown drains a request in flight, ignores a repeated Ctrl-C, and ends at once on a later one', async () => {
    const { port } = new URL(running.url)
    const request = connect(Number(port), '127.0.0.1')
    await once(request, 'connect')
    request.write('POST /rest/v1/leads HTTP/1.1\r\nhost: giftwell\r\ncontent-length: 10\r\n\r\n')
    request.on('error', () => {})
    await new Promise((resolve) => setTimeout(resolve, 100))
    running.child.process.kill('SIGTERM')
    const endedWithin = (milliseconds: number) =>
      Promise.race([
        running.child.ended,
        new Promise((resolve) => setTimeout(resolve, milliseconds, 'waiting')),
      ])
    expect(await endedWithin(500)).toBe('waiting')
    running.child.process.kill('SIGINT')
    expect(await endedWithin(2000)).toBe('waiting')
    // A busy process may receive the first signal late, which starts the interval.
    const asking = setInterval(() => running.child.process.kill('SIGTERM'), 300)
    expect(await running.child.ended).toBe(1)
    clearInterval(asking)
    request.destroy()
    running = await readyMain()
  })

  it('the server exits with 0 when its parent process goes away', async () => {
    running.child.process.disconnect()
    expect(await running.child.ended).toBe(0)
  })

  it('the admin command works without a server', async () => {
    expect(await adminCommand('grant', colleague.email)).toEqual({
      status: 0,
      out: expect.stringContaining(`${colleague.email} is now an administrator.`),
      err: '',
    })
    expect((await adminCommand('list')).out).toBe(`${administrator.email}\n${colleague.email}`)
  })
})

describe('a first start that is killed', { timeout: 120_000 }, () => {
  it(
    'a first start that was killed is completed by the next one, and its random password is not logged',
    { tags: 'full' },
    async () => {
      const killed = { DATA_DIR: join(temporary.path, 'killed'), ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
      const begun = main(killed)
      await vi.waitUntil(() => existsSync(join(killed.DATA_DIR, 'database')), { timeout: 60_000 })
      begun.process.kill('SIGKILL')
      await begun.ended

      const further = main(killed)
      while (!further.err.some((line) => line.startsWith('applied')))
        await new Promise((resolve) => setTimeout(resolve, 5))
      further.process.kill('SIGKILL')
      await further.ended

      const finished = main(killed)
      const client = await clientOf((await finished.line('ready ')).slice('ready '.length))
      const credentials = JSON.parse(
        await readFile(join(killed.DATA_DIR, 'admin.json'), 'utf8'),
      ) as typeof administrator
      expect(credentials.email).toBe('admin@example.com')
      expect(credentials.password.length).toBeGreaterThanOrEqual(16)
      expect((await client.auth.signInWithPassword(credentials)).error).toBeNull()
      expect((await client.from('profiles').select('is_admin').single()).data).toEqual({ is_admin: true })
      expect(finished.err.join('\n')).toContain(join(killed.DATA_DIR, 'admin.json'))
      expect([...finished.err, ...finished.out].join('\n')).not.toContain(credentials.password)
      finished.process.kill('SIGTERM')
      expect(await finished.ended).toBe(0)
    },
  )
})

it('with LOG_FORMAT=json every line is a JSON object, and LOG_ADDRESSES=short names networks', async () => {
  const own = {
    DATA_DIR: join(temporary.path, 'json'),
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'info',
    LOG_ADDRESSES: 'short',
    TRUSTED_PROXY: '127.0.0.1',
    ADMIN_EMAIL: 'another@giftwell.test',
    NODE_OPTIONS: `--import data:text/javascript,process.on('SIGUSR2',()=>process.emitWarning('late'))`,
  }
  await copyMigratedDatabase(dataFolderAt(own.DATA_DIR).database)
  const child = main(own)
  const url = (await child.line('ready ')).slice('ready '.length)
  await fetch(`${url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.77' } })
  const client = await clientOf(url)
  await client.auth.signUp({ email: 'buyer@acme.test', password: 'an open window' })
  await expect.poll(() => child.err.join('\n')).toContain('/auth/confirm')
  // Windows has no such signal.
  const hasSignal = process.platform !== 'win32'
  if (hasSignal) child.process.kill('SIGUSR2')
  await expect
    .poll(() => child.err.join('\n'))
    .toContain(hasSignal ? '"level":"warn","event":"message","message":"Warning: late"' : '')
  const lines = child.err.map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const line of lines) {
    expect(Object.keys(line).slice(0, 3)).toEqual(['time', 'level', 'event'])
  }
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'message', message: expect.stringMatching(/^made the administrator /) }),
  )
  expect(lines).toContainEqual(expect.objectContaining({ path: '/healthz', client: '203.0.113.0/24' }))
  expect(child.err.join('\n')).not.toContain('203.0.113.77')

  const second = main(own)
  expect(await second.ended).toBe(1)
  expect(second.err.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      time: expect.any(String),
      level: 'error',
      event: 'message',
      message: expect.stringMatching(/^The data folder .+ is in use/),
    },
  ])
}, 120_000)

describe('a website that is built meanwhile', { tags: 'full', timeout: 120_000 }, () => {
  const path = (name: string): string => join(temporary.path, name)
  const pidOf = async (name: string): Promise<number> => Number(await readFile(path(name), 'utf8'))

  /** Starts the server with a fake build, which runs in the temporary folder. */
  async function mainBuiltBy(
    name: string,
    source: string,
    more: Record<string, string> = {},
  ): Promise<Child> {
    const program = path(`${name}.mjs`)
    await writeFile(
      program,
      `import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
process.chdir(import.meta.dirname)
process.on('disconnect', () => process.exit(1))
writeFileSync('${name}-pid', String(process.pid))
${source}`,
    )
    const child = startChild('main.ts', [site, '--built-by', program], { ...env, ...more })
    children.push(child)
    return child
  }

  async function until(condition: () => boolean): Promise<void> {
    for (const latest = Date.now() + 60_000; !condition();) {
      if (Date.now() > latest) throw new Error('It did not happen.')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  function isAlive(pid: number): boolean {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  const endless = 'setInterval(() => {}, 1000)'
  const data = (): string => path('building')

  beforeAll(async () => copyEmptyDatabase(dataFolderAt(data()).database))

  it('prepares the database during the build and is ready after it', async () => {
    const source = `console.log(process.argv.slice(2).join())
process.channel.unref()
while (!existsSync('go-on')) await delay(10)`
    const server = await mainBuiltBy('waiting', source, { DATA_DIR: data() })
    await until(() => server.err.some((line) => line.startsWith('applied')))
    expect(server.err).toContain('website,--if-stale')
    expect(server.out).toEqual([])
    await writeFile(path('go-on'), '')
    await server.line('ready ')
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('ends with the status of a build that failed', async () => {
    const server = await mainBuiltBy('failing', 'process.exit(4)', { DATA_DIR: data() })
    expect(await server.ended).toBe(4)
    expect(server.out).toEqual([])
  })

  it('stops the build when it cannot start', async () => {
    const server = await mainBuiltBy('unneeded', endless, { DATA_DIR: join(site, 'index.html') })
    expect(await server.ended).toBe(1)
    if (existsSync(path('unneeded-pid'))) {
      const pid = await pidOf('unneeded-pid')
      await until(() => !isAlive(pid))
    }
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves no build behind when it ends by %s', async (signal) => {
    const server = await mainBuiltBy(signal, endless, { DATA_DIR: data() })
    await until(() => existsSync(path(`${signal}-pid`)))
    server.process.kill(signal)
    expect(await server.ended).toBe(signal === 'SIGTERM' ? 0 : 'SIGKILL')
    expect(server.out).toEqual([])
    const pid = await pidOf(`${signal}-pid`)
    await until(() => !isAlive(pid))
  })
})
