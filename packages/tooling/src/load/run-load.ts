import type { BenchSite } from '../bench/bench-site.ts'

/** What a run measured. */
export interface LoadReport {
  /** By kind of request, the milliseconds until an answer was read whole, of those that no rate limit refused. */
  readonly latencies: ReadonlyMap<string, readonly number[]>
  readonly limited: number
  /** A sentence for each wrong answer. */
  readonly errors: readonly string[]
  /** A sentence for each difference between the accepted and the stored leads. */
  readonly differences: readonly string[]
  readonly accepted: number
}

interface Visit {
  readonly kind: string
  readonly path: string
  readonly body?: Readonly<Record<string, string>>
  /** The status of a request that went well. */
  readonly status: number
}

const pageSize = 1000
const signIn = '/auth/v1/token?grant_type=password'

/**
 * Visits a site with many clients at once, one request at a time each, and one more that floods it from one address.
 * Afterwards it compares the stored leads with the accepted ones.
 *
 * @param goesOn asked by every client before each request
 */
export async function runLoad(
  site: BenchSite,
  clients: number,
  goesOn: (turn: number) => boolean,
): Promise<LoadReport> {
  const visitOf = await prepareVisits(site, Math.min(clients, 20))
  const latencies = new Map<string, number[]>()
  const accepted: string[] = []
  const errors: string[] = []
  let limited = 0

  async function send({ kind, path, body, status: wanted }: Visit, address: string): Promise<void> {
    const began = performance.now()
    const request = { path, headers: { 'x-forwarded-for': address }, ...(body && { body }) }
    const status = await site
      .send(request)
      .then(async (answer) => answer.arrayBuffer().then(() => answer.status))
      .catch(String)
    if (status === 429) {
      limited += 1
      return
    }
    if (status !== wanted) errors.push(`${kind} (${path}) answered ${status}`)
    latencies.set(kind, [...(latencies.get(kind) ?? []), performance.now() - began])
    if (kind === 'inquiry' && status === wanted) accepted.push(body?.['email'] ?? '')
  }

  await Promise.all(
    Array.from({ length: clients + 1 }, async (_, client) => {
      for (let turn = 0; goesOn(turn); turn += 1) {
        if (client === clients) await send(floodOf(turn), '192.0.2.1')
        else await send(visitOf(client, turn), addressOf(client, turn))
      }
    }),
  )
  const differences = leadDifferences(accepted, await storedLeads(site))
  return { latencies, limited, errors, differences, accepted: accepted.length }
}

/** An address for each visit: every one is a visitor of its own. */
export function addressOf(client: number, turn: number): string {
  return `10.${client}.${Math.floor(turn / 256) % 256}.${turn % 256}`
}

/** Signs customers up and reads the filters. Returns what a client does in each turn: people look more often than they ask. */
async function prepareVisits(
  site: BenchSite,
  count: number,
): Promise<(client: number, turn: number) => Visit> {
  const customers = Array.from({ length: count }, (_, number) => ({
    email: `customer-${number}@load.example`,
    password: `a long password ${number}`,
  }))
  for (const [number, body] of customers.entries()) {
    const headers = { 'x-forwarded-for': `10.255.1.${number}` }
    await site.json({ path: '/auth/v1/signup', body, headers })
  }
  // The form of the function; only names are read.
  const filters = (await site.json({ path: '/rest/v1/rpc/catalogue_filters' })) as Readonly<
    Record<string, readonly { readonly name: string }[]>
  >
  const catalogue = '/rest/v1/rpc/catalogue_page?page_size=48'
  const filterOf = (key: string, list: string, number: number) => {
    const names = filters[list] ?? []
    const name = names[number % names.length]?.name
    return name === undefined ? '' : `&${key}=${encodeURIComponent(name)}`
  }
  const filtered = (number: number) =>
    catalogue +
    filterOf('industry', 'industries', number) +
    (number % 2 === 0 ? filterOf('category', 'categories', number) : '')
  const get = (kind: string, path: string) => (): Visit => ({ kind, path, status: 200 })
  const look = get('catalogue', catalogue)
  const choose = (number: number) => get('filtered catalogue', filtered(number))()
  const day: readonly ((number: number, id: string) => Visit)[] = [
    get('page', '/catalogue'),
    look,
    get('filters', '/rest/v1/rpc/catalogue_filters'),
    choose,
    (_, id) => inquiry(`visitor-${id}`),
    look,
    choose,
    (number) => ({
      kind: 'sign-in',
      path: signIn,
      body: customers[number % customers.length] ?? {},
      status: 200,
    }),
    look,
    choose,
  ]
  return (client, turn) => {
    const number = client + turn
    return (day[number % day.length] ?? look)(number, `${client}-${turn}`)
  }
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
  const token = await site.signIn('admin')
  const emails: string[] = []
  for (;;) {
    const path = `/rest/v1/leads?select=email&order=id&limit=${pageSize}&offset=${emails.length}`
    const rows = (await site.json({ path, token })) as { email: string }[] // the column that was selected
    emails.push(...rows.map(({ email }) => email))
    if (rows.length < pageSize) return emails
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
