import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Transact } from '../database/database.ts'
import { asLibpqReads } from '../database/server-pool.ts'
import { type ChangeNotices, channels, type Heeding } from './change-notices.ts'

/** How long the server may take for a word, in milliseconds; then the connection counts as lost. */
const patience = 2000
/** Milliseconds until the connection is looked for again, the first time and at most. */
const waits = { first: 250, longest: 10_000 }

/**
 * Listens to a PostgreSQL server on a connection of its own. While that is lost, and until it is certain that notices
 * arrive on it, which they do not through some poolers, nothing may be kept.
 */
export async function hearPostgres(
  url: string,
  transaction: Transact,
  heeding: Heeding,
): Promise<ChangeNotices> {
  const closing = new AbortController()
  let hearing: Client | null = null
  const allow = (isAllowed: boolean): void => {
    for (const channel of channels) heeding[channel].allow(isAllowed)
  }

  const lose = (client: Client): void => {
    if (hearing !== client) return
    hearing = null
    allow(false)
    void client.end().catch(() => {})
    void hearAgain()
  }
  const hear = async (): Promise<void> => {
    const client = new Client({
      connectionString: asLibpqReads(url),
      application_name: 'giftwell-changes',
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      keepAlive: true,
    })
    const heard = new Set<string | undefined>()
    client.on('error', () => lose(client))
    client.on('end', () => lose(client))
    client.on('notification', ({ channel, payload }) => {
      heard.add(payload)
      const known = channels.find((one) => one === channel)
      if (hearing === client && known !== undefined) heeding[known].forget()
    })
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${channel}`)
      const word = randomUUID()
      await transaction(async (session) => session.query('select pg_notify($1, $2)', [channels[0], word]))
      await client.query('select 1')
      if (!heard.has(word)) throw new Error('Notices do not arrive on this connection')
      closing.signal.throwIfAborted()
      heard.clear()
      hearing = client
      allow(true)
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
  }
  const hearAgain = async (): Promise<void> => {
    for (let wait = waits.first; !closing.signal.aborted; wait = Math.min(2 * wait, waits.longest)) {
      const isToGoOn = await delay(wait, true, { signal: closing.signal, ref: false }).catch(() => false)
      if (
        isToGoOn &&
        (await hear().then(
          () => true,
          () => false,
        ))
      )
        return
    }
  }

  await hear().catch(() => void hearAgain())
  return {
    async caughtUp() {
      const client = hearing
      // The server gives the notices that it has before it gives an answer.
      await client?.query('select 1').catch(() => lose(client))
    },
    async close() {
      closing.abort()
      const client = hearing
      hearing = null
      allow(false)
      await client?.end()
    },
  }
}
