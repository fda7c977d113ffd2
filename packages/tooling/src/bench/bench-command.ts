import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'
import { buildSite } from '../site/build-site.ts'
import { cataloguePart, lighthousePart } from './browser.ts'
import { firstPressPart } from './first-press.ts'
import { type BenchPart, isOnTarget, type Measurement, measurementTable } from './measurement.ts'

// `npm run bench [-- PART …]`: measures, prints a table for each part and writes everything to bench-results/ as JSON.
// A missed target is reported and is no failure: machines differ. Ends with status 1 when a part cannot be measured.

/** Every part in the order in which they run. */
const parts: Readonly<Record<string, BenchPart>> = {
  lighthouse: lighthousePart,
  catalogue: cataloguePart,
  'first-press': firstPressPart,
}

const args = process.argv.slice(2)
const unknown = args.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark named ${unknown.join(', ')}; there are: ${Object.keys(parts).join(', ')}.`,
  )
  process.exit(1)
}

const log = (line: string) => console.warn(line)
const print = (text: string) => process.stdout.write(`${text}\n`)
await buildSite({ when: 'stale', log })
const begun = new Date()
const results: Record<string, readonly Measurement[]> = {}
for (const [name, part] of Object.entries(parts)) {
  if (args.length > 0 && !args.includes(name)) continue
  try {
    const measured = (results[name] = await part.run((line) => log(`${name}: ${line}`)))
    print(`\n## ${part.title}\n\n${measurementTable(measured)}`)
  } catch (error) {
    process.exitCode = 1
    console.error(`${name} could not be measured:`, error)
  }
}

const withTarget = Object.values(results)
  .flat()
  .filter(({ target }) => target !== undefined)
const folder = join(repositoryRoot, 'bench-results')
const file = join(folder, `${begun.toISOString().replaceAll(':', '-')}.json`)
const machine = { processors: cpus().length, processor: cpus()[0]?.model, node: process.version }
await mkdir(folder, { recursive: true })
await writeFile(file, `${JSON.stringify({ begun, machine, results }, null, 2)}\n`)
print(`\n${withTarget.filter(isOnTarget).length} of ${withTarget.length} targets met. ${file}`)
// The timers of finished uploads run for five minutes.
process.exit()
