import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { startPostgres } from '../../database/start-postgres.ts'
import { startLoadSite } from '../../load/start-load-site.ts'
import type { BenchContext, BenchPart, Measurement, Target } from '../bench-part.ts'
import type { Called, Calls } from './throughput/calling.ts'
import { catalogueRequests } from './throughput/catalogue-requests.ts'

const connections = 8
const seconds = 2
const target: Target = { atLeast: 600 }

/** How many catalogue pages a second the backend answers, on each database, with the demo catalogue. */
export const throughputPart: BenchPart = {
  name: 'throughput',
  title: `Catalogue pages a second, ${connections} connections, one process beside the site`,
  async run(context) {
    const embedded = await measure('embedded', '', context)
    const postgres = await startPostgres(context.say)
    if ('skipped' in postgres) throw new Error(`PostgreSQL: ${postgres.skipped}`)
    try {
      return [...(await measure('PostgreSQL', postgres.url, context)), ...embedded]
    } finally {
      await postgres.stop()
    }
  },
}

async function measure(
  database: string,
  databaseUrl: string,
  { say }: BenchContext,
): Promise<readonly Measurement[]> {
  say(`${database}: making the demo catalogue ...`)
  const site = await startLoadSite({ databaseUrl, seed: 'demo' })
  try {
    const { visitors, visitorsAgain, customers, customersAnew } = await catalogueRequests(site.url)
    const called = async (requests: Calls['requests'], wanted = 200): Promise<Called> =>
      call({ url: site.url, requests, connections, seconds, wanted })
    say(`${database}: asking for pages ...`)
    // The embedded database works in one thread of the site's own process.
    const wanted = databaseUrl === '' ? undefined : target
    return [
      ...measurements(`${database}, visitors' previews, kept`, await called(visitors), target),
      ...measurements(
        `${database}, visitors' previews, not changed`,
        await called(visitorsAgain, 304),
        target,
      ),
      ...measurements(`${database}, customers' pages of 48, kept`, await called(customers), target),
      ...measurements(`${database}, customers' pages of 48, asked anew`, await called(customersAnew), wanted),
    ]
  } finally {
    await site.stop()
  }
}

async function call(calls: Calls): Promise<Called> {
  const program = join(import.meta.dirname, 'throughput', 'call-command.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(calls)], {
    maxBuffer: 1024 * 1024,
  })
  // Its own form.
  return JSON.parse(stdout) as Called
}

function measurements(
  name: string,
  { perSecond, p50, p95 }: Called,
  wanted?: Target,
): readonly Measurement[] {
  return [
    { name, value: perSecond, unit: 'requests/s', ...(wanted && { target: wanted }) },
    { name: `${name}, p50`, value: p50, unit: 'ms' },
    { name: `${name}, p95`, value: p95, unit: 'ms' },
  ]
}
