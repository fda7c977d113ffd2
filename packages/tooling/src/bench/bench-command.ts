import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'
import { buildSite } from '../site/build-site.ts'
import { bulkPart } from './bulk.ts'
import { cataloguePart } from './catalogue.ts'
import { databasePart } from './database.ts'
import { importPart } from './import.ts'
import { lighthousePart } from './lighthouse.ts'
import { type BenchPart, isOnTarget, type Measurement, measurementTable } from './measurement.ts'
import { startPart } from './start.ts'
import { throughputPart } from './throughput.ts'

// `npm run bench [-- PART …]`: measures, prints a table for each part and writes everything to bench-results/ as JSON.
// A missed target is reported and is no failure: machines differ. Ends with status 1 when a part cannot be measured.

/** Every part in the order in which they run. */
const parts: Readonly<Record<string, BenchPart>> = {
  throughput: throughputPart,
  database: databasePart,
  bulk: bulkPart,
  import: importPart,
  start: startPart,
  lighthouse: lighthousePart,
  catalogue: cataloguePart,
}

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark named ${unknown.join(', ')}; there are: ${Object.keys(parts).join(', ')}.`,
  )
  process.exit(1)
}

await buildSite({ when: 'stale', say: (line) => console.warn(line) })
const begun = new Date()
const results: Record<string, readonly Measurement[]> = {}
const print = (text: string) => process.stdout.write(`${text}\n`)
for (const [name, part] of Object.entries(parts)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  const start = performance.now()
  try {
    const measurements = await part.run((line) => console.warn(`${name}: ${line}`))
    results[name] = measurements
    print(`\n## ${part.title}\n\n${measurementTable(measurements)}`)
    console.warn(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
  } catch (error) {
    process.exitCode = 1
    console.error(`${name} could not be measured:`, error)
  }
}

const all = Object.values(results).flat()
const withTarget = all.filter(({ target }) => target !== undefined)
const folder = join(repositoryRoot, 'bench-results')
const file = join(folder, `${begun.toISOString().replaceAll(':', '-')}.json`)
const machine = { processors: cpus().length, processor: cpus()[0]?.model, node: process.version }
await mkdir(folder, { recursive: true })
await writeFile(file, `${JSON.stringify({ begun, machine, results }, null, 2)}\n`)
print(`\n${withTarget.filter(isOnTarget).length} of ${withTarget.length} targets met. ${file}`)
// The timers of finished uploads run for five minutes.
process.exit()
