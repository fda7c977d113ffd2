import { afterEach, beforeEach, expect, vi } from 'vitest'

import { createAccountService } from '../auth/account-service.ts'
import { createAuthStore } from '../auth/auth-store.ts'
import { createOfflineAccounts } from '../auth/offline-accounts.ts'
import { createBackend, sessionStorageKey } from '../kernel/backend.ts'
import { deferTokenRefresh } from '../kernel/defer-token-refresh.ts'
import { createMemoryPlatform } from './memory-platform.ts'

/** Who has been an administrator on the computer. */
export const admin = { id: '00000000-0000-4000-8000-000000000001', email: 'admin@example.com' }
/** Another user. */
export const other = { id: '00000000-0000-4000-8000-000000000002', email: 'other@example.com' }

/** What supabase-js keeps; its token has been good until a minute from now, or has not been for an hour. */
export function sessionOf(user: typeof admin, { isExpired }: { isExpired: boolean }) {
  const expiresAt = Math.floor(Date.now() / 1000) + (isExpired ? -3600 : 3600)
  return {
    access_token: isExpired ? 'old' : 'good',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAt,
    user: { ...user, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2026-01-01' },
  }
}

/** The server behind a network that comes and goes. */
export const server = { isReachable: true, renews: true, isAdmin: true, user: admin, asked: [] as string[] }

/** Has every test of a file begin with a server that can be reached, renews the session and knows the administrator. */
export function setUpServer(): void {
  beforeEach(() => {
    Object.assign(server, { isReachable: true, renews: true, isAdmin: true, user: admin, asked: [] })
    vi.spyOn(console, 'warn').mockReturnValue()
    vi.spyOn(console, 'error').mockReturnValue()
    vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => {
      if (!server.isReachable) return Promise.reject(new TypeError('Failed to fetch'))
      const { pathname } = new URL(input)
      server.asked.push(`${pathname} ${new Headers(init?.headers).get('authorization')}`)
      if (pathname === '/auth/v1/token') {
        return Promise.resolve(
          server.renews
            ? Response.json({ ...sessionOf(server.user, { isExpired: false }), access_token: 'renewed' })
            : Response.json(
                { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' },
                { status: 400, headers: { 'x-supabase-api-version': '2024-01-01' } },
              ),
        )
      }
      if (pathname === '/rest/v1/profiles')
        return Promise.resolve(Response.json([{ is_admin: server.isAdmin, is_sales: false }]))
      return Promise.resolve(Response.json({}))
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

/** A computer with a stored session, a cached administrator and cached data. */
export async function computer(stored: { session?: object; remembered?: typeof admin | null }) {
  const { session = sessionOf(admin, { isExpired: true }), remembered = admin } = stored
  const platform = createMemoryPlatform()
  await platform.sessionStorage.setItem(sessionStorageKey, JSON.stringify(session))
  if (remembered !== null) {
    await platform.offlineStorage.setItem(
      'identity',
      JSON.stringify({ version: 3, role: 'administrator', ...remembered, readAt: new Date().toISOString() }),
    )
    await platform.offlineStorage.setItem(`leads:${remembered.id}`, 'what has been read')
  }
  const start = ({ missNetworkFirst = false } = {}) => {
    const backend = createBackend(
      { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
      platform.sessionStorage,
      { deferRefresh: deferTokenRefresh },
    )
    const plain = createAccountService(backend, platform)
    const offline = createOfflineAccounts(plain, backend, platform)
    const missed = missNetworkFirst ? backend.connectivity.probe() : Promise.resolve(true)
    const accounts = {
      ...offline,
      start: (...args: Parameters<typeof offline.start>) => missed.then(() => offline.start(...args)),
    }
    const store = createAuthStore(accounts)
    /** The stored keys at each change of the state. */
    const storedAtChange: (readonly [userId: string | undefined, keys: Promise<readonly string[]>])[] = []
    store.subscribe(() => storedAtChange.push([store.get().user?.id, platform.offlineStorage.keys()]))
    const settled = () => vi.waitFor(() => expect(store.get().isLoading).toBe(false))
    return { backend, accounts, store, settled, storedAtChange }
  }
  const storedKeys = async () => (await platform.offlineStorage.keys()).toSorted()
  return { platform, start, storedKeys }
}

/** The server can be reached again, and that is noticed. */
export async function comeBack({ connectivity }: ReturnType<typeof createBackend>) {
  server.isReachable = true
  expect(await connectivity.probe()).toBe(true)
}
