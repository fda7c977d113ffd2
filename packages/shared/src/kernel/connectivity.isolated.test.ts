import { beforeEach, expect, test, vi } from 'vitest'

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

function setUp() {
  vi.useFakeTimers()
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', new EventTarget())
  return {
    connectivity: createConnectivity(config),
    /** The browser reports a change of the network. */
    hint: () => page.dispatchEvent(new Event('online')),
    /** Passes the time until the next probe, and returns its milliseconds. */
    async passTime() {
      const before = Date.now()
      await vi.advanceTimersToNextTimerAsync()
      return Date.now() - before
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
  const { connectivity, passTime } = setUp()
  connectivity.subscribe(() => undefined)
  fetched.mockImplementation(noNetwork)
  await meet(connectivity)
  const waits: number[] = []
  for (let time = 0; time < 7; time += 1) waits.push(await passTime())
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  expect(fetched.mock.calls.at(-1)?.[0]).toBe('http://backend.test/auth/v1/health')
  expect(fetched.mock.calls.at(-1)?.[1]?.headers).toEqual({ apikey: 'publishable' })
  fetched.mockImplementation(answering(404))
  await passTime()
  expect(connectivity.isOnline()).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('the delays start over once a request has been answered, and not before', async () => {
  const { connectivity, passTime } = setUp()
  connectivity.subscribe(() => undefined)
  const goes = async () => {
    fetched.mockImplementation(noNetwork)
    await meet(connectivity)
    fetched.mockImplementation(answering())
    return passTime()
  }
  expect(await goes()).toBe(2000)
  expect(await goes()).toBe(4000)
  await meet(connectivity)
  expect(await goes()).toBe(2000)
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
  const { connectivity, hint } = setUp()
  fetched.mockImplementation(noNetwork)
  await meet(connectivity)
  const probes = async () => {
    fetched.mockClear()
    hint()
    await vi.advanceTimersByTimeAsync(30_000)
    return fetched.mock.calls.length
  }
  expect(await probes()).toBe(0)
  const stop = connectivity.subscribe(() => undefined)
  expect(await probes()).toBeGreaterThan(1)
  stop()
  expect(await probes()).toBe(0)
})

test('callers that wait for the network continue at the first response', async () => {
  const { connectivity, hint, passTime } = setUp()
  fetched.mockImplementation(noNetwork)
  await meet(connectivity)
  const waited = connectivity.whenOnline().then(() => 'online')
  fetched.mockImplementation(answering())
  await passTime()
  expect(await waited).toBe('online')
  fetched.mockClear()
  hint()
  expect(fetched).not.toHaveBeenCalled()
})
