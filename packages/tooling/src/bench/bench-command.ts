import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'
import { isOnTarget, type Measurement } from './bench-part.ts'
import { benchParts, chosenParts } from './bench-parts.ts'
import { benchTable } from './bench-table.ts'

// `npm run bench [-- PART …]`: measures, prints a table for each part and writes everything to bench-results/ as JSON.
// A target that is missed is said, and is no failure: machines differ. Ends with status 1 when a part cannot be measured.

const results: Record<string, readonly Measurement[]> = {}
const begun = new Date()

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function measure(name: string): Promise<void> {
  const part = await benchParts[name]?.()
  if (part === undefined) return
  const start = performance.now()
  try {
    const measurements = await part.run({ say: (line) => console.warn(`${name}: ${line}`) })
    results[name] = measurements
    print(`\n## ${part.title}\n\n${benchTable(measurements)}`)
    console.warn(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
  } catch (error) {
    process.exitCode = 1
    console.error(`${name} could not be measured:`, error)
  }
}

async function keep(): Promise<string> {
  const folder = join(repositoryRoot, 'bench-results')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${begun.toISOString().replaceAll(':', '-')}.json`)
  const machine = {
    processors: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  }
  await writeFile(file, `${JSON.stringify({ begun, machine, results }, null, 2)}\n`)
  return file
}

try {
  const names = chosenParts(process.argv.slice(2), Object.keys(benchParts))
  for (const name of names) await measure(name)
  const all = Object.values(results).flat()
  const missed = all.filter((measurement) => !isOnTarget(measurement))
  const withTarget = all.filter(({ target }) => target !== undefined)
  print(`\n${withTarget.length - missed.length} of ${withTarget.length} targets met. ${await keep()}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
