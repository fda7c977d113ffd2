import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { dataUrlOf } from '@giftwell/shared/kernel/data-url.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { isLogo, logoRule, mostFileBytes } from '@giftwell/shared/quotations/logo-files.ts'
import { useSyncExternalStore } from 'react'

import {
  onChangeForTabs,
  onSignOut,
  ownLogoCache,
  ownLogoKey,
  unlessSignedOut,
} from '../page/browser-storage.ts'
import { changeInquiryDetails } from './inquiry.ts'
import { markedLogo, markLogo } from './shown-logo.ts'

/** The visitor's logo: it stays in the browser until an inquiry is sent (product.md, section 2, Artwork and proofs). */
interface OwnLogo {
  readonly file: File
  /** Its address in this page; null of a file that no browser draws, such as a PDF. */
  readonly url: string | null
}

/** Undefined before it was looked for. */
let logo: OwnLogo | null | undefined
const listeners = new Set<() => void>()
const cacheKey = '/own-logo'

/** Without it, as over plain HTTP, a logo lasts as long as the page. */
const openCache = () => ('caches' in window ? window.caches.open(ownLogoCache).catch(() => null) : null)

function show(file: File | null) {
  if (logo?.url) URL.revokeObjectURL(logo.url)
  const isDrawn = file !== null && /^image\/(?:svg\+xml|png|jpeg)$/.test(file.type)
  logo = file && { file, url: isDrawn ? URL.createObjectURL(file) : null }
  for (const listener of listeners) listener()
}

async function load() {
  const display = unlessSignedOut(show)
  const stored = await (await openCache())?.match(cacheKey).catch(() => undefined)
  const name = stored?.headers.get('x-name')
  if (logo !== undefined) return
  if (stored === undefined || typeof name !== 'string') show(null)
  else
    display(
      new File([await stored.blob()], decodeURIComponent(name), {
        type: stored.headers.get('content-type') ?? '',
      }),
    )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (logo === undefined) void load()
  return () => void listeners.delete(listener)
}

/** The visitor's logo; null without one, and before it was looked for. */
export function useOwnLogo(): OwnLogo | null {
  return useSyncExternalStore(
    subscribe,
    () => logo ?? null,
    () => null,
  )
}

/** Stores a logo in this browser, and marks the inquiry as one with branding. @throws {AppError} of kind `invalid` for a file that is none */
export async function chooseLogo(file: File): Promise<void> {
  if (file.size > mostFileBytes) throw new AppError('invalid', 'A logo may have at most 10 MB')
  // After a sign-out the browser is the next user's.
  const display = unlessSignedOut(() => {
    show(file)
    changeInquiryDetails({ wantsBranding: true })
  })
  const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) }
  const store = unlessSignedOut(async (cache: Cache | null) =>
    // A browser that has no room keeps it as long as the page.
    cache?.put(cacheKey, new Response(file, { headers })).catch(() => {}),
  )
  const mark = unlessSignedOut(markOwn)
  if (!isLogo(new Uint8Array(await file.slice(0, 4096).arrayBuffer())))
    throw new AppError('invalid', logoRule)
  display(undefined)
  await store(await openCache())
  mark(undefined)
}

/** Forgets the logo. */
export function removeLogo(): void {
  show(null)
  const mark = unlessSignedOut(markOwn)
  void Promise.resolve(window.caches?.delete(ownLogoCache)).then(mark, mark)
}
onSignOut(() => show(null))

/** When this tab last changed the logo; another one's change is read. */
let stamp = markedLogo()
function markOwn() {
  stamp = Date.now()
  markLogo(stamp)
}
if (typeof window !== 'undefined')
  onChangeForTabs(ownLogoKey)(() => {
    if (markedLogo() === stamp) return
    stamp = markedLogo()
    logo = undefined
    void load()
  })

/** Adds the logo, if any, to a sent inquiry by the token of its page. Idempotent. */
export async function sendLogo(backend: Backend, token: string): Promise<void> {
  // It stays for the next inquiry, with "Branding wanted".
  const stay = unlessSignedOut(() => changeInquiryDetails({ wantsBranding: true }))
  if (logo === undefined) await load()
  if (!logo) return
  await attachLogo(backend, token, logo.file)
  stay(undefined)
}

/** Adds a file to an inquiry. @throws {AppError} for one that the server refuses */
export async function attachLogo(backend: Backend, token: string, file: File): Promise<void> {
  const url = await dataUrlOf(file)
  const content = url.slice(url.indexOf(',') + 1)
  await send(backend, (rest) => rest.rpc('attach_artwork', { token, name: file.name, content }))
}
