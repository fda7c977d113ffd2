import { useEffect, useEffectEvent } from 'react'

type StorageName = 'localStorage' | 'sessionStorage'

/** Where the sender of the last inquiry is stored for the next one, in `localStorage`. */
export const lastSenderKey = 'giftwell-last-inquiry'
/** Where the last inquiry is stored for the page after sending, in `localStorage`. */
export const sentInquiryKey = 'giftwell-sent-inquiry'
/** The `localStorage` key of the basket's input beyond its products. */
export const inquiryDetailsKey = 'giftwell-inquiry-details'
/** Where the compared products are stored, in `localStorage`. */
export const comparedKey = 'giftwell-compared'
/** Where the products that were looked at are stored, in `localStorage`. */
export const recentlyViewedKey = 'giftwell-recently-viewed'
/** Where it is stored whether products are shown with the visitor's logo, and where on each, in `localStorage`. */
export const ownLogoKey = 'giftwell-own-logo'
/** The visitor's logo, in the Cache of the browser. */
export const ownLogoCache = 'giftwell-own-logo-file'
/** Where a tab stores whether its basket is open (`true`), or opens with the next page (`next`), in `sessionStorage`. */
export const basketOpenKey = 'giftwell-basket-open'
/** The prefix of a form's input in `sessionStorage`, followed by the form's name. */
export const draftKeyPrefix = 'giftwell-draft-'

/** The keys of `localStorage` that sign-out removes; the basket clears itself. */
const personalKeys = [
  lastSenderKey,
  sentInquiryKey,
  inquiryDetailsKey,
  comparedKey,
  recentlyViewedKey,
  ownLogoKey,
]

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

function removeStored(storage: StorageName, isRemoved: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(window[storage])) if (isRemoved(key)) window[storage].removeItem(key)
  } catch {
    // Nothing is stored where the browser forbids it.
  }
}

/** The values that `localStorage` could not store. */
const unstored = new Map<string, string>()

/** The text under a key that all tabs share; where it could not be stored, this tab's. */
export function readForTabs(key: string): string | null {
  return unstored.get(key) ?? readStored('localStorage', key)
}

/** Stores a text for all tabs and notifies `onChangeForTabs`. What cannot be stored lasts as long as the page. */
export function writeForTabs(key: string, text: string): void {
  if (writeStored('localStorage', key, text)) unstored.delete(key)
  else unstored.set(key, text)
  window.dispatchEvent(new Event(key))
}

/** A subscription to changes of the text under a key, by this tab and by others. */
export function onChangeForTabs(key: string): (listener: () => void) => () => void {
  return (listener) => {
    const listening = new AbortController()
    for (const type of ['storage', key]) window.addEventListener(type, listener, { signal: listening.signal })
    return () => listening.abort()
  }
}

/** Where the last sign-out is marked: in `localStorage` for all tabs, in `sessionStorage` the last that the tab has followed. */
export const signOutKey = 'giftwell-signed-out'
let signOuts = 0

/** Wraps an action to do nothing after a sign-out, so earlier requests store nothing. */
export function unlessSignedOut<Input, Result>(
  action: (input: Input) => Result,
): (input: Input) => Result | undefined {
  const since = signOuts
  return (input) => (since === signOuts ? action(input) : undefined)
}

/** Calls back after each sign-out in this browser, while the component is mounted. */
export function useOnSignOut(callback: () => void): void {
  const notify = useEffectEvent(callback)
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener(signOutKey, () => notify(), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}

/** Calls back after each sign-out in this browser. */
export function onSignOut(callback: () => void): void {
  if (typeof window !== 'undefined') window.addEventListener(signOutKey, callback)
}

/**
 * Removes this browser's data on senders, inquiries and comparisons, for its next user. Other tabs follow.
 */
export function removePersonal(): void {
  removeStored('localStorage', (key) => personalKeys.includes(key))
  // Missing over plain HTTP.
  if ('caches' in window) void window.caches.delete(ownLogoCache).catch(() => false)
  writeStored('localStorage', signOutKey, `${Date.now()} ${Math.random()}`)
  removeOwn()
}

/** Removes this tab's data after a sign-out in another tab, or while this one was closed. */
export function followSignOut(): void {
  if (readStored('localStorage', signOutKey) !== readStored('sessionStorage', signOutKey)) removeOwn()
}

function removeOwn(): void {
  signOuts += 1
  writeStored('sessionStorage', signOutKey, readStored('localStorage', signOutKey) ?? '')
  removeStored('sessionStorage', (key) => key.startsWith(draftKeyPrefix))
  unstored.clear()
  for (const key of [...personalKeys, signOutKey]) window.dispatchEvent(new Event(key))
}
