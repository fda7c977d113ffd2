import type { Calls } from './calling.ts'

type Requests = Calls['requests']

/** The requests that people send while they look through the catalogue. */
export interface CatalogueRequests {
  /** Previews under many filters, as visitors ask for them. */
  readonly visitors: Requests
  /** The same, by browsers that have the answers. */
  readonly visitorsAgain: Requests
  /** Pages of 48, the first and following ones, under many filters, as customers ask for them. */
  readonly customers: Requests
  /** Following pages of 48 under many filters, from ever new places, so that nobody has asked for one before. */
  readonly customersAnew: Requests
}

const budgets = ['Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+']
const customer = { email: 'customer@load.example', password: 'a long walk in the rain' }

/** Signs a customer up at a site with the demo catalogue and finds out what can be asked there. */
export async function catalogueRequests(url: string): Promise<CatalogueRequests> {
  // The contract's form.
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  // What the website's client and a browser send.
  const headers = { apikey: supabaseKey, accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' }
  const signedUp = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify(customer),
  })
  // Auth's own form; the site lets new accounts in at once.
  const { access_token: token } = (await signedUp.json()) as { access_token: string }
  const signedIn = { ...headers, authorization: `Bearer ${token}` }

  const filters = await filterSets(url, headers)
  const first = filters.map((filter) => pathOf({ ...filter, page_size: '48' }))
  const visitors = first.map((path) => ({ path, headers }))
  const following = (
    await Promise.all(first.map(async (path) => ({ path, next: await nextOf(url, path, signedIn) })))
  ).flatMap(({ path, next }) => (next === null ? [] : [{ path, next }]))
  return {
    visitors,
    visitorsAgain: await Promise.all(
      visitors.map(async ({ path }) => {
        const etag = (await fetch(url + path, { headers })).headers.get('etag') ?? ''
        return { path, headers: { ...headers, 'if-none-match': etag } }
      }),
    ),
    customers: [...first, ...following.map(({ path, next }) => `${path}&after=${next}`)].map((path) => ({
      path,
      headers: signedIn,
    })),
    // A place is a moment and an id: any id makes one.
    customersAnew: following.map(({ path, next }) => ({
      path: `${path}&after=${next.slice(0, -12)}TURN`,
      headers: signedIn,
    })),
  }
}

async function filterSets(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const answer = await fetch(`${url}${functionPath('catalogue_filters')}`, { headers })
  // The function's own form; only names are read.
  const { industries, categories } = (await answer.json()) as Record<string, readonly { name: string }[]>
  const named = (key: string, list: readonly { name: string }[] = []) =>
    list.map(({ name }) => ({ [key]: name }))
  const byCategory = named('category', categories)
  const byBudget = budgets.map((budget) => ({ budget }))
  return [
    {},
    ...byBudget,
    ...byCategory,
    ...named('industry', industries),
    ...byCategory.flatMap((one) => byBudget.map((other) => ({ ...one, ...other }))),
  ]
}

/** Where the page after another one begins, or null when that is the last. */
async function nextOf(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<string | null> {
  const answer = await fetch(url + path, { headers })
  // The function's own form.
  const { next } = (await answer.json()) as { next: string | null }
  return next
}

function pathOf(filters: Readonly<Record<string, string>>): string {
  return `${functionPath('catalogue_page')}?${new URLSearchParams(filters)}`
}

function functionPath(name: string): string {
  return `/rest/v1/rpc/${name}`
}
