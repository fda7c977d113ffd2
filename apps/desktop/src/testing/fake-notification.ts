import { EventEmitter } from 'node:events'

import type { LeadNotificationsOptions, ShownNotification } from '../main/notifications/lead-notifications.ts'

/** A notification that a test can read and press. */
export interface FakeNotification {
  readonly title: string
  readonly body: string
  readonly isShown: boolean
  press(): void
  /** Moves into the Action Centre. */
  timeOut(): void
  fail(): void
}

/** The notifications that were shown, and the class that shows them. */
export interface FakeNotifications {
  readonly Notification: LeadNotificationsOptions['Notification']
  readonly all: readonly FakeNotification[]
  /** How often the system was asked whether it has notifications; the first time makes macOS ask for permission. */
  readonly uses: () => number
  /** Presses a notification of an earlier run in the Action Centre. */
  activate(): void
}

/** Replaces the system’s notifications; unsupported on request. */
export function createFakeNotifications(isSupported = true): FakeNotifications {
  const all: FakeNotification[] = []
  let uses = 0
  let activated: Parameters<LeadNotificationsOptions['Notification']['handleActivation']>[0] | undefined
  class Notification extends EventEmitter implements ShownNotification, FakeNotification {
    readonly title: string
    readonly body: string
    isShown = false
    isTimedOut = false

    static isSupported(): boolean {
      uses += 1
      return isSupported
    }
    // docs/api/notification.md, "Notification.handleActivation": Windows only.
    static handleActivation(callback: typeof activated): void {
      activated = callback
    }
    constructor({ title, body }: { title: string; body: string }) {
      super()
      this.title = title
      this.body = body
    }
    show(): void {
      this.isShown = true
      all.push(this)
    }
    // docs/api/notification.md, "close": not emitted again for one in the Action Centre.
    close(): void {
      this.isShown = false
      if (!this.isTimedOut) this.emit('close', { reason: 'applicationHidden' })
    }
    timeOut(): void {
      this.isTimedOut = true
      this.emit('close', { reason: 'timedOut' })
    }
    // "the callback is invoked in addition to instance events"
    press(): void {
      this.isShown = false
      this.emit('click', {})
      activated?.({ type: 'click', arguments: '' })
    }
    fail(): void {
      this.isShown = false
      this.emit('failed', {}, 'The person Mary Jones was not shown.')
    }
  }
  return {
    Notification,
    all,
    uses: () => uses,
    activate: () => activated?.({ type: 'click', arguments: '' }),
  }
}
