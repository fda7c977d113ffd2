import { writeFile } from 'node:fs/promises'

import { brokenReleases, readMigrations, releasedFile } from './released-migrations.ts'

// Adds the new migrations to the list of the released ones.

const migrations = await readMigrations()
const problems = brokenReleases(migrations)
if (problems.length > 0) throw new Error(problems.join('\n'))
const sums = Object.fromEntries(Object.entries(migrations.found).map(([file, { sum }]) => [file, sum]))
await writeFile(releasedFile, `${JSON.stringify(sums, null, 2)}\n`)
