import { randomUUID } from 'node:crypto'
import type { App } from '@supabase/lite'
import { createCallerOf } from './accounts/caller.ts'
import { createRepeatedSignUp } from './accounts/repeated-sign-up.ts'
import { heedfulTogether } from './answers/change-notices.ts'
import { createAskDirectly } from './answers/direct-answers.ts'
import { heedChanges } from './answers/heed-changes.ts'
import { createKeptAnswers } from './answers/kept-answers.ts'
import { createKnownCustomers, type KnownSession } from './answers/known-customers.ts'
import { createSharedAnswers, type SharedAnswers } from './answers/shared-answers.ts'
import type { StoredAnswer } from './answers/stored-answer.ts'
import type { DataFolder } from './data-folder.ts'
import type { Database } from './database/database.ts'
import { keepIntrospection } from './database/kept-introspection.ts'
import { sessionContext } from './database/session-context.ts'
import { putBackValues } from './database/set-aside-values.ts'
import { tidyRegularly } from './database/upkeep.ts'
import { errorCode } from './error-code.ts'
import { type FirstStartOptions, prepareDatabase } from './first-start/first-start.ts'
import { type ApiGateway, createApiGateway } from './http/api-gateway.ts'
import { createDiskStorage } from './images/disk-storage.ts'
import { quietenLibrary } from './library-console.ts'
import { createAuthMailer } from './mail/auth-mailer.ts'
import { createOutbox } from './mail/outbox.ts'
import { Refusal } from './refusal.ts'
import { requestContext } from './request-context.ts'
import type { RequestLog } from './request-log.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import type { Site } from './site.ts'

/** The parts of a running backend. */
export interface Backend {
  readonly database: Database
  readonly gateway: ApiGateway
  /** What stands in front of the gateway for tables and functions. */
  readonly answers: SharedAnswers
  /**
   * Lets the library look at the tables as soon as there is nothing else to do. It would when it is first asked, and
   * the first visitor would wait.
   */
  warmUp(): void
  close(): Promise<void>
}

export interface BackendOptions extends FirstStartOptions {
  readonly settings: Settings
  readonly folder: DataFolder
  readonly secrets: Secrets
  readonly site: Site
  readonly log: RequestLog
}

/**
 * Opens the database, brings it up to date and puts the library on top of it.
 * @throws Refusal when the database cannot be used
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { settings, folder, say } = options
  const database = await openDatabase(settings, folder)
  try {
    await prepareDatabase(database, settings, folder, options).catch(refuseMissingRight)
    keepIntrospection(database, settings.databaseUrl === null ? folder.schema : null)
    const outbox = createOutbox(folder.mail, say)
    const mailer = createAuthMailer(options.site, outbox)
    const library = await createLibrary(database, mailer, options)
    const repeatedSignUp = createRepeatedSignUp(database, mailer)
    const gateway = createApiGateway({
      library,
      site: options.site,
      repeatedSignUp,
      callerOf: createCallerOf(options.secrets),
      log: options.log,
    })
    const { publishableKey, jwtSecret } = options.secrets
    const kept = {
      visitors: createKeptAnswers<StoredAnswer>(keeping),
      customers: createKeptAnswers<StoredAnswer>(keeping),
    }
    const sessions = createKeptAnswers<KnownSession>(keepingSessions)
    const notices = await heedChanges(database, settings.databaseUrl, {
      giftwell_changes: heedfulTogether([kept.visitors, kept.customers]),
      giftwell_accounts: sessions,
    })
    const answers = createSharedAnswers({
      kept,
      notices,
      publishableKey,
      customers: createKnownCustomers({ sessions, query: database.query, jwtSecret }),
      askDirectly: createAskDirectly(database.query),
      ask: async (request) => gateway('rest', request, randomUUID()),
    })
    const stopTidying = tidyRegularly(database, say)
    let warmth: Promise<unknown> = Promise.resolve()
    let warming: NodeJS.Immediate | undefined
    return {
      database,
      gateway,
      answers,
      warmUp() {
        warming = setImmediate(() => {
          warmth = database.connection.introspect({ useCache: true })
        })
      },
      async close() {
        stopTidying()
        clearImmediate(warming)
        await warmth
        await notices.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A few thousand previews; a minute covers what no write tells of, such as a policy that is changed by hand. */
const keeping = {
  most: { answers: 5000, bytes: 32 * 1024 * 1024, bytesOfOne: 1024 * 1024 },
  lifetime: 60_000,
} as const

/** Who asked of late; those of more go back to being looked up. */
const keepingSessions = { most: { answers: 20_000, bytes: 20_000, bytesOfOne: 1 }, lifetime: 60_000 } as const

function refuseMissingRight(error: unknown): never {
  const insufficientPrivilege = '42501'
  if (errorCode(error) !== insufficientPrivilege) throw error
  throw new Refusal(
    'The user of DATABASE_URL may not prepare the database; it needs the right to make roles, schemas and extensions.',
  )
}

async function openDatabase(settings: Settings, folder: DataFolder): Promise<Database> {
  if (settings.databaseUrl === null) {
    const { openPglite } = await import('./database/open-pglite.ts')
    return openPglite(folder.database)
  }
  const { openPostgres } = await import('./database/open-postgres.ts')
  return openPostgres(settings.databaseUrl)
}

async function createLibrary(
  { connection }: Database,
  mailer: NonNullable<App['_mailer']>,
  { settings, secrets, site, images }: BackendOptions,
): Promise<App> {
  const { App, setExperimental } = await import('@supabase/lite')
  setExperimental('storage', true)
  quietenLibrary()
  // The library would grant everything on every table to everybody at the first request. The rights are those of the
  // migrations; neither the field nor these methods are part of the library's types.
  Object.assign(connection, { rlsState: 'active' }, sessionContext)
  connection.kysely = connection.kysely.withPlugin(putBackValues)
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
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: site.url,
      additional_redirect_urls: site.origins.map((origin) => `${origin}/**`),
      email: {
        enable_confirmations: settings.confirmEmail,
        // The token of a link is derived from this code, so the code must be too long to be guessed.
        otp_length: 32,
      },
    },
    storage: { enabled: true, file_size_limit: '5MiB' },
    options: { server: { admin: false, disableStudio: true } },
  })
  Object.assign(app, { _mailer: mailer, _storageAdapter: createDiskStorage(images) } satisfies Pick<
    App,
    '_mailer' | '_storageAdapter'
  >)
  await requestContext.run({ id: 'start', redirectTo: site.url }, async () => app.init())
  return app
}
