import type { WebContents, BrowserWindow } from 'electron'
import { type EventData, type EventName, events, type Handlers } from '../ipc/contract.ts'

/** Sends an event of the contract to the page. */
export type SendEvent = <E extends EventName>(name: E, data: EventData<E>) => void

/** Validates events and sends them to our page; drops them while there is no page. */
export function createSendEvent(ourPage: () => Pick<WebContents, 'send' | 'isDestroyed'> | null): SendEvent {
  return (name, data) => {
    const page = ourPage()
    if (page === null || page.isDestroyed()) return
    page.send(name, events[name].parse(data))
  }
}

/** Opens pages of the back office from outside the page: notifications, the menu. */
export interface PageOpener {
  /** Brings the window to the front and shows a page; queues the last path until the page subscribes. */
  open(path: string): void
  /** The page has subscribed (`page:listens`). */
  pageSubscribed(): void
  /** The page is reloading and no longer subscribed. */
  pageLeft(): void
}

/** Creates a page opener. `focus` brings the window to the front. */
export function createPageOpener(send: SendEvent, focus: () => void): PageOpener {
  let queued: string | null = null
  let isSubscribed = false

  return {
    open: (path) => {
      focus()
      if (isSubscribed) send('page:open', { path })
      else queued = path
    },
    pageSubscribed: () => {
      isSubscribed = true
      if (queued !== null) send('page:open', { path: queued })
      queued = null
    },
    pageLeft: () => {
      isSubscribed = false
    },
  }
}

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
