import { z } from 'zod'
import { UserFacingError } from '../process/errors.ts'
import { type Actor, createActor } from './actor.ts'
import { authChecks, type AuthSettings, readAuthSettings } from './auth-checks.ts'
import { type Check, type Report, runChecks } from './check.ts'
import { functionChecks } from './function-checks.ts'
import { leadChecks } from './lead-checks.ts'
import { recordCheck } from './record-checks.ts'
import { imageCheck, storageChecks } from './storage-checks.ts'
import { tableChecks } from './table-checks.ts'
import { websiteChecks } from './website-checks.ts'

const configSchema = z.object({
  supabaseUrl: z.url().or(z.literal('/')),
  supabaseKey: z.string(),
  turnstileSiteKey: z.string().optional(),
})

export interface VerifyOptions {
  /** The address of the website or of the project's API. */
  readonly url: string
  readonly publishableKey: string
  /** An administrator, for the checks that need records. */
  readonly administrator: { readonly email: string; readonly password: string } | null
  /** Runs the checks only whose names contain it. */
  readonly only?: string
}

/**
 * Checks a deployed site from outside, as each role that it can take. It removes what it makes, but for the account of
 * a customer, which the API cannot remove and the report names.
 * @throws UserFacingError when the site cannot be reached, or the administrator cannot sign in
 */
export async function verifySite({
  url,
  publishableKey,
  administrator,
  only = '',
}: VerifyOptions): Promise<Report> {
  const origin = new URL(url).origin
  const config = await readConfig(origin)
  const api = new URL(config?.supabaseUrl ?? '/', origin).href.replace(/\/+$/, '')
  const visitor = createActor('visitor', api, publishableKey, null)
  await refuseUnreachable(visitor, api)
  const settings = await readAuthSettings(visitor)
  const notes: string[] = []
  const skip = (what: string, reason: string): void => void notes.push(`skip   ${what}: ${reason}`)

  const hasTurnstile = config?.turnstileSiteKey !== undefined
  if (hasTurnstile) skip('the limits of inquiries, passwords and e-mails', 'Turnstile refuses a program')
  const customer = hasTurnstile ? null : await signUpCustomer(api, publishableKey, visitor, settings)
  if (customer === null)
    skip(
      'the rights of a customer',
      hasTurnstile ? 'Turnstile refuses a program' : 'a new account must confirm by e-mail first',
    )
  else notes.push(`left   the account ${customer.email}, which the API cannot remove`)
  if (settings.mailer_autoconfirm === true)
    notes.push('note   new accounts are not confirmed by e-mail: anyone can have one in the name of anyone')
  const admin =
    administrator === null
      ? null
      : createActor('administrator', api, publishableKey, await signIn(visitor, administrator))
  if (admin === null) skip('the rights of an administrator', 'no --admin EMAIL')
  if (config === null) skip('the pages and headers of the website', `${origin} has no config.json`)
  skip('the words of the e-mails', 'they are not seen from outside; docs/deploy.md pushes them')

  const strangers: readonly Actor[] = [visitor, ...(customer === null ? [] : [customer.actor])]
  const checks: Check[] = [
    ...(config === null
      ? []
      : [keyCheck(config.supabaseKey, publishableKey), ...websiteChecks(origin, config)]),
    ...authChecks(visitor, settings, config === null ? null : origin),
    ...strangers.flatMap((actor) => [
      ...tableChecks(actor),
      ...functionChecks(actor),
      ...storageChecks(actor, admin ?? actor),
    ]),
    ...leadChecks(visitor),
    ...(admin === null
      ? []
      : [...tableChecks(admin), recordCheck(admin, strangers), imageCheck(admin, visitor)]),
  ]
  const { lines, faults } = await runChecks(
    checks.filter(({ name, isForHumans = false }) => name.includes(only) && !(isForHumans && hasTurnstile)),
  )
  return { lines: [...lines, ...notes], faults }
}

async function readConfig(origin: string): Promise<z.infer<typeof configSchema> | null> {
  const response = await fetch(`${origin}/config.json`, {
    // As the website asks.
    headers: { 'x-own-origin': '1' },
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null)
  if (response === null) throw new UserFacingError(`${origin} does not answer.`)
  const parsed = configSchema.safeParse(await response.json().catch(() => null))
  return parsed.success ? parsed.data : null
}

async function refuseUnreachable(visitor: Actor, api: string): Promise<void> {
  const answer = await visitor.send('GET', '/rest/v1/themes?limit=0').catch(() => null)
  if (answer === null) throw new UserFacingError(`The API at ${api} does not answer.`)
  if (answer.status === 401) throw new UserFacingError(`The API at ${api} refuses the publishable key.`)
}

function keyCheck(configured: string, given: string): Check {
  return {
    name: 'the website has the publishable key',
    section: '3. The website',
    run: async () => (configured === given ? null : 'its config.json has another one'),
  }
}

async function signIn(visitor: Actor, credentials: { email: string; password: string }): Promise<string> {
  const answer = await visitor.send('POST', '/auth/v1/token?grant_type=password', credentials)
  const token = accessTokenIn(answer.body)
  if (token === null)
    throw new UserFacingError(`${credentials.email} cannot sign in: status ${answer.status}.`)
  return token
}

/** A new account, where it is signed in at once; otherwise no e-mail is sent for a check. */
async function signUpCustomer(
  api: string,
  key: string,
  visitor: Actor,
  settings: AuthSettings,
): Promise<{ actor: Actor; email: string } | null> {
  if (settings.mailer_autoconfirm !== true) return null
  const email = `check-${crypto.randomUUID().slice(0, 8)}@example.com`
  const { body } = await visitor.send('POST', '/auth/v1/signup', { email, password: crypto.randomUUID() })
  const token = accessTokenIn(body)
  return token === null ? null : { actor: createActor('customer', api, key, token), email }
}

function accessTokenIn(body: unknown): string | null {
  const parsed = z.object({ access_token: z.string() }).safeParse(body)
  return parsed.success ? parsed.data.access_token : null
}
