import { readSettings } from '@giftwell/backend/settings.ts'
import { z } from 'zod'

import type { BuiltInConnection } from './build-desktop.ts'
import { configuredConnection } from './configured-connection.ts'

const siteConfig = z.object({ supabaseUrl: z.string(), supabaseKey: z.string().min(1) })

/** How long a site on this machine may take to answer, in milliseconds. */
const patienceMs = 5_000

/**
 * The backend for `npm run desktop`: the hosted project that the environment names, otherwise the site that `npm start`
 * or `npm run dev` runs on `PORT`.
 *
 * @throws UserFacingError for a variable that is wrong, or an error whose sentence says what to do when no site answers
 */
export async function findBackend(
  env: Readonly<Record<string, string | undefined>>,
): Promise<BuiltInConnection> {
  const { port } = readSettings({ PORT: env['PORT'] })
  const origin = `http://127.0.0.1:${port}`
  return configuredConnection(env, origin) ?? (await runningSite(origin))
}

async function runningSite(origin: string): Promise<BuiltInConnection> {
  const answer = await fetch(`${origin}/config.json`, { signal: AbortSignal.timeout(patienceMs) }).catch(
    () => undefined,
  )
  if (answer === undefined) {
    throw new Error(
      `No site answers at ${origin}. Run \`npm start\` in another terminal (the same PORT for both), ` +
        'or name a hosted project with SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY.',
    )
  }
  if (answer.status === 503)
    throw new Error(`The site at ${origin} is still starting. Try again in a moment.`)
  const config = siteConfig.safeParse(await answer.json().catch(() => undefined))
  const url = config.success ? URL.parse(config.data.supabaseUrl, `${origin}/`) : null
  if (!answer.ok || !config.success || url === null) {
    throw new Error(`What answers at ${origin} is no site of Giftwell: its config.json names no backend.`)
  }
  const supabaseUrl = url.href.replace(/\/$/, '')
  return { supabaseUrl, supabaseKey: config.data.supabaseKey, siteOrigin: origin }
}
