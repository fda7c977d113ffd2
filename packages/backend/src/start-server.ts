import { fileURLToPath } from 'node:url'
import { createCallerOf, createSessionOf } from './accounts/caller.ts'
import { openControlChannel } from './accounts/control-channel.ts'
import { backupMetrics } from './backend-metrics.ts'
import { scheduleBackups } from './backup/schedule-backups.ts'
import { removeOrphanedSnapshots, takeSnapshot } from './backup/take-snapshot.ts'
import { createTurnstile, requireCaptcha } from './captcha/turnstile.ts'
import { createDataFolder, lockDataFolder } from './data-folder/data-folder.ts'
import { createDiskHealth } from './data-folder/disk-health.ts'
import { type FirstStartOptions, secretsOf } from './first-start/first-start.ts'
import type { Database } from './database/database.ts'
import { readMigrationState } from './database/migrations.ts'
import { createClientName, createClientOf, nameClient } from './http/client-address.ts'
import { createHealth } from './http/health.ts'
import { listen, type Listener } from './http/listen.ts'
import { createMetrics } from './http/metrics.ts'
import { createRequestLog } from './http/request-log.ts'
import { createResponseHeaders } from './http/security-headers.ts'
import {
  challengeConfig,
  createSiteConfig,
  listeningOrigin,
  ownConfig,
  siteAt,
  textInProject,
} from './http/site-config.ts'
import { readSite, type StaticSite } from './http/site-files.ts'
import { errorCode } from './process/errors.ts'
import { createWebApp } from './http/web-app.ts'
import { openImages } from './images/image-files.ts'
import { sitemapResponse } from './prerendered/sitemap.ts'
import { readServedPages, type ServedPages } from './prerendered/prerendered-pages.ts'
import { asJson, type Log, logToStandardError } from './process/terminal.ts'
import { createCalendarFeed } from './private-pages/calendar-feed.ts'
import { createCampaignRedirect } from './private-pages/campaign-redirect.ts'
import {
  createPrivatePageAnswer,
  openInDatabase,
  openInProject,
  type PrivatePageAnswer,
} from './private-pages/private-page.ts'
import { createProgramApi, programPath } from './programs/program-api.ts'
import {
  catalogueQueryKey,
  createQueryQuota,
  limitCatalogueQueries,
  limitRequests,
} from './rate-limit/limit-requests.ts'
import { createMemoryQuotas, createSharedQuotas } from './rate-limit/rate-limiter.ts'
import type { Settings } from './settings.ts'

/** A ready server. */
export interface RunningServer {
  readonly url: string
  /** The backend's database; null with a hosted project. */
  readonly database: Database | null
  /** Drains the requests in flight, closes the database and frees the port and the data folder. */
  close(): Promise<void>
}

type Served = Omit<RunningServer, 'close'>

export interface ServerOptions {
  /** The built website. */
  readonly siteFolder?: string
  /** Resolves when the website is built. Without it the website is read first, and a missing one is an error. */
  readonly whenSiteIsBuilt?: Promise<unknown>
  readonly migrationsFolder?: string
  readonly loadDemo?: FirstStartOptions['loadDemo']
  readonly log?: Log
  /** The URL that verifies Turnstile's tokens; tests name a fake. */
  readonly turnstileVerifyAt?: string
  /** How often the queues of e-mails and webhooks are polled; tests do not wait. */
  readonly mailsEveryMs?: number
  /** Whether webhooks may go to this machine; tests have a receiver there. */
  readonly webhooksToLoopback?: boolean
  /** The clock of the rate limits, in milliseconds; tests stop it. */
  readonly now?: () => number
}

interface Website {
  readonly files: StaticSite
  readonly pages: ServedPages
}

/** Serves a private page; a quotation's is server-rendered with its data. */
const privately =
  (files: StaticSite, pages: ServedPages) =>
  async (request: Request, { status, served }: PrivatePageAnswer): Promise<Response> =>
    files.respond(request, {
      status,
      served,
      html: served && (await pages.quotation(served)),
      detailsOf: async () => served?.opened.site ?? {},
    })

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const shutdownTimeoutMs = 8000
/** How long pages have the former name, colours and icon of a hosted project. */
const hostedDetailsMs = 10_000

/**
 * Starts the website and its API on one origin, or the website alone with a hosted project.
 * @throws UserFacingError when the port, the data folder or the database cannot be used; everything is closed then
 */
export async function startServer(settings: Settings, options: ServerOptions = {}): Promise<RunningServer> {
  const { whenSiteIsBuilt, siteFolder = `${repository}apps/storefront/dist` } = options
  const website = Promise.resolve(whenSiteIsBuilt).then(async () => ({
    files: await readSite(siteFolder),
    pages: await readServedPages(`${siteFolder}-server`, settings.siteUrl),
  }))
  if (whenSiteIsBuilt === undefined) await website
  website.catch(() => {}) // awaited when the rest is ready
  const stack = new AsyncDisposableStack()
  try {
    const served =
      settings.hosted === null
        ? await serveBackend(stack, settings, options, website)
        : await serveHosted(stack, settings, settings.hosted, options, website)
    return { ...served, close: async () => stack.disposeAsync() }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function serveBackend(
  stack: AsyncDisposableStack,
  settings: Settings,
  options: ServerOptions,
  whenRead: Promise<Website>,
): Promise<Served> {
  const print = options.log ?? logToStandardError
  const log = settings.logFormat === 'json' ? asJson(print) : print
  const folder = await createDataFolder(settings.dataFolder)
  stack.use(lockDataFolder(folder))
  await removeOrphanedSnapshots(folder)
  // Before the slow part, so that a port in use is reported at once.
  const listener = await bind(stack, settings)
  const site = siteAt(listener.port, settings.siteUrl, settings.host)
  const secrets = await secretsOf(settings, folder.secrets)
  const images = openImages(settings.bucket, folder.images)
  await images.removeUnfinished()
  let backups: Awaited<ReturnType<typeof scheduleBackups>> | null = null
  const metrics = createMetrics({
    token: settings.metricsToken,
    inFlight: listener.inFlight,
    read: async () => [...(await backend.metrics()), ...backupMetrics(backups?.state())],
  })
  const requestLog = metrics.counting(createRequestLog(print, settings.logLevel))
  const disk = createDiskHealth(folder.root)
  const callerOf = createCallerOf(secrets)
  const clientOf = createClientOf(settings.trustedProxies)
  const { startBackend } = await import('./start-backend.ts')
  const backend = await startBackend(stack, {
    settings,
    folder,
    secrets,
    site,
    images,
    callerOf,
    clientOf,
    requestLog,
    disk,
    log,
    migrationsFolder: options.migrationsFolder ?? `${repository}supabase/migrations`,
    loadDemo: options.loadDemo,
    mailsEveryMs: options.mailsEveryMs,
    webhooksToLoopback: options.webhooksToLoopback,
  })
  const { database } = backend
  const control = await openControlChannel(folder.control, {
    database,
    takeSnapshot: async () => takeSnapshot(database, folder, { images, secrets }),
    log,
  })
  stack.defer(control.close)
  const { turnstile, trustedProxies, siteUrl } = settings
  const caller = { callerOf, isTrusted: backend.isTrusted }
  const sessionOf = createSessionOf(database.query)
  const verifyAt = options.turnstileVerifyAt
  const config = ownConfig(siteUrl, secrets.publishableKey, turnstile)
  const siteConfig = createSiteConfig(backend.textFor)
  // One server has its quotas in memory, where the embedded database would write them to the disk.
  const quotas =
    settings.databaseUrl === null
      ? createMemoryQuotas(options.now)
      : await createSharedQuotas(database, secrets.jwtSecret, options.now)
  const programs = createProgramApi({ database, quotas, origin: site.url })
  const quota = createQueryQuota(quotas, options.now)
  /** @param client of the page's request; null for the server itself */
  const pageDataFor = (client: string | null) => ({
    config,
    async textFor(pathWithQuery: string) {
      const { pathname: path, searchParams: query } = new URL(pathWithQuery, site.url)
      const queryKey = catalogueQueryKey({ method: 'GET', path, query })
      const isOver = client !== null && queryKey !== null && (await quota.take(client, queryKey)) > 0
      return isOver ? null : backend.textFor(pathWithQuery, client)
    },
  })
  const { files, pages } = await whenRead
  const respondPrivately = privately(files, pages)
  const open = openInDatabase(database.query, backend.enterPage)
  const privatePageAt = createPrivatePageAnswer(config, open, quotas)
  const redirectFrom = createCampaignRedirect(open, quotas)
  const calendarAt = createCalendarFeed(site.url, open, quotas)
  const app = createWebApp({
    async website(request, context) {
      const own =
        (await redirectFrom(request, clientOf(context))) ?? (await calendarAt(request, clientOf(context)))
      if (own !== null) return own
      const privatePage = await privatePageAt(request, clientOf(context))
      if (privatePage !== null) return respondPrivately(request, privatePage)
      const data = pageDataFor(clientOf(context))
      const page = (await sitemapResponse(request, site.url, data)) ?? (await pages.respond(request, data))
      if (page instanceof Response) return page
      return files.respond(request, {
        status: page === null ? 200 : 404,
        origin: siteUrl,
        detailsOf: async () => (await siteConfig()).site ?? {},
      })
    },
    config: async () => ({ ...config, ...(await siteConfig()) }),
    backend: backend.routes,
    programs: {
      path: programPath,
      respond: async (request, id, context) => programs(request, id, clientOf(context)),
    },
    middleware: [
      nameClient(clientOf),
      limitCatalogueQueries({ quota, callerOf, clientOf }),
      limitRequests({ trustedProxies, siteUrl, clientOf, ...caller, sessionOf, log, quotas }),
      ...(turnstile === null
        ? []
        : [
            requireCaptcha({
              verify: createTurnstile({ secretKey: turnstile.secretKey, log, verifyAt }),
              ...caller,
            }),
          ]),
    ],
    health: createHealth(async () => readMigrationState(database), {
      isBusy: database.isBusy,
      problem: disk.problem,
    }),
    requestLog,
    clientName: createClientName(settings.logAddresses, clientOf),
    metrics,
  })
  listener.answerWith(app.fetch, headersFor(settings, files.scripts))
  // Disposed first, because the requests in flight need everything else.
  stack.defer(async () => listener.close(shutdownTimeoutMs))
  await noteBackups(database, settings.backups !== null)
  if (settings.backups !== null) {
    backups = await scheduleBackups(settings, settings.backups, log)
    stack.defer(backups.close)
  }
  backend.warmUp()
  void pages.prerender(site.url, pageDataFor(null))
  return { url: listeningOrigin(listener.port, settings.host), database }
}

/** Reports to the first steps whether backups are made. One of several servers makes them, so "no" never replaces "yes". */
async function noteBackups({ query }: Database, areMade: boolean): Promise<void> {
  await query(
    `insert into private.settings (name, value) values ('backups', $1)
     on conflict (name) do update set value = excluded.value where excluded.value = 'yes' and settings.value = 'no'`,
    [areMade ? 'yes' : 'no'],
  ).catch((error: unknown) => {
    // A database that an older version of the migrations has made knows no such note.
    if (errorCode(error) !== '23514') throw error
  })
}

async function serveHosted(
  stack: AsyncDisposableStack,
  settings: Settings,
  hosted: NonNullable<Settings['hosted']>,
  options: ServerOptions,
  whenRead: Promise<Website>,
): Promise<Served> {
  const listener = await bind(stack, settings)
  const { files, pages } = await whenRead
  const respondPrivately = privately(files, pages)
  const clientOf = createClientOf(settings.trustedProxies)
  const config = { supabaseUrl: hosted.url, supabaseKey: hosted.key, ...challengeConfig(settings.turnstile) }
  const quotas = createMemoryQuotas(options.now)
  const open = openInProject(hosted)
  const siteConfig = createSiteConfig(textInProject(hosted), hostedDetailsMs)
  const privatePageAt = createPrivatePageAnswer(config, open, quotas)
  const redirectFrom = createCampaignRedirect(open, quotas)
  const calendarAt = createCalendarFeed(
    siteAt(listener.port, settings.siteUrl, settings.host).url,
    open,
    quotas,
  )
  const metrics = createMetrics({ token: settings.metricsToken, inFlight: listener.inFlight })
  const app = createWebApp({
    async website(request, context) {
      const own =
        (await redirectFrom(request, clientOf(context))) ?? (await calendarAt(request, clientOf(context)))
      if (own !== null) return own
      const privatePage = await privatePageAt(request, clientOf(context))
      return privatePage === null
        ? files.respond(request, {
            origin: settings.siteUrl,
            detailsOf: async () => (await siteConfig()).site ?? {},
          })
        : respondPrivately(request, privatePage)
    },
    config: async () => config,
    backend: null,
    programs: null,
    middleware: [],
    health: createHealth(async () => null),
    requestLog: metrics.counting(createRequestLog(options.log ?? logToStandardError, settings.logLevel)),
    clientName: createClientName(settings.logAddresses, clientOf),
    metrics,
  })
  listener.answerWith(app.fetch, headersFor(settings, files.scripts))
  return { url: listeningOrigin(listener.port, settings.host), database: null }
}

async function bind(stack: AsyncDisposableStack, settings: Settings): Promise<Listener> {
  const listener = await listen(settings.port, headersFor(settings), settings.host)
  stack.defer(async () => listener.close(shutdownTimeoutMs))
  return listener
}

function headersFor(
  { siteUrl, trustedProxies, hosted, turnstile }: Settings,
  scripts: readonly string[] = [],
) {
  return createResponseHeaders({
    apiOrigin: hosted === null ? siteUrl : new URL(hosted.url).origin,
    siteUrl,
    trustedProxies,
    hasTurnstile: turnstile !== null,
    scripts,
  })
}
