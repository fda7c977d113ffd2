import type { AuthState, AuthUser } from './auth-machine.ts'

/** The page that a guard shows, and for whom. */
export interface KeptPage {
  readonly user: AuthUser
  /** Whether the session has ended by itself or in another window, and the page waits for its user to come back. */
  readonly hasEnded: boolean
}

/**
 * What becomes of a page when the auth state changes. It is kept while its session has ended by itself, until the same
 * person has signed in again; one's own sign-out, somebody else and a role that is gone take it away.
 * @param mayShow whether whoever is there may see the page
 */
export function nextKeptPage(
  kept: KeptPage | null,
  { user, isLoading }: Pick<AuthState, 'user' | 'isLoading'>,
  mayShow: boolean,
): KeptPage | null {
  if (mayShow && user !== null) {
    return kept?.user.id === user.id && !kept.hasEnded ? kept : { user, hasEnded: false }
  }
  if (kept === null) return null
  if (user === null && !isLoading) return kept.hasEnded ? kept : { ...kept, hasEnded: true }
  // Signed in again, while the role is being read.
  return kept.hasEnded && isLoading && user?.id === kept.user.id ? kept : null
}
