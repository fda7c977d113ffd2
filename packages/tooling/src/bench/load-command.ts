import { startPostgres } from '../database/start-postgres.ts'
import { buildSite } from '../site/build-site.ts'
import { startBenchSite } from './bench-site.ts'
import { percentile } from './measurement.ts'
import { runLoad } from './run-load.ts'

// `npm run load [-- SECONDS]`: fifty visitors at once on each database for so many seconds (45, at most 60), with the
// demo catalogue, then again with an attacker among them. Ends with status 1 when anything but a rate limit rejected a
// request, a lead is lost or doubled, or the attacker more than doubles the median or the 95th percentile of the
// catalogue.

const clients = 50
const seconds = Math.min(60, Number(process.argv[2] ?? '45'))
if (!(seconds > 0)) {
  process.stderr.write('Usage: npm run load [-- SECONDS], at most 60\n')
  process.exit(2)
}
const print = (text: string) => process.stdout.write(`${text}\n`)
const log = (line: string) => console.warn(line)

/** @returns the median and the 95th percentile of a page of the catalogue, in milliseconds */
async function load(database: string, databaseUrl: string, isAttacked: boolean) {
  await using site = await startBenchSite({ seed: 'demo' }, databaseUrl)
  const end = performance.now() + seconds * 1000
  const report = await runLoad(site, clients, () => performance.now() < end, isAttacked)
  const { latencies, limited, errors, differences, accepted } = report
  const others = isAttacked ? ' and an attacker' : ''
  print(`\n${database}, ${clients} clients${others} for ${seconds} s, milliseconds:\n`)
  print('| request | number | p50 | p95 | p99 |\n| --- | --- | --- | --- | --- |')
  for (const [kind, times] of latencies) {
    const shares = [0.5, 0.95, 0.99].map((share) => Math.round(percentile(times, share)))
    print(`| ${[kind, times.length, ...shares].join(' | ')} |`)
  }
  print(
    `\n${accepted} inquiries accepted; ${limited} requests rejected by a rate limit; ${errors.length} errors; ${differences.length} inquiries lost or doubled.`,
  )
  if (errors.length + differences.length > 0) {
    process.exitCode = 1
    for (const complaint of [...errors, ...differences, ...site.log].slice(0, 20)) console.error(complaint)
  }
  const times = latencies.get('catalogue') ?? []
  return [percentile(times, 0.5), percentile(times, 0.95)]
}

/** Without an attacker and with one, each on a fresh database. */
async function compare(database: string, run: (isAttacked: boolean) => Promise<number[]>): Promise<void> {
  const [alone, attacked] = [await run(false), await run(true)]
  if (attacked.every((time, index) => time <= 2 * (alone[index] ?? 0))) return
  process.exitCode = 1
  console.error(
    `${database}: the attacker raised the median and the 95th percentile from ${alone.join(' and ')} ms to ${attacked.join(' and ')} ms`,
  )
}

await buildSite({ when: 'stale', log })
const embedded = 'The embedded database'
await compare(embedded, (isAttacked) => load(embedded, '', isAttacked))
await compare('PostgreSQL', async (isAttacked) => {
  const postgres = await startPostgres(log)
  if ('skipped' in postgres) {
    log(`PostgreSQL is left out: ${postgres.skipped}`)
    return []
  }
  await using server = postgres
  return await load('PostgreSQL', server.url, isAttacked)
})
