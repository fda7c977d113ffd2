import { type BackendConfig, parseBackendConfig } from '@giftwell/shared/data/backend-config.ts'
import type { Net } from 'electron'

import type { Connection, Output } from '../../ipc/contract.ts'
import { type Answer, ask, explainFailure } from './ask.ts'
import { isLocal, isSafe, isSafePair, isSecretKey, readSiteAddress } from './safe-address.ts'

/** The network that a check uses. */
export interface CheckOptions {
  readonly net: Pick<Net, 'request'>
  /** Aborts a check that takes too long; by default after 15 seconds. */
  readonly createTimeLimit?: () => AbortSignal
}

/** The connection that was found, or a sentence that says what to do. */
export type CheckedConnection = Output<'connection:check'>

const timeoutMs = 15_000

const maxRedirects = 5

const notGiftwell = 'This is not a Giftwell website. Check the address.'
const serverError = 'The website has a problem of its own at the moment. Try again later.'
const tellOwner = 'Tell whoever runs the website.'

/** Its message is a sentence for the user. */
class CheckFailure extends Error {
  override readonly name = 'CheckFailure'
}

/**
 * Looks for a Giftwell website at the typed address: reads its config.json and probes the backend with the key in it.
 * Requests safe addresses only and rejects secret keys. Stores nothing and never throws.
 */
export async function checkConnection(typed: string, options: CheckOptions): Promise<CheckedConnection> {
  const site = readSiteAddress(typed)
  if ('reason' in site) return { found: false, reason: site.reason }
  const { net, createTimeLimit = () => AbortSignal.timeout(timeoutMs) } = options
  const signal = createTimeLimit()
  try {
    const { answer, origin } = await followSafely(net, `${site.origin}/config.json`, signal)
    // The website's other settings, such as its captcha, are not the app's.
    const { supabaseUrl, supabaseKey } = readConfig(answer)
    const connection = { supabaseUrl, supabaseKey, siteOrigin: origin }
    requireUsable(connection)
    await requireBackend(net, connection, signal)
    return { found: true, connection }
  } catch (error) {
    return { found: false, reason: error instanceof CheckFailure ? error.message : explainFailure(error) }
  }
}

/** Follows redirects itself, to check each address before requesting it. */
async function followSafely(
  net: Pick<Net, 'request'>,
  address: string,
  signal: AbortSignal,
): Promise<{ answer: Answer; origin: string }> {
  let next = new URL(address)
  const startedLocal = isLocal(next)
  for (let step = 0; step <= maxRedirects; step++) {
    const answer = await ask(net, next.href, { signal })
    if (answer.redirect === null) return { answer, origin: next.origin }
    const target = URL.parse(answer.redirect, next.href)
    if (target === null || !isSafe(target) || (isLocal(target) && !startedLocal)) {
      throw new CheckFailure(`The website leads to an address that is not safe. ${tellOwner}`)
    }
    next = target
  }
  throw new CheckFailure(`The website leads from one address to the next without end. ${tellOwner}`)
}

function readConfig({ status, contentType, text }: Answer): BackendConfig {
  if (status >= 500) throw new CheckFailure(serverError)
  // Single-page sites respond to every path with their HTML.
  if (status !== 200 || !/^application\/json\b/i.test(contentType)) throw new CheckFailure(notGiftwell)
  try {
    return parseBackendConfig(JSON.parse(text))
  } catch {
    throw new CheckFailure(notGiftwell)
  }
}

function requireUsable({ supabaseUrl, supabaseKey, siteOrigin }: Connection): void {
  if (isSecretKey(supabaseKey)) {
    throw new CheckFailure(`The website gives its secret key to everybody. ${tellOwner}`)
  }
  if (!isSafePair(supabaseUrl, siteOrigin)) {
    throw new CheckFailure(`The website’s data has no safe address (https). ${tellOwner}`)
  }
}

async function requireBackend(
  net: Pick<Net, 'request'>,
  { supabaseUrl, supabaseKey }: BackendConfig,
  signal: AbortSignal,
): Promise<void> {
  const answer = await ask(net, `${supabaseUrl}/auth/v1/health`, {
    signal,
    headers: { apikey: supabaseKey },
  }).catch((error: unknown) => {
    throw new CheckFailure(`The website was found, but not its data. ${explainFailure(error)}`)
  })
  if (answer.status === 401 || answer.status === 403) {
    throw new CheckFailure(`The website was found, but its data refuses its key. ${tellOwner}`)
  }
  if (answer.status !== 200 || !/^application\/json\b/i.test(answer.contentType)) {
    throw new CheckFailure('The website was found, but its data does not answer. Try again later.')
  }
}
