import { setTimeout } from 'node:timers/promises'

import { Webhook } from 'standardwebhooks'
import type { Database } from '../database/database.ts'
import { poll } from '../process/poll.ts'
import { postToPublic } from './post-to-public.ts'

interface WebhookSenderOptions {
  readonly query: Database['query']
  readonly toLoopback: boolean
  readonly everyMs?: number | undefined
}

/** How many events one server sends at the same time. */
const mostAtOnce = 30

/** An event that is due, as the database's `claim_webhooks` gives it. */
interface DueEvent {
  readonly id: string
  readonly attempt: number
  readonly type: string
  /** When it happened. */
  readonly at: string
  readonly address: string
  readonly data: object
  /** The present one first, and for a day after a rotation the former one. */
  readonly secrets: readonly string[]
}

/**
 * Sends events to the owner's programs by the Standard Webhooks specification. Several servers share the queue.
 * @returns a function that stops it; unsent events stay queued
 */
export function startWebhookSender({ query, toLoopback, everyMs = 3000 }: WebhookSenderOptions) {
  const cut = new AbortController()

  async function send({ id, attempt, type, at, address, data, secrets }: DueEvent): Promise<void> {
    const begun = performance.now()
    const body = JSON.stringify({ type, timestamp: at, data })
    const now = new Date()
    const { status, fault } = await postToPublic(address, {
      body,
      toLoopback,
      signal: cut.signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Giftwell-Webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
      },
    })
    // It is sent again in two minutes, by this server or another.
    if (status === null && cut.signal.aborted) return
    const ms = Math.round(performance.now() - begun)
    await query('select private.finish_webhook($1, $2, $3::smallint, $4, $5)', [
      id,
      attempt,
      status,
      fault,
      ms,
    ])
  }

  const stop = poll(async (isStopped) => {
    const sending = new Set<Promise<void>>()
    let claimed = 0
    do {
      claimed = 0
      if (!isStopped() && sending.size < mostAtOnce) {
        const { rows } = await query('select private.claim_webhooks()::text as events')
        // Built by the function.
        const events = JSON.parse(String(rows[0]?.['events'])) as readonly DueEvent[]
        claimed = events.length
        for (const event of events) {
          // If its result cannot be stored, it is sent again in two minutes.
          const one: Promise<void> = send(event)
            .catch(() => {})
            .finally(() => sending.delete(one))
          sending.add(one)
        }
      }
      // A receiver that is slow does not keep the others waiting.
      await Promise.race([Promise.all(sending), setTimeout(everyMs, undefined, { ref: false })])
    } while (claimed > 0 || sending.size > 0)
  }, everyMs)
  return async () => stop(() => cut.abort())
}
