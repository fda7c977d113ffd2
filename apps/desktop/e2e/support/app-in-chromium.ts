import { readFile } from 'node:fs/promises'

import type { BrowserContext } from '@playwright/test'

import { type BuiltMain, startBuiltMain } from './built-main.ts'
import type { DesktopApp } from './desktop-app.ts'
import { preloadInPage } from './preload-in-page.ts'
import { appOrigin, servePage } from './serve-page.ts'

/** The binding that carries messages between page and main; hidden from the page's code. */
const bridgeName = '__messages'

/** The app in Chromium, with the fake system of its main process. */
export interface AppInChromium extends DesktopApp, Pick<BuiltMain, 'fake' | 'window'> {}

interface Options {
  readonly context: BrowserContext
  readonly userData: string
}

/**
 * Finds a text as `findInPage` does: `window.find` looks at the same elements (find_buffer.cc), and a match takes selection
 * and focus (text_finder.cc, FindInternal). There is no count.
 */
function findText({ text, forward }: { text: string; forward: boolean }): boolean {
  // Every browser has it, and no standard.
  const { find } = window as unknown as Record<'find', (text: string, ...how: boolean[]) => boolean>
  const isFound = find.call(window, text, false, !forward, true)
  if (isFound && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return isFound
}

/**
 * Connects the built main process and preload to the page in Chromium. Only Electron itself and the page's origin are
 * replaced.
 */
export async function startInChromium({ context, userData }: Options): Promise<AppInChromium> {
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
  await page.addInitScript(preloadInPage(preload, bridgeName))

  shell.webContents.on('fake:sent', (channel: string, data: unknown) => {
    const dispatch = ({ name, ...detail }: { name: string; channel: string; data: unknown }) =>
      void window.dispatchEvent(new CustomEvent(name, { detail }))
    page.evaluate(dispatch, { name: bridgeName, channel, data }).catch(() => undefined) // the page is closing
  })
  shell.on('fake:loaded', (address: string) => {
    page.goto(toPage(address)).catch(() => undefined) // replaced by the next load, or closed
  })
  async function find(text: string, { forward = true }: { forward?: boolean }): Promise<void> {
    const matches = (await page.evaluate(findText, { text, forward })) ? 1 : 0
    shell.webContents.emit('found-in-page', {}, { activeMatchOrdinal: matches, matches, finalUpdate: true })
  }
  shell.webContents.on('fake:find', (text: string, how: { forward?: boolean }) => void find(text, how))
  // Hiding the window changes the page's visibility.
  const setVisibility = (visibility: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => visibility === 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  // A replaced page ignores it; the new one starts visible.
  const changeTo = (visibility: DocumentVisibilityState) =>
    void page.evaluate(setVisibility, visibility).catch(() => undefined)
  shell.on('show', () => changeTo('visible'))
  shell.on('hide', () => changeTo('hidden'))
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
