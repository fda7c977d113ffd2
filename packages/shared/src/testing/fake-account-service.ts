import type { AccountService } from '../auth/account-service.ts'
import type { AuthSession, Role } from '../auth/auth-machine.ts'

interface Account {
  readonly session: AuthSession | null
  readonly role: Role
}

/** An account service with one session that accepts everything; parts of it can be replaced. */
export function fakeAccountService(
  { session, role }: Account,
  replaced: Partial<AccountService> = {},
): AccountService {
  return {
    start: (announce) => {
      announce('INITIAL_SESSION', session)
      return Promise.resolve({ error: null })
    },
    readRole: () => Promise.resolve(role),
    clearSession: () => Promise.resolve(),
    signOut: () => Promise.resolve(),
    signIn: () => Promise.resolve({ accepted: true }),
    signUp: () => Promise.resolve({ accepted: true }),
    requestLink: () => Promise.resolve({ accepted: true }),
    verifyLink: () => Promise.resolve({ accepted: true }),
    changePassword: () => Promise.resolve({ accepted: true }),
    hasFactor: () => Promise.resolve(false),
    enrollFactor: () => Promise.resolve({ id: 'factor', picture: 'data:,', secret: 'ABCDEFGH' }),
    verifyCode: () => Promise.resolve({ accepted: true }),
    passRecoveryCode: () => Promise.resolve({ accepted: true }),
    removeFactor: () => Promise.resolve({ accepted: true }),
    ...replaced,
  }
}
