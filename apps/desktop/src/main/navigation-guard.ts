import type { Event, Shell, WebContents } from 'electron'

import { decideDestination } from './decide-destination.ts'
import type { Log } from './log.ts'
import type { ShowMessage } from './message-box.ts'

export interface NavigationGuard {
  readonly page: WebContents
  readonly shell: Pick<Shell, 'openExternal'>
  readonly log: Log
  readonly showMessage: ShowMessage
}

/**
 * Restricts a page to our own pages: no new windows, webviews or frame navigations. External links open in the system's
 * programs if `decideDestination` allows it; the user sees a message about those that it refuses.
 */
export function guardNavigation({ page, shell, log, showMessage }: NavigationGuard): void {
  function openOutside(address: string): void {
    shell.openExternal(address).catch((error: unknown) => log.warn('A link could not be opened', error))
  }
  function follow(address: string): void {
    const destination = decideDestination(address)
    if (destination === 'system') openOutside(address)
    if (destination !== 'refused') return
    // Do not log the URL: it may contain anything.
    log.warn('A link was refused')
    showMessage(
      'This link was not opened',
      'Only addresses that begin with https:// are opened in the browser.',
    )
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
    // `will-navigate` handles the main frame; our pages have no others.
    if (!event.isMainFrame) stop(event, 'A frame')
  })
  page.on('will-attach-webview', (event) => stop(event, 'A webview'))
  page.setWindowOpenHandler(({ url }) => {
    follow(url)
    return { action: 'deny' }
  })
}
