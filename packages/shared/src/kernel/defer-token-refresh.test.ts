import { beforeEach, expect, test, vi } from 'vitest'

import { createConnectivity } from './connectivity.ts'
import { deferTokenRefresh } from './defer-token-refresh.ts'

const refresh = 'http://backend.test/auth/v1/token?grant_type=refresh_token'
const fetched = vi.fn<typeof fetch>()
const settle = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  networkIs('away')
})

function networkIs(state: 'away' | 'there' | 'refusing') {
  fetched.mockReset().mockImplementation(() => {
    if (state === 'away') return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(new Response(null, { status: state === 'there' ? 200 : 400 }))
  })
}

function setUp() {
  const connectivity = createConnectivity({
    supabaseUrl: 'http://backend.test',
    supabaseKey: 'publishable',
  })
  return { connectivity, refreshes: deferTokenRefresh(connectivity) }
}

test.each(['there', 'refusing'] as const)(
  'a token refresh is deferred while offline, and ends with the first response (%s)',
  async (state) => {
    const { connectivity, refreshes } = setUp()
    const ended = vi.fn<(status: number) => void>()
    const refreshed = refreshes.fetch(refresh).then(({ status }) => ended(status))
    await settle()
    expect(ended).not.toHaveBeenCalled()
    networkIs(state)
    await connectivity.probe()
    await refreshed
    expect(ended).toHaveBeenCalledExactlyOnceWith(state === 'there' ? 200 : 400)
  },
)

test('requests other than a token refresh are not deferred', async () => {
  const { refreshes } = setUp()
  await expect(refreshes.fetch('http://backend.test/auth/v1/user')).rejects.toThrow('Failed to fetch')
  const password = 'http://backend.test/auth/v1/token?grant_type=password'
  await expect(refreshes.fetch(password)).rejects.toThrow('Failed to fetch')
})

test('requests that need a new token fail as soon as its refresh is deferred, and later ones at once', async () => {
  const { refreshes } = setUp()
  const forever = () => new Promise<string>(() => undefined)
  const waiting = refreshes.orOffline(forever)
  void refreshes.fetch(refresh)
  await expect(waiting).rejects.toThrow('Failed to fetch')
  await expect(refreshes.orOffline(forever)).rejects.toThrow('Failed to fetch')
})

test('a request while a refresh is deferred starts a probe, and continues when the network is back', async () => {
  const { refreshes } = setUp()
  const refreshed = refreshes.fetch(refresh)
  await settle()
  networkIs('there')
  expect(await refreshes.orOffline(() => refreshed.then(() => 'a token'))).toBe('a token')
})
