import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { desktopOutput } from '@giftwell/tooling/desktop/build-desktop.ts'
import { expect } from '@playwright/test'

import type { FakeBrowserWindow } from '../../src/testing/fake-browser-window.ts'
import type { FakeElectron } from '../../src/testing/fake-electron.ts'

/** The built main process, running in this process. */
export interface BuiltMain {
  /** The fake system that it runs on. */
  readonly fake: FakeElectron
  readonly window: FakeBrowserWindow
  /** Quits as the user does. */
  quit(): void
}

let starts = 0

/**
 * Runs a new instance of the built main process with a fake Electron.
 *
 * @param userData the app's own folder
 */
export async function startBuiltMain(userData: string): Promise<BuiltMain> {
  starts += 1
  const run = `?start=${starts}`
  const fakeModule = new URL(`../../src/testing/fake-electron-module.ts${run}`, import.meta.url).href
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron'
        ? { url: fakeModule, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  })
  // The module's only export that is not part of Electron.
  const { fake } = (await import(fakeModule)) as { fake: FakeElectron }
  fake.app.folder = userData
  await import(pathToFileURL(join(desktopOutput, 'main', 'main.js')).href + run)
  const hasStarted = () => fake.dialog.errors.length + (fake.windows[0]?.loaded.length ?? 0) > 0
  await expect.poll(hasStarted, 'whether main opens its window').toBe(true)
  const [window] = fake.windows
  if (window === undefined) throw new Error(fake.dialog.errors.join('\n'))

  return {
    fake,
    window,
    quit() {
      const event = { preventDefault: () => undefined }
      fake.app.emit('before-quit', event)
      window.pressClose()
      fake.app.emit('will-quit', event)
      hooks.deregister()
    },
  }
}
