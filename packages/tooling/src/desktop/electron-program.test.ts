import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { findElectron } from './electron-program.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giftwell-electron-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('Electron is found once its program has been fetched, and a cut-off download is none', async () => {
  expect(findElectron(folder)).toBeUndefined()
  await writeFile(join(folder, 'path.txt'), 'electron')
  expect(findElectron(folder)).toBeUndefined()
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist', 'electron'), '')
  expect(findElectron(folder)).toBe(join(folder, 'dist', 'electron'))
})
