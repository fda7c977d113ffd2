import { AppError } from '../data/app-error.ts'
import { type Backend, sessionStorageKey } from '../data/backend.ts'
import { type OfflineArea, offlineAreaOf } from '../data/offline-area.ts'
import {
  ownerOfSession,
  rememberAdministrator,
  rememberedAdministrator,
} from '../data/remembered-identity.ts'
import type { Platform } from '../platform/platform.ts'
import type { AccountService } from './account-service.ts'
import type { AuthChange, AuthSession, AuthUser } from './auth-machine.ts'

/**
 * Accounts that let an administrator read what is kept on this computer while there is no network. For the composition
 * root of an app whose platform has an `offlineStorage`, between the plain services and the store:
 *
 * ```ts
 * createAppServices(config, platform, arrival, { holdRenewals, createOfflineAccounts, cache: 'no-store' })
 * ```
 *
 * which makes the backend with `holdRenewals` (data/held-renewals.ts), the plain accounts, these around them, and the
 * store from these.
 *
 * What it adds: a session that is kept but cannot be renewed for want of a network is announced as that of the
 * administrator who was remembered with it; a role that cannot be read while the server is away is the remembered one. At
 * the first contact the truth wins. Signing out, a session that the server refuses and a role that is gone wipe
 * everything that is kept, before anybody is told.
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
  const isRemembered = async (userId: string) => (await rememberedAdministrator(area))?.id === userId
  const keptOwner = async () => ownerOfSession(await sessionStorage.getItem(sessionStorageKey))

  let current: AuthSession | null = null
  /** Whether the role has not come from the server, which has to be asked for it when it answers again. */
  let isRoleOpen = false

  /** While it has a session to renew, supabase-js would let everything wait for the network. */
  function whenReached<Args extends unknown[], Result>(action: (...args: Args) => Promise<Result>) {
    return async (...args: Args): Promise<Result> => {
      if (!connectivity.isOnline() && !(await connectivity.look())) throw new AppError('offline', noNetwork)
      return action(...args)
    }
  }

  /** For what is remembered otherwise: fails as soon as the server is known to be away, and not when time is up. */
  async function whileReached<Result>(action: () => Promise<Result>): Promise<Result> {
    const { promise: missed, reject } = Promise.withResolvers<never>()
    const stop = connectivity.subscribe(giveUpWhenAway)
    function giveUpWhenAway() {
      if (!connectivity.isOnline()) reject(new AppError('offline', noNetwork))
    }
    giveUpWhenAway()
    try {
      return await Promise.race([missed, action()])
    } finally {
      stop()
    }
  }

  return {
    async start(announce) {
      let last = Promise.resolve()
      const inTurn = (action: () => Promise<void> | void) => void (last = last.then(action).catch(report))
      const remembered = await rememberedFor(area, await keptOwner())
      let isTold = false

      function tell(change: AuthChange, session: AuthSession | null) {
        isTold = true
        current = session
        announce(change, session)
      }

      /** Nobody else has said anything yet, and cannot for want of a network. */
      function tellFromMemory() {
        isRoleOpen = true
        tell('INITIAL_SESSION', remembered && sessionFromMemory(remembered))
      }

      async function end(change: AuthChange) {
        // Whoever is refused is shown out, also where the disk gives nothing away.
        await area.wipe().catch(report)
        tell(change, null)
      }

      /** At the first contact the role is read again, and a session that was signed out meanwhile ends. */
      async function askAgain() {
        if (current === null) return
        if ((await keptOwner()) === null) await end('SIGNED_OUT')
        // A session from memory is announced anew when it has been renewed.
        else if (isRoleOpen && current.accessToken !== '') tell('TOKEN_REFRESHED', current)
      }

      function follow() {
        if (connectivity.isOnline()) inTurn(askAgain)
        else if (!isTold) tellFromMemory()
      }
      connectivity.subscribe(follow)
      // The network may have been missed before anybody asked for the session.
      follow()
      // A network that swallows everything is told by this question sooner than by the others.
      if (remembered !== null) void connectivity.look()

      return accounts.start((change, session) =>
        inTurn(async () => {
          if (session !== null) tell(change, session)
          else if ((await keptOwner()) === null) await end(change)
          else if (connectivity.isOnline()) tell(change, null)
          else if (!isTold) tellFromMemory()
        }),
      )
    },

    async readIsAdmin(userId) {
      const since = area.wipes()
      // Without a token the server would be asked as by nobody, and know of no administrator.
      if (current?.accessToken === '') return isRemembered(userId)
      let isAdmin: boolean
      try {
        const read = () => accounts.readIsAdmin(userId)
        isAdmin = await ((await isRemembered(userId).catch(() => false)) ? whileReached(read) : read())
      } catch (error) {
        isRoleOpen = true
        // A gateway that says in the server's place that it is away has given an answer, but not the server's.
        const isMissed = !connectivity.isOnline() || (error instanceof AppError && error.kind === 'offline')
        if (isMissed && (await isRemembered(userId))) return true
        throw error
      }
      isRoleOpen = false
      if (!isAdmin) await area.wipe().catch(report)
      else if (current?.user.id === userId)
        await rememberAdministrator(area, current.user, since).catch(report)
      return isAdmin
    },

    async forgetSession() {
      try {
        await area.wipe()
      } finally {
        // A session that stays would let somebody in; leads that stay are at least said to have stayed.
        await accounts.forgetSession()
      }
    },

    signOut: whenReached(accounts.signOut),
    signIn: whenReached(accounts.signIn),
    signUp: whenReached(accounts.signUp),
    requestPasswordReset: whenReached(accounts.requestPasswordReset),
    changePassword: whenReached(accounts.changePassword),
  }
}

const noNetwork = 'The server cannot be reached'

/** The administrator who is remembered, when the session that is kept is theirs. */
async function rememberedFor(area: OfflineArea, owner: string | null): Promise<AuthUser | null> {
  if (owner === null) return null
  const remembered = await rememberedAdministrator(area).catch(() => null)
  return remembered?.id === owner ? remembered : null
}

/** Opens nothing on the server: there is no token that it would take. */
function sessionFromMemory(user: AuthUser): AuthSession {
  return { user, accessToken: '' }
}

function report(error: unknown): void {
  console.error('What is kept could not follow a change of the session', error)
}
