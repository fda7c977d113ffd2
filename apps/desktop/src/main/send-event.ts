import type { WebContents } from 'electron'

import { type EventData, type EventName, events } from '../ipc/contract.ts'

/** Tells the page something unasked. */
export type SendEvent = <E extends EventName>(name: E, data: EventData<E>) => void

/** Sends events to our page, parsed first; while there is no page, nobody is told. */
export function createSendEvent(ourPage: () => Pick<WebContents, 'send' | 'isDestroyed'> | null): SendEvent {
  return (name, data) => {
    const page = ourPage()
    if (page === null || page.isDestroyed()) return
    page.send(name, events[name].parse(data))
  }
}
