import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { putSharedDemo, shareDemo } from './shared-demo.ts'

let folder: string
let removeDemo: () => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giftwell-shared-demo-'))
  removeDemo = await shareDemo()
})
afterEach(async () => {
  await removeDemo()
  await rm(folder, { recursive: true, force: true })
})

const makeDemo = () =>
  vi.fn(async (dataFolder: string) => {
    await mkdir(dataFolder)
    await writeFile(join(dataFolder, 'demo'), 'drawn')
  })
const demoIn = (name: string) => readFile(join(folder, name, 'demo'), 'utf8')

test('The demo is made once, and each site has a copy of its own', async () => {
  const make = makeDemo()
  await Promise.all(['one', 'two'].map((name) => putSharedDemo(join(folder, name), make)))
  await writeFile(join(folder, 'one', 'demo'), 'changed')
  expect(await putSharedDemo(join(folder, 'three'), make)).toBe(true)
  expect([await demoIn('two'), await demoIn('three')]).toEqual(['drawn', 'drawn'])
  expect(make).toHaveBeenCalledTimes(1)
})

test('One that could not be made is begun anew by the next', async () => {
  const failing = makeDemo().mockImplementationOnce(async (dataFolder) => {
    await mkdir(dataFolder)
    throw new Error('the disk is full')
  })
  await expect(putSharedDemo(join(folder, 'one'), failing)).rejects.toThrow('the disk is full')
  expect(await putSharedDemo(join(folder, 'two'), failing)).toBe(true)
  expect(await demoIn('two')).toBe('drawn')
})

test('Nothing is left at the end, and afterwards each site makes its own', async () => {
  let original = ''
  const make = makeDemo()
  await putSharedDemo(join(folder, 'one'), async (dataFolder) => {
    original = dataFolder
    await make(dataFolder)
  })
  await removeDemo()
  expect(existsSync(original)).toBe(false)
  expect(await putSharedDemo(join(folder, 'two'), make)).toBe(false)
})
