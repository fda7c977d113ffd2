import { z } from 'zod'
import type { Say } from '../process/terminal.ts'

/** A pair of keys of Cloudflare Turnstile; the site key is public, the secret one never leaves the server. */
export interface TurnstileKeys {
  readonly siteKey: string
  readonly secretKey: string
}

/**
 * What Cloudflare says of a token: a `person` has earned it; it is `refused`; or it is `unknown`, because Cloudflare
 * does not answer, or not to us.
 */
export type Verdict = 'person' | 'refused' | 'unknown'

/** Asks for the verdict on one token. */
export type AskTurnstile = (token: string) => Promise<Verdict>

const cloudflare = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const defaultTimeoutMs = 5000
/** Characters of a token at most, as documented. */
const longestToken = 2048

const answerSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})
/** What Cloudflare says when the fault lies with it or with our keys. */
const notOfToken = new Set(['internal-error', 'missing-input-secret', 'invalid-input-secret'])

interface TurnstileOptions {
  readonly secretKey: string
  readonly say: Say
  /** Cloudflare's address unless a test has a fake. */
  readonly verifyAt?: string | undefined
  readonly timeoutMs?: number | undefined
}

/** Verifies tokens with Cloudflare's siteverify. Each time it stops answering, that is reported once. */
export function createTurnstile({
  secretKey,
  say,
  verifyAt = cloudflare,
  timeoutMs = defaultTimeoutMs,
}: TurnstileOptions): AskTurnstile {
  let isSilent = false
  const missed = (reason: string): Verdict => {
    if (!isSilent) {
      say(`Turnstile cannot be asked (${reason}): sign-ups, password resets and inquiries pass without it.`)
    }
    isSilent = true
    return 'unknown'
  }
  return async (token) => {
    if (token === '' || token.length > longestToken) return 'refused'
    try {
      const response = await fetch(verifyAt, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response: token }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      // A refusal may come with a status of its own.
      const { success, 'error-codes': codes } = answerSchema.parse(await response.json())
      if (!success && codes.some((code) => notOfToken.has(code))) {
        return missed(
          codes.includes('internal-error') ? 'an error there' : 'it does not know TURNSTILE_SECRET_KEY',
        )
      }
      isSilent = false
      return success ? 'person' : 'refused'
    } catch (error) {
      return missed(
        error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no answer',
      )
    }
  }
}
