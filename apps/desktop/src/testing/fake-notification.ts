import { EventEmitter } from 'node:events'

import type { LeadNotificationsOptions, ShownNotification } from '../main/notifications/lead-notifications.ts'

/** A notification that a test can read and press. */
export interface FakeNotification {
  readonly title: string
  readonly body: string
  readonly isShown: boolean
  press(): void
  fail(): void
}

export interface FakeNotifications {
  readonly Notification: LeadNotificationsOptions['Notification']
  readonly all: readonly FakeNotification[]
}

export function createFakeNotifications(isSupported = true): FakeNotifications {
  const all: FakeNotification[] = []
  class Notification extends EventEmitter implements ShownNotification, FakeNotification {
    readonly title: string
    readonly body: string
    isShown = false

    static isSupported(): boolean {
      return isSupported
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
    close(): void {
      this.isShown = false
      this.emit('close', {})
    }
    press(): void {
      this.isShown = false
      this.emit('click', {})
    }
    fail(): void {
      this.isShown = false
      this.emit('failed', {}, 'The person Mary Jones was not shown.')
    }
  }
  return { Notification, all }
}
