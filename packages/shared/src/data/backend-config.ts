import { fetchInTime } from './time-limit.ts'

/** Where the backend is and the publishable key that every program may know. */
export interface BackendConfig {
  readonly supabaseUrl: string
  readonly supabaseKey: string
  /** The public key of the check that somebody is a person, where the site has one (Cloudflare Turnstile). */
  readonly turnstileSiteKey?: string
}

/** Reads the website's `config.json`; throws when it cannot be had or is not one. */
export async function loadBackendConfig(address: string): Promise<BackendConfig> {
  const answer = await fetchInTime(address)
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}`)
  return parseBackendConfig(await answer.json())
}

/** Checks what a `config.json` holds; throws with the field that is wrong. */
export function parseBackendConfig(value: unknown): BackendConfig {
  const { supabaseUrl, supabaseKey, turnstileSiteKey } = Object(value) as Partial<
    Record<keyof BackendConfig, unknown>
  >
  if (typeof supabaseUrl !== 'string' || !/^https?:\/\//.test(supabaseUrl) || !URL.canParse(supabaseUrl)) {
    throw new Error('config.json: supabaseUrl must be an http(s) address')
  }
  if (typeof supabaseKey !== 'string' || supabaseKey === '') {
    throw new Error('config.json: supabaseKey must be the publishable key')
  }
  const isChallenging = typeof turnstileSiteKey === 'string' && turnstileSiteKey !== ''
  return {
    supabaseUrl: supabaseUrl.replace(/\/+$/, ''),
    supabaseKey,
    ...(isChallenging && { turnstileSiteKey }),
  }
}
