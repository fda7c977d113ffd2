import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'

/** Secrets that may be in the environment of a build; each value is unique. */
const planted = {
  ADMIN_EMAIL: 'planted-4711@acme.test',
  ADMIN_PASSWORD: 'Planted-Passw0rd',
  ADMIN_PHONE: '+49 30 4711 0815',
  CSC_KEY_PASSWORD: 'planted-signing',
  DATABASE_URL: 'postgres://owner:planted-database@db.acme.test/giftwell',
  GITHUB_TOKEN: 'ghp_plantedtoken',
  JWT_SECRET: 'planted-jwt-secret',
  SMTP_PASSWORD: 'planted-smtp',
  SUPABASE_SECRET_KEY: 'sb_secret_planted',
  SUPABASE_SERVICE_ROLE_KEY: 'eyJhbGciOiJIUzI1NiJ9.planted.c2VydmljZQ',
  TURNSTILE_SECRET_KEY: '0x4AAAAplanted',
  // The prefixes that bundlers give to a page by themselves.
  MAIN_VITE_SECRET: 'planted-main',
  PRELOAD_VITE_SECRET: 'planted-preload',
  RENDERER_VITE_SECRET: 'planted-renderer',
  VITE_SECRET: 'planted-vite',
}
const traces = /planted|acme\.test|Passw0rd|4711 0815/i

/** Builds with all of the above in the environment, into a folder of its own. */
async function build(program: string, words: string[], env: object, cwd = ''): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(repositoryRoot, 'node_modules', program), 'build', '--logLevel', 'warn', ...words],
    {
      cwd: join(repositoryRoot, cwd),
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...planted, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let said = ''
  child.stderr.on('data', (text) => {
    said += String(text)
  })
  const [status] = await once(child, 'close')
  expect([status, status === 0 ? '' : said]).toEqual([0, ''])
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

describe('what is built where secrets lie around', { tags: 'full', timeout: 180_000 }, () => {
  let temporary: Awaited<ReturnType<typeof mkdtempDisposable>>
  let files: string[]
  beforeAll(async () => {
    temporary = await mkdtempDisposable(join(tmpdir(), 'giftwell-planted-'))
    const [site, desktop] = [join(temporary.path, 'site'), join(temporary.path, 'desktop')]
    await build('vite/bin/vite.js', ['apps/storefront', '--outDir', site, '--emptyOutDir'], {})
    await build('electron-vite/bin/electron-vite.js', [], { DESKTOP_OUT: desktop }, 'apps/desktop')
    files = [...(await filesOf(site)), ...(await filesOf(desktop))]
  }, 180_000)
  afterAll(async () => temporary.remove())

  it('is the website and the desktop app', () => {
    for (const part of [
      'site/index.html',
      'desktop/main/main.js',
      'desktop/preload/preload.cjs',
      'desktop/renderer/index.html',
    ]) {
      expect(files).toContain(join(temporary.path, part))
    }
  })

  it('holds none of them, in no file', async () => {
    const found: string[] = []
    for (const file of files) {
      const [trace] = traces.exec(await readFile(file, 'latin1')) ?? []
      if (trace !== undefined) found.push(`${file}: ${trace}`)
    }
    expect(found).toEqual([])
  })

  it('comes without source maps', async () => {
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
    const pointing: string[] = []
    for (const file of files.filter((name) => /\.(?:c?js|css|html)$/.test(name))) {
      if (/[#@] sourceMappingURL=/.test(await readFile(file, 'utf8'))) pointing.push(file)
    }
    expect(pointing).toEqual([])
  })
})
