import { recordOf } from './record-of.ts'
import type { SiteDetails } from './brand.ts'
import { fetchInTime } from './with-timeout.ts'

/** The backend's address and its publishable key. */
export interface BackendConfig {
  /** Without a slash at the end; empty for the origin of the page. */
  readonly supabaseUrl: string
  readonly supabaseKey: string
  /** Cloudflare Turnstile's public key, if the site uses captchas. */
  readonly turnstileSiteKey?: string
  /** The owner's settings for every page, if the server sends them, as the embedded backend does. */
  readonly site?: SiteDetails
}

/** Fetches the website's `config.json`; throws when it is missing or invalid. */
export async function loadBackendConfig(address: string): Promise<BackendConfig> {
  // The server need not name the page's own origin, which a proxy may hide from it.
  const response = await fetchInTime(address, { headers: { 'x-own-origin': '1' } })
  if (!response.ok) throw new Error(`config.json answered ${response.status}`)
  return parseBackendConfig(await response.json())
}

/** Validates a `config.json`; throws with the name of an invalid field. */
export function parseBackendConfig(value: unknown): BackendConfig {
  const { supabaseUrl, supabaseKey, turnstileSiteKey, site } = recordOf(value) as Partial<
    Record<keyof BackendConfig, unknown>
  >
  const isAddress = typeof supabaseUrl === 'string' && /^https?:\/\//.test(supabaseUrl)
  if (supabaseUrl !== '/' && !(isAddress && URL.canParse(supabaseUrl))) {
    throw new Error('config.json: supabaseUrl must be an http(s) address, or / for its own origin')
  }
  if (typeof supabaseKey !== 'string' || supabaseKey === '') {
    throw new Error('config.json: supabaseKey must be the publishable key')
  }
  const isChallenging = typeof turnstileSiteKey === 'string' && turnstileSiteKey !== ''
  return {
    supabaseUrl: supabaseUrl.replace(/\/+$/, ''),
    supabaseKey,
    ...(isChallenging && { turnstileSiteKey }),
    // The database's tests hold its shape.
    ...(typeof site === 'object' && site !== null && { site }),
  }
}
