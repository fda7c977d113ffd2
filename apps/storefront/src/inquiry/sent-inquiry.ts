import { parseSentInquiry, type SentInquiry } from '@giftwell/shared/domain/sent-inquiry.ts'

import { readStored, writeStored } from '../page/browser-storage.ts'

const storageKey = 'giftwell-sent-inquiry'

/** What the browser did not store. */
let unstored: SentInquiry | null = null

/** Stores the last inquiry until the tab is closed; where the browser forbids that, as long as the page lasts. */
export function storeSentInquiry(sent: Omit<SentInquiry, 'version'>): void {
  const stored = { version: 1, ...sent } as const
  unstored = writeStored('sessionStorage', storageKey, JSON.stringify(stored)) ? null : stored
}

/** Null when none was sent. */
export function readSentInquiry(): SentInquiry | null {
  return unstored ?? parseSentInquiry(readStored('sessionStorage', storageKey))
}
