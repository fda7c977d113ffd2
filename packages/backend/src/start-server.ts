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
import type { Demo } from './first-start/demo-target.ts'
import { withLateImages } from './first-start/late-images.ts'
import { createHealth } from './health/health.ts'
import { listen, type Listener } from './http/listen.ts'
import { createAnswerHeaders } from './http/security-headers.ts'
import { challengeConfig, ownConfig } from './http/site-config.ts'
import { readSite, type Site } from './http/site-files.ts'
import { createWebApp } from './http/web-app.ts'
import { createImageFiles } from './images/image-files.ts'
import { limitRequests } from './limits/limit-requests.ts'
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
  readonly migrationsFolder?: string
  readonly loadDemo?: () => Promise<Demo>
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
  const website = await readSite(options.siteFolder ?? `${repository}apps/storefront/dist`)
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
  website: Site,
  undoing: Undoing,
): Promise<Served> {
  const say = options.say ?? sayOnStandardError
  const folder = await createDataFolder(settings.dataFolder)
  const lock = lockDataFolder(folder)
  undoing.add(lock.release)
  await removeLeftSnapshots(folder)
  // The port is taken before the long work begins: that it is in use should be said at once.
  const listener = await listenUntilUndone(settings, website, undoing)
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
    loadDemo: options.loadDemo ?? loadDemo,
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
  const app = createWebApp({
    siteFiles: website.files,
    configFor,
    backend: {
      gateway: backend.gateway,
      answers: backend.answers,
      images: withLateImages(images, backend.lateImages),
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
  listener.answerWith(app.fetch, createGiveAtOnce(backend.answers, log))
  // Again, and now before anything else is closed: requests in hand need all of it.
  undoing.add(async () => listener.close(closingPatience))
  backend.warmUp()
  backend.lateImages.begin()
  // The first visitor does not wait for what renders the pages either.
  const home = new Request(`${site.url}/`)
  void website
    .files(home, {
      config: configFor(home),
      origins: site.origins,
      textFor: backend.answers.textFor,
    })
    .catch(() => {})
  return { url: loopbackOrigin(listener.port), database }
}

async function serveHosted(
  settings: Settings,
  { url, key }: NonNullable<Settings['hosted']>,
  options: ServerOptions,
  website: Site,
  undoing: Undoing,
): Promise<Served> {
  const listener = await listenUntilUndone(settings, website, undoing)
  const app = createWebApp({
    siteFiles: website.files,
    configFor: () => ({ supabaseUrl: url, supabaseKey: key, ...challengeConfig(settings.turnstile) }),
    backend: null,
    onTheWayIn: [],
    health: createHealth(null),
    log: createRequestLog(options.say ?? sayOnStandardError, settings.logLevel),
  })
  listener.answerWith(app.fetch)
  return { url: loopbackOrigin(listener.port), database: null }
}

async function listenUntilUndone(settings: Settings, { scripts }: Site, undoing: Undoing): Promise<Listener> {
  const { port, siteUrl, trustedProxies, hosted } = settings
  const hostedOrigin = hosted === null ? null : new URL(hosted.url).origin
  const listener = await listen(
    port,
    createAnswerHeaders({
      hostedOrigin,
      siteUrl,
      trustedProxies,
      hasTurnstile: settings.turnstile !== null,
      scripts,
    }),
  )
  undoing.add(async () => listener.close(closingPatience))
  return listener
}

async function loadDemo(): Promise<Demo> {
  const { demo } = await import('./demo/demo.ts')
  return demo
}
