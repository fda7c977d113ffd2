import { z } from 'zod'
import type { Say } from '../process/terminal.ts'

/** A pair of keys of Cloudflare Turnstile; the site key is public, the secret key never leaves the server. */
export interface TurnstileKeys {
  readonly siteKey: string
  readonly secretKey: string
}

/**
 * Cloudflare's verdict on a token: it belongs to a `person`, it is `refused`, or it is `unknown` because Cloudflare does
 * not respond or rejects our key.
 */
export type Verdict = 'human' | 'refused' | 'unknown'

/** Verifies one token. */
export type AskTurnstile = (token: string) => Promise<Verdict>

const cloudflare = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const defaultTimeoutMs = 5000
/** Cloudflare's documented maximum, in characters. */
const maxTokenLength = 2048

const answerSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})
/** Cloudflare's error codes for its own failures and for wrong keys. */
const serverErrorCodes = new Set(['internal-error', 'missing-input-secret', 'invalid-input-secret'])

interface TurnstileOptions {
  readonly secretKey: string
  readonly say: Say
  /** Cloudflare's URL; tests name a fake. */
  readonly verifyAt?: string | undefined
  readonly timeoutMs?: number | undefined
}

/** Verifies tokens with Cloudflare's siteverify. Reports each outage once. */
export function createTurnstile({
  secretKey,
  say,
  verifyAt = cloudflare,
  timeoutMs = defaultTimeoutMs,
}: TurnstileOptions): AskTurnstile {
  let isOutage = false
  const unknown = (reason: string): Verdict => {
    if (!isOutage) {
      say(`Turnstile cannot be asked (${reason}): sign-ups, password resets and inquiries pass without it.`)
    }
    isOutage = true
    return 'unknown'
  }
  return async (token) => {
    if (token === '' || token.length > maxTokenLength) return 'refused'
    try {
      const response = await fetch(verifyAt, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response: token }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      // A rejection may have any status.
      const { success, 'error-codes': codes } = answerSchema.parse(await response.json())
      if (!success && codes.some((code) => serverErrorCodes.has(code))) {
        return unknown(
          codes.includes('internal-error') ? 'an error there' : 'it does not know TURNSTILE_SECRET_KEY',
        )
      }
      isOutage = false
      return success ? 'human' : 'refused'
    } catch (error) {
      return unknown(
        error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no answer',
      )
    }
  }
}
