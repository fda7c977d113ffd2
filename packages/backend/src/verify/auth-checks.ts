import { type Actor, type Check, faultUnless } from './check.ts'

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

/** How often e-mails are sent. None is: the addresses have no account. */
export function mailLimitChecks(visitor: Actor): Check[] {
  return Object.entries(mailRequests).map(([path, body]) => ({
    name: `requests for e-mails are limited at ${path}`,
    isForHumans: true,
    async run() {
      const email = newAddress()
      for (let sent = 0; sent < mailAttempts; sent += 1) {
        const { status } = await visitor.send('POST', `/auth/v1/${path}`, { ...body, email })
        if (status === 429) return null
      }
      return `${mailAttempts} in a row are accepted`
    },
  }))
}

/**
 * Accounts, and where the links of e-mails lead: one with a wrong token is redirected as a right one is.
 * @param website the website's origin, when it is known
 */
export function authChecks(visitor: Actor, settings: AuthSettings, website: string | null): Check[] {
  const landing = async (redirectTo: string): Promise<string> => {
    const query = new URLSearchParams({ token: 'none', type: 'signup', redirect_to: redirectTo })
    const answer = await visitor.send('GET', `/auth/v1/verify?${query.toString()}`)
    const location = answer.headers.get('location') ?? ''
    // This server's leads to the page that asks before it verifies.
    const [page, parameters] = location.split('?')
    return page === '/auth/confirm' ? (new URLSearchParams(parameters).get('redirect_to') ?? '') : location
  }
  const backToWebsite = (origin: string): Check => ({
    name: 'links in e-mails lead back to the website',
    async run() {
      const location = await landing(`${origin}/catalogue`)
      if (location.startsWith(`${origin}/catalogue`)) return null
      return `they lead to ${location === '' ? 'nowhere' : (location.split(/[?#]/)[0] ?? '')}`
    },
  })
  return [
    {
      name: 'customers create accounts, and only with an e-mail address',
      run: async () => {
        if (settings.disable_signup === undefined) return 'the settings of Auth cannot be read'
        if (settings.disable_signup) return 'sign-ups are off'
        return settings.external?.['anonymous_users'] === true ? 'anonymous sign-ins are on' : null
      },
    },
    {
      name: 'a password has at least 6 characters',
      isForHumans: true,
      async run() {
        const credentials = { email: newAddress(), password: 'five5' }
        const answer = await visitor.send('POST', '/auth/v1/signup', credentials)
        return faultUnless(answer.status >= 400 && answer.status < 500, answer)
      },
    },
    {
      name: 'links in e-mails never lead to another site',
      async run() {
        for (const target of [elsewhere, `${elsewhere}/catalogue`, `//${new URL(elsewhere).host}`]) {
          if ((await landing(target)).includes('evil.example')) return `${target} is followed`
        }
        return null
      },
    },
    ...(website === null ? [] : [backToWebsite(website)]),
  ]
}
