import { randomUUID } from 'node:crypto'
import { isStaff } from './accounts/administrators.ts'
import { type CallerOf, createSessionHasEnded, type IsTrusted } from './accounts/caller.ts'
import { backendMetrics } from './backend-metrics.ts'
import { createCallCatalogue, createResponseCache } from './cache/response-cache.ts'
import type { DataFolder } from './data-folder/data-folder.ts'
import type { DiskHealth } from './data-folder/disk-health.ts'
import type { Secrets } from './data-folder/secrets.ts'
import { type Database, scheduleMaintenance } from './database/database.ts'
import { openDatabase } from './database/open-database.ts'
import { explainPreparationError } from './database/system-schema.ts'
import { type FirstStartOptions, prepareDatabase } from './first-start/first-start.ts'
import type { ClientOf } from './http/client-address.ts'
import type { Metric } from './http/metrics.ts'
import type { RequestLog } from './http/request-log.ts'
import type { Site } from './http/site-config.ts'
import type { BackendRoutes } from './http/web-app.ts'
import { publicImageResponse, publicImagesPath } from './images/image-files.ts'
import type { MailLook } from './mail/auth-message.ts'
import { startMailSender } from './mail/mail-sender.ts'
import { createIncomingMail } from './http/incoming-mail.ts'
import { answeredBy, receiveMail } from './mail/received-mail.ts'
import { replyAddress } from './mail/reply-address.ts'
import { watchMailbox } from './mail/watch-mailbox.ts'
import { createOutbox, removeErasedMails } from './mail/outbox.ts'
import { createSmtpDelivery } from './mail/smtp.ts'
import {
  createStatementSlots,
  embeddedSlots,
  type EnterStatement,
  serverSlots,
} from './rate-limit/statement-slots.ts'
import type { Settings } from './settings.ts'
import { createAuthMailer } from './supabase-lite/auth-mailer.ts'
import { createAuthRules } from './supabase-lite/auth-rules.ts'
import { createLibrary, type Library } from './supabase-lite/create-library.ts'
import { createDiskStorage } from './supabase-lite/storage-requests.ts'
import { startWebhookSender } from './webhooks/webhook-sender.ts'
import { createApiGateway, createMayWrite } from './supabase-lite/gateway.ts'

export interface Backend {
  readonly database: Database
  readonly routes: BackendRoutes
  /** As in ResponseCache, for a client address; without one, for the server itself. */
  textFor(pathWithQuery: string, client?: string | null): Promise<string | null>
  /** Waits for a slot of a client address, as long as a page may. */
  enterPage(client: string): ReturnType<EnterStatement>
  readonly isTrusted: IsTrusted
  metrics(): Promise<readonly Metric[]>
  /** Introspects the tables when the server is idle, so that no visitor waits for it. */
  warmUp(): void
}

export interface BackendOptions extends FirstStartOptions {
  readonly settings: Settings
  readonly folder: DataFolder
  readonly secrets: Secrets
  readonly site: Site
  readonly callerOf: CallerOf
  readonly clientOf: ClientOf
  readonly requestLog: RequestLog
  readonly disk: DiskHealth
  /** How often the queue of e-mails is polled, in milliseconds; by default every three seconds. */
  readonly mailsEveryMs?: number | undefined
  readonly webhooksToLoopback?: boolean | undefined
}

/** Half of a server-rendered page's time for its data, so requests that wait for its rendering can still try. */
const maxPageWaitMs = 400

/**
 * Opens and migrates the database, and starts the library and the cache on it.
 * @param stack disposes of the backend
 * @throws UserFacingError when the database cannot be used
 */
export async function startBackend(stack: AsyncDisposableStack, options: BackendOptions): Promise<Backend> {
  const { settings, folder, secrets, site, images, callerOf, clientOf, disk, log } = options
  const database = await openDatabase(settings.databaseUrl, folder.database, settings.durableWrites)
  stack.defer(database.close)
  await prepareDatabase(database, settings, folder, options).catch(explainPreparationError)
  const outbox = createOutbox(
    folder.mail,
    log,
    settings.smtp === null
      ? null
      : createSmtpDelivery({ ...settings.smtp, chosenSender: async () => senderOfSite(database) }),
  )
  stack.defer(outbox.close)
  const { incomingMail: incoming } = settings
  const mailbox = incoming && { address: incoming.address, secret: secrets.jwtSecret }
  const mailer = createAuthMailer(site, outbox, async () => lookOfSite(database))
  const library = await createLibrary(database, {
    ...secrets,
    siteUrl: site.url,
    origins: site.origins,
    confirmEmail: settings.confirmEmail,
    mailer,
    storage: createDiskStorage(images),
  })
  const isTrusted: IsTrusted = async (caller) =>
    caller.kind === 'operator' || (caller.kind === 'account' && (await isStaff(database, caller.id)))
  const gateway = createApiGateway({
    library,
    site,
    auth: createAuthRules({
      database,
      mailer,
      callerOf,
      credentialsFile: folder.administrator,
      jwtSecret: secrets.jwtSecret,
      confirmEmail: settings.confirmEmail,
      siteName: async () => (await lookOfSite(database)).name ?? undefined,
      renewSession: async (refreshToken, headers) =>
        library.fetch(
          new Request(`${site.url}/auth/v1/token?grant_type=refresh_token`, {
            method: 'POST',
            headers: { apikey: headers.get('apikey') ?? '', 'content-type': 'application/json' },
            body: JSON.stringify({ refresh_token: refreshToken }),
          }),
        ),
    }),
    callerOf,
    isTrusted,
    sessionHasEnded: createSessionHasEnded(database.query),
    mayWrite: createMayWrite(database.query),
    requestLog: options.requestLog,
    writeFailed: disk.writeFailed,
  })
  const slots = createStatementSlots(settings.databaseUrl === null ? embeddedSlots : serverSlots)
  const cache = createResponseCache({
    publishableKey: secrets.publishableKey,
    callerOf,
    isTrusted,
    callCatalogue: createCallCatalogue(database.query),
    ask: async (request) => gateway('rest', request, randomUUID()),
  })
  await database.listen('giftwell_changes', cache.clear)
  stack.defer(scheduleMaintenance(database, log, async () => removeErasedMails(folder.mail, database.query)))
  stack.defer(
    startMailSender({
      query: database.query,
      outbox,
      smtp: settings.smtp === null ? null : createSmtpDelivery({ ...settings.smtp, retryAfterMs: [] }),
      origins: {
        site: site.url,
        images: settings.siteUrl,
        ...(mailbox && {
          replyAddress: (id, about) => replyAddress(mailbox.address, mailbox.secret, id, about),
        }),
      },
      log,
      everyMs: options.mailsEveryMs,
    }),
  )
  stack.defer(
    startWebhookSender({
      query: database.query,
      toLoopback: options.webhooksToLoopback === true,
      everyMs: options.mailsEveryMs,
    }),
  )
  const receive = async (raw: Uint8Array) =>
    mailbox === null ? 'unknown' : receiveMail(raw, mailbox, database.query)
  if (mailbox && incoming?.imapUrl != null) {
    const isAnswer = (head: Uint8Array) => answeredBy(head, mailbox) !== null
    stack.defer(
      watchMailbox({ url: incoming.imapUrl, receive, isAnswer, log, everyMs: options.mailsEveryMs }),
    )
  }
  const enterPage = async (client: string) => slots.enter(client, AbortSignal.timeout(maxPageWaitMs))
  return {
    database,
    isTrusted,
    metrics: async () => backendMetrics({ database, cache, slots, disk }),
    warmUp: () => introspectWhenIdle(stack, library),
    enterPage,
    textFor: async (pathWithQuery, client = null) =>
      cache.textFor(pathWithQuery, client === null ? undefined : async () => enterPage(client)),
    routes: {
      incomingMail: incoming?.key == null ? null : createIncomingMail(incoming.key, receive),
      // Auth's responses are not compressed, because the compressed length would leak information about their tokens.
      api: async (service, request, id, context) => {
        const enter: EnterStatement = async () => slots.enter(clientOf(context), request.signal)
        return service === 'rest'
          ? cache.respond(request, async (enterLater) => gateway(service, request, id, enterLater), enter)
          : gateway(service, request, id, enter)
      },
      publicImages: {
        path: publicImagesPath,
        respond: async (request, name) => publicImageResponse(images, name, request),
      },
    },
  }
}

/** The name and the colour that the site's settings give it, and where its e-mails are answered to. */
async function lookOfSite(database: Database): Promise<MailLook> {
  const { rows } = await database.query(
    'select name, colour_primary, private.office_address() as reply_to from (values (true)) as one (row) left join public.site_settings on row',
  )
  const { name, colour_primary: colour, reply_to: replyTo } = rows[0] ?? {}
  return {
    name: typeof name === 'string' ? name : null,
    colour_primary: typeof colour === 'string' ? colour : null,
    ...(typeof replyTo === 'string' && { replyTo }),
  }
}

/** The sender of e-mails that the site's settings name; null without one. */
async function senderOfSite(database: Database): Promise<{ name: string; address: string } | null> {
  const { rows } = await database.query(
    'select name, sender_email from public.site_settings where sender_email is not null',
  )
  const { name, sender_email: address } = rows[0] ?? {}
  return typeof address === 'string' ? { name: typeof name === 'string' ? name : 'Giftwell', address } : null
}

function introspectWhenIdle(stack: AsyncDisposableStack, { introspect }: Library): void {
  let introspection: Promise<unknown> = Promise.resolve()
  const timer = setImmediate(() => {
    introspection = introspect()
  })
  stack.defer(async () => {
    clearImmediate(timer)
    await introspection
  })
}
