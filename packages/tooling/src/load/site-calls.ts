import type { Surroundings, Visit } from './visit.ts'

/** The site under load, as a program calls it. */
export interface SiteCalls {
  /** Sends a visit, reads the whole answer and gives its status. */
  send(visit: Visit): Promise<number>
  /** Makes customers and finds out what can be filtered by. */
  prepare(customers: number): Promise<Surroundings>
  /** The e-mail addresses of every stored lead, as an administrator reads them. */
  storedLeads(admin: Credentials): Promise<readonly string[]>
}

/** Who signs in. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

const pageSize = 1000

/** Asks the site for its publishable key and gets ready to call it. */
export async function openSite(url: string): Promise<SiteCalls> {
  // The contract's form.
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }

  async function call({ path, body, from, token }: Call): Promise<Response> {
    const headers = new Headers({ apikey: supabaseKey, 'x-forwarded-for': from })
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (body === undefined) return fetch(`${url}${path}`, { headers })
    headers.set('content-type', 'application/json')
    return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  async function json(asked: Call): Promise<unknown> {
    const answer = await call(asked)
    if (!answer.ok) throw new Error(`${asked.path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  return {
    async send(visit) {
      const answer = await call(visit)
      await answer.arrayBuffer()
      return answer.status
    },
    async prepare(count) {
      const customers = Array.from({ length: count }, (_, number) => ({
        email: `customer-${number}@load.example`,
        password: `a long password ${number}`,
      }))
      for (const [number, body] of customers.entries()) {
        await json({ path: '/auth/v1/signup', body, from: `10.255.1.${number}` })
      }
      const filters = await json({ path: '/rest/v1/rpc/catalogue_filters', from: '10.255.2.1' })
      // The function's own form; only names are read.
      const { industries, categories } = filters as Record<string, readonly { readonly name: string }[]>
      const names = (list: readonly { readonly name: string }[] = []) => list.map(({ name }) => name)
      return { customers, industries: names(industries), categories: names(categories) }
    },
    async storedLeads(admin) {
      const from = '10.255.3.1'
      const session = await json({ path: '/auth/v1/token?grant_type=password', body: { ...admin }, from })
      const { access_token: token } = session as { access_token: string }
      const emails: string[] = []
      for (;;) {
        const path = `/rest/v1/leads?select=email&order=id&limit=${pageSize}&offset=${emails.length}`
        const rows = (await json({ path, from, token })) as { email: string }[]
        emails.push(...rows.map(({ email }) => email))
        if (rows.length < pageSize) return emails
      }
    },
  }
}

interface Call extends Pick<Visit, 'path' | 'from'> {
  readonly body?: Readonly<Record<string, unknown>>
  readonly token?: string
}
