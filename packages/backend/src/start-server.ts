import { fileURLToPath } from 'node:url'
import { isAdministrator } from './accounts/administrators.ts'
import { createCallerOf } from './accounts/caller.ts'
import { openControlChannel } from './accounts/control-channel.ts'
import { createGiveAtOnce } from './answers/give-at-once.ts'
import { createSnapshots, removeLeftSnapshots } from './backup/take-snapshot.ts'
import { requirePerson } from './challenge/require-person.ts'
import { createTurnstile } from './challenge/turnstile.ts'
import { createDataFolder } from './data-folder.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import type { Database } from './database/database.ts'
import type { FirstStartOptions } from './first-start/first-start.ts'
import { createHealth } from './health/health.ts'
import { listenUntilUndone } from './http/listen-until-undone.ts'
import { challengeConfig, ownConfig } from './http/site-config.ts'
import { readSite, type Site } from './http/site-files.ts'
import { createWebApp } from './http/web-app.ts'
import { createImageFiles } from './images/image-files.ts'
import { limitRequests } from './limits/limit-requests.ts'
import { renderAhead } from './pages/render-ahead.ts'
import { createRequestLog } from './request-log.ts'
import { type Say, sayOnStandardError } from './say.ts'
import { readOrMakeSecrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { loopbackOrigin, siteAt } from './site.ts'
import { createUndoing, type Undoing } from './undoing.ts'

/** A server that answers. */
export interface RunningServer {
  readonly url: string
  /** The backend's database, for the process that started the server; null when a hosted project has it. */
  readonly database: Database | null
  /** Ends the requests in hand, closes the database and frees the port and the data folder. */
  close(): Promise<void>
}

type Served = Omit<RunningServer, 'close'>

export interface ServerOptions {
  /** The built website. */
  readonly siteFolder?: string
  /** Resolves when the website is built; by default it is, and a missing one is refused before anything is made. */
  readonly whenSiteIsBuilt?: Promise<unknown>
  readonly migrationsFolder?: string
  readonly loadDemo?: FirstStartOptions['loadDemo']
  readonly say?: Say
  /** Where tokens of Turnstile are verified; tests have a place of their own. */
  readonly turnstileVerifyAt?: string
  /** The clock of the limits, in milliseconds; tests let it stand still. */
  readonly now?: () => number
}

const repository = fileURLToPath(new URL('../../../', import.meta.url))
// How long requests in hand may take at the end, in milliseconds.
const closingPatience = 8000

/**
 * Starts what `npm start` runs: the website with its API on one origin of 127.0.0.1, or the website alone when the
 * settings name a hosted project.
 * @throws Refusal when the settings, the port, the data folder or the database do not allow it; nothing stays open then
 */
export async function startServer(settings: Settings, options: ServerOptions = {}): Promise<RunningServer> {
  const { whenSiteIsBuilt, siteFolder = `${repository}apps/storefront/dist` } = options
  const website = Promise.resolve(whenSiteIsBuilt).then(async () => readSite(siteFolder))
  if (whenSiteIsBuilt === undefined) await website
  website.catch(() => {}) // it is awaited when the rest is ready
  const undoing = createUndoing()
  try {
    const served =
      settings.hosted === null
        ? await serveBackend(settings, options, website, undoing)
        : await serveHosted(settings, settings.hosted, options, website, undoing)
    return { ...served, close: undoing.run }
  } catch (error) {
    await undoing.run()
    throw error
  }
}

async function serveBackend(
  settings: Settings,
  options: ServerOptions,
  whenRead: Promise<Site>,
  undoing: Undoing,
): Promise<Served> {
  const say = options.say ?? sayOnStandardError
  const folder = await createDataFolder(settings.dataFolder)
  const lock = lockDataFolder(folder)
  undoing.add(lock.release)
  await removeLeftSnapshots(folder)
  // The port is taken before the long work begins: that it is in use should be said at once.
  const { listener, headersWith } = await listenUntilUndone(settings, undoing, closingPatience)
  const site = siteAt(listener.port, settings.siteUrl)
  const secrets = await readOrMakeSecrets(folder.secrets)
  const images = createImageFiles(folder.images)
  await images.removeUnfinished()
  const log = createRequestLog(say, settings.logLevel)
  const { startBackend } = await import('./start-backend.ts')
  const backend = await startBackend({
    settings,
    folder,
    secrets,
    site,
    images,
    log,
    say,
    migrationsFolder: options.migrationsFolder ?? `${repository}supabase/migrations`,
    loadDemo: options.loadDemo,
  })
  undoing.add(backend.close)
  const { database } = backend
  const snapshots = createSnapshots(database, folder)
  const control = await openControlChannel(folder.control, { database, takeSnapshot: snapshots.take })
  undoing.add(control.close)
  const callerOf = createCallerOf(secrets)
  const isOfAdministrator = async (account: string) =>
    database.transaction(async (session) => isAdministrator(session, account))
  const { turnstile } = settings
  const verifyAt = options.turnstileVerifyAt
  const configFor = (request: Request) => ownConfig(request, secrets.publishableKey, turnstile)
  const website = await whenRead
  const app = createWebApp({
    siteFiles: website.files,
    configFor,
    backend: {
      gateway: backend.gateway,
      answers: backend.answers,
      images,
      origins: site.origins,
    },
    onTheWayIn: [
      limitRequests({
        trustedProxies: settings.trustedProxies,
        siteUrl: settings.siteUrl,
        callerOf,
        isAdministrator: isOfAdministrator,
        say,
        now: options.now,
      }),
      ...(turnstile === null
        ? []
        : [
            requirePerson({
              ask: createTurnstile({ secretKey: turnstile.secretKey, say, verifyAt }),
              callerOf,
              isAdministrator: isOfAdministrator,
            }),
          ]),
    ],
    // A PostgreSQL server answers others while a snapshot is taken.
    health: createHealth(database, {
      isBusy: () => settings.databaseUrl === null && snapshots.areUnderWay(),
    }),
    log,
  })
  listener.answerWith(app.fetch, headersWith(website.scripts), createGiveAtOnce(backend.answers, log))
  // Again, and now before anything else is closed: requests in hand need all of it.
  undoing.add(async () => listener.close(closingPatience))
  backend.warmUp()
  void renderAhead(website, site.url, (request) => ({
    config: configFor(request),
    origins: site.origins,
    textFor: backend.answers.textFor,
  }))
  return { url: loopbackOrigin(listener.port), database }
}

async function serveHosted(
  settings: Settings,
  { url, key }: NonNullable<Settings['hosted']>,
  options: ServerOptions,
  whenRead: Promise<Site>,
  undoing: Undoing,
): Promise<Served> {
  const { listener, headersWith } = await listenUntilUndone(settings, undoing, closingPatience)
  const website = await whenRead
  const app = createWebApp({
    siteFiles: website.files,
    configFor: () => ({ supabaseUrl: url, supabaseKey: key, ...challengeConfig(settings.turnstile) }),
    backend: null,
    onTheWayIn: [],
    health: createHealth(null),
    log: createRequestLog(options.say ?? sayOnStandardError, settings.logLevel),
  })
  listener.answerWith(app.fetch, headersWith(website.scripts))
  return { url: loopbackOrigin(listener.port), database: null }
}
