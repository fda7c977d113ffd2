import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UserFacingError } from './process/errors.ts'
import { readSettings } from './settings.ts'

const backupKey = Buffer.alloc(32, 'k').toString('base64')

describe('readSettings', () => {
  it('readSettings applies the defaults of README, Settings', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      siteUrl: null,
      dataFolder: resolve('.data'),
      seed: 'demo',
      administrator: { email: 'admin@example.com', password: null },
      confirmEmail: true,
      logLevel: 'warn',
      logFormat: 'text',
      logAddresses: 'none',
      metricsToken: null,
      databaseUrl: null,
      bucket: null,
      durableWrites: true,
      trustedProxies: [],
      hosted: null,
      smtp: null,
      incomingMail: null,
      backups: null,
      backupKey: null,
      turnstile: null,
    })
  })

  it('readSettings reads every variable', () => {
    const settings = readSettings({
      HOST: '::',
      PORT: '0',
      SITE_URL: 'https://Gifts.example/',
      DATA_DIR: '/somewhere/else',
      SEED: 'empty',
      ADMIN_EMAIL: 'Boss@Giftwell.test',
      ADMIN_PASSWORD: ' secret word ',
      CONFIRM_EMAIL: '0',
      DATABASE_URL: 'postgres://me:pw@127.0.0.1:5432/gifts',
      STORAGE_URL: 's3://key:se%2Fcret@s3.example:9000/gifts?region=eu-west-1',
      DURABLE_WRITES: '0',
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'json',
      LOG_ADDRESSES: 'short',
      METRICS_TOKEN: 'a-token-of-metrics',
      TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8 fd00::/8',
      BACKUP_DIR: '/somewhere/safe',
      BACKUP_EVERY: '90m',
      BACKUP_KEEP: '14',
      BACKUP_KEY: backupKey,
      SMTP_URL: 'smtps://me:pw@mail.example',
      MAIL_FROM: 'Gifts & more <gifts@giftwell.test>',
      INCOMING_MAIL: 'replies@mail.example',
      INCOMING_MAIL_KEY: 'a-key-of-a-service',
      IMAP_URL: 'imaps://me:pw@mail.example/INBOX',
    })
    expect(settings).toEqual({
      host: '::',
      port: 0,
      siteUrl: 'https://gifts.example',
      dataFolder: resolve('/somewhere/else'),
      seed: 'empty',
      administrator: { email: 'boss@giftwell.test', password: ' secret word ' },
      confirmEmail: false,
      logLevel: 'info',
      logFormat: 'json',
      logAddresses: 'short',
      incomingMail: {
        address: 'replies@mail.example',
        key: 'a-key-of-a-service',
        imapUrl: 'imaps://me:pw@mail.example/INBOX',
      },
      metricsToken: 'a-token-of-metrics',
      databaseUrl: 'postgres://me:pw@127.0.0.1:5432/gifts',
      bucket: {
        endpoint: 'https://s3.example:9000/gifts',
        prefix: '',
        region: 'eu-west-1',
        key: 'key',
        secret: 'se/cret',
      },
      durableWrites: false,
      trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
      hosted: null,
      smtp: { url: 'smtps://me:pw@mail.example', from: 'Gifts & more <gifts@giftwell.test>' },
      backups: { location: resolve('/somewhere/safe'), everyMs: 90 * 60_000, keep: 14 },
      backupKey,
      turnstile: null,
    })
  })

  it('readSettings reads a bucket with a prefix for the backups', () => {
    const { backups } = readSettings({ BACKUP_DIR: 's3://key:secret@s3.example/safe/gifts/nightly/?tls=0' })
    expect(backups?.location).toEqual({
      endpoint: 'http://s3.example/safe',
      prefix: 'gifts/nightly/',
      region: 'us-east-1',
      key: 'key',
      secret: 'secret',
    })
  })

  it('readSettings treats an empty variable as unset', () => {
    const empty = {
      PORT: '',
      DATABASE_URL: ' ',
      ADMIN_PASSWORD: '',
      SUPABASE_URL: '',
      SUPABASE_PUBLISHABLE_KEY: '',
    }
    expect(readSettings(empty)).toEqual(readSettings({}))
  })

  it('readSettings removes the slash at the end of a hosted project’s URL', () => {
    const { hosted } = readSettings({
      SUPABASE_URL: 'https://x.supabase.co/',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1',
    })
    expect(hosted).toEqual({ url: 'https://x.supabase.co', key: 'sb_publishable_1' })
  })

  it('readSettings takes the sender of e-mails from the site’s address unless it is given', () => {
    const SMTP_URL = 'smtp://127.0.0.1:25'
    expect(readSettings({ SMTP_URL }).smtp?.from).toBe('Giftwell <no-reply@localhost>')
    expect(readSettings({ SMTP_URL, SITE_URL: 'https://gifts.example:8443' }).smtp?.from).toBe(
      'Giftwell <no-reply@gifts.example>',
    )
    expect(readSettings({ SMTP_URL, MAIL_FROM: 'a@b.example' }).smtp?.from).toBe('a@b.example')
  })

  it('readSettings makes a backup a day and leaves a week of them, unless told otherwise', () => {
    expect(readSettings({ BACKUP_DIR: 'saved' }).backups).toEqual({
      location: resolve('saved'),
      everyMs: 24 * 3_600_000,
      keep: 7,
    })
  })

  const siteKey = '0x4AAAAAAADnPIDROrmt1Wwj'
  const secretKey = '0x4AAAAAAADnPIDhiddenSecretKeyOfAWidget'

  it('readSettings accepts a pair of Turnstile keys', () => {
    const { turnstile } = readSettings({ TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey })
    expect(turnstile).toEqual({ siteKey, secretKey })
  })

  const serviceRole = `e30.${Buffer.from('{"iss":"supabase", "role": "service_role"}').toString('base64url')}.sig`
  it.each([
    [{ PORT: 'http' }, 'PORT must be'],
    [{ PORT: '65536' }, 'PORT must be'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ HOST: 'hidden.example' }, 'HOST must be'],
    [{ SITE_URL: 'gifts.example' }, 'SITE_URL must be'],
    [{ SITE_URL: 'https://gifts.example/shop' }, 'SITE_URL must be'],
    [{ SITE_URL: 'https://me:hidden@gifts.example' }, 'SITE_URL must be'],
    [{ SEED: 'everything' }, 'SEED must be'],
    [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL must be'],
    [{ ADMIN_PASSWORD: '12345' }, 'ADMIN_PASSWORD must'],
    [{ ADMIN_PASSWORD: 'ä'.repeat(37) }, 'ADMIN_PASSWORD must'],
    [{ CONFIRM_EMAIL: 'yes' }, 'CONFIRM_EMAIL must be'],
    [{ LOG_FORMAT: 'hidden' }, 'LOG_FORMAT must be'],
    [{ LOG_ADDRESSES: 'hidden' }, 'LOG_ADDRESSES must be'],
    [{ METRICS_TOKEN: 'hidden' }, 'METRICS_TOKEN must have'],
    [{ METRICS_TOKEN: 'hidden words of a token' }, 'METRICS_TOKEN must have'],
    [{ DATABASE_URL: 'mysql://me:hidden@host/db' }, 'DATABASE_URL must be'],
    [{ STORAGE_URL: 'https://key:hidden@s3.example/gifts', SMTP_URL: 'smtp://m' }, 'STORAGE_URL must be'],
    [{ STORAGE_URL: 's3://s3.example/gifts', SMTP_URL: 'smtp://m' }, 'STORAGE_URL must be'],
    [{ STORAGE_URL: 's3://key:hidden@s3.example/', SMTP_URL: 'smtp://m' }, 'STORAGE_URL must be'],
    [{ STORAGE_URL: 's3://key:hidden@s3.example/gifts?tls=2', SMTP_URL: 'smtp://m' }, 'STORAGE_URL must be'],
    [{ STORAGE_URL: 's3://key:hidden@s3.example/gifts' }, 'STORAGE_URL is set without SMTP_URL'],
    [{ DURABLE_WRITES: 'yes' }, 'DURABLE_WRITES must be'],
    [{ TRUSTED_PROXY: 'hidden.example' }, 'TRUSTED_PROXY must list'],
    [{ TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/33' }, 'TRUSTED_PROXY must list'],
    [{ BACKUP_DIR: 'saved', BACKUP_EVERY: '24' }, 'BACKUP_EVERY must be'],
    [{ BACKUP_DIR: 'saved', BACKUP_EVERY: '0h' }, 'BACKUP_EVERY must be'],
    [{ BACKUP_DIR: 'saved', BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be'],
    [{ BACKUP_KEY: 'hidden' }, 'BACKUP_KEY must be'],
    [{ BACKUP_KEY: Buffer.alloc(16).toString('base64') }, 'BACKUP_KEY must be'],
    [{ BACKUP_EVERY: '24h' }, 'BACKUP_EVERY is set without BACKUP_DIR'],
    [{ BACKUP_KEEP: '7' }, 'BACKUP_KEEP is set without BACKUP_DIR'],
    [{ SMTP_URL: 'http://me:hidden@mail.example' }, 'SMTP_URL must be'],
    [{ SMTP_URL: 'smtp:hidden' }, 'SMTP_URL must be'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'hidden' }, 'MAIL_FROM must be'],
    [{ MAIL_FROM: 'a@hidden.example, b@hidden.example' }, 'MAIL_FROM must be'],
    [{ MAIL_FROM: 'A <a@hidden.example>\r\nBcc: b@hidden.example' }, 'MAIL_FROM must be'],
    [{ SUPABASE_URL: 'x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'k' }, 'SUPABASE_URL must be'],
    [{ SUPABASE_URL: 'https://x.co/rest/v1', SUPABASE_PUBLISHABLE_KEY: 'k' }, 'SUPABASE_URL must be'],
    [{ SUPABASE_URL: 'https://x.co/?x=1', SUPABASE_PUBLISHABLE_KEY: 'k' }, 'SUPABASE_URL must be'],
    [{ SUPABASE_URL: 'https://x.supabase.co' }, 'SUPABASE_URL is set without SUPABASE_PUBLISHABLE_KEY'],
    [{ SUPABASE_PUBLISHABLE_KEY: 'k' }, 'SUPABASE_PUBLISHABLE_KEY is set without SUPABASE_URL'],
    [{ SUPABASE_URL: 'https://x.co', SUPABASE_PUBLISHABLE_KEY: 'sb_secret_1' }, 'holds a secret key'],
    [{ SUPABASE_URL: 'https://x.co', SUPABASE_PUBLISHABLE_KEY: serviceRole }, 'holds a secret key'],
    [{ TURNSTILE_SITE_KEY: 'hidden key', TURNSTILE_SECRET_KEY: secretKey }, 'TURNSTILE_SITE_KEY must be'],
    [{ TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: 'hidden' }, 'TURNSTILE_SECRET_KEY must be'],
    [{ TURNSTILE_SITE_KEY: siteKey }, 'TURNSTILE_SITE_KEY is set without TURNSTILE_SECRET_KEY'],
    [{ TURNSTILE_SECRET_KEY: secretKey }, 'TURNSTILE_SECRET_KEY is set without TURNSTILE_SITE_KEY'],
    [{ TURNSTILE_SITE_KEY: secretKey, TURNSTILE_SECRET_KEY: siteKey }, 'do not belong together'],
    [{ TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: siteKey }, 'do not belong together'],
  ])('readSettings rejects %o with one sentence that does not repeat a value', (env, sentence) => {
    const message = messageOf(() => readSettings(env))
    expect(message).toContain(sentence)
    expect(message).toMatch(/\.$/)
    expect(message).not.toContain('\n')
    expect(message).not.toContain('hidden')
  })
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof UserFacingError) return error.message
    throw error
  }
  return 'nothing was refused'
}
