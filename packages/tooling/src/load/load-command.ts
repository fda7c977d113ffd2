import { cpus } from 'node:os'

import { startBenchSite } from '../bench/bench-site.ts'
import { percentile } from '../bench/measurement.ts'
import { startPostgres } from '../database/start-postgres.ts'
import { runLoad } from './run-load.ts'

// `npm run load [-- SECONDS]`: fifty visitors at once on each database for so many seconds (45, at most 60), with the
// demo catalogue. Ends with status 1 when anything but a rate limit refused a request, or a lead is lost or doubled.

const clients = 50
const seconds = Math.min(60, Number(process.argv[2] ?? '45'))
const print = (text: string) => process.stdout.write(`${text}\n`)

async function load(database: string, databaseUrl: string): Promise<boolean> {
  const site = await startBenchSite({ databaseUrl, seed: 'demo' })
  try {
    let end: number | undefined
    const goesOn = () => performance.now() < (end ??= performance.now() + seconds * 1000)
    const { latencies, limited, errors, differences, accepted } = await runLoad(site, clients, goesOn)
    const answered = [...latencies.values()].reduce((sum, times) => sum + times.length, 0)
    print(`\n${database}, ${clients} clients for ${seconds} s, ${cpus().length} processors, milliseconds:\n`)
    print('| request | number | p50 | p95 | p99 | max |\n| --- | --- | --- | --- | --- | --- |')
    for (const [kind, times] of latencies) {
      const shares = [0.5, 0.95, 0.99, 1].map((share) => Math.round(percentile(times, share)))
      print(`| ${[kind, times.length, ...shares].join(' | ')} |`)
    }
    print(
      `\n${Math.round(answered / seconds)} requests a second; ${limited} refused by a rate limit; ${accepted} inquiries accepted; ${errors.length} errors; ${differences.length} inquiries lost or doubled.`,
    )
    const complaints = [...errors, ...differences, ...(errors.length > 0 ? site.log : [])]
    for (const complaint of complaints.slice(0, 20)) console.error(complaint)
    return errors.length + differences.length === 0
  } finally {
    await site.stop()
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
