import { plural } from '@giftwell/shared/kernel/counted.ts'
import { UserFacingError } from '@giftwell/backend/process/errors.ts'
import { readSettings } from '@giftwell/backend/settings.ts'
import { z } from 'zod'

type Environment = Readonly<Record<string, string | undefined>>

/** The built-in connection, without which the app prompts for the website's address (docs/desktop.md). */
export interface BuiltInConnection {
  readonly supabaseUrl: string
  readonly supabaseKey: string
  /** The origin of the website, which e-mails' links lead to. */
  readonly siteOrigin: string
}

const variables = ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SITE_URL'] as const

/**
 * The connection that `SUPABASE_URL`, `SUPABASE_PUBLISHABLE_KEY` and `SITE_URL` name; null when they name none.
 *
 * @param siteOrigin the website's origin without `SITE_URL`; if null, nothing is built in, since links in e-mails
 *   would lead nowhere
 * @throws UserFacingError for the first wrong variable
 */
export function configuredConnection(env: Environment, siteOrigin: string | null): BuiltInConnection | null {
  const { hosted, siteUrl } = readSettings(Object.fromEntries(variables.map((name) => [name, env[name]])))
  const site = siteUrl ?? siteOrigin
  if (hosted === null || site === null) return null
  return { supabaseUrl: hosted.url, supabaseKey: hosted.key, siteOrigin: site }
}

/**
 * Checks the connection of an app that is released: with one variable missing it would ask every customer for the
 * website's address.
 *
 * @throws UserFacingError unless all three variables are set, or none of them
 */
export function requireAllOrNothing(env: Environment): void {
  const missing = variables.filter((name) => (env[name] ?? '').trim() === '')
  if (missing.length === 0 || missing.length === variables.length) return
  const set = variables.filter((name) => !missing.includes(name))
  throw new UserFacingError(
    `${set.join(' and ')} ${plural(set.length, 'is', 'are')} set without ${missing.join(' and ')}: an app for one website needs all three.`,
  )
}

const siteConfig = z.object({ supabaseUrl: z.string(), supabaseKey: z.string().min(1) })

/**
 * The backend for `npm run desktop`: the hosted project that the environment names, otherwise the site that `npm start`
 * or `npm run dev` runs on `PORT`.
 *
 * @throws UserFacingError for a wrong variable, or with advice if no site answers
 */
export async function findBackend(env: Environment): Promise<BuiltInConnection> {
  const origin = `http://127.0.0.1:${readSettings({ PORT: env['PORT'] }).port}`
  const configured = configuredConnection(env, origin)
  if (configured !== null) return configured
  const response = await fetch(`${origin}/config.json`, { signal: AbortSignal.timeout(5000) }).catch(() => {
    throw new Error(
      `No site answers at ${origin}. Run \`npm start\` in another terminal (the same PORT for both), ` +
        'or name a hosted project with SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY.',
    )
  })
  if (response.status === 503)
    throw new Error(`The site at ${origin} is still starting. Try again in a moment.`)
  const config = siteConfig.safeParse(await response.json().catch(() => undefined))
  const url = config.success ? URL.parse(config.data.supabaseUrl, `${origin}/`) : null
  if (!response.ok || !config.success || url === null) {
    throw new Error(`What answers at ${origin} is no site of Giftwell: its config.json names no backend.`)
  }
  const supabaseUrl = url.href.replace(/\/$/, '')
  return { supabaseUrl, supabaseKey: config.data.supabaseKey, siteOrigin: origin }
}
