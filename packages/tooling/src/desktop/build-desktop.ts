import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { repositoryRoot } from '../repository-root.ts'
import { type BuildOptions, runBuild } from '../site/run-build.ts'
import type { BuiltInConnection } from './connection.ts'

export const desktop = join(repositoryRoot, 'apps', 'desktop')
export const desktopOutput = join(desktop, 'out')

/** The sources of the desktop app. */
export const desktopSources = {
  files: [
    'apps/desktop/{src,resources}/**/*',
    'apps/desktop/*.{ts,json}',
    'packages/{shared,back-office}/package.json',
    'packages/{shared,back-office}/src/**/*',
    'packages/tooling/src/{bootstrap,desktop,system}/**/*',
    'packages/tooling/src/{repository-root,site/run-build}.ts',
    'package-lock.json',
    'tsconfig.json',
  ],
  except: ['**/node_modules/**', '**/testing/**', '**/packaging/**', '**/*.test.{ts,tsx}'],
}

interface BuildDesktopOptions extends BuildOptions {
  /** Null: the app prompts for the website's address at its first start. */
  readonly connection: BuiltInConnection | null
}

/**
 * Builds the desktop app into `apps/desktop/out`: main, preload and page. Needs no Electron.
 *
 * @throws with the errors of electron-vite when a part cannot be built
 */
export async function buildDesktop({ connection, ...options }: BuildDesktopOptions): Promise<void> {
  await runBuild({
    ...options,
    name: 'desktop app',
    ...desktopSources,
    settings: connection,
    outputs: ['main/main.js', 'preload/preload.cjs', 'renderer/index.html'].map((file) =>
      join(desktopOutput, file),
    ),
    async run() {
      await rm(desktopOutput, { recursive: true, force: true })
      await runElectronVite(connection)
    },
  })
}

async function runElectronVite(connection: BuiltInConnection | null): Promise<void> {
  const program = join(repositoryRoot, 'node_modules/electron-vite/bin/electron-vite.js')
  await promisify(execFile)(process.execPath, [program, 'build', '--logLevel', 'warn'], {
    cwd: desktop,
    env: {
      ...process.env,
      // The build is packed, whatever NODE_ENV is here.
      NODE_ENV: 'production',
      SUPABASE_URL: connection?.supabaseUrl ?? '',
      SUPABASE_PUBLISHABLE_KEY: connection?.supabaseKey ?? '',
      SITE_URL: connection?.siteOrigin ?? '',
    },
  })
}
