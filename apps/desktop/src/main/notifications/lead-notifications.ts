import type { App, BrowserWindow, NativeImage, Notification } from 'electron'
import { z } from 'zod'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import type { AnnouncedLead, Handlers } from '../../ipc/contract.ts'
import type { Log } from '../log.ts'
import type { StateFile } from '../state-file.ts'

/** The members of a notification that are used. */
export interface ShownNotification extends Pick<Notification, 'show' | 'close'> {
  on(event: 'click', listener: () => void): unknown
  on(event: 'close', listener: (details: { readonly reason?: string }) => void): unknown
  on(event: 'failed', listener: () => void): unknown
}

/** What lead notifications use of the system. */
export interface LeadNotificationsOptions extends Omit<BadgeOptions, 'window'> {
  /** Electron's `Notification`. */
  readonly Notification: (new (options: { title: string; body: string }) => ShownNotification) &
    Pick<typeof Notification, 'isSupported' | 'handleActivation'>
  readonly window: Pick<
    BrowserWindow,
    'isDestroyed' | 'isVisible' | 'isMinimized' | 'isFocused' | 'setOverlayIcon' | 'flashFrame'
  >
  /** Brings the window to the front at a page of the back office. */
  readonly openPage: (path: string) => void
  /** The ids of the announced leads, the newest last. They carry no personal data. */
  readonly announced: StateFile<string[]>
  readonly log: Log
}

interface LeadNotifications {
  readonly handlers: Pick<Handlers, 'leads:announce' | 'leads:seen' | 'leads:unanswered'>
  /** Closes all notifications and clears the announced leads, for a change of backend. */
  clear(): void
}

/** More leads than arrive while the app is closed. The page does not announce older ones. */
const maxIds = 2000
export const announcedIds = z.array(z.uuid()).max(maxIds)

const leadsPage = '/admin/leads'
/** How many names a notification of several leads lists. */
const maxNames = 3
const maxCharacters = 80
/** The Action Centre's maximum for one app. */
const maxShown = 20

/**
 * Notifies of new leads while the window is not focused: each lead once, across restarts; several at a time in one
 * notification. Clicking it opens the leads. The badge shows the page's count.
 */
export function createLeadNotifications(options: LeadNotificationsOptions): LeadNotifications {
  const { Notification, window, openPage, log } = options
  const announced = new Set(options.announced.read())
  const showBadge = createBadge(options)
  const isWindows = options.platform === 'win32'
  // An unreferenced notification is garbage collected and its click is lost.
  const shown = new Set<ShownNotification>()
  const flash = (isFlashing: boolean) => {
    if (isWindows && !window.isDestroyed()) window.flashFrame(isFlashing)
  }
  // Also for notifications of an earlier run, and for the one that starts the app.
  if (isWindows) Notification.handleActivation(() => openPage(leadsPage))

  function notify(leads: readonly AnnouncedLead[]): void {
    if (!Notification.isSupported()) return
    const title = leads.length === 1 ? 'New lead' : `${leads.length} new leads`
    const notification = new Notification({ title, body: bodyFor(leads) })
    const done = () => void shown.delete(notification)
    notification.on('click', () => {
      done()
      // Windows also calls the handler above.
      if (!isWindows) openPage(leadsPage)
    })
    notification.on('close', ({ reason }) => {
      // It is in the Action Centre now, where it can still be pressed, and removed by `close`.
      if (reason !== 'timedOut') done()
    })
    notification.on('failed', () => {
      done()
      log.warn('The system did not show a notification')
    })
    shown.add(notification)
    const [oldest] = shown
    if (shown.size > maxShown && oldest !== undefined) shown.delete(oldest)
    notification.show()
  }

  function announce(leads: readonly AnnouncedLead[]): void {
    const fresh = leads.filter(({ id }) => !announced.has(id) && announced.add(id))
    if (fresh.length === 0) return
    options.announced.write([...announced].slice(-maxIds))
    if (isInView(window)) {
      // The first use makes macOS ask for permission, and loses a notification shown meanwhile: use it while the user is here.
      Notification.isSupported()
      return
    }
    flash(true)
    notify(fresh)
  }

  function markSeen(): void {
    for (const notification of shown) notification.close()
    shown.clear()
    flash(false)
  }

  return {
    handlers: {
      'leads:announce': async ({ leads }) => announce(leads),
      'leads:seen': async () => markSeen(),
      'leads:unanswered': async ({ count }) => showBadge(count),
    },
    clear: () => {
      markSeen()
      showBadge(0)
      announced.clear()
      options.announced.write([])
    },
  }
}

function isInView(window: LeadNotificationsOptions['window']): boolean {
  return !window.isDestroyed() && window.isVisible() && !window.isMinimized() && window.isFocused()
}

/** Name and company of a single lead; the first names of several. */
function bodyFor(leads: readonly AnnouncedLead[]): string {
  const [first] = leads
  if (leads.length === 1 && first !== undefined) {
    return [plain(first.name), plain(first.company)].filter((part) => part !== '').join(', ')
  }
  const names = leads.map(({ name }) => plain(name)).filter((name) => name !== '')
  const listed = names.slice(0, maxNames)
  const others = leads.length - listed.length
  return [...listed, ...(others === 0 ? [] : [`${others} more`])].join(', ')
}

/** A visitor's input as one line of plain text: Linux renders markup in notifications. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- replaces control characters
  const line = text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069<>\s]+/g, ' ').trim()
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1).trimEnd()}…` : line
}

/** Where the number of unanswered leads is shown. */
interface BadgeOptions {
  readonly app: Pick<App, 'setBadgeCount'>
  readonly window: Pick<BrowserWindow, 'isDestroyed' | 'setOverlayIcon'>
  /** `process.platform`. */
  readonly platform: string
  /** The icon on the taskbar button, which Windows shows instead of a number. */
  readonly overlayIcon: NativeImage | null
  readonly showInTray: (count: number) => void
}

/** Returns a function that shows the number of unanswered leads: a number on macOS and Linux, an icon on Windows. */
function createBadge(options: BadgeOptions): (count: number) => void {
  const { app, window, platform, overlayIcon, showInTray } = options
  return (count) => {
    showInTray(count)
    if (platform !== 'win32') app.setBadgeCount(count)
    else if (!window.isDestroyed())
      window.setOverlayIcon(count === 0 ? null : overlayIcon, count === 0 ? '' : unansweredLeads(count))
  }
}

/** "3 unanswered leads". */
export function unansweredLeads(count: number): string {
  return counted(count, 'unanswered lead')
}

/** The icon on the Windows taskbar button: a disc of the theme's marigold, 32 pixels wide, as a PNG. */
export const disc =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAq0lEQVR42mNgGAVDCTyeJW0OxC1AfACIXwDxHyh+ARUDyZnTwmIvqAX/icQgtV7UsnwGCRaj4xmUWCxIoq/xhYYgOQ6ghuVwR9Az2CmLDmiC+08j7EXvoCctKqD5/D+NsTk+B7TQwQEtAxX8hKMBWqTS2gEv8DngDx0c8GdQO2DAo2DAE+GAZ8OBLYgGvCgeFJXRgFfHg6JBMiiaZAPeKB00zfJB0TEZBbQEABkxjTSovNkmAAAAAElFTkSuQmCC'
