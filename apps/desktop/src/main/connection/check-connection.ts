import type { Net } from 'electron'

import { type BackendConfig, parseBackendConfig } from '@giftwell/shared/data/backend-config.ts'

import type { Output } from '../../ipc/contract.ts'
import { type Answer, ask } from './ask.ts'
import { isSecretKey } from './is-secret-key.ts'
import { noAnswer } from './no-answer.ts'
import { isLocal, isSafe, readSiteAddress } from './site-address.ts'

/** What looking for a website needs. */
export interface CheckOptions {
  readonly net: Pick<Net, 'request'>
  /** Ends a check that takes too long; without it, after 15 seconds. */
  readonly createTimeLimit?: () => AbortSignal
}

/** What a check answers: the connection, or a sentence that says what to do. */
export type CheckedConnection = Output<'connection:check'>

const patience = 15_000

/** From the bare name to www, and from there to a language, is two. */
const mostRedirects = 5

const notGiftwell = 'This is not a Giftwell website. Check the address.'
const inTrouble = 'The website has a problem of its own at the moment. Try again later.'
const tellWhoeverRuns = 'Tell whoever runs the website.'

/** Ends a check with a sentence for the person. */
class CheckFailure extends Error {
  override readonly name = 'CheckFailure'
}

/**
 * Looks for a Giftwell website at an address that a person typed: reads its config.json and asks the backend that it
 * names whether it takes the key. Nothing but safe addresses is ever asked, and no secret key is accepted. Keeps nothing
 * and never throws.
 */
export async function checkConnection(typed: string, options: CheckOptions): Promise<CheckedConnection> {
  const site = readSiteAddress(typed)
  if ('reason' in site) return { found: false, reason: site.reason }
  const { net, createTimeLimit = () => AbortSignal.timeout(patience) } = options
  const signal = createTimeLimit()
  try {
    const { answer, origin } = await followSafely(net, `${site.origin}/config.json`, signal)
    const config = readConfig(answer)
    requireUsable(config, origin)
    await requireBackend(net, config, signal)
    return { found: true, connection: { ...config, siteOrigin: origin } }
  } catch (error) {
    return { found: false, reason: error instanceof CheckFailure ? error.message : noAnswer(error) }
  }
}

/** Follows redirections by hand, so that an address is looked at before it is asked. */
async function followSafely(
  net: Pick<Net, 'request'>,
  address: string,
  signal: AbortSignal,
): Promise<{ answer: Answer; origin: string }> {
  let next = new URL(address)
  const startedHere = isLocal(next)
  for (let step = 0; step <= mostRedirects; step++) {
    const answer = await ask(net, next.href, { signal })
    if (answer.redirect === null) return { answer, origin: next.origin }
    const target = URL.parse(answer.redirect, next.href)
    if (target === null || !isSafe(target) || (isLocal(target) && !startedHere)) {
      throw new CheckFailure(`The website leads to an address that is not safe. ${tellWhoeverRuns}`)
    }
    next = target
  }
  throw new CheckFailure(`The website leads from one address to the next without end. ${tellWhoeverRuns}`)
}

function readConfig({ status, contentType, text }: Answer): BackendConfig {
  if (status >= 500) throw new CheckFailure(inTrouble)
  // A website that shows its own page for every path answers this one too.
  if (status !== 200 || !/^application\/json\b/i.test(contentType)) throw new CheckFailure(notGiftwell)
  try {
    return parseBackendConfig(JSON.parse(text))
  } catch {
    throw new CheckFailure(notGiftwell)
  }
}

/** @throws {CheckFailure} when a connection must not be used, whoever offers it */
function requireUsable({ supabaseUrl, supabaseKey }: BackendConfig, siteOrigin: string): void {
  if (isSecretKey(supabaseKey)) {
    throw new CheckFailure(`The website gives its secret key to everybody. ${tellWhoeverRuns}`)
  }
  if (!isSafePair(supabaseUrl, siteOrigin)) {
    throw new CheckFailure(`The website’s data has no safe address (https). ${tellWhoeverRuns}`)
  }
}

/** Whether a backend may belong to a website: both safe, and on this computer only both together. */
export function isSafePair(supabaseUrl: string, siteOrigin: string): boolean {
  const backend = URL.parse(supabaseUrl)
  const site = URL.parse(siteOrigin)
  if (backend === null || site === null) return false
  return isSafe(backend) && isSafe(site) && (!isLocal(backend) || isLocal(site))
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
    throw new CheckFailure(`The website was found, but not its data. ${noAnswer(error)}`)
  })
  if (answer.status === 401 || answer.status === 403) {
    throw new CheckFailure(`The website was found, but its data refuses its key. ${tellWhoeverRuns}`)
  }
  if (answer.status !== 200 || !/^application\/json\b/i.test(answer.contentType)) {
    throw new CheckFailure('The website was found, but its data does not answer. Try again later.')
  }
}
