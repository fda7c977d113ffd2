import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../testing/test-server.ts'
import { linesOf } from './load-rows.ts'

it('linesOf ends a line at a line feed only, and splits no character', async () => {
  const temporary = await temporaryFolder()
  const path = join(temporary.path, 'lines')
  // Longer than a chunk, so that a character of three bytes spans two chunks.
  const lines = ['["\u2028 \u2029 \u0085 \r \f"]', '', `["${'\u2028'.repeat(100_000)}"]`, '["last"]']
  await writeFile(path, lines.map((line) => `${line}\n`).join(''))
  const found: string[] = []
  for await (const line of linesOf(path)) found.push(line)
  expect(found).toEqual(lines)
  await temporary.remove()
})
