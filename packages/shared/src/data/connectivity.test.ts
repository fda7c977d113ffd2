import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type Connectivity, createConnectivity } from './connectivity.ts'

const config = { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' }
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))
const answering =
  (status = 200) =>
  () =>
    Promise.resolve(new Response(null, { status }))

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  fetched.mockReset().mockImplementation(answering())
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A connectivity whose time passes only when it is told to. */
function setUp() {
  const waits: number[] = []
  let due: (() => void) | undefined
  let hint: (() => void) | undefined
  const connectivity = createConnectivity(config, undefined, {
    timers: {
      set(action, milliseconds) {
        waits.push(milliseconds)
        due = action
        return action
      },
      clear: () => void (due = undefined),
    },
    onHint(probe) {
      hint = probe
      return () => void (hint = undefined)
    },
  })
  return {
    connectivity,
    waits,
    hint: () => hint?.(),
    isListening: () => hint !== undefined,
    isWaiting: () => due !== undefined,
    async passTime() {
      const action = due
      due = undefined
      action?.()
      await vi.waitFor(() => expect(due !== undefined || connectivity.isOnline()).toBe(true))
    },
  }
}

const meet = (connectivity: Connectivity, init?: RequestInit) =>
  connectivity.fetch('http://backend.test/rest/v1/leads', init).catch(() => undefined)

test('a request without an answer means offline, and any answer means online', async () => {
  const { connectivity } = setUp()
  const said: boolean[] = []
  connectivity.subscribe(() => said.push(connectivity.isOnline()))
  expect(connectivity.isOnline()).toBe(true)
  fetched.mockImplementation(noNetwork)
  await meet(connectivity)
  await meet(connectivity)
  fetched.mockImplementation(answering(500))
  await meet(connectivity)
  expect(said).toEqual([false, true])
})

test.each([502, 503, 504, 520, 522, 530])('a gateway’s %i counts as no response', async (status) => {
  const { connectivity } = setUp()
  fetched.mockImplementation(answering(status))
  expect((await meet(connectivity))?.status).toBe(status)
  expect(connectivity.isOnline()).toBe(false)
})

test('a cancelled request changes nothing', async () => {
  const { connectivity } = setUp()
  fetched.mockImplementation(() => Promise.reject(new DOMException('Cancelled', 'AbortError')))
  await meet(connectivity)
  fetched.mockImplementation(noNetwork)
  await meet(connectivity, { signal: AbortSignal.abort(new Error('No longer wanted')) })
  expect(connectivity.isOnline()).toBe(true)
})

test('while offline it probes with growing delays until the backend responds', async () => {
  const { connectivity, waits, isWaiting, passTime } = setUp()
  connectivity.subscribe(() => undefined)
  fetched.mockImplementation(noNetwork)
  await meet(connectivity)
  for (let time = 0; time < 6; time += 1) await passTime()
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  expect(fetched.mock.calls.at(-1)?.[0]).toBe('http://backend.test/auth/v1/health')
  expect(fetched.mock.calls.at(-1)?.[1]?.headers).toEqual({ apikey: 'publishable' })
  fetched.mockImplementation(answering(404))
  await passTime()
  expect(connectivity.isOnline()).toBe(true)
  expect(isWaiting()).toBe(false)
})

test('the delays start over once a request has been answered, and not before', async () => {
  const { connectivity, waits, passTime } = setUp()
  connectivity.subscribe(() => undefined)
  const goes = async () => {
    fetched.mockImplementation(noNetwork)
    await meet(connectivity)
    fetched.mockImplementation(answering())
    await passTime()
  }
  await goes()
  await goes()
  await meet(connectivity)
  await goes()
  expect(waits).toEqual([2000, 4000, 2000])
})

test('a change of the network starts one probe at once', async () => {
  const { connectivity, hint } = setUp()
  connectivity.subscribe(() => undefined)
  fetched.mockImplementation(noNetwork)
  await meet(connectivity)
  fetched.mockClear().mockImplementation(answering())
  hint()
  hint()
  await connectivity.whenOnline()
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('nothing is probed without listeners', async () => {
  const { connectivity, isListening, isWaiting } = setUp()
  fetched.mockImplementation(noNetwork)
  await meet(connectivity)
  expect([isListening(), isWaiting()]).toEqual([false, false])
  const stop = connectivity.subscribe(() => undefined)
  expect([isListening(), isWaiting()]).toEqual([true, true])
  stop()
  expect([isListening(), isWaiting()]).toEqual([false, false])
})

test('callers that wait for the network continue at the first response', async () => {
  const { connectivity, isListening, passTime } = setUp()
  fetched.mockImplementation(noNetwork)
  await meet(connectivity)
  const waited = connectivity.whenOnline().then(() => 'online')
  fetched.mockImplementation(answering())
  await passTime()
  expect(await waited).toBe('online')
  expect(isListening()).toBe(false)
})
