import { resolve } from 'node:path'
import { z } from 'zod'
import type { Bucket } from './bucket/bucket-client.ts'
import type { TurnstileKeys } from './captcha/turnstile.ts'
import { clientNames, isProxy } from './http/client-address.ts'
import { UserFacingError } from './process/errors.ts'
import { logLevels } from './process/terminal.ts'

// bcrypt reads 72 bytes of a password, and a hosted project requires 6 characters.
const maxPasswordBytes = 72
const minPasswordLength = 6

const optional = z
  .string()
  .trim()
  .transform((text) => (text === '' ? undefined : text))
  .optional()

/** The format of Cloudflare's keys; test keys begin with other digits. */
const turnstileKey = /^[0-3]x[\w-]{16,}$/

/** An e-mail address, alone or in angle brackets after a name. */
const sender = /^(?:[^<>\p{Cc}]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u

/** Such as `30m`, `24h` or `7d`. */
const interval = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/)
  .transform((text) => Number(text.slice(0, -1)) * (intervalUnits[text.at(-1) ?? ''] ?? 0))

const intervalUnits: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The name of a bucket, and a prefix in it. */
const bucketPath = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/

/** `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0`; the region is `us-east-1` unless it is named. */
const bucket = z
  .url({ protocol: /^s3$/ })
  .transform((text) => new URL(text))
  .refine(
    ({ username, password, hostname, pathname, searchParams }) =>
      username !== '' &&
      password !== '' &&
      hostname !== '' &&
      bucketPath.test(pathname) &&
      [...searchParams].every(([name, value]) =>
        name === 'tls' ? /^[01]$/.test(value) : name === 'region' && /^[\w-]+$/.test(value),
      ),
  )
  .transform(({ username, password, host, pathname, searchParams }): Bucket => {
    const [, name = '', prefix = ''] = bucketPath.exec(pathname) ?? []
    return {
      endpoint: `http${searchParams.get('tls') === '0' ? '' : 's'}://${host}/${name}`,
      prefix: prefix === '' ? '' : `${prefix.slice(1)}/`,
      region: searchParams.get('region') ?? 'us-east-1',
      key: decodeURIComponent(username),
      secret: decodeURIComponent(password),
    }
  })

/** An address of a site, without a path. */
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`)

const environment = z.object({
  PORT: optional.pipe(
    z
      .string()
      .regex(/^\d{1,5}$/)
      .default('3000')
      .transform(Number)
      .refine((port) => port <= 65_535),
  ),
  HOST: optional.pipe(z.union([z.ipv4(), z.ipv6(), z.literal('localhost')]).default('127.0.0.1')),
  SITE_URL: optional.pipe(origin.optional()),
  DATA_DIR: optional.pipe(z.string().default('.data')),
  SEED: optional.pipe(z.enum(['demo', 'empty']).default('demo')),
  ADMIN_EMAIL: optional.pipe(z.email().default('admin@example.com')),
  ADMIN_PASSWORD: z
    .string()
    .refine(
      (text) =>
        text === '' || (text.length >= minPasswordLength && Buffer.byteLength(text) <= maxPasswordBytes),
    )
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .default(null),
  CONFIRM_EMAIL: optional.pipe(z.enum(['0', '1']).default('1')),
  LOG_LEVEL: optional.pipe(z.enum(logLevels).default('warn')),
  LOG_FORMAT: optional.pipe(z.enum(['text', 'json']).default('text')),
  LOG_ADDRESSES: optional.pipe(z.enum(clientNames).default('none')),
  METRICS_TOKEN: optional.pipe(
    z
      .string()
      .regex(/^[\w.~+/-]{16,}=*$/)
      .optional(),
  ),
  DATABASE_URL: optional.pipe(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  STORAGE_URL: optional.pipe(bucket.optional()),
  DURABLE_WRITES: optional.pipe(z.enum(['0', '1']).default('1')),
  TRUSTED_PROXY: optional.pipe(
    z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .refine((proxies) => proxies.every(isProxy)),
  ),
  BACKUP_DIR: optional.pipe(z.union([bucket, z.string().regex(/^(?!s3:)/)]).optional()),
  BACKUP_EVERY: optional.pipe(interval.optional()),
  BACKUP_KEEP: optional.pipe(
    z
      .string()
      .regex(/^[1-9]\d{0,3}$/)
      .transform(Number)
      .optional(),
  ),
  BACKUP_KEY: optional.pipe(
    z
      .base64()
      .refine((text) => Buffer.from(text, 'base64').length === 32)
      .optional(),
  ),
  SUPABASE_URL: optional.pipe(origin.optional()),
  SUPABASE_PUBLISHABLE_KEY: optional.pipe(
    z
      .string()
      .refine((key) => !isSecretKey(key))
      .optional(),
  ),
  SMTP_URL: optional.pipe(z.url({ protocol: /^smtps?$/, hostname: /./ }).optional()),
  MAIL_FROM: optional.pipe(z.string().regex(sender).optional()),
  INCOMING_MAIL: optional.pipe(
    z
      .email()
      // With "+" and a token before the "@", which has 64 characters at most.
      .refine((address) => /^[^+]{1,11}@/.test(address))
      .optional(),
  ),
  INCOMING_MAIL_KEY: optional.pipe(
    z
      .string()
      .regex(/^[\w.~-]{16,}$/)
      .optional(),
  ),
  IMAP_URL: optional.pipe(
    z
      .url({ protocol: /^imaps?$/, hostname: /./ })
      .refine((text) => new URL(text).username !== '')
      .optional(),
  ),
  TURNSTILE_SITE_KEY: optional.pipe(z.string().regex(turnstileKey).optional()),
  TURNSTILE_SECRET_KEY: optional.pipe(z.string().regex(turnstileKey).optional()),
})

/** The names of the settings (README, Settings). */
export const settingNames: readonly string[] = Object.keys(environment.shape)

// No message repeats the value: some are passwords, and standard error is often stored.
const messages: Record<keyof z.infer<typeof environment>, string> = {
  PORT: 'PORT must be a whole number from 0 to 65535.',
  HOST: 'HOST must be the address to listen on, such as 127.0.0.1, 0.0.0.0 or ::.',
  SITE_URL:
    'SITE_URL must be the http or https address of the site without a path, such as https://gifts.example.',
  DATA_DIR: 'DATA_DIR must be the path of a folder.',
  SEED: 'SEED must be "demo" or "empty".',
  ADMIN_EMAIL: 'ADMIN_EMAIL must be an e-mail address.',
  ADMIN_PASSWORD: `ADMIN_PASSWORD must have at least ${minPasswordLength} characters and at most ${maxPasswordBytes} bytes.`,
  CONFIRM_EMAIL:
    'CONFIRM_EMAIL must be 1 (new accounts confirm by e-mail) or 0 (they are signed in at once).',
  LOG_LEVEL: 'LOG_LEVEL must be "error", "warn" or "info".',
  LOG_FORMAT: 'LOG_FORMAT must be "text" or "json".',
  LOG_ADDRESSES: 'LOG_ADDRESSES must be "none", "short" or "full".',
  METRICS_TOKEN:
    'METRICS_TOKEN must have at least 16 characters, of letters, digits and -._~+/, such as "openssl rand -hex 32" prints.',
  DATABASE_URL:
    'DATABASE_URL must be the address of a PostgreSQL server, such as postgres://user:password@host:5432/name.',
  STORAGE_URL:
    'STORAGE_URL must be the address of a bucket, such as s3://KEY:SECRET@host/bucket?region=eu-west-1.',
  DURABLE_WRITES:
    'DURABLE_WRITES must be 1 (the embedded database flushes each write to the disk) or 0 (a power cut may lose the last ones).',
  TRUSTED_PROXY:
    'TRUSTED_PROXY must list the addresses or networks of your proxies, such as 127.0.0.1, 10.0.0.0/8.',
  BACKUP_DIR:
    'BACKUP_DIR must be the path of a folder, or the address of a bucket, such as s3://KEY:SECRET@host/bucket/prefix?region=eu-west-1.',
  BACKUP_EVERY: 'BACKUP_EVERY must be an interval such as 30m, 24h or 7d.',
  BACKUP_KEEP: 'BACKUP_KEEP must be a whole number from 1 to 9999.',
  BACKUP_KEY: 'BACKUP_KEY must be 32 bytes in base64, such as "openssl rand -base64 32" prints.',
  SUPABASE_URL:
    'SUPABASE_URL must be the http or https address of a Supabase project without a path, such as https://project.supabase.co.',
  SUPABASE_PUBLISHABLE_KEY:
    'SUPABASE_PUBLISHABLE_KEY holds a secret key, which every visitor would receive; use the publishable (anon) key.',
  SMTP_URL:
    'SMTP_URL must be the address of an SMTP server, such as smtp://user:password@host:587 or smtps://user:password@host.',
  MAIL_FROM: 'MAIL_FROM must be an e-mail address, or a name and one: Giftwell <no-reply@gifts.example>.',
  INCOMING_MAIL:
    'INCOMING_MAIL must be an e-mail address with at most 11 characters before the @ and no +, such as replies@mail.gifts.example.',
  INCOMING_MAIL_KEY:
    'INCOMING_MAIL_KEY must have at least 16 characters, of letters, digits and -._~, such as "openssl rand -hex 32" prints.',
  IMAP_URL: 'IMAP_URL must be the address of a mailbox, such as imaps://user:password@host/INBOX.',
  TURNSTILE_SITE_KEY: 'TURNSTILE_SITE_KEY must be the site key of a Turnstile widget, which begins with 0x.',
  TURNSTILE_SECRET_KEY:
    'TURNSTILE_SECRET_KEY must be the secret key of a Turnstile widget, which begins with 0x.',
}

/**
 * Reads the settings from environment variables; an empty one counts as unset.
 * @throws UserFacingError with the message of the first invalid variable
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    // In a flat object the path of an issue is the name of a variable.
    const variable = parsed.error.issues[0]?.path[0] as keyof typeof messages
    throw new UserFacingError(messages[variable])
  }
  const values = parsed.data
  const site = values.SITE_URL === undefined ? null : new URL(values.SITE_URL)
  return {
    host: values.HOST,
    port: values.PORT,
    /** The site's public origin, when it is not the one that the server listens on. */
    siteUrl: site?.origin ?? null,
    dataFolder: resolve(values.DATA_DIR),
    seed: values.SEED,
    /** The one of the first start; the default password is random. */
    administrator: { email: values.ADMIN_EMAIL.toLowerCase(), password: values.ADMIN_PASSWORD },
    confirmEmail: values.CONFIRM_EMAIL === '1',
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    logAddresses: values.LOG_ADDRESSES,
    metricsToken: values.METRICS_TOKEN ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    /** The bucket that holds the images; null when they are files of the data folder. */
    bucket: bucketSettings(values),
    durableWrites: values.DURABLE_WRITES === '1',
    trustedProxies: values.TRUSTED_PROXY,
    hosted: hostedProject(values.SUPABASE_URL, values.SUPABASE_PUBLISHABLE_KEY),
    /** The SMTP server that takes the e-mails; null when they stay files. */
    smtp:
      values.SMTP_URL === undefined
        ? null
        : {
            url: values.SMTP_URL,
            from: values.MAIL_FROM ?? `Giftwell <no-reply@${site?.hostname ?? 'localhost'}>`,
          },
    incomingMail: incomingMailSettings(values),
    backups: backupSettings(values),
    backupKey: values.BACKUP_KEY ?? null,
    turnstile: turnstileKeys(values.TURNSTILE_SITE_KEY, values.TURNSTILE_SECRET_KEY),
  }
}

/** The validated environment variables (README, Settings), with defaults. */
export type Settings = Readonly<ReturnType<typeof readSettings>>
/** Where, how often and how many backups are made. */
export type BackupSettings = NonNullable<Settings['backups']>

/** A server with its images elsewhere is to hold nothing, and e-mails without SMTP are files. */
function bucketSettings({ STORAGE_URL, SMTP_URL }: z.infer<typeof environment>): Bucket | null {
  if (STORAGE_URL !== undefined && SMTP_URL === undefined) {
    throw new UserFacingError(
      'STORAGE_URL is set without SMTP_URL; e-mails would be saved as files on this server, which should then store nothing.',
    )
  }
  return STORAGE_URL ?? null
}

/** The mailbox that e-mails about leads are answered to: posted by a mail service with a key, or read by IMAP. */
function incomingMailSettings(values: z.infer<typeof environment>) {
  const { INCOMING_MAIL: address, INCOMING_MAIL_KEY: key, IMAP_URL: imapUrl } = values
  const way = key === undefined ? imapUrl && 'IMAP_URL' : 'INCOMING_MAIL_KEY'
  if (address === undefined && way === undefined) return null
  if (address === undefined || way === undefined) {
    throw new UserFacingError(
      way === undefined
        ? 'INCOMING_MAIL is set without INCOMING_MAIL_KEY or IMAP_URL; replies would not arrive here.'
        : `${way} is set without INCOMING_MAIL, the address that e-mails are answered to.`,
    )
  }
  return { address, key: key ?? null, imapUrl: imapUrl ?? null }
}

function backupSettings({ BACKUP_DIR, BACKUP_EVERY, BACKUP_KEEP }: z.infer<typeof environment>) {
  if (BACKUP_DIR === undefined) {
    const [stray] =
      Object.entries({ BACKUP_EVERY, BACKUP_KEEP }).find(([, value]) => value !== undefined) ?? []
    if (stray === undefined) return null
    throw new UserFacingError(
      `${stray} is set without BACKUP_DIR; scheduled backups need a folder or bucket.`,
    )
  }
  return {
    location: typeof BACKUP_DIR === 'string' ? resolve(BACKUP_DIR) : BACKUP_DIR,
    everyMs: BACKUP_EVERY ?? 24 * (intervalUnits['h'] ?? 0),
    keep: BACKUP_KEEP ?? 7,
  }
}

function turnstileKeys(siteKey: string | undefined, secretKey: string | undefined): TurnstileKeys | null {
  const pair = bothOf({ TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey }, 'Turnstile')
  // The secret key is the longer one. A swapped pair would publish it.
  if (pair !== null && pair[0].length >= pair[1].length) {
    throw new UserFacingError(
      'TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY do not belong together; they may be swapped.',
    )
  }
  return pair && { siteKey: pair[0], secretKey: pair[1] }
}

function hostedProject(url: string | undefined, key: string | undefined) {
  const pair = bothOf({ SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key }, 'a hosted project')
  return pair && { url: new URL(pair[0]).origin, key: pair[1] }
}

/**
 * Two settings that are set together, or null for neither.
 * @param purpose what needs both, for the message
 */
function bothOf(
  settings: Readonly<Record<string, string | undefined>>,
  purpose: string,
): readonly [string, string] | null {
  const [first, second] = Object.values(settings)
  if (first !== undefined && second !== undefined) return [first, second]
  if (first === second) return null
  const [one, other] = Object.keys(settings)
  const [present, missing] = first === undefined ? [other, one] : [one, other]
  throw new UserFacingError(`${present} is set without ${missing}; ${purpose} needs both.`)
}

/** Secret keys are `sb_secret_…`; older projects have a JWT whose role is `service_role`. */
function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true
  const claims = key.split('.')[1]
  if (claims === undefined) return false
  return /"role"\s*:\s*"service_role"/.test(Buffer.from(claims, 'base64url').toString('utf8'))
}
