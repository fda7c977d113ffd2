import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createTestLog } from '../testing/test-log.ts'
import { createWindowMemory } from './window-memory.ts'

const place = { x: -20, y: 30, width: 1000, height: 700, isMaximized: true }

test('a place is read as it was written, by the next start too', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'new', 'window.json')
  createWindowMemory(file, createTestLog()).write(place)
  expect(createWindowMemory(file, createTestLog()).read()).toEqual(place)
  expect(await readdir(join(folder, 'new'))).toEqual(['window.json'])
})

test.each([
  ['none', null],
  ['an empty one', ''],
  ['half of one', '{"x":1,"y":2'],
  ['something else', '"here"'],
  ['an older one', '{"x":1,"y":2}'],
  ['a newer one', JSON.stringify({ ...place, screen: 2 })],
  ['one with a text', JSON.stringify({ ...place, x: '1' })],
  ['one with a fraction', JSON.stringify({ ...place, x: 1.5 })],
  ['one without an area', JSON.stringify({ ...place, width: 0 })],
  ['one that is far out', JSON.stringify({ ...place, x: 1e9 })],
])('%s counts as no place', async (_name, content) => {
  const file = join(await temporaryFolder(), 'window.json')
  if (content !== null) await writeFile(file, content)
  expect(createWindowMemory(file, createTestLog()).read()).toBeNull()
})

test('a place that cannot be kept is logged, and the former one stays', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'window.json')
  const log = createTestLog()
  const memory = createWindowMemory(file, log)
  memory.write(place)
  const before = await readFile(file, 'utf8')
  await mkdir(`${file}.new`)
  memory.write({ ...place, x: 999 })
  expect(log.lines).toHaveLength(1)
  expect(await readFile(file, 'utf8')).toBe(before)
})
