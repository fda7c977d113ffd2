import { clientsOf } from '@giftwell/backend/testing/clients-of.ts'

import { startSite } from '../site/start-site.ts'

/** A running site with its clients. */
export type BenchSite = Awaited<ReturnType<typeof startBenchSite>>

/** Starts a site that trusts the addresses of forwarded visitors; on the embedded database without another one's URL. */
export async function startBenchSite(
  options: Omit<Parameters<typeof startSite>[0], 'env' | 'onLine'>,
  databaseUrl = '',
) {
  /** Its lines on standard error. */
  const log: string[] = []
  const env = { DATABASE_URL: databaseUrl, CONFIRM_EMAIL: '0', TRUSTED_PROXY: '127.0.0.1' }
  const site = await startSite({ ...options, env, onLine: (line) => log.push(line) })
  return { ...site, ...(await clientsOf(site.url)), log }
}
