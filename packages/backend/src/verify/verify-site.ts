import { z } from 'zod'
import { UserFacingError } from '../process/errors.ts'
import { type Actor, createActor, createReport } from './check.ts'
import { type AuthSettings, checkAuth, checkMailLimits, newAddress, readAuthSettings } from './auth-checks.ts'
import { checkSendMail, checkWaitingMail } from './mail-checks.ts'
import { checkImages, checkRecords, checkStorage } from './record-checks.ts'
import { checkFunctions, checkLeads, checkTables } from './rights-checks.ts'
import { checkWebsite } from './website-checks.ts'

const configSchema = z.object({
  supabaseUrl: z.url().or(z.literal('/')),
  supabaseKey: z.string(),
  turnstileSiteKey: z.string().optional(),
})
/** What `npm start` answers, and no hosted project. */
const healthSchema = z.object({ status: z.string(), migrations: z.unknown() })
const sessionSchema = z.object({ access_token: z.string() })

interface Credentials {
  readonly email: string
  readonly password: string
}

export interface VerifyOptions {
  /** The address of the website or of the project's API. */
  readonly url: string
  readonly publishableKey: string
  /** An administrator, for the checks that need records. */
  readonly administrator: Credentials | null
  /** The secret that pg_cron calls `send-mail` with. */
  readonly sendMailSecret?: string | undefined
  /** Runs the checks only whose names contain it. */
  readonly only?: string
}

/**
 * Checks a deployed site from outside, as each role that it can take. It removes what it makes, but for the account of
 * a customer, which the API cannot remove and the report names.
 * @throws UserFacingError when the site cannot be reached, or the administrator cannot sign in
 */
export async function verifySite(options: VerifyOptions) {
  const { url, publishableKey, administrator, sendMailSecret, only = '' } = options
  const { origin } = new URL(url)
  const config = await readConfig(origin)
  const hasTurnstile = config?.turnstileSiteKey !== undefined
  const api = new URL(config?.supabaseUrl ?? '/', origin).href.replace(/\/+$/, '')
  const as = (role: Actor['role'], token: string | null) => createActor(role, api, publishableKey, token)
  const visitor = as('visitor', null)
  await refuseUnreachable(visitor, api)
  const isHosted = healthSchema.safeParse((await visitor.send('GET', '/healthz')).body).error !== undefined
  const settings = await readAuthSettings(visitor)
  const account = hasTurnstile ? null : await signUp(visitor, settings)
  const customer = account && as('customer', account.token)
  const admin = administrator && as('administrator', await signIn(visitor, administrator))

  const strangers: readonly Actor[] = customer === null ? [visitor] : [visitor, customer]
  const report = createReport(
    (sentence, isOfHuman) => sentence.includes(only) && !(isOfHuman && hasTurnstile),
  )
  if (config !== null) {
    const check = report.under('website')
    await check.that('the website has the publishable key', async () =>
      config.supabaseKey === publishableKey ? null : 'its config.json has a different one',
    )
    await checkWebsite(check, origin, config)
  }
  await checkAuth(report.under('accounts'), visitor, settings, config && origin)
  await checkMailLimits(report.under('limits'), visitor)
  if (isHosted) await checkSendMail(report.under('queuedMail'), visitor, sendMailSecret)
  if (admin !== null) await checkWaitingMail(report.under('queuedMail'), admin)
  const check = report.under('database')
  for (const actor of strangers) {
    await checkTables(check, actor)
    await checkFunctions(check, actor)
    await checkStorage(check, actor, admin ?? actor)
  }
  await checkLeads(check, visitor)
  if (admin !== null) {
    await checkTables(check, admin)
    await checkImages(check, admin, visitor)
    await checkRecords(report.under('administrator'), admin, strangers)
  }
  const notes: readonly [isSo: boolean, note: string][] = [
    [hasTurnstile, 'skip   the limits of inquiries, passwords and e-mails: Turnstile refuses a program'],
    [hasTurnstile, 'skip   the rights of a customer: Turnstile refuses a program'],
    [
      !hasTurnstile && account === null,
      'skip   the rights of a customer: a new account must confirm by e-mail first',
    ],
    [account !== null, `left   the account ${account?.email}, which the API cannot remove`],
    [
      settings.mailer_autoconfirm === true,
      'note   new accounts are not confirmed by e-mail: anyone can create one with anyone’s address',
    ],
    [
      isHosted && !sendMailSecret,
      'skip   whether send-mail can send: no SEND_MAIL_SECRET in the environment',
    ],
    [admin === null, 'skip   the rights of an administrator: no --admin EMAIL'],
    [config === null, `skip   the pages and headers of the website: ${origin} has no config.json`],
    [
      true,
      'skip   the texts of the e-mails: they cannot be seen from outside; docs/deploy.md says how to install them',
    ],
  ]
  return {
    /** The result of each check, and what was not checked. */
    lines: [...report.lines, ...notes.flatMap(([isSo, note]) => (isSo ? [note] : []))],
    faults: report.faults(),
  }
}

async function readConfig(origin: string): Promise<z.infer<typeof configSchema> | null> {
  const response = await fetch(`${origin}/config.json`, {
    // As the website asks.
    headers: { 'x-own-origin': '1' },
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null)
  if (response === null) throw new UserFacingError(`${origin} does not answer.`)
  return configSchema.safeParse(await response.json().catch(() => null)).data ?? null
}

async function refuseUnreachable(visitor: Actor, api: string): Promise<void> {
  const answer = await visitor.send('GET', '/rest/v1/themes?limit=0').catch(() => null)
  if (answer === null) throw new UserFacingError(`The API at ${api} does not answer.`)
  if (answer.status === 401) throw new UserFacingError(`The API at ${api} refuses the publishable key.`)
}

async function signIn(visitor: Actor, credentials: Credentials): Promise<string> {
  const { status, body } = await visitor.send('POST', '/auth/v1/token?grant_type=password', credentials)
  const token = sessionSchema.safeParse(body).data?.access_token
  if (token === undefined) throw new UserFacingError(`${credentials.email} cannot sign in: status ${status}.`)
  return token
}

/** A new account, where it is signed in at once; otherwise no e-mail is sent for a check. */
async function signUp(
  visitor: Actor,
  settings: AuthSettings,
): Promise<{ email: string; token: string } | null> {
  if (settings.mailer_autoconfirm !== true) return null
  const email = newAddress()
  const { body } = await visitor.send('POST', '/auth/v1/signup', { email, password: crypto.randomUUID() })
  const token = sessionSchema.safeParse(body).data?.access_token
  return token === undefined ? null : { email, token }
}
