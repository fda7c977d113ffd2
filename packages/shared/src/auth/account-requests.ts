import type { AuthError, EmailOtpType, SupabaseClient } from '@supabase/supabase-js'

import { AppError, toAppError } from '../kernel/app-error.ts'
import type { Database } from '../kernel/database.types.ts'
import type { Credentials } from './credentials.ts'
import type { AuthPort } from './auth-store.ts'

/** The outcome of a request: accepted, or rejected with the server's message. */
export type Outcome = Accepted | Rejected

/** A rejected request, with the server’s message for the user. */
export interface Rejected {
  readonly accepted: false
  readonly message: string
  /** Whether a link was used, has expired or was replaced by a newer one. */
  readonly isEnded?: boolean
}

/** A request that the server accepted. */
export interface Accepted {
  readonly accepted: true
  /** Whether a new account is signed in without an e-mail confirmation. */
  readonly isSignedIn?: boolean
  /** Whether a sign-in goes on with the account's second factor. */
  readonly needsCode?: boolean
}

/** A link that confirms a new account, or one to a new password. The latter confirms an account as well. */
export type LinkKind = 'signup' | 'recovery'

/** The kinds of links in e-mails, as Auth names them. */
export const emailLinkTypes = [
  'signup',
  'recovery',
  'magiclink',
  'email_change',
  'invite',
  'email',
] as const satisfies readonly EmailOtpType[]
/** The kind of a link in an e-mail. */
export type EmailLinkType = (typeof emailLinkTypes)[number]

/** A second factor that is being set up: for an authenticator app, as a picture and as text. */
export interface NewFactor {
  readonly id: string
  /** The QR code as the address of an image. */
  readonly picture: string
  readonly secret: string
}

/** The data of a new account. */
export interface NewAccount extends Credentials {
  /** Of the privacy notice that the form has shown. */
  readonly noticeVersion?: number | undefined
}

/** A user's account requests. Rejections are outcomes; all other failures are thrown. */
export interface AccountRequests extends Pick<AuthPort, 'signOut'> {
  /** @param captchaToken here and below, if the site uses captchas (use-challenge.ts) */
  signIn(credentials: Credentials, captchaToken?: string): Promise<Outcome>
  /** Creates an account; the confirmation e-mail links to this path of the site. */
  signUp(account: NewAccount, returnPath: `/${string}`, captchaToken?: string): Promise<Outcome>
  /** Sends an e-mail with a link of this kind to this path of the site, if there is an account. */
  requestLink(
    kind: LinkKind,
    email: string,
    returnPath: `/${string}`,
    captchaToken?: string,
  ): Promise<Outcome>
  /** Uses up the token of a link in an e-mail, which signs in. */
  verifyLink(type: EmailLinkType, tokenHash: string): Promise<Outcome>
  /**
   * Changes the password of the signed-in user, and ends the other sessions.
   *
   * @param current the present password, which Auth asks for unless the sign-in was less than a day ago
   */
  changePassword(password: string, current?: string): Promise<Outcome>
  /** Whether the signed-in user has a second factor. */
  hasFactor(): Promise<boolean>
  /** Begins to set up a second factor; it is one from the first verified code on. */
  enrollFactor(): Promise<NewFactor | Rejected>
  /** Passes the second factor with a code of the authenticator app, or ends setting up the factor of this id. */
  verifyCode(code: string, factorId?: string): Promise<Outcome>
  /** Passes the second factor with a recovery code; each works once. */
  passRecoveryCode(code: string): Promise<Outcome>
  /** Removes the second factor, which takes a code. */
  removeFactor(code: string): Promise<Outcome>
}

/** The requests to the backend's accounts; e-mails link to the site of this origin. */
export function createAccountRequests(
  supabase: SupabaseClient<Database>,
  siteOrigin: string,
): AccountRequests {
  const { auth } = supabase
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
      const { data, error } = await auth.signInWithPassword({ ...credentials, options })
      const needsCode = data.user?.factors?.some(({ status }) => status === 'verified') === true
      return outcome(error, needsCode ? { needsCode } : {})
    },
    async signUp({ noticeVersion, ...credentials }, returnPath, captchaToken) {
      const emailRedirectTo = `${siteOrigin}${returnPath}`
      const options = {
        emailRedirectTo,
        ...(captchaToken !== undefined && { captchaToken }),
        ...(noticeVersion !== undefined && { data: { notice_version: noticeVersion } }),
      }
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
    async verifyLink(type, tokenHash) {
      const { error } = await auth.verifyOtp({ type, token_hash: tokenHash })
      return error?.code === 'otp_expired'
        ? {
            accepted: false,
            message: 'The link was used already, has expired, or was replaced by a newer one.',
            isEnded: true,
          }
        : outcome(error)
    },
    async changePassword(password, current) {
      const { error } = await auth.updateUser({
        password,
        ...(current !== undefined && { current_password: current }),
      })
      return outcome(error)
    },
    hasFactor: async () => (await factors()).some(({ status }) => status === 'verified'),
    async enrollFactor() {
      // An unverified factor of an earlier attempt.
      for (const { id, status } of await factors())
        if (status === 'unverified') await auth.mfa.unenroll({ factorId: id })
      const { data, error } = await auth.mfa.enroll({ factorType: 'totp' })
      if (error !== null) return rejection(error)
      return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret }
    },
    verifyCode,
    async passRecoveryCode(code) {
      const { data, error } = await supabase.rpc('pass_recovery_code', { code })
      if (error !== null) throw toAppError(error)
      if (!data) return { accepted: false, message: 'This code is wrong, or was used already.' }
      return outcome((await auth.refreshSession()).error)
    },
    async removeFactor(code) {
      const verified = await verifyCode(code)
      if (!verified.accepted) return verified
      for (const { id } of await factors()) {
        const { error } = await auth.mfa.unenroll({ factorId: id })
        if (error !== null) return rejection(error)
      }
      // The stored user lists the factors.
      return outcome((await auth.refreshSession()).error)
    },
  }

  async function factors() {
    const { data, error } = await auth.mfa.listFactors()
    if (error !== null) throw new AppError('unexpected', messageOf(error), { cause: error })
    return data.all
  }

  async function verifyCode(code: string, factorId?: string): Promise<Outcome> {
    const verified = async () => (await factors()).find(({ status }) => status === 'verified')?.id
    const id = factorId ?? (await verified())
    if (id === undefined) return { accepted: false, message: 'This account no longer has a second factor' }
    const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code })
    return error?.code === 'mfa_verification_failed'
      ? { accepted: false, message: wrongCode }
      : outcome(error)
  }
}

const wrongCode = 'This code is not correct. Enter the one that your app shows now; each code works once.'

function outcome(error: AuthError | null, accepted: Omit<Accepted, 'accepted'> = {}): Outcome {
  return error === null ? { accepted: true, ...accepted } : rejection(error)
}

/** @throws the error when it is no rejection */
function rejection(error: AuthError): Rejected {
  if (error.name === 'AuthRetryableFetchError' || error.status === undefined || error.status >= 500)
    throw error
  return { accepted: false, message: messageOf(error) }
}

/** The codes of Auth for a session that is over, or whose account is gone. */
const endedCodes = new Set(
  'session_not_found session_expired user_not_found bad_jwt no_authorization refresh_token_not_found'.split(
    ' ',
  ),
)

/** The server's message, unless it names what only programs know. */
function messageOf({ name, code = '', message }: AuthError): string {
  const isOver = name === 'AuthSessionMissingError' || endedCodes.has(code)
  return isOver ? 'Your session is over. Sign in again.' : message
}

function hasEndedAlready(error: AuthError): boolean {
  return error.status === 401 || error.status === 403 || error.status === 404
}
