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

/** A running site with its API. */
export interface BenchSite {
  readonly url: string
  readonly key: string
  readonly admin: { readonly email: string; readonly password: string }
  /** What it printed on standard error. */
  readonly log: readonly string[]
  send(request: ApiRequest): Promise<Response>
  /** Like `send`, with the body read. @throws when the status is not one of success */
  json(request: ApiRequest): Promise<unknown>
  /** The access token of the administrator, or of a new customer. */
  signIn(as: 'admin' | 'customer'): Promise<string>
  /** Stops it and removes its data. @throws when it does not end cleanly */
  stop(): Promise<void>
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

/** Starts a site with data of its own that trusts the addresses of forwarded visitors. */
export async function startBenchSite({
  databaseUrl = '',
  seed,
  siteFolder,
  fill,
}: BenchSiteOptions): Promise<BenchSite> {
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-bench-'))
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
  const admin = { email: 'keeper@giftwell.example', password: 'a long walk in the rain' }
  const customer = { email: 'customer@giftwell.example', password: 'a long walk in the sun' }
  const log: string[] = []
  try {
    await fill?.(folder)
    const backend = await startBackend({
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
    const { url } = backend
    // The form of the contract.
    const { supabaseKey: key } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }

    const send = ({ path, body, method, token, headers = {} }: ApiRequest) =>
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
      const answer = await send(request)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${request.path} answered ${answer.status}: ${text}`)
      return text === '' ? null : JSON.parse(text)
    }
    return {
      url,
      key,
      admin,
      log,
      send,
      json,
      async signIn(as) {
        const request =
          as === 'admin'
            ? { path: '/auth/v1/token?grant_type=password', body: admin }
            : { path: '/auth/v1/signup', body: customer }
        // The form of Supabase's accounts service.
        return ((await json(request)) as { access_token: string }).access_token
      },
      async stop() {
        try {
          await backend.stop()
        } finally {
          await remove()
        }
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
