import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Net } from 'electron'
import { z } from 'zod'

import { calls, type Connection, type Handlers, type Output } from '../../ipc/contract.ts'
import { writeFileAtomically } from '../state-file.ts'
import type { Log } from '../log.ts'
import { DisplayableError } from '../register-calls.ts'
import { type BackendConfig, parseBackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { readStream } from '@giftwell/shared/kernel/read-stream.ts'

/** The connection's source, and the effects of a change. */
export interface ConnectionOptions extends CheckOptions {
  /** The connection of this build; null when the user chooses one. */
  readonly builtIn: Connection | null
  /** The app's own folder; the connection is stored in its connection.json. */
  readonly userData: string
  /** Removes everything stored for the former connection. */
  readonly wipe: () => Promise<void>
  /** Called when saving failed after the wipe: the page continues with the former connection. */
  readonly onNotChanged: () => void
  /** Called after a change: the page has to reload. */
  readonly onChanged: (connection: Connection) => void
  readonly log: Log
}

/** The settings of the build; empty strings where they are not set. */
export interface BuildSettings {
  readonly supabaseUrl: string
  readonly supabaseKey: string
  readonly siteUrl: string
}

const schema = calls['connection:save'].input

/**
 * The connection of this build; null when it has none. A build with only some of the settings fails at its first start
 * instead of at a customer's first e-mail.
 *
 * @throws when a setting is missing or is not a URL
 */
export function builtInConnection({ supabaseUrl, supabaseKey, siteUrl }: BuildSettings): Connection | null {
  if ([supabaseUrl, supabaseKey, siteUrl].every((text) => text === '')) return null
  const connection = schema.safeParse({
    supabaseUrl: supabaseUrl.replace(/\/+$/, ''),
    supabaseKey,
    siteOrigin: URL.parse(siteUrl)?.origin,
  })
  if (!connection.success)
    throw new Error('This app was built with an incomplete connection (docs/desktop.md).')
  return connection.data
}

/** Manages the connection: the built-in one, or else the stored one. An unusable stored connection counts as absent. */
export function createConnection(options: ConnectionOptions) {
  const { builtIn, userData, wipe, onNotChanged, onChanged, log } = options
  const file = join(userData, 'connection.json')
  /** The built-in backend of the last start. */
  const ownerFile = join(userData, 'built-in-for.txt')
  let cached: Promise<Connection | null> | undefined
  /** The connection in use; null until the user chooses one. */
  const current = async () => (cached ??= builtIn === null ? readStored(file, log) : Promise.resolve(builtIn))

  async function save(connection: Connection): Promise<undefined> {
    if (builtIn !== null)
      throw new DisplayableError('This app belongs to one website, which cannot be changed.')
    if (!isUsable(connection)) throw new DisplayableError('This connection is not secure and was not saved.')
    const former = await current()
    try {
      // Wipe first: a failure in between must not leave one backend's data to another.
      if (former?.supabaseUrl !== connection.supabaseUrl) await wipe()
      await writeFileAtomically(file, `${JSON.stringify(connection, null, 2)}\n`)
    } catch (cause) {
      onNotChanged()
      const sentence =
        'The connection could not be saved on this computer. Free some space on the disk and try again.'
      throw new DisplayableError(sentence, { cause })
    }
    cached = Promise.resolve(connection)
    onChanged(connection)
    return undefined
  }

  /**
   * Wipes data of another connection than the built-in one, so that a new build never sends a session to a foreign
   * backend. Call it at the start, before the page loads.
   */
  async function wipeForeign(): Promise<void> {
    if (builtIn === null) return
    const { supabaseUrl } = builtIn
    const owner = await readFile(ownerFile, 'utf8').catch(() => null)
    const former = owner ?? (await readStored(file, log))?.supabaseUrl ?? supabaseUrl
    if (former !== supabaseUrl) await wipe()
    if (owner === supabaseUrl) return
    await writeFileAtomically(ownerFile, supabaseUrl).catch((error: unknown) =>
      log.warn('The built-in backend could not be recorded', error),
    )
  }

  const handlers: Pick<Handlers, 'connection:read' | 'connection:check' | 'connection:save'> = {
    'connection:read': async () => ({ connection: await current(), isBuiltIn: builtIn !== null }),
    'connection:check': async ({ address }) => checkConnection(address, options),
    'connection:save': save,
  }
  return { current, wipeForeign, handlers }
}

async function readStored(file: string, log: Log): Promise<Connection | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    const connection = schema.parse(JSON.parse(text))
    if (isUsable(connection)) return connection
  } catch {
    // Logged below, as an unusable connection is.
  }
  log.warn('The stored connection cannot be used')
  return null
}

/** The network that a check uses: Chromium's, so with the computer's proxies and certificates. */
export interface CheckOptions {
  readonly net: Pick<Net, 'fetch'>
}

/** The connection, or a message that says what to do. */
export type CheckedConnection = Output<'connection:check'>

const timeoutMs = 15_000

/** Limit for a response body. */
const maxBytes = 64 * 1024

const notGiftwell = 'This is not a Giftwell website. Check the address.'
const askOwner = 'Tell the owner of the website.'

/**
 * Looks for a Giftwell website at the typed address: reads its config.json and probes the backend with the key in it.
 * Requests safe addresses only, follows no redirect, and rejects secret keys. Stores nothing and never throws.
 */
export async function checkConnection(typed: string, options: CheckOptions): Promise<CheckedConnection> {
  const site = readSiteAddress(typed)
  if ('reason' in site) return { found: false, reason: site.reason }
  const { net } = options
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    // The website's other settings, such as its captcha, are not the app's.
    const { supabaseUrl, supabaseKey } = await readConfig(
      await ask(net, `${site.origin}/config.json`, signal, { 'x-own-origin': '1' }),
    )
    const connection = { supabaseUrl: supabaseUrl || site.origin, supabaseKey, siteOrigin: site.origin }
    requireUsable(connection)
    await requireBackend(net, connection, signal)
    return { found: true, connection }
  } catch (error) {
    return { found: false, reason: explainFailure(error) }
  }
}

/** @throws {Error} named by Chromium, such as "net::ERR_NAME_NOT_RESOLVED" */
async function ask(net: CheckOptions['net'], address: string, signal: AbortSignal, headers = {}) {
  return net.fetch(address, {
    signal,
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
  })
}

/** Chromium's network errors, grouped by the user's remedy. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /ERR_INTERNET_DISCONNECTED|ERR_NAME_|ERR_DNS_/,
    'No website was found at this address. Check how it is spelled, and that this computer is online.',
  ],
  [
    /ERR_CERT_|ERR_SSL_/,
    'The website does not offer a secure connection (https). Check the address and this computer’s clock, or ask the administrator of the website.',
  ],
  [
    /ERR_PROXY_|ERR_TUNNEL_/,
    'The proxy of this network does not let the app through. If it asks for a password, enter it in the dialog and try again.',
  ],
  [
    /redirect/,
    'This address leads to another one. Open it in a browser, and enter the address that the browser then shows.',
  ],
  [/TIMED_OUT|TimeoutError|AbortError/, 'The website takes too long to answer. Try again later.'],
]

/** Explains in one sentence why a website cannot be connected, and what to do. */
export function explainFailure(error: unknown): string {
  if (error instanceof DisplayableError) return error.message
  const found = reasons.find(([name]) => name.test(String(error)))
  return found?.[1] ?? 'The website does not answer. Check the address, and try again later.'
}

function isJson({ status, headers }: Response): boolean {
  return status === 200 && /^application\/json\b/i.test(headers.get('content-type') ?? '')
}

async function readConfig(response: Response): Promise<BackendConfig> {
  if (response.status >= 500) {
    throw new DisplayableError('The website has a problem at the moment. Try again later.')
  }
  // Single-page sites respond to every path with their HTML.
  if (!isJson(response)) throw new DisplayableError(notGiftwell)
  const text = await readText(response)
  try {
    return parseBackendConfig(JSON.parse(text))
  } catch {
    throw new DisplayableError(notGiftwell)
  }
}

async function readText({ body }: Response): Promise<string> {
  const bytes = await readStream(body ?? new Blob().stream(), maxBytes).catch((error: unknown) => {
    throw error instanceof RangeError ? new DisplayableError(notGiftwell) : error
  })
  return new TextDecoder().decode(bytes)
}

function requireUsable({ supabaseUrl, supabaseKey, siteOrigin }: Connection): void {
  if (isSecretKey(supabaseKey)) {
    throw new DisplayableError(`The website gives its secret key to everyone. ${askOwner}`)
  }
  if (!isSafePair(supabaseUrl, siteOrigin)) {
    throw new DisplayableError(`The website’s data has no secure address (https). ${askOwner}`)
  }
}

async function requireBackend(
  net: CheckOptions['net'],
  { supabaseUrl, supabaseKey }: BackendConfig,
  signal: AbortSignal,
): Promise<void> {
  const health = `${supabaseUrl}/auth/v1/health`
  const response = await ask(net, health, signal, { apikey: supabaseKey }).catch((error: unknown) => {
    throw new DisplayableError(`The website was found, but not its data. ${explainFailure(error)}`)
  })
  if (response.status === 401 || response.status === 403) {
    throw new DisplayableError(`The website was found, but its data refuses its key. ${askOwner}`)
  }
  if (!isJson(response)) {
    throw new DisplayableError('The website was found, but its data does not answer. Try again later.')
  }
}

/** The origin of the website that the user typed, or a sentence that says why it is not one. */
export type SiteAddress = { readonly origin: string } | { readonly reason: string }

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the address is on this computer. */
function isLocal({ hostname }: URL): boolean {
  return localHosts.has(hostname)
}

/** Whether requests to the address cannot be intercepted: https, or this computer (a site under development). */
function isSafe(address: URL): boolean {
  return address.protocol === 'https:' || (address.protocol === 'http:' && isLocal(address))
}

/** Whether a backend may belong to a website: both are safe, and only a local website may have a local backend. */
function isSafePair(supabaseUrl: string, siteOrigin: string): boolean {
  const backend = URL.parse(supabaseUrl)
  const site = URL.parse(siteOrigin)
  if (backend === null || site === null) return false
  return isSafe(backend) && isSafe(site) && (!isLocal(backend) || isLocal(site))
}

/** Whether the app may use a connection: safe addresses and no secret key. */
function isUsable({ supabaseUrl, supabaseKey, siteOrigin }: Connection): boolean {
  return !isSecretKey(supabaseKey) && isSafePair(supabaseUrl, siteOrigin)
}

const secretClaims = z.looseObject({ role: z.literal('service_role') })

/** Whether a key bypasses row level security: `sb_secret_…`, or in older projects a JWT with the role `service_role`. */
export function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true
  const [, payload] = key.split('.')
  if (payload === undefined) return false
  try {
    return secretClaims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).success
  } catch {
    return false
  }
}

/**
 * Parses the website's address as typed, with or without a scheme, a path, or a trailing slash. Without a scheme it is
 * https, or http on this computer.
 */
export function readSiteAddress(typed: string): SiteAddress {
  const text = typed.trim()
  if (text === '') return { reason: 'Enter the address of your Giftwell website.' }
  const address = parse(text)
  if (address === null || address.hostname === '') {
    return { reason: 'This is not the address of a website. Enter one like https://gifts.example.com.' }
  }
  if (address.username !== '' || address.password !== '') {
    return { reason: 'Enter the address without a user name and a password.' }
  }
  return isSafe(address) ? { origin: address.origin } : { reason: 'The address must begin with https://.' }
}

function parse(text: string): URL | null {
  // URL.parse takes "localhost:3000" for the scheme "localhost".
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return URL.parse(text)
  const address = URL.parse(`https://${text}`)
  return address !== null && isLocal(address) ? URL.parse(`http://${text}`) : address
}
