import type { Event, Shell, WebContents } from 'electron'

import { decideDestination } from './decide-destination.ts'
import type { Log } from './log.ts'

/** What the guard needs. */
export interface NavigationGuard {
  readonly page: WebContents
  readonly shell: Pick<Shell, 'openExternal'>
  readonly log: Log
}

/**
 * Keeps a page where it belongs: it shows our own pages alone, opens no windows, attaches no webviews, and its frames go
 * nowhere. Links out are opened by the system's programs, as `decideDestination` allows.
 */
export function guardNavigation({ page, shell, log }: NavigationGuard): void {
  function openOutside(address: string): void {
    shell.openExternal(address).catch((error: unknown) => log.warn('A link could not be opened', error))
  }
  function follow(address: string): void {
    const destination = decideDestination(address)
    if (destination === 'system') openOutside(address)
    // Nothing of the address: it may hold anything.
    if (destination === 'refused') log.warn('A link was refused')
  }
  function stop(event: Event, what: string): void {
    event.preventDefault()
    log.warn(`${what} was refused`)
  }

  page.on('will-navigate', (event) => {
    if (decideDestination(event.url) === 'app') return
    event.preventDefault()
    follow(event.url)
  })
  page.on('will-redirect', (event) => {
    if (!event.isMainFrame || decideDestination(event.url) !== 'app') stop(event, 'A redirection')
  })
  page.on('will-frame-navigate', (event) => {
    // The main frame is judged by `will-navigate`; our pages have no other.
    if (!event.isMainFrame) stop(event, 'A frame')
  })
  page.on('will-attach-webview', (event) => stop(event, 'A webview'))
  page.setWindowOpenHandler(({ url }) => {
    follow(url)
    return { action: 'deny' }
  })
}
