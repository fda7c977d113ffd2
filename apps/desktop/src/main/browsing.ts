import type { BrowserWindow } from 'electron'

import type { Handlers } from '../ipc/contract.ts'
import type { SendEvent } from './page-opener.ts'

/**
 * Steps through the history, also by the buttons of a mouse and of some keyboards and by a swipe with three fingers on
 * macOS; finds texts on the page.
 */
export function createBrowsing(window: BrowserWindow, send: SendEvent) {
  const page = window.webContents
  const { navigationHistory } = page
  function step(to: string): void {
    if (to === 'browser-backward' || to === 'left') navigationHistory.goBack()
    if (to === 'browser-forward' || to === 'right') navigationHistory.goForward()
  }
  window.on('app-command', (_event, command) => step(command))
  window.on('swipe', (_event, direction) => step(direction))
  page.on('found-in-page', (_event, { activeMatchOrdinal, matches }) =>
    send('find:found', { present: activeMatchOrdinal, matches }),
  )
  const handlers: Pick<Handlers, 'find:text'> = {
    'find:text': async ({ text, isForward, isNew }) => {
      // Leaves the present match selected, as browsers do.
      if (text === '') page.stopFindInPage('keepSelection')
      // Electron's `findNext` begins another search.
      else page.findInPage(text, { forward: isForward, findNext: isNew })
    },
  }
  return {
    goBack: () => navigationHistory.goBack(),
    goForward: () => navigationHistory.goForward(),
    handlers,
  }
}
