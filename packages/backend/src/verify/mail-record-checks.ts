import { Resolver } from 'node:dns/promises'
import { z } from 'zod'

import { errorCode } from '../process/errors.ts'
import { type Check, faultUnless, type Actor } from './check.ts'

/** Asks for TXT records: each a list of its chunks. Rejects with a code of node:dns, such as ENOTFOUND for NXDOMAIN. */
export type ResolveTxt = (name: string) => Promise<string[][]>

const resolver = new Resolver({ timeout: 5000, tries: 2 })
/** Asks the machine's own name servers. */
export const resolveTxtByDns: ResolveTxt = async (name) => resolver.resolveTxt(name)

/** Selectors of well-known senders: the DNS lists none, so that others have to be named. */
const usualSelectors =
  'default google selector1 selector2 k1 k2 k3 s1 s2 mail dkim smtp pm zoho zmail resend mandrill fm1 fm2 fm3 brevo1 brevo2'.split(
    ' ',
  )

/** The lookups that a receiver makes for an SPF record before it gives up (RFC 7208, section 4.6.4). */
const mostLookups = 10

/** What can be said of a sender's records. */
interface MailRecords {
  readonly checks: readonly Check[]
  /** What the DNS does not tell, as sentences. */
  readonly notes: readonly string[]
}

/**
 * Whether receivers believe e-mails of a domain: its SPF, DKIM and DMARC records.
 * @param selectors those of DKIM that the provider gave; the usual ones where there are none
 */
export async function mailRecordChecks(
  domain: string,
  selectors: readonly string[],
  resolveTxt: ResolveTxt,
): Promise<MailRecords> {
  const notes = [
    `note   SPF of ${domain}: whether it names your mail server cannot be seen from outside; your provider tells you what to include`,
  ]
  const checks: Check[] = [
    { name: `SPF of ${domain} is one record`, run: async () => spfFault(domain, resolveTxt) },
  ]
  const queried = selectors.length > 0 ? selectors : usualSelectors
  const keys = await Promise.all(
    queried.map(async (selector) => ({
      selector,
      found: await textsAt(`${selector}._domainkey.${domain}`, resolveTxt),
    })),
  )
  const shown =
    selectors.length > 0 ? keys : keys.filter(({ found }) => Array.isArray(found) && found.length > 0)
  if (shown.length === 0)
    notes.push(
      `note   DKIM of ${domain}: no key under the usual selectors. The DNS does not list selectors: name yours with --dkim SELECTOR, or publish the key that your provider gives you`,
    )
  for (const { selector, found } of shown)
    checks.push({
      name: `DKIM of ${domain} has a key for ${selector}`,
      run: async () => dkimFault(`${selector}._domainkey.${domain}`, found),
    })
  checks.push({ name: `DMARC of ${domain} is one record`, run: async () => dmarcOf(domain, resolveTxt) })
  const { watches } = await dmarcPolicy(domain, resolveTxt)
  if (watches)
    notes.push(
      `note   DMARC of ${domain}: p=none only watches. Once the reports are right, set p=quarantine, so that nobody sends in your name`,
    )
  return { checks, notes }
}

/** The TXT records of a name with their chunks joined; a sentence where the name server does not say. */
async function textsAt(name: string, resolveTxt: ResolveTxt): Promise<readonly string[] | string> {
  try {
    return (await resolveTxt(name)).map((chunks) => chunks.join(''))
  } catch (error) {
    const code = errorCode(error) ?? 'unknown'
    if (code === 'ENODATA' || code === 'ENOTFOUND') return []
    return `the name server does not answer for ${name} (${code}): try again, and check the zone at your DNS provider`
  }
}

async function spfFault(domain: string, resolveTxt: ResolveTxt): Promise<string | null> {
  const found = await spfRecords(domain, resolveTxt)
  if (typeof found === 'string') return found
  const [record, ...others] = found
  if (record === undefined)
    return `there is none: publish a TXT record of ${domain} like "v=spf1 include:YOUR-PROVIDER ~all"`
  if (others.length > 0)
    return `there are ${found.length}, so receivers count none (RFC 7208): merge them into one TXT record`
  const last = record
    .toLowerCase()
    .split(/\s+/)
    .find((term) => /^[-+~?]?all$|^redirect=/.test(term))
  if (last === undefined) return `"${record}" says nothing about other servers: end it with ~all or -all`
  if (/^\+?all$/.test(last))
    return `"${record}" lets every server send in your name: end it with ~all or -all`
  if (last === '?all') return `"${record}" is neutral to every server: end it with ~all or -all`
  const lookups = await lookupsOf(record, resolveTxt, new Set([domain]))
  if (typeof lookups === 'string') return lookups
  return lookups > mostLookups
    ? `it needs ${lookups} lookups, and receivers make ${mostLookups} at most: remove what you no longer send by`
    : null
}

async function spfRecords(name: string, resolveTxt: ResolveTxt): Promise<readonly string[] | string> {
  const texts = await textsAt(name, resolveTxt)
  return typeof texts === 'string' ? texts : texts.filter((text) => /^v=spf1(?:\s|$)/i.test(text))
}

/** The lookups of a record and of all that it includes; a sentence where an included one is missing. */
async function lookupsOf(
  record: string,
  resolveTxt: ResolveTxt,
  seen: Set<string>,
): Promise<number | string> {
  let count = 0
  for (const term of record.split(/\s+/).slice(1)) {
    const [, mechanism = '', target = ''] =
      /^[-+~?]?(include|redirect|a|mx|ptr|exists)(?:[:=/](.*))?$/i.exec(term) ?? []
    if (mechanism === '') continue
    count += 1
    const isRecord = /^(?:include|redirect)$/i.test(mechanism)
    // A macro is filled in by each receiver.
    if (!isRecord || target.includes('%') || seen.has(target) || count > mostLookups) continue
    seen.add(target)
    const found = await spfRecords(target, resolveTxt)
    if (typeof found === 'string') return found
    const [included] = found
    if (included === undefined)
      return `"${term}" leads to no SPF record, so that the whole fails: correct or remove it`
    const more = await lookupsOf(included, resolveTxt, seen)
    if (typeof more === 'string') return more
    count += more
  }
  return count
}

/** The bytes of the shortest key that receivers count: RSA of 1024 bits. */
const shortestKey = 160

function dkimFault(name: string, found: readonly string[] | string): string | null {
  if (typeof found === 'string') return found
  const [record, ...others] = found
  if (record === undefined) return `there is none: publish the record that your provider gives you at ${name}`
  if (others.length > 0) return `there are ${found.length} TXT records at ${name}: leave one`
  const tags = tagsOf(record)
  const key = tags.get('p')?.replaceAll(/\s/g, '')
  if (key === undefined)
    return `"${record}" has no key: publish the record that your provider gives you at ${name}`
  if (key === '') return `the key at ${name} is revoked: its p= is empty. Publish the current one`
  const isShort = tags.get('k') !== 'ed25519' && Buffer.from(key, 'base64').length < shortestKey
  return isShort ? `the key at ${name} is cut off, or shorter than 1024 bits: publish it whole` : null
}

/** The record of a domain, or of the next one above it that has any. */
async function dmarcPolicy(domain: string, resolveTxt: ResolveTxt) {
  const labels = domain.split('.')
  for (let above = 0; above === 0 || labels.length - above >= 2; above += 1) {
    const at = labels.slice(above).join('.')
    const texts = await textsAt(`_dmarc.${at}`, resolveTxt)
    if (typeof texts === 'string') return { fault: texts, watches: false }
    const records = texts.filter((text) => /^v=DMARC1(?:\s*;|$)/i.test(text))
    const [record] = records
    if (record === undefined) continue
    if (records.length > 1)
      return {
        fault: `there are ${records.length} at _dmarc.${at}, so receivers count none: leave one`,
        watches: false,
      }
    const tags = tagsOf(record)
    const policy = (above > 0 ? tags.get('sp') : undefined) ?? tags.get('p')
    const isPolicy = /^(?:none|quarantine|reject)$/i.test(policy ?? '')
    return {
      fault: isPolicy
        ? null
        : `"${record}" has no policy: write p=none, p=quarantine or p=reject behind v=DMARC1`,
      watches: policy?.toLowerCase() === 'none',
    }
  }
  return {
    fault: `there is none: publish a TXT record at _dmarc.${domain} like "v=DMARC1; p=none; rua=mailto:YOU@${domain}"`,
    watches: false,
  }
}

async function dmarcOf(domain: string, resolveTxt: ResolveTxt): Promise<string | null> {
  return (await dmarcPolicy(domain, resolveTxt)).fault
}

function tagsOf(record: string): ReadonlyMap<string, string> {
  return new Map(
    record.split(';').flatMap((part) => {
      const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/s.exec(part) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), value ?? ''] as const]
    }),
  )
}

/** The domain of a sender such as "Giftwell <no-reply@gifts.example>"; null of one without. */
export function domainOf(sender: string): string | null {
  return /@([^\s<>@]+\.[^\s<>@]+?)>?$/.exec(sender.trim())?.[1]?.toLowerCase() ?? null
}

const faultSchema = z.object({ error: z.string() })
const sentSchema = z.object({ sent: z.number() })
const pulseSchema = z.object({
  waiting: z.number(),
  waiting_since: z.string().nullable(),
  unfetched: z.number(),
  error: z.string().nullable(),
})

/**
 * Whether the Edge Function `send-mail` of a hosted project is deployed and answers, called as pg_cron calls it.
 * @param secret SEND_MAIL_SECRET: with it the function also sends what is due
 */
export function sendMailChecks(visitor: Actor, secret: string | undefined): Check[] {
  const call = async (headers = {}) => visitor.send('POST', '/functions/v1/send-mail', {}, headers)
  const answers: Check = {
    name: 'the function send-mail is deployed and has its settings',
    async run() {
      const answer = await call()
      const fault = faultSchema.safeParse(answer.body).data?.error
      if (answer.status === 403 && fault === 'Forbidden') return null
      if (answer.status === 404) return 'it is not deployed'
      if (answer.status === 401)
        return 'the project asks for a token before the function runs: deploy it with supabase/config.toml, which says verify_jwt = false'
      if (answer.status === 500 && fault !== undefined) return fault
      if (answer.status === 503) return 'it does not start: read its log in the project’s dashboard'
      return faultUnless(false, answer)
    },
  }
  const sends: Check = {
    name: 'the function send-mail sends what is due',
    async run() {
      const answer = await call({ 'x-send-mail-secret': secret ?? '' })
      if (answer.status === 403) return 'its SEND_MAIL_SECRET is another one'
      const fault = faultSchema.safeParse(answer.body).data?.error
      return fault ?? faultUnless(sentSchema.safeParse(answer.body).success, answer)
    },
  }
  return [answers, ...(secret === undefined || secret === '' ? [] : [sends])]
}

/** Whether e-mails wait, which no visitor sees. */
export function waitingMailCheck(admin: Actor): Check {
  return {
    name: 'no e-mail waits for over 15 minutes',
    async run() {
      const answer = await admin.send('POST', '/rest/v1/rpc/mail_pulse', {})
      const { data: pulse } = pulseSchema.safeParse(answer.body)
      if (pulse === undefined) return faultUnless(false, answer)
      if (pulse.waiting === 0) return null
      const why =
        pulse.unfetched > 0
          ? 'no server fetches them: on a hosted project pg_cron does not call send-mail'
          : `the mail server does not accept them (${pulse.error ?? 'no error yet'})`
      return `${pulse.waiting} wait, the oldest since ${pulse.waiting_since}; ${why}`
    },
  }
}
