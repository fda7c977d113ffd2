import { type Actor, type Checks, faultUnless } from './check.ts'

const elsewhere = 'https://evil.example'
/** The requests for an e-mail that need no account. */
const mailRequests: Readonly<Record<string, object>> = {
  recover: {},
  resend: { type: 'signup' },
  otp: { create_user: false },
}
/** So many for one address, from one client, are more than any site allows at once. */
const mailAttempts = 40

/** Auth's public settings. */
export interface AuthSettings {
  readonly disable_signup?: boolean
  /** Whether a new account is signed in at once. */
  readonly mailer_autoconfirm?: boolean
  readonly external?: Readonly<Record<string, boolean>>
}

/** An address that has no account. */
export const newAddress = () => `check-${crypto.randomUUID().slice(0, 8)}@example.com`

/** Reads them as a visitor; empty when they cannot be read. */
export async function readAuthSettings(visitor: Actor): Promise<AuthSettings> {
  const { status, body } = await visitor.send('GET', '/auth/v1/settings')
  return status === 200 && typeof body === 'object' && body !== null ? body : {}
}

/** Checks how often e-mails are sent. None is: the addresses have no account. */
export async function checkMailLimits(check: Checks, visitor: Actor): Promise<void> {
  for (const [path, body] of Object.entries(mailRequests))
    await check.asHuman(`requests for e-mails are limited at ${path}`, async () => {
      const email = newAddress()
      for (let sent = 0; sent < mailAttempts; sent += 1) {
        const { status } = await visitor.send('POST', `/auth/v1/${path}`, { ...body, email })
        if (status === 429) return null
      }
      return `${mailAttempts} in a row are accepted`
    })
}

/**
 * Checks accounts, and where the links of e-mails lead: one with a wrong token is redirected as a right one is.
 * @param website the website's origin, when it is known
 */
export async function checkAuth(
  check: Checks,
  visitor: Actor,
  settings: AuthSettings,
  website: string | null,
): Promise<void> {
  const landing = async (redirectTo: string): Promise<string> => {
    const query = new URLSearchParams({ token: 'none', type: 'signup', redirect_to: redirectTo })
    const answer = await visitor.send('GET', `/auth/v1/verify?${query.toString()}`)
    const location = answer.headers.get('location') ?? ''
    // This server's leads to the page that asks before it verifies.
    const [page, parameters] = location.split('?')
    return page === '/auth/confirm' ? (new URLSearchParams(parameters).get('redirect_to') ?? '') : location
  }
  await check.that('customers create accounts, and only with an e-mail address', async () => {
    if (settings.disable_signup === undefined) return 'the settings of Auth cannot be read'
    if (settings.disable_signup) return 'sign-ups are off'
    return settings.external?.['anonymous_users'] === true ? 'anonymous sign-ins are on' : null
  })
  await check.asHuman('a password has at least 6 characters', async () => {
    const credentials = { email: newAddress(), password: 'five5' }
    const answer = await visitor.send('POST', '/auth/v1/signup', credentials)
    return faultUnless(answer.status >= 400 && answer.status < 500, answer)
  })
  await check.that('links in e-mails never lead to another site', async () => {
    for (const target of [elsewhere, `${elsewhere}/catalogue`, `//${new URL(elsewhere).host}`]) {
      if ((await landing(target)).includes('evil.example')) return `${target} is followed`
    }
    return null
  })
  if (website === null) return
  await check.that('links in e-mails lead back to the website', async () => {
    const location = await landing(`${website}/catalogue`)
    if (location.startsWith(`${website}/catalogue`)) return null
    return `they lead to ${location === '' ? 'nowhere' : (location.split(/[?#]/)[0] ?? '')}`
  })
}
