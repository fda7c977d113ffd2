import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { withFileLock } from '../bootstrap/file-lock.mjs'
import { installedProgram } from '../installed-program.ts'
import { cacheFolder, repositoryRoot } from '../repository-root.ts'
import { contentFingerprint } from '../site/content-fingerprint.ts'
import { bundleListOf } from './bundle-list.ts'

export const desktop = join(repositoryRoot, 'apps', 'desktop')
export const desktopOutput = join(desktop, 'out')

const record = join(cacheFolder, 'desktop-fingerprint')
const made = [
  ...['main/main.js', 'preload/preload.cjs', 'renderer/index.html'].map((file) => join(desktopOutput, file)),
  ...(['main', 'preload', 'renderer'] as const).map(bundleListOf),
]

/** The built-in connection, without which the app asks for the website's address (docs/desktop.md). */
export interface BuiltInConnection {
  readonly supabaseUrl: string
  readonly supabaseKey: string
  /** The origin of the website, which e-mails' links lead to. */
  readonly siteOrigin: string
}

export interface BuildDesktopOptions {
  /** `stale`: only when a source, a dependency or the connection differs from those of the last build. */
  readonly when: 'always' | 'stale'
  /** Null: the app asks for the website's address at its first start. */
  readonly connection: BuiltInConnection | null
  readonly say: (line: string) => void
}

/**
 * Builds the desktop app into `apps/desktop/out`: main, preload and page. Needs no Electron. Several at once build one
 * after the other, and only what the one before has not built.
 *
 * @throws with what electron-vite says when a part cannot be built
 */
export async function buildDesktop({ when, connection, say }: BuildDesktopOptions): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  await withFileLock(join(cacheFolder, 'desktop.lock'), async () => {
    const fingerprint = await desktopFingerprint(JSON.stringify(connection))
    if (when === 'stale' && isBuilt() && fingerprint === (await lastFingerprint())) return
    say('Building the desktop app ...')
    const began = Date.now()

    await rm(record, { force: true }) // a build that is cut short is no build
    await rm(desktopOutput, { recursive: true, force: true })
    await runElectronVite(desktop, environmentOf(connection))
    const missing = made.filter((file) => !existsSync(file))
    if (missing.length > 0) throw new Error(`The build lacks ${missing.join(', ')}.`)

    await writeFile(record, fingerprint)
    say(`Built the desktop app in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  })
}

function isBuilt(): boolean {
  return made.every((file) => existsSync(file))
}

/** The variables that electron.vite.config.ts reads; those of the surroundings do not count. */
function environmentOf(connection: BuiltInConnection | null): Record<string, string> {
  return {
    SUPABASE_URL: connection?.supabaseUrl ?? '',
    SUPABASE_PUBLISHABLE_KEY: connection?.supabaseKey ?? '',
    SITE_URL: connection?.siteOrigin ?? '',
  }
}

function desktopFingerprint(connection: string): Promise<string> {
  return contentFingerprint(repositoryRoot, {
    files: [
      'apps/desktop/{src,resources}/**/*',
      'apps/desktop/*.{ts,json}',
      'packages/tooling/src/desktop/list-bundle.ts',
      'packages/shared/package.json',
      'packages/shared/src/**/*',
      'package-lock.json',
      'tsconfig.json',
    ],
    except: ['**/node_modules/**', '**/testing/**', '**/packaging/**', '**/*.test.{ts,tsx}'],
    also: [connection],
  })
}

async function lastFingerprint(): Promise<string | undefined> {
  try {
    return await readFile(record, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Runs `electron-vite build` for the app in a folder, quietly.
 *
 * @throws with its output when it fails
 */
async function runElectronVite(folder: string, env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(
    process.execPath,
    [installedProgram('electron-vite', 'electron-vite'), 'build', '--logLevel', 'warn'],
    {
      cwd: folder,
      // The build is packed, whatever NODE_ENV is here.
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const end = () => child.kill()
  process.once('exit', end)
  const [status] = await once(child, 'close')
  process.off('exit', end)
  if (status !== 0) throw new Error(output.trim() || `electron-vite ended with status ${String(status)}.`)
}
