import { parseArgs } from 'node:util'

import { endWithParent } from '../end-with-parent.ts'
import { buildSite } from './build-site.ts'

// `npm run build`, and the step before `npm start` (--if-stale).

endWithParent()
const { values } = parseArgs({ options: { 'if-stale': { type: 'boolean' } } })

try {
  await buildSite({
    when: values['if-stale'] ? 'stale' : 'always',
    say: (line) => process.stderr.write(`${line}\n`),
  })
} catch (error) {
  process.stderr.write(
    `The website could not be built: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
}
