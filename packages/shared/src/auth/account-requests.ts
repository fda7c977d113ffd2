import type { AuthError, SupabaseClient } from '@supabase/supabase-js'

import type { Database } from '../data/database.types.ts'
import type { Credentials } from '../domain/credentials.ts'
import type { AuthPort } from './auth-store.ts'

/** The outcome of a request: accepted, or refused with the server's message. */
export type Outcome = Accepted | { readonly accepted: false; readonly message: string }

export interface Accepted {
  readonly accepted: true
  /** Whether a new account is signed in without an e-mail confirmation. */
  readonly isSignedIn?: boolean
}

/** A link that confirms a new account, or one to a new password. The latter confirms an account as well. */
export type LinkKind = 'signup' | 'recovery'

/** What a user asks of accounts. Refusals are outcomes; all other failures are thrown. */
export interface AccountRequests extends Pick<AuthPort, 'signOut'> {
  /** @param captchaToken here and below, if the site uses captchas (use-challenge.ts) */
  signIn(credentials: Credentials, captchaToken?: string): Promise<Outcome>
  /** Creates an account; the confirmation e-mail links to this path of the site. */
  signUp(credentials: Credentials, returnPath: `/${string}`, captchaToken?: string): Promise<Outcome>
  /** Sends an e-mail with a link of this kind to this path of the site, if there is an account. */
  requestLink(
    kind: LinkKind,
    email: string,
    returnPath: `/${string}`,
    captchaToken?: string,
  ): Promise<Outcome>
  /** Changes the password of the signed-in user. */
  changePassword(password: string): Promise<Outcome>
}

/** The requests to the backend's accounts; e-mails link to the site of this origin. */
export function createAccountRequests(
  auth: SupabaseClient<Database>['auth'],
  siteOrigin: string,
): AccountRequests {
  return {
    async signOut(session) {
      if (session !== null) {
        const { error } = await auth.admin.signOut(session.accessToken, 'global')
        if (error && !hasEndedAlready(error)) throw error
      }
      await auth.signOut({ scope: 'local' })
    },
    async signIn(credentials, captchaToken) {
      const options = captchaToken === undefined ? {} : { captchaToken }
      const { error } = await auth.signInWithPassword({ ...credentials, options })
      return outcome(error)
    },
    async signUp(credentials, returnPath, captchaToken) {
      const emailRedirectTo = `${siteOrigin}${returnPath}`
      const options = { emailRedirectTo, ...(captchaToken !== undefined && { captchaToken }) }
      const { data, error } = await auth.signUp({ ...credentials, options })
      // The library does not validate the response.
      if (error === null && typeof data.user?.id !== 'string') throw new Error('The answer names no account')
      return outcome(error, { isSignedIn: data.session !== null })
    },
    async requestLink(kind, email, returnPath, captchaToken) {
      const redirectTo = `${siteOrigin}${returnPath}`
      const proof = captchaToken !== undefined && { captchaToken }
      const { error } =
        kind === 'recovery'
          ? await auth.resetPasswordForEmail(email, { redirectTo, ...proof })
          : await auth.resend({ type: kind, email, options: { emailRedirectTo: redirectTo, ...proof } })
      return outcome(error)
    },
    async changePassword(password) {
      const { error } = await auth.updateUser({ password })
      return outcome(error)
    },
  }
}

function outcome(error: AuthError | null, accepted: Omit<Accepted, 'accepted'> = {}): Outcome {
  if (error === null) return { accepted: true, ...accepted }
  if (error.name === 'AuthRetryableFetchError' || error.status === undefined || error.status >= 500)
    throw error
  return { accepted: false, message: error.message }
}

function hasEndedAlready(error: AuthError): boolean {
  return error.status === 401 || error.status === 403 || error.status === 404
}
