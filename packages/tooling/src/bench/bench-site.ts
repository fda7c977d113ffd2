import { startSite } from '../site/start-site.ts'

/** A request to the site's API: a POST with a body, otherwise a GET, unless it names a method. */
interface ApiRequest {
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  readonly method?: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A running site with its API. */
export type BenchSite = Awaited<ReturnType<typeof startBenchSite>>

/** Who signs up by `signIn('customer')`. */
export const customer = { email: 'customer@giftwell.example', password: 'a long walk in the sun' }

/** Starts a site that trusts the addresses of forwarded visitors; on the embedded database without another one's URL. */
export async function startBenchSite(options: Parameters<typeof startSite>[0], databaseUrl = '') {
  const log: string[] = []
  const env = { DATABASE_URL: databaseUrl, CONFIRM_EMAIL: '0', TRUSTED_PROXY: '127.0.0.1' }
  const site = await startSite({ ...options, env, onLine: (line) => log.push(line) })
  // The form of `config.json`.
  const { supabaseKey: key } = (await (await fetch(`${site.url}/config.json`)).json()) as {
    supabaseKey: string
  }
  const send = ({ path, body, method, token, headers }: ApiRequest) =>
    fetch(site.url + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        apikey: key,
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const json = async (request: ApiRequest): Promise<unknown> => {
    const response = await send(request)
    const text = await response.text()
    if (!response.ok) throw new Error(`${request.path} answered ${response.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    ...site,
    key,
    /** Its lines on standard error. */
    log,
    send,
    /** Like `send`, with the body parsed. @throws when the status is not one of success */
    json,
    /** The access token of the administrator, or of a new customer. */
    async signIn(as: 'admin' | 'customer'): Promise<string> {
      const request =
        as === 'admin'
          ? { path: '/auth/v1/token?grant_type=password', body: site.admin }
          : { path: '/auth/v1/signup', body: customer }
      // The form of Supabase's accounts service.
      return ((await json(request)) as { access_token: string }).access_token
    },
  }
}
