import type { SendEvent } from './send-event.ts'

/** Opens pages of the back office from outside of the page: deep links, notifications, the menu. */
export interface PageOpener {
  /** Shows a page and brings the window to the front; while nobody listens yet, the last page asked for is kept. */
  open(path: string): void
  /** The page has begun to listen (`page:listens`). */
  listens(): void
  /** The page is being loaded anew and listens no longer. */
  leaves(): void
  /** Takes what is kept, for the first address of a window. */
  take(): string | null
}

/** Keeps what is to be opened until the page can be told. `focus` brings the window to the front. */
export function createPageOpener(send: SendEvent, focus: () => void): PageOpener {
  let kept: string | null = null
  let isListening = false

  function take(): string | null {
    const path = kept
    kept = null
    return path
  }
  return {
    open: (path) => {
      focus()
      if (isListening) send('page:open', { path })
      else kept = path
    },
    listens: () => {
      isListening = true
      const path = take()
      if (path !== null) send('page:open', { path })
    },
    leaves: () => {
      isListening = false
    },
    take,
  }
}
