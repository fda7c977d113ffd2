import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { version } from '@giftwell/backend/process/version.ts'
import { startChild } from '@giftwell/backend/testing/child-process.ts'
import { fillReleasedSite, releasedBackup } from '@giftwell/backend/testing/released-site.ts'
import { startTestServer } from '@giftwell/backend/testing/test-server.ts'

import { brokenReleases, readMigrations, releasedFile } from './released-migrations.ts'

// Before a release with new migrations: adds them to the list of the released ones, and makes a backup of a small site with
// them, which upgrade.test.ts upgrades from then on. CONTRIBUTING.md says how both are made again until the tag is.

const migrations = await readMigrations()
const problems = brokenReleases(migrations)
if (problems.length > 0) throw new Error(problems.join('\n'))
const sums = Object.fromEntries(Object.entries(migrations.found).map(([file, { sum }]) => [file, sum]))
const added = Object.keys(sums).length - Object.keys(migrations.released).length
if (added === 0) console.warn('No migration is new: nothing to do.')
else {
  const file = releasedBackup(version)
  await mkdir(dirname(file), { recursive: true })
  const server = await startTestServer({ CONFIRM_EMAIL: '0' }, { mailsEveryMs: 50 })
  try {
    await fillReleasedSite(server)
    const backup = startChild('backup-command.ts', [file, '--force'], { DATA_DIR: server.dataFolder })
    if ((await backup.ended) !== 0) throw new Error(backup.err.join('\n'))
  } finally {
    await server.close()
  }
  await writeFile(releasedFile, `${JSON.stringify(sums, null, 2)}\n`)
  console.warn(`${added} migrations are released with ${version}, whose backup is ${file}.`)
}
