/** How many statements without an account may be in flight, and how many requests may wait for them. */
interface SlotLimits {
  readonly perAddress: number
  readonly inAll: number
  readonly waitingPerAddress: number
  readonly waitingInAll: number
  readonly maxWaitMs: number
}

/** More than the requests of twenty colleagues at once, and less than clients wait. */
const queue = { waitingPerAddress: 200, waitingInAll: 1000, maxWaitMs: 10_000 }

/** The embedded database runs one statement at a time, so a second one of an address would only delay the others. */
export const embeddedSlots: SlotLimits = { perAddress: 1, inAll: 4, ...queue }
/** Leaves two of the pool's ten connections to accounts. */
export const serverSlots: SlotLimits = { perAddress: 2, inAll: 8, ...queue }

/** What a refused request waits before it is sent again, in milliseconds. */
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
 * Limits the statements in flight, per client address and in all. A free slot goes to the waiting address with the fewest
 * in flight, among equals to the one whose last start is longest ago.
 */
export function createStatementSlots(limits: SlotLimits): StatementSlots {
  /** Ordered by the last start. */
  const clients = new Map<string, Client>()
  let inFlight = 0
  let waiting = 0

  function startNext(): void {
    if (inFlight >= limits.inAll) return
    const ready = [...clients].filter(
      ([, client]) => client.waiting.size > 0 && client.inFlight < limits.perAddress,
    )
    const [next] = ready.toSorted(([, one], [, other]) => one.inFlight - other.inFlight)
    if (next === undefined) return
    const [address, client] = next
    const [start] = client.waiting
    clients.delete(address)
    clients.set(address, client)
    inFlight += 1
    client.inFlight += 1
    start?.()
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
      const slot: Disposable = {
        [Symbol.dispose]() {
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
      const start = (): void => leaveQueue(slot)
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
