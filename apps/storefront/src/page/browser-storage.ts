type StorageName = 'localStorage' | 'sessionStorage'

/** Where the sender of the last inquiry is stored for the next one, in `localStorage`. */
export const lastSenderKey = 'giftwell-last-inquiry'
/** Where the last inquiry is stored for the page after sending, in `localStorage`. */
export const sentInquiryKey = 'giftwell-sent-inquiry'
/** Where what is typed into the basket beyond its products is stored, in `localStorage`. */
export const inquiryDetailsKey = 'giftwell-inquiry-details'
/** Where the compared products are stored, in `localStorage`. */
export const comparedKey = 'giftwell-compared'
/** Where what is typed into a form is stored, in `sessionStorage`: followed by the form's name. */
export const draftKeyPrefix = 'giftwell-draft-'

/** The text under a key; null where there is none, or the browser forbids storage. */
export function readStored(storage: StorageName, key: string): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text. Returns false where storage is full, or the browser forbids it. */
export function writeStored(storage: StorageName, key: string, text: string): boolean {
  try {
    window[storage].setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Removes all that is stored of who sends inquiries, what they ask for and compare, for the next user of this browser. */
export function removeStoredSender(): void {
  try {
    for (const key of [lastSenderKey, sentInquiryKey, inquiryDetailsKey, comparedKey])
      window.localStorage.removeItem(key)
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(draftKeyPrefix)) window.sessionStorage.removeItem(key)
  } catch {
    // Nothing is stored where the browser forbids it.
  }
}
