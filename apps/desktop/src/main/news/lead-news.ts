import { join } from 'node:path'

import type { BrowserWindow, Notification } from 'electron'

import type { AnnouncedLead, Handlers } from '../../ipc/contract.ts'
import type { Log } from '../log.ts'
import { createAnnouncedIds } from './announced-ids.ts'
import { type BadgeOptions, createBadge } from './badge.ts'
import { newsWords } from './news-words.ts'

/** What is used of a notification. */
export interface ShownNotification extends Pick<Notification, 'show' | 'close'> {
  on(event: 'click', listener: () => void): unknown
  on(event: 'close', listener: () => void): unknown
  on(event: 'failed', listener: () => void): unknown
}

/** What announcing needs of the system. */
export interface LeadNewsOptions extends Omit<BadgeOptions, 'window'> {
  /** Electron's `Notification`. */
  readonly Notification: (new (options: { title: string; body: string }) => ShownNotification) &
    Pick<typeof Notification, 'isSupported'>
  readonly window: () => Pick<
    BrowserWindow,
    'isDestroyed' | 'isVisible' | 'isMinimized' | 'isFocused' | 'setOverlayIcon' | 'flashFrame'
  > | null
  /** Brings the window to the front at a page of the back office. */
  readonly openPage: (path: string) => void
  /** The app's own folder; which leads were announced is kept in its announced-leads.json. */
  readonly userData: string
  readonly log: Log
}

/** News of leads outside of the window. */
export interface LeadNewsCenter {
  readonly handlers: Pick<Handlers, 'leads:announce' | 'leads:seen'>
  /** Takes all news back and forgets what was announced: the leads of another backend are other ones. */
  forget(): Promise<void>
}

const leadsPage = '/admin/leads'

/**
 * Says by the system that leads have come in while nobody looked at the window: each lead once, however often it is
 * announced and however often the app is started; several at a time in one notification. Pressing it opens the leads. The
 * badge counts those that were announced and not seen.
 */
export function createLeadNews(options: LeadNewsOptions): LeadNewsCenter {
  const { Notification, window, openPage, userData, log } = options
  const announced = createAnnouncedIds(join(userData, 'announced-leads.json'), log)
  const showBadge = createBadge(options)
  // A notification that nothing refers to is collected, and its press is never heard.
  const shown = new Set<ShownNotification>()
  let unseen = 0
  /** How often everything has been seen: what was announced before is no news after. */
  let sightings = 0

  function notify(leads: readonly AnnouncedLead[]): void {
    if (!Notification.isSupported()) return
    const notification = new Notification(newsWords(leads))
    const done = () => void shown.delete(notification)
    notification.on('click', () => {
      done()
      openPage(leadsPage)
    })
    notification.on('close', done)
    notification.on('failed', () => {
      done()
      log.warn('The system did not show a notification')
    })
    shown.add(notification)
    notification.show()
  }

  async function announce(leads: readonly AnnouncedLead[]): Promise<undefined> {
    const before = sightings
    const ids = new Set(await announced.takeNew(leads.map(({ id }) => id)))
    // A lead may stand in the list twice.
    const fresh = leads.filter(({ id }) => ids.delete(id))
    if (fresh.length === 0 || sightings !== before || isLookedAt(window())) return undefined
    unseen += fresh.length
    showBadge(unseen)
    notify(fresh)
    return undefined
  }

  function seen(): void {
    sightings += 1
    for (const notification of shown) notification.close()
    shown.clear()
    unseen = 0
    showBadge(0)
  }

  return {
    handlers: {
      'leads:announce': async ({ leads }) => announce(leads),
      'leads:seen': async () => seen(),
    },
    forget: async () => {
      seen()
      await announced.forget()
    },
  }
}

/** Whether somebody has the window before them; what it shows then, they see. */
function isLookedAt(window: ReturnType<LeadNewsOptions['window']>): boolean {
  if (window === null || window.isDestroyed()) return false
  return window.isVisible() && !window.isMinimized() && window.isFocused()
}
