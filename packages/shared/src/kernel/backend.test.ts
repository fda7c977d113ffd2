import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { type BackendOptions, createBackend } from './backend.ts'
import { deferTokenRefresh } from './defer-token-refresh.ts'

const fetched = vi.fn<typeof fetch>()
/** Ends the refreshes of a client's session: they would use the fake network and clock of the next test or file. */
const cleanUps: (() => Promise<void>)[] = []
beforeEach(() => {
  fetched.mockReset().mockImplementation(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetched)
})
afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()))
})

/** Requests leads, an account's tokens and files, and returns their cache modes. */
async function cachesOf(options?: BackendOptions) {
  const backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    createMemoryPlatform().sessionStorage,
    options,
  )
  await (await backend.loadRest()).from('leads').select()
  const supabase = await backend.loadSupabase()
  cleanUps.push(() => supabase.auth.stopAutoRefresh())
  await supabase.auth.signInWithPassword({ email: 'ada@example.com', password: 'a password' })
  await supabase.storage.from('product-images').list()
  return fetched.mock.calls.map(([, init]) => init?.cache)
}

test('requests go to the page’s own origin when the configuration names none', async () => {
  const { sessionStorage } = createMemoryPlatform()
  const config = { supabaseUrl: '', supabaseKey: 'publishable' }
  const backend = createBackend(config, sessionStorage, { siteOrigin: 'https://gifts.example' })
  await (await backend.loadRest()).from('leads').select('id')
  await (await backend.loadSupabase()).storage.from('product-images').list()
  await backend.connectivity.probe()
  expect(fetched.mock.calls.map(([input]) => input)).toEqual([
    'https://gifts.example/rest/v1/leads?select=id',
    'https://gifts.example/storage/v1/object/list/product-images',
    '/auth/v1/health',
  ])
})

const minutes = 60_000
const day = 24 * 60 * minutes

/** A server of sessions with a clock of its own, and a client whose clock differs from it by `offset`. */
async function sessionServer(offset = 0, lifetime = 60 * minutes) {
  vi.useFakeTimers({ toFake: ['Date'] })
  let [now, issued, isErased] = [Date.now(), 0, false]
  const expiries = new Map<string, number>()
  const refreshes: number[] = []
  const setClock = (difference: number) => vi.setSystemTime(now + difference)
  fetched.mockImplementation((input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    if (pathname === '/auth/v1/token') {
      if (search.includes('refresh_token')) refreshes.push(now)
      if (isErased) {
        const refusal = { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' }
        return Promise.resolve(Response.json(refusal, { status: 400 }))
      }
      const token = `a.b.${(issued += 1)}`
      expiries.set(token, now + lifetime)
      const times = { expires_in: lifetime / 1000, expires_at: Math.floor((now + lifetime) / 1000) }
      return Promise.resolve(
        Response.json({
          access_token: token,
          refresh_token: token,
          token_type: 'bearer',
          user: { id: 'ada' },
          ...times,
        }),
      )
    }
    const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? ''
    const isValid = !isErased && (expiries.get(token) ?? 0) > now
    return Promise.resolve(
      isValid
        ? Response.json([])
        : Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 }),
    )
  })
  setClock(offset)
  const { sessionStorage } = createMemoryPlatform()
  const backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    sessionStorage,
  )
  const { auth } = await backend.loadSupabase()
  cleanUps.push(() => auth.stopAutoRefresh())
  await auth.signInWithPassword({ email: 'ada@example.com', password: 'a password' })
  return {
    auth,
    refreshes,
    sessionStorage,
    setClock,
    erase: () => (isErased = true),
    /** Reads leads so much later by the server's clock. */
    async readAfter(milliseconds: number, difference = offset) {
      now += milliseconds
      setClock(difference)
      return (await backend.loadRest()).from('leads').select()
    },
  }
}

test.each([
  ['right', 0],
  ['an hour ahead', 60 * minutes],
  ['an hour behind', -60 * minutes],
  ['a day ahead', day],
  ['a day behind', -day],
])(
  'with the clock %s a session lasts as long as the server says, and is refreshed once an hour',
  async (_clock, offset) => {
    const { readAfter, refreshes } = await sessionServer(offset)
    for (let read = 0; read < 36; read += 1) expect((await readAfter(5 * minutes)).error).toBeNull()
    expect(refreshes.length).toBeLessThanOrEqual(3)
    for (let read = 0; read < 10; read += 1) expect((await readAfter(1000)).error).toBeNull()
    expect(refreshes.length).toBeLessThanOrEqual(3)
  },
)

test.each([60 * minutes, day])(
  'a clock that is set back by %i ms refreshes the session when the server refuses its token',
  async (jump) => {
    const { readAfter, refreshes } = await sessionServer()
    expect((await readAfter(59 * minutes, -jump)).error).toBeNull()
    const [first, second] = await Promise.all([readAfter(2 * minutes, -jump), readAfter(0, -jump)])
    expect([first.error, second.error]).toEqual([null, null])
    expect(refreshes).toHaveLength(1)
  },
)

test('a clock that is set forward refreshes the session once', async () => {
  const { readAfter, refreshes } = await sessionServer()
  for (let read = 0; read < 10; read += 1) expect((await readAfter(1000, day)).error).toBeNull()
  expect(refreshes).toHaveLength(1)
})

test('a session that lasts no longer than a minute is refreshed at most once a minute', async () => {
  const { readAfter, refreshes } = await sessionServer(0, minutes)
  for (let read = 0; read < 50; read += 1) expect((await readAfter(1000)).error).toBeNull()
  expect(refreshes).toEqual([])
})

test('a session whose account was erased is over with the next request', async () => {
  const { auth, readAfter, refreshes, sessionStorage, erase } = await sessionServer()
  const changes: string[] = []
  auth.onAuthStateChange((change) => changes.push(change))
  erase()
  const { error } = await readAfter(1000)
  expect(error?.message).toBe('JWT expired')
  expect(changes.at(-1)).toBe('SIGNED_OUT')
  expect(await sessionStorage.keys()).toEqual([])
  expect(refreshes).toHaveLength(1)
})

test('while a session cannot be refreshed, no request is sent as if nobody were signed in', async () => {
  const { readAfter } = await sessionServer()
  const server = fetched.getMockImplementation()
  const reads: (string | null)[] = []
  let isAuthAway = true
  fetched.mockImplementation(async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (pathname !== '/auth/v1/token') reads.push(new Headers(init?.headers).get('authorization'))
    // A refresh that failed for the library's half minute of retries.
    else if (isAuthAway) vi.setSystemTime(Date.now() + 31_000)
    if (pathname === '/auth/v1/token' && isAuthAway) throw new TypeError('Failed to fetch')
    return server?.(input, init) ?? Response.error()
  })
  expect((await readAfter(2 * 60 * minutes)).error?.message).toContain('Failed to fetch')
  expect(reads).toEqual([])
  isAuthAway = false
  expect((await readAfter(2 * minutes)).error).toBeNull()
  expect(reads).toEqual(['Bearer a.b.2'])
})

test('requests leave caching to the browser', async () => {
  expect(await cachesOf()).toEqual([undefined, undefined, undefined])
})

test.each([
  ['that defers token refreshes', deferTokenRefresh],
  ['without that', undefined],
])('an app %s can disable the HTTP cache', async (_which, deferRefresh) => {
  expect(await cachesOf({ deferRefresh, cache: 'no-store' })).toEqual(['no-store', 'no-store', 'no-store'])
})
