import { randomUUID } from 'node:crypto'

import type { SentRequest } from '@giftwell/backend/testing/clients-of.ts'
import { budgetBands } from '@giftwell/shared/catalogue/budget.ts'

import type { BenchSite } from './bench-site.ts'

const customer = { email: 'customer@giftwell.example', password: 'a long walk in the sun' }

interface Visit {
  readonly kind: string
  readonly path: string
  readonly body?: Readonly<Record<string, string>>
  readonly status: number
}

const pattern = encodeURIComponent(`${'%a_'.repeat(400)}%`)
const regex = encodeURIComponent(String.raw`(.+)(.+)(.+)(.+)(.+)(.+).*\1\2\3\4\5\6$`)
const conditions = Array.from({ length: 400 }, (_, index) => `name.ilike.*${index}*`).join(',')
const filters = {
  industry: 'Pharmaceutical',
  category: 'Drinkware',
  budget: 'Rs.100-500',
  theme: 'Diwali',
  counts: 'true',
}
const query = new URLSearchParams(filters).toString()
/** Changes a request without changing its response. */
const fresh = (turn: number) => `${turn}.1.${randomUUID()}`

/** A part of the options of the catalogue's filters. */
interface FilterOptions {
  readonly industries: readonly Named[]
  readonly categories: readonly Named[]
  readonly themes: readonly Named[]
  readonly facts: { readonly branding: readonly string[]; readonly colour: readonly string[] }
}

interface Named {
  readonly name: string
}

/** The query that costs most: every value of six filters, with the counts of all. */
function dearestQuery({ industries, categories, themes, facts }: FilterOptions): string {
  const names = (options: readonly Named[]) => options.map(({ name }) => name)
  const values = {
    industry: names(industries),
    category: names(categories),
    theme: names(themes),
    budget: budgetBands,
    branding: facts.branding,
    colour: facts.colour,
  }
  const filters = Object.entries(values).map(([filter, every]) => [filter, JSON.stringify(every)])
  return new URLSearchParams([...filters, ['counts', 'true']]).toString()
}

/** The requests of each of the attacker's connections in turn: the most expensive query, searches, and one query in many forms. */
const attacksWith = (dearest: string): readonly ((turn: number) => SentRequest & { path: string })[] => [
  () => ({ path: `/rest/v1/rpc/catalogue_page?${dearest}` }),
  // The same in a spelling of its own each time, which the cache and the quota of queries take for another and the same.
  (turn) => ({ path: `/rest/v1/rpc/catalogue_page?${dearest}&page_size=%2B${turn % 10_000}` }),
  () => ({ path: `/rest/v1/products?name=match.${regex}` }),
  () => ({
    path: `/rest/v1/products?select=*,product_themes(themes(*)),product_industry_tags(industry_tags(*))&name=ilike.${pattern}`,
  }),
  () => ({ path: `/rest/v1/products?select=id&or=(${conditions})` }),
  () => ({
    path: `/rest/v1/categories?select=${'subcategory_categories(subcategories('.repeat(4)}id${'))'.repeat(4)}`,
  }),
  (turn) => ({ path: `/rest/v1/rpc/catalogue_page?${query}&after=${fresh(turn)}` }),
  (turn) => ({ path: `/rest/v1/rpc/catalogue_page?after=${fresh(turn)}` }),
  (turn) => ({ path: `/rest/v1/rpc/catalogue_page?page_size=${turn % 10_000}&sort=name&counts=true` }),
  (turn) => ({ path: '/rest/v1/rpc/catalogue_page', body: { ...filters, after: fresh(turn) } }),
  () => ({ path: '/rest/v1/rpc/catalogue_page', body: filters }),
  () => ({ path: `/rest/v1/rpc/catalogue_page?${query}`, method: 'HEAD' }),
  (turn) => ({
    path: `/rest/v1/rpc/catalogue_page?${query}`,
    headers: { prefer: `tx=${turn}`, range: `0-${turn}` },
  }),
  (turn) => ({
    path: `/rest/v1/rpc/product_page?product=${fresh(turn).slice(-12)}&filters=${encodeURIComponent(JSON.stringify({ ...filters, after: fresh(turn) }))}`,
  }),
  (turn) => ({
    path: `/rest/v1/products?select=*,product_themes(themes(*)),categories(*)&offset=${turn}&limit=1000`,
  }),
  () => ({
    path: '/rest/v1/rpc/products_still_there',
    body: { ids: Array.from({ length: 1000 }, () => randomUUID()) },
  }),
  (turn) => ({ path: `/product/gift-${fresh(turn).slice(-12)}?theme=Diwali` }),
  (turn) => ({ path: `/catalogue?theme=Diwali&budget=Rs.100-500&page=${turn}` }),
]

/** As many as one browser opens to an origin, and two more. */
const attackingConnections = 8

const signIn = '/auth/v1/token?grant_type=password'
const filtersPath = '/rest/v1/rpc/catalogue_filters'

/**
 * Visits a site with many clients at once, one request at a time each, and one more that floods it from one address.
 * Afterwards it compares the stored leads with the accepted ones.
 *
 * @param isAttacked whether another client sends requests that cost the database most, on eight connections; only their
 *   failures count
 * @param goesOn called by every client before each request
 * @returns by kind of request the milliseconds until a response was read, and a sentence for each wrong response and
 *   each difference between the leads
 */
export async function runLoad(
  site: BenchSite,
  clients: number,
  goesOn: (turn: number) => boolean,
  isAttacked = false,
) {
  const { error } = await site.client().auth.signUp(customer)
  if (error !== null) throw error
  // The form of the function.
  const options = (await (await site.send(filtersPath)).json()) as FilterOptions
  const day = visitsOfADay(options)
  const attacks = attacksWith(dearestQuery(options))
  const latencies = new Map<string, number[]>()
  const accepted: string[] = []
  const errors: string[] = []
  let limited = 0

  async function send({ kind, path, body, status: expected }: Visit, address: string): Promise<void> {
    const began = performance.now()
    const headers = { 'x-forwarded-for': address }
    const response = await site.send(path, { headers, body })
    await response.arrayBuffer()
    if (response.status === 429) {
      limited += 1
      return
    }
    if (response.status !== expected) errors.push(`${kind} (${path}) answered ${response.status}`)
    else if (kind === 'inquiry') accepted.push(body?.['email'] ?? '')
    latencies.set(kind, [...(latencies.get(kind) ?? []), performance.now() - began])
  }

  async function attack(connection: number): Promise<void> {
    for (let turn = 0; goesOn(turn); turn += 1) {
      const request = attacks[(connection * 2 + turn) % attacks.length]?.(connection * 100_000 + turn)
      if (request === undefined) return
      const headers = { ...request.headers, 'x-forwarded-for': '192.0.2.2' }
      const response = await site.send(request.path, { ...request, headers })
      await response.arrayBuffer()
      if (response.status === 500) errors.push(`${request.path.slice(0, 80)} answered 500`)
    }
  }

  const attacking = Array.from({ length: isAttacked ? attackingConnections : 0 }, async (_, connection) =>
    attack(connection),
  )
  await Promise.all(
    Array.from({ length: clients + 1 }, async (_, client) => {
      for (let turn = 0; goesOn(turn); turn += 1) {
        const isFlood = client === clients
        const visit = isFlood ? floodOf(turn) : day[(client + turn) % day.length]?.(client, turn)
        const address = isFlood ? '192.0.2.1' : addressOf(client, turn)
        if (visit) await send(visit, address).catch((error: unknown) => errors.push(String(error)))
      }
    }),
  )
  await Promise.all(attacking)
  const differences = leadDifferences(accepted, await storedLeads(site))
  return { latencies, limited, errors, differences, accepted: accepted.length }
}

/** An address for each visit, as from a visitor of its own. */
export function addressOf(client: number, turn: number): string {
  return `10.${client}.${Math.floor(turn / 256) % 256}.${turn % 256}`
}

/** A client's requests in turn: visitors browse more often than they inquire. */
function visitsOfADay({ industries }: FilterOptions): readonly ((client: number, turn: number) => Visit)[] {
  const get = (kind: string, path: string) => (): Visit => ({ kind, path, status: 200 })
  const catalogue = '/rest/v1/rpc/catalogue_page?page_size=48'
  const browse = get('catalogue', catalogue)
  const filter = (_: number, turn: number) => {
    const industry = industries[turn % industries.length]?.name ?? ''
    return get('filtered catalogue', `${catalogue}&industry=${encodeURIComponent(industry)}`)()
  }
  return [
    get('page', '/catalogue'),
    browse,
    get('filters', filtersPath),
    filter,
    (client, turn) => inquiry(`visitor-${client}-${turn}`),
    browse,
    filter,
    () => ({ kind: 'sign-in', path: signIn, body: customer, status: 200 }),
    browse,
    filter,
  ]
}

/** Inquiries and wrong passwords in turn. */
function floodOf(turn: number): Visit {
  if (turn % 2 === 0) return inquiry(`flood-${turn}`)
  const body = { email: `unknown-${turn}@load.example`, password: 'a wrong one' }
  return { kind: 'sign-in', path: signIn, body, status: 400 }
}

function inquiry(name: string): Visit {
  const email = `${name}@load.example`
  const body = { name: 'Load Visitor', company: 'Load Company', email, phone: '+91 98765 43210' }
  return { kind: 'inquiry', path: '/rest/v1/leads', body, status: 201 }
}

async function storedLeads(site: BenchSite): Promise<readonly string[]> {
  const admin = await site.signedIn(site.admin)
  const emails: string[] = []
  for (;;) {
    const leads = admin.from('leads').select('email').order('id')
    const { data } = await leads.range(emails.length, emails.length + 999).throwOnError()
    if (data.length === 0) return emails
    emails.push(...data.map(({ email }) => String(email)))
  }
}

/** Every accepted lead must be stored exactly once, and no other one. */
export function leadDifferences(accepted: readonly string[], stored: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const email of stored) times.set(email, (times.get(email) ?? 0) + 1)
  return [
    ...accepted
      .filter((email) => times.get(email) !== 1)
      .map((email) => `${email} was accepted and is stored ${times.get(email) ?? 0} times`),
    ...[...times.keys()]
      .filter((email) => !accepted.includes(email))
      .map((email) => `${email} is stored and was not accepted`),
  ]
}
