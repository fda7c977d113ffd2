import { hash, timingSafeEqual } from 'node:crypto'

/** Compares digests, so that the time does not tell how much of a guess is right. */
export function isSameSecret(guess: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', guess, 'buffer'), hash('sha256', secret, 'buffer'))
}
