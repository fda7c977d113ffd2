import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestLog } from '../request-log.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** Answers a request of Node's server itself if it can do so at once; whether it did. */
export type GiveAtOnce = (
  incoming: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  outgoing: ServerResponse,
) => boolean

/**
 * Gives visitors and customers what is kept for them, past everything that other requests go through: nothing of it concerns these.
 * They get the same headers and the same line in the log.
 */
export function createGiveAtOnce(answers: Pick<SharedAnswers, 'atOnce'>, log: RequestLog): GiveAtOnce {
  return ({ method = '', url = '', headers }, outgoing) => {
    const begun = performance.now()
    // Whatever is wrong with these is said elsewhere.
    if (headers.host === undefined || !/^[\w.:[\]-]+$/.test(headers.host)) return false
    const header = (name: string): string | null => {
      const value = headers[name]
      return typeof value === 'string' ? value : null
    }
    const given = answers.atOnce({ method, target: url, header })
    if (given === null) return false
    const id = randomUUID()
    outgoing.writeHead(given.status, { ...given.headers, 'x-request-id': id })
    outgoing.end(given.body ?? undefined)
    const path = url.split('?', 1)[0] ?? url
    log.answered({ id, method, path, status: given.status, ms: performance.now() - begun })
    return true
  }
}
