import { parseSentInquiry, type SentInquiry } from '@giftwell/shared/domain/sent-inquiry.ts'

const storageKey = 'giftwell-sent-inquiry'

/** What the browser did not store. */
let unstored: SentInquiry | null = null

/** Stores the last inquiry until the tab is closed; where the browser forbids that, as long as the page lasts. */
export function storeSentInquiry(sent: Omit<SentInquiry, 'version'>): void {
  const stored = { version: 1, ...sent } as const
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(stored))
    unstored = null
  } catch {
    unstored = stored
  }
}

/** Null when none was sent. */
export function readSentInquiry(): SentInquiry | null {
  if (unstored !== null) return unstored
  try {
    return parseSentInquiry(window.sessionStorage.getItem(storageKey))
  } catch {
    return null
  }
}
