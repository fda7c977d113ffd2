import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { withFileLock } from '../bootstrap/file-lock.mjs'
import { installedProgram } from '../installed-program.ts'
import { cacheFolder, repositoryRoot } from '../repository-root.ts'
import { contentFingerprint } from '../site/content-fingerprint.ts'
import { runProgram } from '../system/run-program.ts'
import { bundleList } from './bundle-list.ts'
import type { BuiltInConnection } from './connection.ts'

export const desktop = join(repositoryRoot, 'apps', 'desktop')
export const desktopOutput = join(desktop, 'out')

const record = join(cacheFolder, 'desktop-fingerprint')
const outputs = [
  ...['main/main.js', 'preload/preload.cjs', 'renderer/index.html'].map((file) => join(desktopOutput, file)),
  bundleList,
]

interface BuildDesktopOptions {
  /** `stale`: only when a source, a dependency or the connection differs from those of the last build. */
  readonly when: 'always' | 'stale'
  /** Null: the app asks for the website's address at its first start. */
  readonly connection: BuiltInConnection | null
  readonly say: (line: string) => void
}

/**
 * Builds the desktop app into `apps/desktop/out`: main, preload and page. Needs no Electron. Concurrent builds run one
 * after the other, and only when the one before has not built the same.
 *
 * @throws with the output of electron-vite when a part cannot be built
 */
export async function buildDesktop({ when, connection, say }: BuildDesktopOptions): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  await withFileLock(join(cacheFolder, 'desktop.lock'), async () => {
    const fingerprint = await desktopFingerprint(connection)
    const isStale =
      fingerprint !== (await readFile(record, 'utf8').catch(() => '')) || !outputs.every(existsSync)
    if (when === 'stale' && !isStale) return
    say('Building the desktop app ...')
    const began = Date.now()

    // An interrupted build leaves no record.
    await rm(record, { force: true })
    await rm(desktopOutput, { recursive: true, force: true })
    await runElectronVite(connection)
    const missing = outputs.filter((file) => !existsSync(file))
    if (missing.length > 0) throw new Error(`The build lacks ${missing.join(', ')}.`)

    await writeFile(record, fingerprint)
    say(`Built the desktop app in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  })
}

function desktopFingerprint(connection: BuiltInConnection | null): Promise<string> {
  return contentFingerprint(repositoryRoot, {
    files: [
      'apps/desktop/{src,resources}/**/*',
      'apps/desktop/*.{ts,json}',
      'packages/tooling/src/desktop/bundle-list.ts',
      'packages/shared/package.json',
      'packages/shared/src/**/*',
      'package-lock.json',
      'tsconfig.json',
    ],
    except: ['**/node_modules/**', '**/testing/**', '**/packaging/**', '**/*.test.{ts,tsx}'],
    also: [JSON.stringify(connection)],
  })
}

async function runElectronVite(connection: BuiltInConnection | null): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('exit', stop)
  const program = installedProgram('electron-vite', 'electron-vite')
  const { status, output } = await runProgram(program, ['build', '--logLevel', 'warn'], {
    signal: stopping.signal,
    cwd: desktop,
    env: {
      // The build is packed, whatever NODE_ENV is here.
      NODE_ENV: 'production',
      SUPABASE_URL: connection?.supabaseUrl ?? '',
      SUPABASE_PUBLISHABLE_KEY: connection?.supabaseKey ?? '',
      SITE_URL: connection?.siteOrigin ?? '',
    },
  })
  process.off('exit', stop)
  if (status !== 0) throw new Error(output.trim() || `electron-vite ended with status ${status}.`)
}
