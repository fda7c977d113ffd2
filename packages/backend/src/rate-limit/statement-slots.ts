import { LRUCache } from 'lru-cache'

/** How many statements without an account may be in flight, and how many requests may wait for them. */
interface SlotLimits {
  readonly perAddress: number
  readonly inAll: number
  readonly waitingPerAddress: number
  readonly waitingInAll: number
  readonly maxWaitMs: number
  /** The milliseconds of statements that an address may run without a pause; after them its statements run a quarter of the time. */
  readonly burstMs: number
}

/** Milliseconds that an address pays for each of a statement, and the maximum debt, so no wait ends in a rejection. */
const price = 4
const maxDebtMs = 5000
const maxAddresses = 10_000

/** More than the requests of twenty colleagues at once, and less than clients wait. */
const queue = { waitingPerAddress: 200, waitingInAll: 1000, maxWaitMs: 10_000, burstMs: 2000 }

/** The embedded database runs one statement at a time, so a second one of an address would only delay the others. */
export const embeddedSlots: SlotLimits = { perAddress: 1, inAll: 4, ...queue }
/** Leaves two of the pool's ten connections to accounts. */
export const serverSlots: SlotLimits = { perAddress: 2, inAll: 8, ...queue }

/** The delay before a retry of a rejected request, in milliseconds. */
export const slotRetryMs = 1000

/** Waits for a slot, which is disposed of when the statement has ended; null when the queue is full or the wait ended. */
export type EnterStatement = () => Promise<Disposable | null>

/** The slot of a statement that is not limited. */
export const noSlot: Disposable = { [Symbol.dispose]() {} }

export interface StatementSlots {
  /**
   * Waits for a slot of a client address.
   * @param signal ends the wait
   */
  enter(address: string, signal?: AbortSignal): ReturnType<EnterStatement>
  /** The statements in flight, and the requests that wait. */
  load(): { readonly inFlight: number; readonly waiting: number }
}

/** The statements and waiting requests of one address. */
interface Client {
  inFlight: number
  readonly waiting: Set<() => void>
}

/**
 * Limits the statements in flight, per client address and in total. A free slot goes to the waiting address with
 * the fewest in flight, among equals to the one with the earliest last start. An address pays for the time of all
 * its statements, since an expensive query has more variants than any cache key covers.
 * @param now a monotonic clock in milliseconds
 */
export function createStatementSlots(
  limits: SlotLimits,
  now: () => number = () => performance.now(),
): StatementSlots {
  /** Ordered by the last start. */
  const clients = new Map<string, Client>()
  let inFlight = 0
  let waiting = 0
  /** When each address has paid for its statements. */
  const paidAt = new LRUCache<string, number>({ max: maxAddresses })
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Without contention an address pays nothing. */
  function pay(address: string, startedAt: number): void {
    if (clients.size === 1) return
    const paid = Math.max(paidAt.get(address) ?? -Infinity, startedAt - price * limits.burstMs)
    paidAt.set(address, Math.min(paid + price * (now() - startedAt), now() + maxDebtMs))
  }

  function startNext(): void {
    if (inFlight >= limits.inAll) return
    const debt = (address: string) => (paidAt.get(address) ?? -Infinity) - now()
    const free = [...clients].filter(
      ([, client]) => client.waiting.size > 0 && client.inFlight < limits.perAddress,
    )
    const ready = free.filter(([address]) => debt(address) <= 0)
    const [next] = ready.toSorted(([, one], [, other]) => one.inFlight - other.inFlight)
    clearTimeout(timer)
    if (next === undefined) {
      if (free.length > 0) timer = setTimeout(startNext, Math.min(...free.map(([address]) => debt(address))))
      return
    }
    const [address, client] = next
    const [start] = client.waiting
    clients.delete(address)
    clients.set(address, client)
    inFlight += 1
    client.inFlight += 1
    start?.()
    startNext()
  }

  return {
    load: () => ({ inFlight, waiting }),
    async enter(address, signal) {
      const client = clients.get(address) ?? { inFlight: 0, waiting: new Set() }
      const isFull = client.waiting.size >= limits.waitingPerAddress || waiting >= limits.waitingInAll
      if (isFull || signal?.aborted === true) return null
      const evictIdle = (): void => {
        if (client.inFlight + client.waiting.size === 0) clients.delete(address)
      }
      let startedAt = 0
      const slot: Disposable = {
        [Symbol.dispose]() {
          pay(address, startedAt)
          inFlight -= 1
          client.inFlight -= 1
          evictIdle()
          startNext()
        },
      }
      const { promise, resolve } = Promise.withResolvers<Disposable | null>()
      const leaveQueue = (result: Disposable | null): void => {
        if (client.waiting.delete(start)) waiting -= 1
        evictIdle()
        resolve(result)
      }
      const start = (): void => {
        startedAt = now()
        leaveQueue(slot)
      }
      const giveUp = (): void => leaveQueue(null)
      clients.set(address, client)
      client.waiting.add(start)
      waiting += 1
      const timer = setTimeout(giveUp, limits.maxWaitMs)
      signal?.addEventListener('abort', giveUp)
      startNext()
      return promise.finally(() => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      })
    },
  }
}
