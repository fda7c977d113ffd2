import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { readSettings, settingNames } from '@giftwell/backend/settings.ts'
import { clientsOf, type SiteClients } from '@giftwell/backend/testing/clients-of.ts'
import { portOf } from '@giftwell/backend/testing/port-of.ts'
import { startBucket } from '@giftwell/backend/testing/start-bucket.ts'
import { describe, expect, it } from 'vitest'
import { freePort } from '../database/free-port.ts'
import { findPostgres, startPostgres } from '../database/start-postgres.ts'
import { repositoryRoot } from '../repository-root.ts'
import { type BackendOptions, startBackend, withoutOptimizingCompiler } from '../site/start-site.ts'
import { siteFolder } from '../site/build-site.ts'

const run = promisify(execFile)
const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8')
const isRoot = process.getuid?.() === 0

/** An instruction of the Dockerfile, such as `COPY` with `--from=website /app/a b`. */
interface Step {
  readonly name: string
  readonly text: string
}

const steps: readonly Step[] = read('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }))

/** A folder in `/tmp` that everyone may read, removed at the end. */
async function readableFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-deploy-'))
  stack.defer(async () => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  await chmod(folder, 0o755)
  return folder
}

describe('the files of a deployment', () => {
  it('the image names versions, copies only what git has, and does not run as root', async () => {
    const { stdout } = await run('git', ['ls-files'], { cwd: repositoryRoot, maxBuffer: 32 * 1024 * 1024 })
    const files = stdout.split('\n')
    const textsOf = (kind: string) => steps.filter(({ name }) => name === kind).map(({ text }) => text)
    for (const base of textsOf('FROM')) expect(base).toMatch(/^node:24\.\d+\.\d+-\w+-slim\b/)
    const copied = textsOf('COPY')
      .filter((text) => !text.startsWith('--from=') && !text.startsWith('. '))
      .flatMap((text) => text.split(' ').slice(0, -1))
    const isTracked = (source: string) =>
      files.some((file) => file === source || file.startsWith(`${source}/`))
    expect(copied.length).toBeGreaterThan(10)
    expect(copied.filter((source) => !isTracked(source))).toEqual([])
    expect(steps.findLast(({ name }) => name === 'USER')?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  it('the context of the image lacks data, secrets and what is built', () => {
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(
      expect.arrayContaining(['.git', '.data*', '.env', '**/node_modules', '**/dist', '**/dist-server']),
    )
  })

  it('compose.yaml sets only settings that there are, and .env.example has each of its variables without a value', () => {
    const compose = read('compose.yaml')
    const app = /\n {4}environment:\n((?: {6}.+\n)+)/.exec(compose)?.[1] ?? ''
    const set = [...app.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name)
    expect(set.length).toBeGreaterThan(10)
    expect(settingNames).toEqual(expect.arrayContaining(set))
    const needed = new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))
    const example = new Map(
      [...read('deploy/.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )
    for (const name of needed) expect([name, example.get(name)]).toEqual([name, ''])
  })

  it('compose.yaml has the bucket that .env.example names, with its key and its folder', () => {
    const compose = read('compose.yaml')
    const service = /\n {2}bucket:\n((?: {4}.*\n)+)/.exec(compose)?.[1] ?? ''
    const address = /^STORAGE_URL=(.+)$/m.exec(read('deploy/.env.example'))?.[1] ?? ''
    const { bucket } = readSettings({
      STORAGE_URL: address.replace('${BUCKET_SECRET}', 'ab12'),
      SMTP_URL: 'smtp://127.0.0.1:47',
    })
    expect(bucket).toMatchObject({ endpoint: 'http://bucket:7070/giftwell', key: 'giftwell', secret: 'ab12' })
    expect(service).toContain("command: [--port, ':7070', --quiet, posix, /data]")
    expect(service).toContain('ROOT_ACCESS_KEY: giftwell')
    expect(service).toContain('ROOT_SECRET_KEY: ${BUCKET_SECRET:-}')
    expect(service).toContain('- bucket:/data/giftwell')
    expect(/^volumes:\n(?: {2}.*\n)*? {2}bucket:$/m.test(compose)).toBe(true)
    const profile = /^COMPOSE_PROFILES=(.+)$/m.exec(read('deploy/.env.example'))?.[1] ?? ''
    expect(service).toContain(`profiles: [${profile}]`)
  })

  it('the alerts and the document name only metrics that the server has', () => {
    const sources = ['backend-metrics.ts', 'http/metrics.ts'].map((file) =>
      read(`packages/backend/src/${file}`),
    )
    const names = new Set(
      [...sources.join('').matchAll(/'((?:giftwell|process|nodejs)_\w+)'/g)].map(([, name]) => name),
    )
    expect(names.size).toBeGreaterThan(25)
    const mentioned = (text: string): string[] =>
      [...text.matchAll(/\b(?:giftwell|process|nodejs)_[a-z_]+[a-z]\b/g)].map(([name]) => name)
    const used = [...mentioned(read('deploy/alerts.yml')), ...mentioned(read('docs/reliability.md'))]
    for (const name of used) expect(names).toContain(name.replace(/_(?:bucket|sum|count)$/, ''))
    expect(used).toEqual(expect.arrayContaining([...names].filter((name) => name?.startsWith('giftwell_'))))
  })

  it('systemd finds no fault in the unit', async ({ skip }) => {
    if (!existsSync('/usr/bin/systemd-analyze')) return skip('there is no systemd-analyze')
    await using stack = new AsyncDisposableStack()
    const unit = join(await readableFolder(stack), 'giftwell.service')
    // The path of Node differs.
    await writeFile(unit, read('deploy/giftwell.service').replace('/usr/bin/node', process.execPath))
    const socket = join(dirname(unit), 'giftwell.socket')
    await writeFile(socket, read('deploy/giftwell.socket'))
    // As a template it is a server on a port of its own.
    const template = join(dirname(unit), 'giftwell@.service')
    await cp(unit, template)
    const instance = template.replace('@', '@3001')
    const { stdout, stderr } = await run('systemd-analyze', ['verify', unit, socket, instance])
    expect(stdout + stderr).toBe('')
  })
})

it.skipIf(!isRoot)(
  'the settings in the document are complete for the unit and for its commands, which use the same folders',
  async () => {
    await using stack = new AsyncDisposableStack()
    const folder = await readableFolder(stack)
    const block =
      /The settings in `\/etc\/giftwell\.env`[^]+?```sh\n([^]+?)```/.exec(read('docs/deploy.md'))?.[1] ?? ''
    const keys: Record<string, string> = {
      BACKUP_KEY: Buffer.alloc(32, 7).toString('base64'),
      METRICS_TOKEN: 'ab'.repeat(32),
    }
    const text = block
      .replaceAll('YOUR-SITE', 'gifts.example')
      .replace('HOST:587', 'mail.gifts.example:587')
      .replaceAll(/^(\w+)=$/gm, (line, name: string) => `${line}${keys[name] ?? ''}`)
    await writeFile(join(folder, 'giftwell.env'), text)
    // Replaces Node, to print a command's environment.
    await writeFile(join(folder, 'node'), '#!/bin/sh\nexec env\n', { mode: 0o755 })
    const { stdout } = await run('sh', [join(repositoryRoot, 'deploy/giftwell'), 'admin', 'list'], {
      env: {
        PATH: `${folder}:${process.env['PATH'] ?? ''}`,
        GIFTWELL_ENV: join(folder, 'giftwell.env'),
        GIFTWELL_FOLDER: folder,
        GIFTWELL_USER: 'nobody',
      },
    })
    const variablesIn = (lines: string) =>
      Object.fromEntries(
        [...lines.matchAll(/^(\w+)='?(.*?)'?$/gm)].map(([, name = '', value]) => [name, value]),
      )
    const ofCommand = readSettings(variablesIn(stdout))
    const environment = /^Environment=(.+)$/m.exec(read('deploy/giftwell.service'))?.[1] ?? ''
    // The instance, which a unit that is no template lacks.
    const ofItself = variablesIn(environment.replaceAll('%i', '').replaceAll(' ', '\n'))
    const ofUnit = readSettings({ ...ofItself, ...variablesIn(text) })
    expect({ ...ofCommand, logFormat: 'json' }).toEqual(ofUnit)
    expect(ofUnit.smtp).not.toBeNull()
  },
)

/** Starts `main.ts` with the built website. */
async function startSite(
  stack: AsyncDisposableStack,
  env: BackendOptions['env'],
  onLine?: BackendOptions['onLine'],
) {
  const folder = await readableFolder(stack)
  const backend = await startBackend({
    ...(onLine && { onLine }),
    nodeOptions: [withoutOptimizingCompiler],
    env: { PORT: '0', SEED: 'empty', DATA_DIR: join(folder, 'site'), LOG_LEVEL: 'info', ...env },
  })
  stack.defer(backend.stop)
  return backend
}

/** Copies a file into a folder, or what is in a folder, as COPY does. */
async function copyFromContext(context: readonly string[], source: string, to: string): Promise<void> {
  const folder = source === '.' ? '' : `${source}/`
  for (const file of context.filter((each) => each === source || each.startsWith(folder))) {
    const target = join(to, file === source ? basename(file) : file.slice(folder.length))
    await mkdir(dirname(target), { recursive: true })
    await cp(join(repositoryRoot, file), target)
  }
}

/** Carries out the steps of the Dockerfile in a folder for each stage, and gives the last one. */
async function buildImage(folder: string) {
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: repositoryRoot,
    maxBuffer: 32 * 1024 * 1024,
  })
  const context = stdout.split('\n').filter((file) => file !== '' && existsSync(join(repositoryRoot, file)))
  const stages: { name: string; root: string; workdir: string; user: string; env: Record<string, string> }[] =
    []
  const commands: Record<string, string> = {}
  for (const { name, text } of steps) {
    const stage = stages.at(-1)
    if (name === 'FROM') {
      const root = join(folder, String(stages.length))
      await mkdir(root, { recursive: true })
      stages.push({ name: text.split(' AS ')[1] ?? '', root, workdir: root, user: '0:0', env: {} })
      continue
    }
    if (stage === undefined) throw new Error('A Dockerfile begins with FROM.')
    switch (name) {
      case 'WORKDIR':
        stage.workdir = join(stage.root, text)
        await mkdir(stage.workdir, { recursive: true })
        break
      case 'COPY': {
        const words = text.split(' ')
        const from = text.startsWith('--from=') ? words.shift() : undefined
        const paths: string[] = words
        const target = paths.pop() ?? ''
        for (const source of paths) {
          const other = stages.find((each) => `--from=${each.name}` === from)
          const to = join(stage.workdir, target)
          if (other !== undefined) {
            await cp(join(other.root, source), to, { recursive: true, verbatimSymlinks: true })
            continue
          }
          await copyFromContext(context, source, to)
        }
        break
      }
      case 'RUN':
        await run('sh', ['-ec', text.replaceAll(/ \/(?=\w)/g, ` ${stage.root}/`)], {
          cwd: stage.workdir,
          // How npm reaches its registry is this machine's.
          env: { ...process.env, NODE_ENV: '', npm_config_prefer_offline: 'true' },
          maxBuffer: 32 * 1024 * 1024,
        })
        break
      case 'USER':
        stage.user = text
        break
      case 'ENV':
        for (const [, variable = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) stage.env[variable] = value
        break
      case 'CMD':
      case 'HEALTHCHECK':
        commands[name] = text.slice(text.indexOf('['))
    }
  }
  const last = stages.at(-1)
  if (last === undefined) throw new Error('The Dockerfile has no stage.')
  return { ...last, command: commandIn(commands['CMD']), healthcheck: commandIn(commands['HEALTHCHECK']) }
}

function commandIn(text = '[]'): string[] {
  // The exec form is JSON.
  return JSON.parse(text) as string[]
}

describe.skipIf(!isRoot)(
  'a finished build',
  { tags: 'full', timeout: 60_000, meta: { skipReason: 'only root can act as another user' } },
  () => {
    it('is used as it is by a user without write rights, whatever the site’s address', async ({ skip }) => {
      if (!existsSync(siteFolder)) return skip('the website is not built')
      const command = [
        process.execPath,
        'packages/tooling/src/build/build-command.ts',
        'website',
        '--if-stale',
      ]
      const { stdout, stderr } = await run(
        'setpriv',
        ['--reuid=65534', '--regid=65534', '--clear-groups', ...command],
        { cwd: repositoryRoot, env: { PATH: process.env['PATH'], SITE_URL: 'https://gifts.example' } },
      )
      expect(stdout + stderr).toBe('')
    })
  },
)

describe.skipIf(!isRoot)(
  'the image',
  { tags: 'full', timeout: 1_200_000, meta: { skipReason: 'only root can run its steps as other users' } },
  () => {
    it('serves the site as a user who may write only to the volume, and so do its commands', async () => {
      await using stack = new AsyncDisposableStack()
      const image = await buildImage(await readableFolder(stack))
      const [uid = '', gid = ''] = image.user.split(':')
      const port = String(await freePort())
      const env = {
        ...image.env,
        PATH: process.env['PATH'],
        // As the volume is mounted; the test listens on loopback only.
        DATA_DIR: join(image.root, image.env['DATA_DIR'] ?? ''),
        HOST: '127.0.0.1',
        PORT: port,
        SEED: 'empty',
      }
      const start = (command: readonly string[]) =>
        spawn('setpriv', [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...command], {
          cwd: image.workdir,
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        })
      const outcome = async (command: readonly string[]) => {
        const child = start(command)
        let output = ''
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => (output += text))
        const [status] = await once(child, 'close')
        return { status, output }
      }
      // Nothing of the program is writable.
      expect(await outcome(['find', '.', '!', '-type', 'l', '-writable'])).toEqual({ status: 0, output: '' })

      const server = start(image.command)
      stack.defer(() => void server.kill('SIGKILL'))
      const errors: string[] = []
      createInterface({ input: server.stderr }).on('line', (line) => errors.push(line))
      const [ready] = await Promise.race([
        once(createInterface({ input: server.stdout }), 'line'),
        once(server, 'exit').then(() => [errors.join('\n')]),
      ])
      expect(ready).toBe(`ready http://127.0.0.1:${port}`)
      for (const line of errors) expect(JSON.parse(line)).toMatchObject({ event: 'message' })
      const health = await fetch(`http://127.0.0.1:${port}/healthz`)
      expect(await health.json()).toMatchObject({ status: 'ready' })
      expect(await outcome(image.healthcheck)).toEqual({ status: 0, output: '' })
      // Rendered by the server, whose modules are all there.
      const built = await readFile(join(image.workdir, 'apps/storefront/dist/index.html'), 'utf8')
      const page = async () => (await fetch(`http://127.0.0.1:${port}/`)).text()
      // The first one may be sent before its data.
      await expect.poll(page, { timeout: 60_000, interval: 1000 }).not.toBe(built)
      expect(await page()).toContain('<div id="root">')

      const backup = join(image.root, 'data', 'one.backup')
      const commands = [
        ['admin-command.ts', 'list'],
        ['backup-command.ts', backup],
        ['restore-command.ts', '--check', backup],
      ]
      for (const [program = '', ...args] of commands) {
        const { status, output } = await outcome(['node', `packages/backend/src/${program}`, ...args])
        expect([program, status, output]).toEqual([program, 0, expect.any(String)])
      }
      server.kill('SIGTERM')
      expect(await once(server, 'exit')).toEqual([0, null])
      expect((await outcome(image.healthcheck)).status).toBe(1)
    })
  },
)

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** Sends a request to a proxy on this machine as a browser does to `gifts.example`. */
async function through(
  origin: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
    localAddress = '127.0.0.1',
  }: { method?: string; headers?: Record<string, string>; body?: Buffer; localAddress?: string } = {},
): Promise<Answer> {
  const send = origin.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sent = send(
      `${origin}${path}`,
      {
        method,
        headers: { host: 'gifts.example', ...headers },
        localAddress,
        agent: false,
        rejectUnauthorized: false,
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      },
    )
    sent.on('error', reject).end(body)
  })
}

/** What a proxy of the site must do. */
async function expectProxied(origin: string, log: readonly string[]): Promise<void> {
  const config = await through(origin, '/config.json')
  expect(JSON.parse(config.text)).toMatchObject({ supabaseUrl: 'https://gifts.example' })
  expect(config.headers['strict-transport-security']).toContain('max-age')
  expect((await through(origin, '/metrics')).text).not.toContain('giftwell_')
  expect((await through(origin, '/metrics')).status).toBe(404)
  // A photo is judged by the server, which wants a session. More is ended by the proxy, or by the server before it is sent.
  const upload = async (bytes: number) =>
    through(origin, '/storage/v1/object/product-images/0.1.png', {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: Buffer.alloc(bytes),
    })
  expect((await upload(5_500_000)).text).toContain('Sign in to upload images')
  expect([400, 413]).toContain((await upload(7_000_000)).status)
  // The client is the one that the proxy saw, whatever the request says.
  await through(origin, '/privacy', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  await expect.poll(() => log.join('\n')).toContain('"path":"/privacy"')
  expect(log.join('\n')).toContain('"client":"127.0.0.1"')
  expect(log.join('\n')).not.toContain('203.0.113.9')
}

const behindProxy = {
  SITE_URL: 'https://gifts.example',
  TRUSTED_PROXY: '127.0.0.1',
  LOG_ADDRESSES: 'full',
}

/** Runs a program until the end of the test. */
function background(
  stack: AsyncDisposableStack,
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): { readonly output: string[] } {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  stack.defer(async () => {
    if (child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  })
  return { output }
}

/**
 * Finds a program of Debian, or takes it out of its package: an installation would start its service.
 * @returns its path, or null where there is none
 */
async function debianProgram(
  stack: AsyncDisposableStack,
  name: string,
  path: string,
): Promise<string | null> {
  if (existsSync(path)) return path
  const folder = await readableFolder(stack)
  try {
    if (isRoot) await run('apt-get', ['update'])
    await run('apt-get', ['download', name], { cwd: folder })
    const [archive = ''] = await readdir(folder)
    await run('dpkg-deb', ['-x', archive, '.'], { cwd: folder })
    return join(folder, path)
  } catch {
    return null
  }
}

/** Runs nginx by `deploy/nginx.conf` in front of a server, and waits until it passes requests on. */
async function startNginx(stack: AsyncDisposableStack, nginx: string, upstream: string) {
  const folder = await readableFolder(stack)
  const key = join(folder, 'site.key')
  const certificate = join(folder, 'site.pem')
  const subject = ['-subj', '/CN=gifts.example', '-days', '1']
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ])
  const [plain, secure] = [await freePort(), await freePort()]
  // The ports and the certificate's paths are this machine's.
  const server = read('deploy/nginx.conf')
    .replaceAll(/ {2}listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
    .replaceAll('127.0.0.1:3000', upstream)
    .replace('/etc/ssl/gifts.example.pem', certificate)
    .replace('/etc/ssl/gifts.example.key', key)
    .replaceAll('/var/log/nginx/', `${folder}/`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log ${folder}/access.log; ${paths.join(' ')}\n${server}}`,
  )
  const { stderr } = await run(nginx, ['-t', '-p', folder, '-c', file])
  expect(stderr).toContain('syntax is ok')
  expect(stderr).not.toContain('[warn]')
  const { output } = background(stack, nginx, ['-p', folder, '-c', file])
  const origin = `https://127.0.0.1:${secure}`
  await expect
    .poll(async () => (await through(origin, '/config.json').catch(() => null))?.status, { timeout: 30_000 })
    .toBe(200)
  let current = upstream
  return {
    plain: `http://127.0.0.1:${plain}`,
    origin,
    /** All that nginx has logged. */
    async logs() {
      const files = await Promise.all(
        ['access.log', 'error.log'].map(async (name) => readFile(join(folder, name), 'utf8')),
      )
      return [...files, ...output].join('')
    },
    /** Changes the address of the server, as the page of updates does. */
    async pointTo(other: string) {
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll(current, other))
      current = other
      await run(nginx, ['-s', 'reload', '-p', folder, '-c', file])
    },
  }
}

/** Runs Caddy by `deploy/Caddyfile` in front of a server, and waits until it passes requests on. */
async function startCaddy(stack: AsyncDisposableStack, caddy: string, upstream: string) {
  const folder = await readableFolder(stack)
  const origin = `http://127.0.0.1:${await freePort()}`
  const { output } = background(
    stack,
    caddy,
    ['run', '--adapter', 'caddyfile', '--config', join(repositoryRoot, 'deploy/Caddyfile')],
    {
      // Without TLS, for which Caddy would ask a certificate.
      SITE_HOST: origin.replace('127.0.0.1', 'gifts.example'),
      UPSTREAM: upstream,
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  )
  await expect
    .poll(async () => (await through(origin, '/config.json').catch(() => null))?.status, { timeout: 10_000 })
    .toBe(200)
  return { origin, output }
}

describe('the log of a proxy', { timeout: 60_000 }, () => {
  const token = 'ab12'.repeat(16)
  const links = [
    `/q/${token}`,
    `/inquiry/${token}`,
    `/privacy/data/${token}`,
    `/api/v1/leads/${token}`,
    `/rest/v1/rpc/proof_file?token=${token}`,
    `/calendar/${token}.ics`,
    `/auth/confirm?token_hash=${token}&type=signup`,
    `/auth/v1/verify?token=${token}&type=signup`,
    `/product/mug-${token}?share=${token}`,
    `/rest/v1/rpc/open_quotation?token=${token}`,
    `/%71/${token}`,
    `//q/${token}`,
  ]

  /** Opens links while there is a server, and again without one. */
  async function openLinks(origins: readonly string[], upstream: ReturnType<typeof createServer>) {
    for (const turn of ['with a server', 'without one']) {
      if (turn === 'without one') {
        upstream.closeAllConnections()
        await new Promise((resolve) => upstream.close(resolve))
      }
      for (const origin of origins)
        for (const path of links)
          await through(origin, path, { headers: { referer: `https://gifts.example/q/${token}` } })
    }
  }

  async function startUpstream(stack: AsyncDisposableStack) {
    const server = createServer((_, response) => response.end('{}'))
    stack.defer(() => void server.close())
    return { server, address: `127.0.0.1:${await portOf(server)}` }
  }

  it('nginx logs each request and no link that opens something', async ({ skip }) => {
    await using stack = new AsyncDisposableStack()
    const nginx = await debianProgram(stack, 'nginx', '/usr/sbin/nginx')
    if (nginx === null || !existsSync('/usr/bin/openssl')) return skip('there is no nginx or no openssl')
    const { server, address } = await startUpstream(stack)
    const { plain, origin, logs } = await startNginx(stack, nginx, address)
    await openLinks([plain, origin], server)
    await through(origin, '/catalogue?theme=Diwali')
    await expect.poll(logs).toContain('"GET /catalogue HTTP/1.1" 502')
    const logged = await logs()
    expect(logged.match(/"GET \/q\/ HTTP\/1\.1" (?:308|200|502)/g)).toHaveLength(4)
    expect(logged).toContain('"GET /rest/v1/rpc/open_quotation HTTP/1.1" 200')
    expect(logged).not.toContain(token)
  })

  it('Caddy logs the failures of its server and no link that opens something', async ({ skip }) => {
    await using stack = new AsyncDisposableStack()
    const caddy = await debianProgram(stack, 'caddy', '/usr/bin/caddy')
    if (caddy === null) return skip('there is no Caddy')
    const { server, address } = await startUpstream(stack)
    const { origin, output } = await startCaddy(stack, caddy, address)
    // A read would wait half a minute for a server.
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    for (const path of links)
      await through(origin, path, {
        method: 'POST',
        headers: { referer: `https://gifts.example/q/${token}` },
      })
    await expect.poll(() => output.join('').match(/connection refused/g)?.length).toBe(links.length)
    expect(output.join('')).not.toContain(token)
  })
})

describe('a proxy of the deployment', { tags: 'full', timeout: 300_000 }, () => {
  it('nginx passes the site on by deploy/nginx.conf', async ({ skip }) => {
    if (!existsSync(siteFolder)) return skip('the website is not built')
    await using stack = new AsyncDisposableStack()
    const nginx = await debianProgram(stack, 'nginx', '/usr/sbin/nginx')
    if (nginx === null || !existsSync('/usr/bin/openssl')) return skip('there is no nginx or no openssl')
    const log: string[] = []
    const { url } = await startSite(stack, behindProxy, (line) => log.push(line))
    const { plain, origin } = await startNginx(stack, nginx, new URL(url).host)
    const redirect = await through(plain, '/catalogue?theme=Diwali')
    expect([redirect.status, redirect.headers['location']]).toEqual([
      308,
      'https://gifts.example/catalogue?theme=Diwali',
    ])
    await expectProxied(origin, log)
  })

  it('Caddy passes the site on by deploy/Caddyfile', async ({ skip }) => {
    if (!existsSync(siteFolder)) return skip('the website is not built')
    await using stack = new AsyncDisposableStack()
    const caddy = await debianProgram(stack, 'caddy', '/usr/bin/caddy')
    if (caddy === null) return skip('there is no Caddy')
    const log: string[] = []
    const { url } = await startSite(stack, behindProxy, (line) => log.push(line))
    const { origin, output } = await startCaddy(stack, caddy, new URL(url).host)
    expect(output.join('')).not.toContain('"level":"error"')
    await expectProxied(origin, log)
  })
})

it(
  'the database of compose.yaml carries the site, by an owner without further rights',
  { tags: 'full', timeout: 300_000 },
  async ({ skip }) => {
    await using stack = new AsyncDisposableStack()
    const found = await findPostgres()
    if ('skipped' in found) return skip(found.skipped)
    if (!existsSync(siteFolder)) return skip('the website is not built')
    const postgres = await startPostgres()
    if ('skipped' in postgres) return skip(postgres.skipped)
    stack.use(postgres)
    const superuser = new URL(postgres.url)
    // As the image of PostgreSQL runs it.
    await run(join(repositoryRoot, 'deploy/create-database.sh'), {
      env: {
        PATH: `${found.programs}:${process.env['PATH']}`,
        PGHOST: superuser.hostname,
        PGPORT: superuser.port,
        PGPASSWORD: superuser.password,
        POSTGRES_USER: superuser.username,
        GIFTWELL_PASSWORD: `it's a "secret"`,
        ROLES_FILE: join(repositoryRoot, 'docs/roles.sql'),
      },
    })
    const owner = Object.assign(new URL(superuser), {
      username: 'giftwell',
      password: encodeURIComponent(`it's a "secret"`),
      pathname: '/giftwell',
    })
    const { url } = await startSite(stack, { DATABASE_URL: owner.href })
    const health = await fetch(`${url}/healthz`)
    expect(await health.json()).toMatchObject({
      status: 'ready',
      migrations: { applied: expect.any(Number) },
    })
  },
)

/** Visitors who read and send inquiries all the time through a proxy, each request on a connection of its own. */
function startVisitors(origin: string, key: string) {
  const failures: string[] = []
  const acknowledged: string[] = []
  const reads = ['/', '/config.json', `/rest/v1/rpc/catalogue_page?page_size=12`]
  const over = new AbortController()
  let requests = 0
  const visit = async (number: number): Promise<void> => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const isWriter = number % 2 === 0
      const name = `lead ${number}-${turn}`
      const lead = { name, company: name, email: `lead@v${number}-${turn}.test`, phone: '1' }
      const path = isWriter ? '/rest/v1/leads' : (reads[turn % reads.length] ?? '/')
      const answer = await through(origin, path, {
        method: isWriter ? 'POST' : 'GET',
        headers: { apikey: key, 'content-type': 'application/json' },
        ...(isWriter && { body: Buffer.from(JSON.stringify(lead)) }),
        // Not over the limit of a client.
        localAddress: `127.0.${number}.${1 + Math.floor(turn / 40)}`,
      }).catch((error: unknown) => ({ status: 0, text: String(error) }))
      requests += 1
      if (answer.status === (isWriter ? 201 : 200)) {
        if (isWriter) acknowledged.push(name)
      } else failures.push(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
      await new Promise((resolve) => setTimeout(resolve, isWriter ? 60 : 20))
    }
  }
  const visits = Promise.all([1, 2, 3, 4].map(visit))
  return {
    /** Resolves when so many more requests are answered. */
    async afterMore(count: number) {
      const until = requests + count
      await expect.poll(() => requests, { timeout: 120_000, interval: 20 }).toBeGreaterThan(until)
    },
    async end() {
      over.abort()
      await visits
      return { failures, acknowledged }
    },
  }
}

/** The names of all inquiries that are stored, sorted. */
async function storedLeads({ signedIn }: SiteClients): Promise<string[]> {
  const admin = await signedIn(administrator)
  const names: string[] = []
  for (;;) {
    const leads = admin.from('leads').select('name').order('id')
    const { data } = await leads.range(names.length, names.length + 999).throwOnError()
    names.push(...data.map(({ name }) => String(name)))
    if (data.length < 1000) return names.toSorted()
  }
}

const administrator = { email: 'admin@gifts.example', password: 'an open window' }
const updatedSite = {
  ...behindProxy,
  SEED: 'empty',
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
}
/** How often each update is done. */
const updates = process.env['TEST_FULL'] === undefined ? 1 : 5

/** A server on a socket that outlives it, as systemd keeps that of `deploy/giftwell.socket`; its end starts the next one. */
async function startOnSocket(stack: AsyncDisposableStack, folder: string) {
  const address = `127.0.0.1:${await freePort()}`
  const pidFile = join(folder, 'pid')
  const next = `while true; do sh -c 'echo $$ > ${pidFile}; LISTEN_PID=$$ exec "$@"' - "$@" || exit; done`
  const env = Object.entries({ ...process.env, ...updatedSite, DATA_DIR: join(folder, 'site') })
  const child = spawn(
    'systemd-socket-activate',
    [
      '-l',
      address,
      ...env.flatMap(([name, value]) => ['-E', `${name}=${value}`]),
      'sh',
      '-c',
      next,
      '-',
      process.execPath,
      withoutOptimizingCompiler,
      'packages/backend/src/main.ts',
    ],
    { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ready: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => ready.push(line))
  const errors: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line))
  const exited = once(child, 'exit')
  const terminate = async () => process.kill(Number(await readFile(pidFile, 'utf8')))
  stack.defer(async () => {
    child.kill('SIGKILL')
    await exited
    await terminate()
  })
  // It starts with the first connection.
  await expect
    .poll(async () => (await fetch(`http://${address}/healthz`).catch(() => null))?.status, {
      timeout: 120_000,
    })
    .toBe(200)
  return {
    address,
    errors,
    /** Restarts the server, and waits until the next one is ready. */
    async restart() {
      const count = ready.length
      await terminate()
      await expect.poll(() => ready.length, { timeout: 120_000 }).toBe(count + 1)
    },
  }
}

describe('an update without an error', { timeout: 600_000 }, () => {
  /** Restarts a server of the embedded database, on a socket as systemd keeps it, under load. */
  async function restartUnderLoad(proxy: 'nginx' | 'Caddy', skip: (why: string) => never) {
    if (!existsSync(siteFolder)) return skip('the website is not built')
    if (!existsSync('/usr/bin/systemd-socket-activate')) return skip('there is no systemd-socket-activate')
    if (!existsSync('/usr/bin/openssl')) return skip('there is no openssl')
    await using stack = new AsyncDisposableStack()
    const path = { nginx: '/usr/sbin/nginx', Caddy: '/usr/bin/caddy' }[proxy]
    const program = await debianProgram(stack, proxy.toLowerCase(), path)
    if (program === null) return skip(`there is no ${proxy}`)
    const server = await startOnSocket(stack, await readableFolder(stack))
    const { origin } = await { nginx: startNginx, Caddy: startCaddy }[proxy](stack, program, server.address)
    const site = await clientsOf(`http://${server.address}`)
    const visitors = startVisitors(origin, site.publishableKey)
    for (let update = 0; update < updates; update += 1) {
      await visitors.afterMore(20)
      await server.restart()
    }
    await visitors.afterMore(20)
    const { failures, acknowledged } = await visitors.end()
    const stored = await storedLeads(site)
    return { failures, acknowledged: acknowledged.toSorted(), stored }
  }

  it('a restart behind nginx fails no request and loses no inquiry', async ({ skip }) => {
    const { failures, acknowledged, stored } = await restartUnderLoad('nginx', skip)
    expect(failures).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(5)
    expect(stored).toEqual(acknowledged)
  })

  it('a restart behind Caddy fails no request and loses no inquiry', { tags: 'full' }, async ({ skip }) => {
    const { failures, acknowledged, stored } = await restartUnderLoad('Caddy', skip)
    expect(failures).toEqual([])
    expect(stored).toEqual(acknowledged)
  })

  it(
    'a new server beside the old one on another port, to which nginx is pointed, fails no request',
    { tags: 'full' },
    async ({ skip }) => {
      if (!existsSync(siteFolder)) return skip('the website is not built')
      await using stack = new AsyncDisposableStack()
      const nginx = await debianProgram(stack, 'nginx', '/usr/sbin/nginx')
      if (nginx === null || !existsSync('/usr/bin/openssl')) return skip('there is no nginx or no openssl')
      const postgres = await startPostgres()
      if ('skipped' in postgres) return skip(postgres.skipped)
      stack.use(postgres)
      const folder = await readableFolder(stack)
      const bucket = await startBucket(join(folder, 'bucket'))
      stack.defer(bucket.close)
      const start = async (number: number) =>
        startSite(stack, {
          ...updatedSite,
          DATA_DIR: join(folder, `site${number}`),
          DATABASE_URL: postgres.url,
          STORAGE_URL: bucket.url,
          SMTP_URL: 'smtp://127.0.0.1:47',
        })
      let server = await start(0)
      const { origin, pointTo } = await startNginx(stack, nginx, new URL(server.url).host)
      const { publishableKey } = await clientsOf(server.url)
      const visitors = startVisitors(origin, publishableKey)
      for (let update = 1; update <= updates; update += 1) {
        await visitors.afterMore(20)
        const next = await start(update)
        await pointTo(new URL(next.url).host)
        await new Promise((resolve) => setTimeout(resolve, 3000))
        await server.stop()
        server = next
      }
      await visitors.afterMore(20)
      const { failures, acknowledged } = await visitors.end()
      expect(failures).toEqual([])
      expect(await storedLeads(await clientsOf(server.url))).toEqual(acknowledged.toSorted())
    },
  )
})
