import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type Child, startChild } from './child-process.ts'
import { clientsOf, type SiteClients } from './clients-of.ts'
import { administrator, fixtureSite, skipFirstStart } from './test-server.ts'

/** A site in its own process, which tests may kill. */
export interface SiteProcess extends SiteClients {
  readonly child: Child
  readonly url: string
  admin(): Promise<SupabaseClient>
}

/** Starts the server on the folder `data` below the one given, as `npm start` does. */
export async function startProcess(folder: string, env: Record<string, string> = {}): Promise<Child> {
  return startChild('main.ts', [await fixtureSite(folder)], {
    PORT: '0',
    SEED: 'empty',
    DATA_DIR: join(folder, 'data'),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ...env,
  })
}

/** Starts the server and waits until it is ready. */
export async function startSite(folder: string, env: Record<string, string> = {}): Promise<SiteProcess> {
  await skipFirstStart(join(folder, 'data'), env)
  const child = await startProcess(folder, env)
  const url = (await child.line('ready ')).slice('ready '.length)
  const clients = await clientsOf(url)
  return { child, url, ...clients, admin: async () => clients.signedIn(administrator) }
}

/** All names in a table. */
export async function allNames(client: SupabaseClient, table: string): Promise<Set<string>> {
  const names = new Set<string>()
  for (let from = 0; ; from += 1000) {
    const { data, error } = await client
      .from(table)
      .select('name')
      .order('id')
      .range(from, from + 999)
    if (error !== null) throw error
    for (const row of data) names.add(String(row['name']))
    if (data.length < 1000) return names
  }
}
