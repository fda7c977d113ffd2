import { startBenchSite } from '../bench/bench-site.ts'
import { percentile } from '../bench/measurement.ts'
import { startPostgres } from '../database/start-postgres.ts'
import { runLoad } from './run-load.ts'

// `npm run load [-- SECONDS]`: fifty visitors at once on each database for so many seconds (45, at most 60), with the
// demo catalogue. Ends with status 1 when anything but a rate limit rejected a request, or a lead is lost or doubled.

const clients = 50
const seconds = Math.min(60, Number(process.argv[2] ?? '45'))
const print = (text: string) => process.stdout.write(`${text}\n`)

async function load(database: string, databaseUrl: string): Promise<void> {
  const site = await startBenchSite({ databaseUrl, seed: 'demo' })
  try {
    const end = performance.now() + seconds * 1000
    const report = await runLoad(site, clients, () => performance.now() < end)
    const { latencies, limited, errors, differences, accepted } = report
    print(`\n${database}, ${clients} clients for ${seconds} s, milliseconds:\n`)
    print('| request | number | p50 | p95 | p99 |\n| --- | --- | --- | --- | --- |')
    for (const [kind, times] of latencies) {
      const shares = [0.5, 0.95, 0.99].map((share) => Math.round(percentile(times, share)))
      print(`| ${[kind, times.length, ...shares].join(' | ')} |`)
    }
    print(
      `\n${accepted} inquiries accepted; ${limited} requests rejected by a rate limit; ${errors.length} errors; ${differences.length} inquiries lost or doubled.`,
    )
    const isWell = errors.length + differences.length === 0
    if (isWell) return
    process.exitCode = 1
    for (const complaint of [...errors, ...differences, ...site.log].slice(0, 20)) console.error(complaint)
  } finally {
    await site.stop()
  }
}

await load('The embedded database', '')
const postgres = await startPostgres((line) => console.warn(line))
if ('skipped' in postgres) {
  console.warn(`PostgreSQL is left out: ${postgres.skipped}`)
} else {
  try {
    await load('PostgreSQL', postgres.url)
  } finally {
    await postgres.stop()
  }
}
