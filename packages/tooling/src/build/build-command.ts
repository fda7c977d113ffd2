import { parseArgs } from 'node:util'

import { log } from '../bootstrap/start-program.mjs'
import { buildDesktop } from '../desktop/build-desktop.ts'
import { configuredConnection, requireAllOrNothing } from '../desktop/connection.ts'
import { endWithParent } from '../system/run-program.ts'
import { buildSite } from '../site/build-site.ts'

// `npm run build`; with --if-stale the build of `npm start` and `npm test`; with --for-release that of the packed
// desktop app, which fails with an incomplete connection, where the others build an app that prompts for one.

endWithParent()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'if-stale': { type: 'boolean' }, 'for-release': { type: 'boolean' } },
})
const options = { when: values['if-stale'] ? 'stale' : 'always', log } as const

let name = 'website'
try {
  if (positionals.includes('website')) await buildSite(options)
  name = 'desktop app'
  if (values['for-release']) requireAllOrNothing(process.env)
  if (positionals.includes('desktop'))
    await buildDesktop({ ...options, connection: configuredConnection(process.env, null) })
} catch (error) {
  log(`The ${name} could not be built: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
