import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'
import { type BenchPart, chosenParts, isOnTarget, type Measurement, measurementTable } from './measurement.ts'

// `npm run bench [-- PART …]`: measures, prints a table for each part and writes everything to bench-results/ as JSON.
// A missed target is reported and is no failure: machines differ. Ends with status 1 when a part cannot be measured.

/** Every part in the order in which they run; each is loaded when it runs. */
const parts: Readonly<Record<string, () => Promise<BenchPart>>> = {
  throughput: async () => (await import('./throughput.ts')).throughputPart,
  database: async () => (await import('./database.ts')).databasePart,
  start: async () => (await import('./start.ts')).startPart,
  lighthouse: async () => (await import('./lighthouse.ts')).lighthousePart,
  catalogue: async () => (await import('./catalogue.ts')).cataloguePart,
}

const results: Record<string, readonly Measurement[]> = {}
const begun = new Date()
const print = (text: string) => process.stdout.write(`${text}\n`)

async function measure(name: string): Promise<void> {
  const start = performance.now()
  try {
    const part = await parts[name]?.()
    if (part === undefined) return
    const measurements = await part.run((line) => console.warn(`${name}: ${line}`))
    results[name] = measurements
    print(`\n## ${part.title}\n\n${measurementTable(measurements)}`)
    console.warn(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
  } catch (error) {
    process.exitCode = 1
    console.error(`${name} could not be measured:`, error)
  }
}

try {
  for (const name of chosenParts(process.argv.slice(2), Object.keys(parts))) await measure(name)
  const withTarget = Object.values(results)
    .flat()
    .filter(({ target }) => target !== undefined)
  const folder = join(repositoryRoot, 'bench-results')
  const file = join(folder, `${begun.toISOString().replaceAll(':', '-')}.json`)
  const machine = { processors: cpus().length, processor: cpus()[0]?.model, node: process.version }
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify({ begun, machine, results }, null, 2)}\n`)
  print(`\n${withTarget.filter(isOnTarget).length} of ${withTarget.length} targets met. ${file}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
