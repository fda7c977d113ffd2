import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStatementSlots } from './statement-slots.ts'

const limits = {
  perAddress: 2,
  inAll: 4,
  waitingPerAddress: 10,
  waitingInAll: 25,
  maxWaitMs: 10_000,
  burstMs: 1000,
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Enters from addresses and records who has started and who was refused. */
function observed() {
  const slots = createStatementSlots(limits)
  const inFlight: [string, Disposable][] = []
  const refused: string[] = []
  const record = async (address: string, signal?: AbortSignal): Promise<void> => {
    const slot = await slots.enter(address, signal)
    if (slot === null) refused.push(address)
    else inFlight.push([address, slot])
  }
  return {
    refused,
    inFlight: () => inFlight.map(([address]) => address),
    async enter(address: string, count = 1, signal?: AbortSignal) {
      for (let number = 0; number < count; number += 1) {
        void record(address, signal)
      }
      await vi.advanceTimersByTimeAsync(0)
    },
    /** Ends the oldest statement of an address. */
    async end(address: string) {
      const index = inFlight.findIndex(([other]) => other === address)
      for (const [, slot] of inFlight.splice(index, 1)) slot[Symbol.dispose]()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

it('at most two statements of one address are in flight, and the others wait', async () => {
  const { enter, end, inFlight, refused } = observed()
  await enter('a', 8)
  expect(inFlight()).toEqual(['a', 'a'])
  for (let ended = 0; ended < 8; ended += 1) await end('a')
  expect([inFlight(), refused]).toEqual([[], []])
})

it('at most four statements are in flight in all, and a free slot goes to the address with the fewest', async () => {
  const { enter, end, inFlight } = observed()
  await enter('flood', 8)
  await enter('b', 2)
  await enter('c')
  await enter('b')
  expect(inFlight()).toEqual(['flood', 'flood', 'b', 'b'])
  await end('flood')
  expect(inFlight()).toEqual(['flood', 'b', 'b', 'c'])
  await end('b')
  expect(inFlight().toSorted()).toEqual(['b', 'c', 'flood', 'flood'])
})

it('addresses with equally many statements in flight take turns', async () => {
  const { enter, end, inFlight } = observed()
  for (const address of ['a', 'b', 'c', 'd', 'e', 'f']) await enter(address, 3)
  const started: string[] = []
  for (let turn = 0; turn < 8; turn += 1) {
    const [first = ''] = inFlight()
    await end(first)
    started.push(inFlight().at(-1) ?? '')
  }
  expect(started).toEqual(['c', 'a', 'd', 'b', 'e', 'f', 'c', 'd'])
})

it('a request that waits too long is refused, and no sooner', async () => {
  const { enter, inFlight, refused } = observed()
  await enter('a', 3)
  await vi.advanceTimersByTimeAsync(9999)
  expect(refused).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect([inFlight(), refused]).toEqual([['a', 'a'], ['a']])
})

it('a full queue of one address refuses its further requests at once, and no others', async () => {
  const { enter, inFlight, refused } = observed()
  await enter('a', 15)
  expect(refused).toEqual(['a', 'a', 'a'])
  await enter('b')
  expect(inFlight()).toEqual(['a', 'a', 'b'])
})

it('the queue of all addresses has a maximum', async () => {
  const { enter, refused } = observed()
  for (let address = 0; address < 30; address += 1) await enter(`address ${address}`)
  expect(refused).toEqual(['address 29'])
})

it('after a burst of a second the statements of an address run a quarter of the time, and no other address waits', async () => {
  const { enter, end, inFlight } = observed()
  await enter('third')
  await enter('dear', 8)
  await vi.advanceTimersByTimeAsync(1000)
  // Two of a second each: one is the burst, the other takes four.
  await end('dear')
  expect(inFlight()).toEqual(['third', 'dear', 'dear'])
  await end('dear')
  await end('dear')
  expect(inFlight()).toEqual(['third'])
  await enter('other')
  expect(inFlight()).toEqual(['third', 'other'])
  await vi.advanceTimersByTimeAsync(2999)
  expect(inFlight()).toEqual(['third', 'other'])
  await vi.advanceTimersByTimeAsync(1)
  expect(inFlight()).toEqual(['third', 'other', 'dear', 'dear'])
})

it('an address never waits longer than five seconds for what it has run', async () => {
  const { enter, end, inFlight } = observed()
  await enter('slow')
  await enter('other')
  await vi.advanceTimersByTimeAsync(60_000)
  await end('slow')
  await enter('slow')
  await vi.advanceTimersByTimeAsync(4999)
  expect(inFlight()).toEqual(['other'])
  await vi.advanceTimersByTimeAsync(1)
  expect(inFlight()).toEqual(['other', 'slow'])
})

it('an address that is alone never waits for what it has run', async () => {
  const { enter, end, inFlight } = observed()
  await enter('alone')
  await vi.advanceTimersByTimeAsync(60_000)
  await end('alone')
  await enter('alone')
  expect(inFlight()).toEqual(['alone'])
})

it('a client that disconnects leaves the queue, and its slot is never taken', async () => {
  const { enter, end, inFlight, refused } = observed()
  const gone = new AbortController()
  await enter('a', 2)
  await enter('a', 10, gone.signal)
  gone.abort()
  await enter('a')
  expect(refused).toHaveLength(10)
  await end('a')
  expect(inFlight()).toEqual(['a', 'a'])
  await enter('a', 1, gone.signal)
  expect(refused).toHaveLength(11)
})
