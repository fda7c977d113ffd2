import type { Event, Shell, WebContents, Session } from 'electron'
import type { Log } from './log.ts'
import type { ShowMessage } from './message-box.ts'
import { isAppAddress } from './app-protocol.ts'

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

/** Where a link opens: in the app, in the system's program (browser, mail, phone), or nowhere. */
export type Destination = 'app' | 'system' | 'refused'

/** Some programs truncate or misread longer URLs. */
const maxCharacters = 2000

/** The form of "Reply by e-mail": one recipient, an optional subject of one line and a text; no copies or attachments. */
const plainMail =
  /^mailto:(?:[\w.!~*'()+-]|%[2-7][0-9a-f])+@(?:[\w.-]|%[2-7][0-9a-f])+(?:\?subject=(?:[\w.!~*'()-]|%[2-9a-f][0-9a-f])*(?:&body=(?:[\w.!~*'()-]|%0d%0a|%[2-9a-f][0-9a-f])*)?)?$/i
const plainPhone = /^tel:\+?\d{1,30}$/

/**
 * Decides where the URL of a link or navigation may open. The system gets https, plain mailto and tel links only, because
 * other schemes start programs.
 */
export function decideDestination(address: string): Destination {
  // Browsers encode URLs. Unencoded characters are an attempt to be parsed differently by the next program.
  if (address.length > maxCharacters || !/^[\u0021-\u007E]+$/.test(address) || address.includes('\\')) {
    return 'refused'
  }
  if (isAppAddress(address)) return 'app'
  return isPlainHttps(address) || isPlainMail(address) || plainPhone.test(address) ? 'system' : 'refused'
}

function isPlainHttps(address: string): boolean {
  if (!/^https:\/\/[^/]/i.test(address) || !URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === ''
}

/** An encoded comma, semicolon or @ would add recipients. */
function isPlainMail(address: string): boolean {
  const [to = ''] = address.split('?')
  return plainMail.test(address) && !/%(?:2c|3b|40)/i.test(to)
}

/** The only permission that our page uses, for its copy buttons. Notifications are sent by the main process. */
const used = 'clipboard-sanitized-write'

/**
 * Denies devices, screen capture, and every permission that our own page does not use. A backend on this computer needs
 * none: Electron disables Chromium's checks of access to the local network (shell/browser/feature_list.cc).
 */
export function denyPermissions(session: Session): void {
  function mayHave(permission: string, asker: string | undefined, isMainFrame: boolean): boolean {
    return isMainFrame && isAppAddress(asker) && permission === used
  }
  session.setPermissionRequestHandler((page, permission, answer, details) => {
    answer(isAppAddress(page.getURL()) && mayHave(permission, details.requestingUrl, details.isMainFrame))
  })
  session.setPermissionCheckHandler((_page, permission, origin, details) =>
    mayHave(permission, origin, details.isMainFrame),
  )
  // Without a listener for select-usb-device and similar events, Electron cancels those requests.
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
}
