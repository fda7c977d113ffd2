import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startBackend } from '../site/backend-process.ts'

/** A request to the site's API. */
export interface ApiRequest {
  readonly path: string
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: unknown
  readonly method?: 'HEAD' | 'PATCH'
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface BenchSiteOptions {
  /** A PostgreSQL server; without one the embedded database. */
  readonly databaseUrl?: string
  readonly seed: 'demo' | 'empty'
  /** A website in place of the built one. */
  readonly siteFolder?: string
  /** Writes into the data folder before the start. */
  readonly fill?: (dataFolder: string) => Promise<void>
}

/** A running site with its API. */
export type BenchSite = Awaited<ReturnType<typeof startBenchSite>>

const admin = { email: 'keeper@giftwell.example', password: 'a long walk in the rain' }
const customer = { email: 'customer@giftwell.example', password: 'a long walk in the sun' }

/** Starts a site with data of its own that trusts the addresses of forwarded visitors. */
export async function startBenchSite({ databaseUrl = '', seed, siteFolder, fill }: BenchSiteOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-bench-'))
  await using started = new AsyncDisposableStack()
  started.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const log: string[] = []
  await fill?.(folder)
  const { url, stop } = await startBackend({
    env: {
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      SEED: seed,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      CONFIRM_EMAIL: '0',
      TRUSTED_PROXY: '127.0.0.1',
      SUPABASE_URL: '',
      SUPABASE_PUBLISHABLE_KEY: '',
    },
    onLine: (line) => log.push(line),
    ...(siteFolder !== undefined && { siteFolder }),
  })
  started.defer(stop)
  // The form of the contract.
  const { supabaseKey: key } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }

  const send = ({ path, body, method, token, headers }: ApiRequest) =>
    fetch(url + path, {
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
  const owned = started.move()
  return {
    url,
    key,
    admin,
    /** What it printed on standard error. */
    log,
    send,
    /** Like `send`, with the body parsed. @throws when the status is not one of success */
    json,
    /** The access token of the administrator, or of a new customer. */
    async signIn(as: 'admin' | 'customer'): Promise<string> {
      const request =
        as === 'admin'
          ? { path: '/auth/v1/token?grant_type=password', body: admin }
          : { path: '/auth/v1/signup', body: customer }
      // The form of Supabase's accounts service.
      return ((await json(request)) as { access_token: string }).access_token
    },
    /** Stops it and removes its data. @throws when it does not end cleanly */
    stop: () => owned.disposeAsync(),
  }
}
