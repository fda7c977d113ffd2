import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Connection } from '../ipc/contract.ts'
import { startApp } from '../main/start-app.ts'
import type { Updater } from '../main/updates/create-updates.ts'
import { createFakeElectron, electronParts, type FakeElectron } from './fake-electron.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface TestStart {
  readonly platform?: NodeJS.Platform
  readonly args?: readonly string[]
  readonly builtIn?: Connection | null
  /** The app's own folder; pass a former one to simulate a restart. */
  readonly userData?: string
  /** Makes the app an installed release with this updater. */
  readonly updater?: Updater
  /** The folder of the built app. */
  readonly folder?: string
  /** Prepares the fake system before the start. */
  readonly prepare?: (electron: FakeElectron) => void
}

export const demoConnection: Connection = {
  supabaseUrl: 'https://demo.supabase.co',
  supabaseKey: 'sb_publishable_demo',
  siteOrigin: 'https://gifts.example',
}

/** Starts the whole main process on a fake system. */
export async function startTestApp(options: TestStart = {}) {
  const electron = createFakeElectron()
  const userData = options.userData ?? (await temporaryFolder())
  electron.app.folder = userData
  options.prepare?.(electron)
  const { updater } = options
  if (updater !== undefined) await writeFile(join(userData, 'app-update.yml'), 'provider: github\n')
  /** The listeners for uncaught errors. */
  const failures = new Map<string, (cause: unknown) => void>()
  await startApp({
    electron: electronParts(electron),
    program: {
      platform: options.platform ?? 'linux',
      argv: options.args ?? ['/opt/giftwell'],
      resourcesPath: updater === undefined ? '/app' : userData,
      on: (event, listener) => failures.set(event, listener),
    },
    folder: options.folder ?? '/app/out',
    readBuiltIn: () => options.builtIn ?? null,
    ...(updater !== undefined && { updating: { load: async () => updater, firstCheckMs: 0 } }),
  })
  return {
    electron,
    userData,
    failures,
    get window() {
      const [window] = electron.windows
      if (window === undefined) throw new Error('The app has opened no window.')
      return window
    },
    /** Calls a handler as the page does. */
    ask: async (channel: string, input?: unknown) =>
      electron.ipcMain.invoke(
        { page: electron.windows[0]?.webContents ?? {}, url: 'giftwell-app://app/admin' },
        channel,
        input,
      ),
  }
}
