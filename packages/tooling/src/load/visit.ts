/** What visitors do, each a request of its own. */
export const visitKinds = [
  'page',
  'catalogue',
  'filtered catalogue',
  'filters',
  'inquiry',
  'sign-in',
] as const

/** One of the things that visitors do. */
export type VisitKind = (typeof visitKinds)[number]

/** A request as it is sent to the site, and what its right answer is. */
export interface Visit {
  readonly kind: VisitKind
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  /** The address that the visitor comes from, as the proxy in front says it. */
  readonly from: string
  /** The one status of a request that went well. */
  readonly wanted: number
}

/** The filters that a site offers, and an account of it. */
export interface Surroundings {
  readonly industries: readonly string[]
  readonly categories: readonly string[]
  readonly customers: readonly { readonly email: string; readonly password: string }[]
}

/** A working day of ten requests: people look far more often than they ask. */
const day: readonly VisitKind[] = [
  'page',
  'catalogue',
  'filters',
  'filtered catalogue',
  'inquiry',
  'catalogue',
  'filtered catalogue',
  'sign-in',
  'catalogue',
  'filtered catalogue',
]

/** What the client with this number does in this turn, as a visitor of their own: nobody comes twice. */
export function visitOf(client: number, turn: number, surroundings: Surroundings): Visit {
  const kind = day[(client + turn) % day.length] ?? 'page'
  return {
    kind,
    from: `10.${client % 256}.${Math.floor(turn / 256) % 256}.${turn % 256}`,
    ...request(kind, client, turn, surroundings),
  }
}

/** What a client does that sends inquiries and wrong passwords without end, always from one address. */
export function floodOf(client: number, turn: number): Visit {
  const from = `192.0.2.${client % 256}`
  return turn % 2 === 0
    ? { kind: 'inquiry', from, ...inquiry(`flood-${client}-${turn}@load.example`) }
    : {
        kind: 'sign-in',
        from,
        path: signIn,
        body: { email: `nobody-${turn}@load.example`, password: 'a wrong one' },
        wanted: 400,
      }
}

const signIn = '/auth/v1/token?grant_type=password'

function request(
  kind: VisitKind,
  client: number,
  turn: number,
  { industries, categories, customers }: Surroundings,
): Pick<Visit, 'path' | 'body' | 'wanted'> {
  const wanted = 200
  switch (kind) {
    case 'page':
      return { path: '/catalogue', wanted }
    case 'catalogue':
      return { path: '/rest/v1/rpc/catalogue_page?page_size=48', wanted }
    case 'filters':
      return { path: '/rest/v1/rpc/catalogue_filters', wanted }
    case 'filtered catalogue':
      return { path: `/rest/v1/rpc/catalogue_page?${chosen(client + turn, industries, categories)}`, wanted }
    case 'inquiry':
      return inquiry(`visitor-${client}-${turn}@load.example`)
    case 'sign-in':
      return { path: signIn, body: { ...inTurn(customers, client + turn) }, wanted }
  }
}

function inquiry(email: string): Pick<Visit, 'path' | 'body' | 'wanted'> {
  const body = { name: 'Load Visitor', company: 'Load Company', email, phone: '+91 98765 43210' }
  return { path: '/rest/v1/leads', body, wanted: 201 }
}

function chosen(number: number, industries: readonly string[], categories: readonly string[]): string {
  const filters = new URLSearchParams({ page_size: '48' })
  const industry = inTurn(industries, number)
  const category = inTurn(categories, number)
  if (industry !== undefined) filters.set('industry', industry)
  if (category !== undefined && number % 2 === 0) filters.set('category', category)
  return String(filters)
}

function inTurn<Entry>(entries: readonly Entry[], number: number): Entry | undefined {
  return entries[number % entries.length]
}
