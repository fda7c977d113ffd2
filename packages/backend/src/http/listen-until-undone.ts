import type { Settings } from '../settings.ts'
import type { Undoing } from '../undoing.ts'
import { listen, type Listener } from './listen.ts'
import { type AnswerHeaders, createAnswerHeaders } from './security-headers.ts'

/** A port that is taken, and the headers of what is answered there. */
export interface Listening {
  readonly listener: Listener
  /** The headers of every answer, once the scripts of the website's documents are known. */
  headersWith(scripts: readonly string[]): AnswerHeaders
}

/**
 * Takes the port of the settings until it is undone.
 * @param patience milliseconds that requests in hand may take at the end
 * @throws Refusal when it is in use or may not be taken
 */
export async function listenUntilUndone(
  settings: Settings,
  undoing: Undoing,
  patience: number,
): Promise<Listening> {
  const { port, siteUrl, trustedProxies, hosted } = settings
  const hostedOrigin = hosted === null ? null : new URL(hosted.url).origin
  const hasTurnstile = settings.turnstile !== null
  const headersWith = (scripts: readonly string[]): AnswerHeaders =>
    createAnswerHeaders({ hostedOrigin, siteUrl, trustedProxies, hasTurnstile, scripts })
  const listener = await listen(port, headersWith([]))
  undoing.add(async () => listener.close(patience))
  return { listener, headersWith }
}
