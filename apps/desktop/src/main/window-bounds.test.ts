import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createTestLog } from '../testing/test-log.ts'
import { createStateFile } from './state-file.ts'
import { findBounds, windowBounds, type WindowBounds } from './main-window.ts'

const main = { x: 0, y: 25, width: 1920, height: 1055 }
const right = { x: 1920, y: 0, width: 1280, height: 1024 }
const above = { x: 0, y: -1080, width: 1920, height: 1080 }
const small = { x: 0, y: 0, width: 640, height: 480 }

function bounds(changed: Partial<WindowBounds> = {}): WindowBounds {
  return { x: 100, y: 100, width: 1000, height: 700, isMaximized: false, ...changed }
}

test('the first window is centred on the main screen', () => {
  expect(findBounds(null, [main, right])).toEqual({
    x: 320,
    y: 123,
    width: 1280,
    height: 860,
    isMaximized: false,
  })
})

test('the first window fills a small screen', () => {
  expect(findBounds(null, [small])).toEqual({ ...small, isMaximized: false })
})

test('a window opens at its last bounds', () => {
  expect(findBounds(bounds(), [main])).toEqual(bounds())
  expect(findBounds(bounds({ x: 2000, y: 50 }), [main, right])).toEqual(bounds({ x: 2000, y: 50 }))
  expect(findBounds(bounds({ y: -900 }), [main, above])).toEqual(bounds({ y: -900 }))
  expect(findBounds(bounds({ isMaximized: true }), [main]).isMaximized).toBe(true)
})

test('a window whose screen is gone is centred on the main screen and stays maximised', () => {
  expect(findBounds(bounds({ x: 2000, isMaximized: true }), [main])).toEqual({
    x: 320,
    y: 123,
    width: 1280,
    height: 860,
    isMaximized: true,
  })
})

test.each([
  ['too far right', { x: 1800, y: 100 }, { x: 920, y: 100 }],
  ['too far left', { x: -900, y: 100 }, { x: 0, y: 100 }],
  ['too far up', { x: 100, y: -500 }, { x: 100, y: 25 }],
  ['too far down', { x: 100, y: 1000 }, { x: 100, y: 380 }],
])('a window %s of the screen moves back inside', (_name, last, { x, y }) => {
  expect(findBounds(bounds(last), [main])).toEqual(bounds({ x, y }))
})

test('a barely visible window is centred on the main screen', () => {
  expect(findBounds(bounds({ x: 1900 }), [main]).x).toBe(320)
})

test('a window between two screens moves to the one that shows most of it', () => {
  expect(findBounds(bounds({ x: 1700 }), [main, right])).toEqual(bounds({ x: 1920 }))
  expect(findBounds(bounds({ x: 1200 }), [main, right])).toEqual(bounds({ x: 920 }))
})

test('a window is at least the minimum size and at most its screen', () => {
  expect(findBounds(bounds({ width: 10, height: 10, x: 500, y: 500 }), [main]).width).toBe(1280)
  expect(findBounds(bounds({ width: 100, height: 100 }), [main])).toMatchObject({ width: 720, height: 520 })
  expect(findBounds(bounds({ width: 5000, height: 5000 }), [main])).toEqual({ ...main, isMaximized: false })
  expect(findBounds(bounds({ x: 10, y: 10 }), [small])).toEqual({ ...small, isMaximized: false })
})

const stored = { x: -20, y: 30, width: 1000, height: 700, isMaximized: true }

test('the next start reads the stored window bounds', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'new', 'window.json')
  createStateFile(file, windowBounds, createTestLog()).write(stored)
  expect(createStateFile(file, windowBounds, createTestLog()).read()).toEqual(stored)
  expect(await readdir(join(folder, 'new'))).toEqual(['window.json'])
})

test.each([
  ['missing', null],
  ['empty', ''],
  ['truncated', '{"x":1,"y":2'],
  ['not an object', '"here"'],
  ['of an older version', '{"x":1,"y":2}'],
  ['of a newer version', JSON.stringify({ ...stored, screen: 2 })],
  ['a string in a number', JSON.stringify({ ...stored, x: '1' })],
  ['a fraction', JSON.stringify({ ...stored, x: 1.5 })],
  ['without an area', JSON.stringify({ ...stored, width: 0 })],
  ['far out of range', JSON.stringify({ ...stored, x: 1e9 })],
])('stored window bounds are ignored: %s', async (_name, content) => {
  const file = join(await temporaryFolder(), 'window.json')
  if (content !== null) await writeFile(file, content)
  expect(createStateFile(file, windowBounds, createTestLog()).read()).toBeNull()
})

test('a failure to store the window bounds is logged, and the former ones stay', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'window.json')
  const log = createTestLog()
  const memory = createStateFile(file, windowBounds, log)
  memory.write(stored)
  const before = await readFile(file, 'utf8')
  await mkdir(`${file}.new`)
  memory.write({ ...stored, x: 999 })
  expect(log.lines).toHaveLength(1)
  expect(await readFile(file, 'utf8')).toBe(before)
})
