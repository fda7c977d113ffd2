import { AppError } from '../kernel/app-error.ts'
import { type Backend, sessionStorageKey } from '../kernel/backend.ts'
import { type OfflineArea, offlineAreaOf, isFresh } from '../kernel/offline-area.ts'
import type { Platform } from '../platform/platform.ts'
import type { AccountService } from './account-service.ts'
import type { AuthChange, AuthSession, AuthUser, Role } from './auth-machine.ts'
import { z } from 'zod'
import { parseJson } from '../kernel/parse-json.ts'

/**
 * Wraps the account service to let the back office use cached data offline, on a platform with an `offlineStorage`.
 *
 * While the server is unreachable, a stored session that cannot be refreshed and a role that cannot be read come from the
 * cached identity. The server's response replaces both when it is reachable again. Sign-out, a rejected session
 * and a lost role wipe the offline storage before the state changes; from a sign-out to the next sign-in nothing
 * is stored.
 */
export function createOfflineAccounts(
  accounts: AccountService,
  backend: Pick<Backend, 'connectivity'>,
  platform: Pick<Platform, 'offlineStorage' | 'sessionStorage'>,
): AccountService {
  const { offlineStorage, sessionStorage } = platform
  if (offlineStorage === null) return accounts
  const area = offlineAreaOf(offlineStorage)
  const { connectivity } = backend
  const cachedRole = async (userId: string) => (await cachedFor(area, userId))?.role
  const storedUserId = async () => userIdOfSession(await sessionStorage.getItem(sessionStorageKey))

  let current: AuthSession | null = null
  /** Whether the role came from the cache and has to be read from the server. */
  let isRoleUnconfirmed = false

  /** Fails fast while offline: supabase-js would wait for a token refresh. */
  function requireNetwork<Args extends unknown[], Result>(action: (...args: Args) => Promise<Result>) {
    return async (...args: Args): Promise<Result> => {
      if (!connectivity.isOnline() && !(await connectivity.probe())) throw new AppError('offline', noNetwork)
      return action(...args)
    }
  }

  /** Rejects as soon as the server is known to be unreachable, for actions with a cached result. */
  async function whileReachable<Result>(action: () => Promise<Result>): Promise<Result> {
    const { promise: offline, reject } = Promise.withResolvers<never>()
    const stop = connectivity.subscribe(rejectWhenOffline)
    function rejectWhenOffline() {
      if (!connectivity.isOnline()) reject(new AppError('offline', noNetwork))
    }
    rejectWhenOffline()
    try {
      return await Promise.race([offline, action()])
    } finally {
      stop()
    }
  }

  return {
    async start(announce) {
      let last = Promise.resolve()
      const enqueue = (action: () => Promise<void> | void) => void (last = last.then(action).catch(report))
      const cached = await cachedFor(area, await storedUserId())
      let isAnnounced = false

      function send(change: AuthChange, session: AuthSession | null) {
        isAnnounced = true
        if (session !== null && session.user.id !== current?.user.id) area.open()
        current = session
        announce(change, session)
      }

      /** Announces the cached session while supabase-js cannot announce one. */
      function sendCachedSession() {
        isRoleUnconfirmed = true
        send('INITIAL_SESSION', cached && sessionOfCached(cached))
      }

      async function end(change: AuthChange) {
        // The session ends even if the wipe fails.
        await area.close().catch(report)
        send(change, null)
      }

      /** Back online: reads the role again, and ends a session that was signed out meanwhile. */
      async function confirm() {
        if (current === null) return
        if ((await storedUserId()) === null) await end('SIGNED_OUT')
        // A cached session is announced again after its refresh.
        else if (isRoleUnconfirmed && current.accessToken !== '') send('USER_UPDATED', current)
      }

      function onConnectivityChange() {
        if (connectivity.isOnline()) enqueue(confirm)
        else if (!isAnnounced) sendCachedSession()
      }
      connectivity.subscribe(onConnectivityChange)
      // The server may be known to be unreachable already.
      onConnectivityChange()
      // A probe detects a silent network faster than other requests.
      if (cached !== null) void connectivity.probe()

      return accounts.start((change, session) =>
        enqueue(async () => {
          if (session !== null && current !== null && session.user.id !== current.user.id)
            await area.close().catch(report)
          // A cached role is read again.
          if (session !== null) send(isRoleUnconfirmed ? 'USER_UPDATED' : change, session)
          else if ((await storedUserId()) === null) await end(change)
          else if (connectivity.isOnline()) send(change, null)
          else if (!isAnnounced) sendCachedSession()
        }),
      )
    },

    async readRole(userId) {
      const since = area.generation()
      // A request without a token would be anonymous.
      if (current?.accessToken === '') return (await cachedRole(userId)) ?? 'customer'
      let role: Role
      try {
        const read = () => accounts.readRole(userId)
        role = await ((await cachedRole(userId)) === undefined ? read() : whileReachable(read))
      } catch (error) {
        isRoleUnconfirmed = true
        // A gateway may respond that the server is unreachable.
        const isUnreachable =
          !connectivity.isOnline() || (error instanceof AppError && error.kind === 'offline')
        const cached = isUnreachable ? await cachedRole(userId) : undefined
        if (cached !== undefined) return cached
        throw error
      }
      isRoleUnconfirmed = false
      if (role === 'customer') await area.wipe().catch(report)
      // Who has not passed the second factor gets nothing of it offline either.
      else if (current?.user.id === userId && current.needsCode !== true)
        await cacheIdentity(area, { ...current.user, role }, since).catch(report)
      return role
    },

    async clearSession() {
      try {
        await area.close()
      } finally {
        // Remove the session even if the wipe fails.
        await accounts.clearSession()
      }
    },

    signOut: requireNetwork(accounts.signOut),
    signIn: requireNetwork(accounts.signIn),
    signUp: requireNetwork(accounts.signUp),
    requestLink: requireNetwork(accounts.requestLink),
    verifyLink: requireNetwork(accounts.verifyLink),
    changePassword: requireNetwork(accounts.changePassword),
    hasFactor: requireNetwork(accounts.hasFactor),
    enrollFactor: requireNetwork(accounts.enrollFactor),
    verifyCode: requireNetwork(accounts.verifyCode),
    passRecoveryCode: requireNetwork(accounts.passRecoveryCode),
    removeFactor: requireNetwork(accounts.removeFactor),
  }
}

const noNetwork = 'The server cannot be reached'

/** The cached identity, if it is this user's. */
async function cachedFor(area: OfflineArea, owner: string | null): Promise<Identity | null> {
  if (owner === null) return null
  const cached = await cachedIdentity(area).catch(() => null)
  return cached?.id === owner ? cached : null
}

/** A session without a token, which grants nothing on the server. */
function sessionOfCached({ id, email }: AuthUser): AuthSession {
  return { user: { id, email }, accessToken: '' }
}

function report(error: unknown): void {
  console.error('The offline storage could not follow a change of the session', error)
}

/** The user of the back office that is cached for the offline app. */
export interface Identity {
  readonly id: string
  readonly email: string
  readonly role: 'administrator' | 'sales'
}

const identityKey = 'identity'
const identity = z.strictObject({
  version: z.literal(3),
  id: z.guid(),
  email: z.string(),
  role: z.enum(['administrator', 'sales']),
  /** When the server confirmed it, as an ISO date. */
  readAt: z.iso.datetime(),
})
/** The user id in supabase-js's stored session. */
const storedSession = z.object({ user: z.object({ id: z.guid() }) })

/** Stores the user of the back office that the server last confirmed. */
export async function cacheIdentity(area: OfflineArea, { id, email, role }: Identity, since: number) {
  const readAt = new Date().toISOString()
  await area.set(identityKey, JSON.stringify({ version: 3, id, email, role, readAt }), since)
}

/**
 * The user of the back office that the server last confirmed; null when there is none. If the entry is too old or
 * invalid, the whole area is wiped.
 */
export async function cachedIdentity(area: OfflineArea): Promise<Identity | null> {
  const text = await area.read(identityKey)
  if (text === null) return null
  const { success, data } = identity.safeParse(parseJson(text))
  if (success && isFresh(data.readAt)) return { id: data.id, email: data.email, role: data.role }
  await area.wipe()
  return null
}

/** The user id of a stored session; null when the text is not a session. */
export function userIdOfSession(text: string | null): string | null {
  const read = storedSession.safeParse(parseJson(text))
  return read.success ? read.data.user.id : null
}
