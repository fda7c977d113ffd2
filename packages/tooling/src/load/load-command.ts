import { cpus } from 'node:os'

import { startPostgres } from '../database/start-postgres.ts'
import { latencyTable } from './latency-table.ts'
import { runLoad } from './run-load.ts'
import { openSite } from './site-calls.ts'
import { startLoadSite } from './start-load-site.ts'

// `npm run load [-- SECONDS]`: fifty visitors at once on each database, for so many seconds (45, at most 60), with the
// demo catalogue. Ends with status 1 when anything but a limit refused anybody, or a lead is lost or there twice.

const clients = 50
const seconds = Math.min(60, Number(process.argv[2] ?? '45'))

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function load(database: string, databaseUrl: string): Promise<boolean> {
  console.warn(`${database}: making the demo catalogue ...`)
  const { url, admin, said, stop } = await startLoadSite({ databaseUrl, seed: 'demo' })
  try {
    const site = await openSite(url)
    let end: number | undefined
    const { latencies, limited, errors, disagreements, accepted } = await runLoad({
      site,
      admin,
      clients,
      goesOn: () => performance.now() < (end ??= performance.now() + seconds * 1000),
    })
    const answered = [...latencies.values()].reduce((sum, list) => sum + list.length, 0)
    print(`\n${database}, ${clients} clients for ${seconds} s, ${cpus().length} processors, milliseconds:\n`)
    print(latencyTable(latencies))
    print(
      `\n${Math.round(answered / seconds)} requests a second; ${limited} refused by a limit; ${accepted} inquiries accepted; ${errors.length} errors; ${disagreements.length} inquiries lost, doubled or unasked for.`,
    )
    const complaints = [...errors, ...disagreements, ...(errors.length > 0 ? said : [])]
    for (const complaint of complaints.slice(0, 20)) console.error(complaint)
    return errors.length + disagreements.length === 0
  } finally {
    await stop()
  }
}

let isWell = await load('The embedded database', '')
const postgres = await startPostgres((line) => console.warn(line))
if ('skipped' in postgres) {
  console.warn(`PostgreSQL is left out: ${postgres.skipped}`)
} else {
  try {
    isWell = (await load('PostgreSQL', postgres.url)) && isWell
  } finally {
    await postgres.stop()
  }
}
process.exitCode = isWell ? 0 : 1
