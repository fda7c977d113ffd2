import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sharedServer } from '../testing/shared-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openControlChannel, sendCommand } from './control-channel.ts'

const server = sharedServer()

it('a command that fails unexpectedly points to the log, which has the cause without data of customers', async () => {
  await using stack = new AsyncDisposableStack()
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'control.json')
  const lines: string[] = []
  const channel = await openControlChannel(file, {
    database: server.database!,
    async takeSnapshot() {
      const error = new Error('duplicate key value violates unique constraint')
      throw Object.assign(error, { detail: 'Key (email)=(asha@acme.test) already exists.' })
    },
    log: (line, level) => lines.push(`${level}: ${line}`),
  })
  stack.defer(channel.close)
  await expect(sendCommand(file, { action: 'snapshot' })).rejects.toThrow(
    'The server could not run the command; its log has the reason.',
  )
  expect(lines).toEqual([
    expect.stringMatching(
      /^error: a command for the running server failed: Error: duplicate key value.*\n +at /,
    ),
  ])
  expect(lines.join()).not.toContain('asha')
})
