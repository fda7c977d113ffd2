import { calls, type Connection } from '../ipc/contract.ts'

/** What was given when the app was built; empty where nothing was. */
export interface BuiltIn {
  readonly supabaseUrl: string
  readonly supabaseKey: string
  readonly siteUrl: string
}

/**
 * The connection that was given when the app was built; null when none was. All three belong together, so that a build
 * with a setting forgotten fails at its first start and not at a customer's first e-mail.
 *
 * @throws when some are missing or one is no address
 */
export function builtInConnection({ supabaseUrl, supabaseKey, siteUrl }: BuiltIn): Connection | null {
  if ([supabaseUrl, supabaseKey, siteUrl].every((text) => text === '')) return null
  const connection = calls['connection:keep'].input.safeParse({
    supabaseUrl: supabaseUrl.replace(/\/+$/, ''),
    supabaseKey,
    siteOrigin: URL.parse(siteUrl)?.origin,
  })
  if (!connection.success) throw new Error('This app was built with half a connection (docs/desktop.md).')
  return connection.data
}
