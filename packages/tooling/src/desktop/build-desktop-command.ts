import { parseArgs } from 'node:util'

import { endWithParent } from '../end-with-parent.ts'
import { buildDesktop } from './build-desktop.ts'
import { configuredConnection, requireAllOrNothing } from './connection.ts'

// The second half of `npm run build`; with --if-stale a part of `npm test`; with --for-release what is packed, which fails
// with half a connection where the others build an app that asks.

endWithParent()
const { values } = parseArgs({
  options: { 'if-stale': { type: 'boolean' }, 'for-release': { type: 'boolean' } },
})

try {
  if (values['for-release']) requireAllOrNothing(process.env)
  await buildDesktop({
    when: values['if-stale'] ? 'stale' : 'always',
    connection: configuredConnection(process.env, null),
    say: (line) => process.stderr.write(`${line}\n`),
  })
} catch (error) {
  process.stderr.write(
    `The desktop app could not be built: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
}
