import { readFile } from 'node:fs/promises'

import type { BrowserContext } from '@playwright/test'

import { type BuiltMain, startBuiltMain } from './built-main.ts'
import type { DesktopApp } from './desktop-app.ts'
import { preloadInPage } from './preload-in-page.ts'
import { appOrigin, servePage } from './serve-page.ts'

/** What carries the messages between page and main; the page's own code never sees it. */
const bridgeName = '__messages'

/** The app in Chromium, with the fake system that its main process runs on. */
export interface AppInChromium extends DesktopApp, Pick<BuiltMain, 'fake' | 'window'> {}

interface Options {
  readonly context: BrowserContext
  readonly userData: string
  /** The paths of files that are dropped, by their names. */
  readonly onDisk?: Readonly<Record<string, string>>
}

/**
 * The built main process, preload and page, wired together with Chromium as the window: all that is not ours is Electron
 * itself, and the page's origin.
 */
export async function startInChromium({ context, userData, onDisk = {} }: Options): Promise<AppInChromium> {
  const { fake, window: shell, quit } = await startBuiltMain(userData)
  const served = await servePage(fake)
  const toPage = (address: string) => address.replace(appOrigin, served.origin)
  const toApp = (address: string) => address.replace(served.origin, appOrigin)

  const page = await context.newPage()
  await page.clock.install()
  await page.exposeBinding(bridgeName, ({ frame }, channel: string, ...args: readonly unknown[]) => {
    const isInner = frame.parentFrame() !== null
    return fake.ipcMain.invoke(
      { page: shell.webContents, url: toApp(frame.url()), isInner },
      channel,
      ...args,
    )
  })
  const preload = await readFile(shell.options.webPreferences?.preload ?? '', 'utf8')
  await page.addInitScript(preloadInPage(preload, bridgeName, onDisk))

  shell.webContents.on('fake:sent', (channel: string, data: unknown) => {
    const dispatch = ({ name, ...detail }: { name: string; channel: string; data: unknown }) =>
      void window.dispatchEvent(new CustomEvent(name, { detail }))
    page.evaluate(dispatch, { name: bridgeName, channel, data }).catch(() => undefined) // a page on its way out
  })
  shell.on('fake:loaded', (address: string) => {
    page.goto(toPage(address)).catch(() => undefined) // overtaken by the next one, or closed
  })
  // A hidden window's page is told so.
  const tellVisibility = (visibility: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => visibility === 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const tell = (visibility: DocumentVisibilityState) => void page.evaluate(tellVisibility, visibility)
  shell.on('show', () => tell('visible'))
  shell.on('hide', () => tell('hidden'))
  await page.goto(toPage(shell.loaded.at(-1) ?? ''))
  shell.emit('ready-to-show')

  return {
    fake,
    window: shell,
    page,
    choose: async (files) => void (fake.dialog.chosen = files),
    saveAs: async (path) => void (fake.dialog.savedAs = path),
    dialogs: async () => fake.dialog.openings.length + fake.dialog.savings.length,
    hide: async () => shell.hide(),
    notifications: async () => fake.notifications.map(({ title, body }) => ({ title, body })),
    pressNotification: async () => fake.notifications.at(-1)?.press(),
    passTime: (milliseconds) => page.clock.fastForward(milliseconds),
    badge: async () => fake.app.badgeCount,
    async quit() {
      if (page.isClosed()) return
      quit()
      await context.close()
      await served.stop()
    },
  }
}
