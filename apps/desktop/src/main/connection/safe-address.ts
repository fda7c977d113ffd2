import { z } from 'zod'

import type { Connection } from '../../ipc/contract.ts'

/** The origin of the website that the user typed, or a sentence that says why it is not one. */
export type SiteAddress = { readonly origin: string } | { readonly reason: string }

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the address is on this computer. */
function isLocal({ hostname }: URL): boolean {
  return localHosts.has(hostname)
}

/** Whether requests to the address cannot be intercepted: https, or this computer (a site under development). */
function isSafe(address: URL): boolean {
  return address.protocol === 'https:' || (address.protocol === 'http:' && isLocal(address))
}

/** Whether a backend may belong to a website: both are safe, and only a local website may have a local backend. */
export function isSafePair(supabaseUrl: string, siteOrigin: string): boolean {
  const backend = URL.parse(supabaseUrl)
  const site = URL.parse(siteOrigin)
  if (backend === null || site === null) return false
  return isSafe(backend) && isSafe(site) && (!isLocal(backend) || isLocal(site))
}

/** Whether the app may use a connection: safe addresses and no secret key. */
export function isUsable({ supabaseUrl, supabaseKey, siteOrigin }: Connection): boolean {
  return !isSecretKey(supabaseKey) && isSafePair(supabaseUrl, siteOrigin)
}

const secretClaims = z.looseObject({ role: z.literal('service_role') })

/** Whether a key bypasses row level security: `sb_secret_…`, or in older projects a JWT with the role `service_role`. */
export function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true
  const [, payload] = key.split('.')
  if (payload === undefined) return false
  try {
    return secretClaims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).success
  } catch {
    return false
  }
}

/**
 * Parses the website's address as typed, with or without a scheme, a path, or a trailing slash. Without a scheme it is
 * https, or http on this computer.
 */
export function readSiteAddress(typed: string): SiteAddress {
  const text = typed.trim()
  if (text === '') return { reason: 'Enter the address of your Giftwell website.' }
  const address = parse(text)
  if (address === null || address.hostname === '') {
    return { reason: 'This is not the address of a website. Enter one like https://gifts.example.com.' }
  }
  if (address.username !== '' || address.password !== '') {
    return { reason: 'Enter the address without a user name and a password.' }
  }
  return isSafe(address) ? { origin: address.origin } : { reason: 'The address must begin with https://.' }
}

function parse(text: string): URL | null {
  // URL.parse takes "localhost:3000" for the scheme "localhost".
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return URL.parse(text)
  const address = URL.parse(`https://${text}`)
  return address !== null && isLocal(address) ? URL.parse(`http://${text}`) : address
}
