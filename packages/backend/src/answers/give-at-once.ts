import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestLog } from '../request-log.ts'
import type { SharedAnswers } from './shared-answers.ts'
import type { GivenAnswer } from './stored-answer.ts'

/** Answers a request of Node's server itself if it can, and calls `otherwise` if it cannot. */
export type GiveAtOnce = (
  incoming: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  outgoing: ServerResponse,
  otherwise: () => void,
) => void

/**
 * Gives visitors and customers what they share, past everything that other requests go through: nothing of it concerns
 * these. They get the same headers and the same line in the log.
 */
export function createGiveAtOnce(
  answers: Pick<SharedAnswers, 'atOnce' | 'soon'>,
  log: RequestLog,
): GiveAtOnce {
  return ({ method = '', url = '', headers }, outgoing, otherwise) => {
    const begun = performance.now()
    // Whatever is wrong with these is said elsewhere.
    if (headers.host === undefined || !/^[\w.:[\]-]+$/.test(headers.host)) return otherwise()
    const header = (name: string): string | null => {
      const value = headers[name]
      return typeof value === 'string' ? value : null
    }
    const give = (given: GivenAnswer | null): void => {
      if (given === null) return otherwise()
      const id = randomUUID()
      outgoing.writeHead(given.status, { ...given.headers, 'x-request-id': id })
      outgoing.end(given.body ?? undefined)
      const path = url.split('?', 1)[0] ?? url
      log.answered({ id, method, path, status: given.status, ms: performance.now() - begun })
      return undefined
    }
    const asked = { method, target: url, header }
    const given = answers.atOnce(asked)
    const soon = given === null ? answers.soon(asked) : null
    if (soon === null) give(given)
    else void soon.catch(() => null).then(give)
    return undefined
  }
}
