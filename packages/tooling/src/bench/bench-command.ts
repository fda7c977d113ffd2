import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'
import { benchParts, chosenParts } from './bench-parts.ts'
import { isOnTarget, type Measurement, measurementTable } from './measurement.ts'

// `npm run bench [-- PART …]`: measures, prints a table for each part and writes everything to bench-results/ as JSON.
// A missed target is reported and is no failure: machines differ. Ends with status 1 when a part cannot be measured.

const results: Record<string, readonly Measurement[]> = {}
const began = new Date()
const print = (text: string) => process.stdout.write(`${text}\n`)

async function measure(name: string): Promise<void> {
  const part = await benchParts[name]?.()
  if (part === undefined) return
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

async function writeResults(): Promise<string> {
  const folder = join(repositoryRoot, 'bench-results')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${began.toISOString().replaceAll(':', '-')}.json`)
  const machine = {
    processors: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  }
  await writeFile(file, `${JSON.stringify({ begun: began, machine, results }, null, 2)}\n`)
  return file
}

try {
  for (const name of chosenParts(process.argv.slice(2), Object.keys(benchParts))) await measure(name)
  const withTarget = Object.values(results)
    .flat()
    .filter(({ target }) => target !== undefined)
  const met = withTarget.filter(isOnTarget)
  print(`\n${met.length} of ${withTarget.length} targets met. ${await writeResults()}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
