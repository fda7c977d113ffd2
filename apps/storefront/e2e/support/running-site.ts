import { cp } from 'node:fs/promises'

import { type RunningSite, startSite, withoutOptimizingCompiler } from '@giftwell/tooling/site/start-site.ts'
import { startPostgres } from '@giftwell/tooling/database/start-postgres.ts'

/** Names the data folder with the demo catalogue that every worker's site begins with. */
const demoVariable = 'GIFTWELL_E2E_DEMO'

/** Passes the folder of the demo catalogue to the workers, which inherit the environment. */
export function publishDemo(dataFolder: string): void {
  process.env[demoVariable] = dataFolder
}

/**
 * Starts a site on a copy of the demo catalogue of the global setup; with E2E_DATABASE=postgres on a PostgreSQL server of
 * its own, which is filled first.
 *
 * @param env further settings
 * @throws outside a run of Playwright, without the global setup
 */
export async function startDemoSite(env: Readonly<Record<string, string>> = {}): Promise<RunningSite> {
  const demo = process.env[demoVariable]
  if (demo === undefined) throw new Error('No demo was made: run these tests with `npm test -- e2e`.')
  if (process.env['E2E_DATABASE'] === 'postgres') return startOnPostgres(env)
  return startSite({
    seed: 'demo',
    // Only a power cut differs.
    env: { DURABLE_WRITES: '0', ...env },
    nodeOptions: [withoutOptimizingCompiler],
    fill: (dataFolder) => cp(demo, dataFolder, { recursive: true }),
  })
}

async function startOnPostgres(env: Readonly<Record<string, string>>): Promise<RunningSite> {
  const server = await startPostgres()
  if ('skipped' in server) throw new Error(server.skipped)
  const site = await startSite({ seed: 'demo', env: { ...env, DATABASE_URL: server.url } })
  const stop = async () => {
    await site.stop()
    await server.stop()
  }
  return { ...site, stop }
}
