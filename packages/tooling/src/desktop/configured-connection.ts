import { UserFacingError } from '@giftwell/backend/process/errors.ts'
import { readSettings } from '@giftwell/backend/settings.ts'

import type { BuiltInConnection } from './build-desktop.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * What `SUPABASE_URL`, `SUPABASE_PUBLISHABLE_KEY` and `SITE_URL` say of the backend; null when they name none.
 *
 * @param siteOrigin the website's origin where `SITE_URL` does not say it; null when there is none to assume, and then
 *   nothing is built in: an app that knows no website would send e-mails' links nowhere
 * @throws UserFacingError with the sentence for the first variable that is wrong
 */
export function configuredConnection(env: Environment, siteOrigin: string | null): BuiltInConnection | null {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SITE_URL } = env
  const { hosted, siteUrl } = readSettings({ SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SITE_URL })
  const site = siteUrl ?? siteOrigin
  if (hosted === null || site === null) return null
  return { supabaseUrl: hosted.url, supabaseKey: hosted.key, siteOrigin: site }
}

const variables = ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SITE_URL'] as const

/**
 * Makes sure that an app that is handed out knows its website or is meant not to: with a variable forgotten it would ask
 * every customer for the address of it.
 *
 * @throws UserFacingError unless all three variables are set, or none of them
 */
export function requireAllOrNothing(env: Environment): void {
  const missing = variables.filter((name) => (env[name] ?? '').trim() === '')
  if (missing.length === 0 || missing.length === variables.length) return
  const set = variables.filter((name) => !missing.includes(name))
  throw new UserFacingError(
    `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set without ${missing.join(' and ')}: an app for one website needs all three.`,
  )
}
