import type { App } from '@supabase/lite'
import { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import { requestContext } from '../database/request-context.ts'
import { databaseDialect, sessionContext, shareIntrospection } from './library-connection.ts'
import { endOtherSessions } from './new-password.ts'
import { restoreLiterals } from './filter-literals.ts'
import { refuseRegexes } from './public-limits.ts'

interface LibraryOptions {
  readonly jwtSecret: string
  readonly publishableKey: string
  readonly secretKey: string
  readonly siteUrl: string
  readonly origins: readonly string[]
  readonly confirmEmail: boolean
  readonly mailer: NonNullable<App['_mailer']>
  readonly storage: NonNullable<App['_storageAdapter']>
}

/** Read before the library is loaded, which replaces it by one that throws for warnings that are errors. */
const { emitWarning } = process

/** The library's handler of requests. */
export interface Library extends Pick<App, 'fetch'> {
  /** Reads the tables, which the first request would wait for. */
  introspect(): Promise<unknown>
}

/** Creates @supabase/lite on the backend's database, with this folder's fixes of its connection. */
export async function createLibrary(database: Database, options: LibraryOptions): Promise<Library> {
  const [{ App, setExperimental }, { createPostgresConnection }] = await Promise.all([
    import('@supabase/lite'),
    import('@supabase/lite/postgres'),
  ])
  process.emitWarning = emitWarning
  setExperimental('storage', true)
  quietConsole()
  // Its own driver connects lazily, and is replaced below.
  const connection = createPostgresConnection({ url: 'postgres://127.0.0.1' })
  shareIntrospection(connection)
  // Upstream grants all rights on all tables to every role at the first request, unless this untyped field says that row
  // level security is active. The migrations grant the rights.
  Object.assign(connection, { rlsState: 'active' }, sessionContext)
  connection.kysely = new Kysely({ dialect: databaseDialect(database) })
    .withPlugin(refuseRegexes)
    .withPlugin(restoreLiterals)
    .withPlugin(endOtherSessions)
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (error: unknown) => {
    const request = requestContext.getStore()
    if (request !== undefined) request.databaseError = error
    return normalize(error)
  }
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000, pg_safe_update: true },
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      site_url: options.siteUrl,
      additional_redirect_urls: options.origins.map((origin) => `${origin}/**`),
      email: {
        enable_confirmations: options.confirmEmail,
        // A link's token is derived from this code, which must be too long to guess.
        otp_length: 32,
      },
    },
    storage: { enabled: true, file_size_limit: '5MiB' },
    options: { server: { admin: false, disableStudio: true } },
  })
  Object.assign(app, { _mailer: options.mailer, _storageAdapter: options.storage } satisfies Pick<
    App,
    '_mailer' | '_storageAdapter'
  >)
  await requestContext.run({ id: 'start', redirectTo: options.siteUrl }, async () => app.init())
  return { fetch: app.fetch.bind(app), introspect: async () => connection.introspect({ useCache: true }) }
}

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const
type Printer = Pick<Console, (typeof methods)[number]>

const quiet = new WeakSet<Printer>()

/**
 * Silences the console while the library handles a request and stores the first printed error in the request's context;
 * the request log has one line without its message.
 * Upstream: prints failing statements with their parameters, which are customers' names, addresses and tokens.
 */
export function quietConsole(printer: Printer = console): void {
  if (quiet.has(printer)) return
  quiet.add(printer)
  for (const method of methods) {
    const print = printer[method].bind(printer)
    printer[method] = (...args: unknown[]) => {
      const request = requestContext.getStore()
      if (request === undefined) print(...args)
      else request.failure ??= args.find((arg) => arg instanceof Error)
    }
  }
}
