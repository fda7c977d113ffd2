import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { findElectron } from './electron-program.ts'

let folder: string

beforeEach(async () => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined)
  folder = await mkdtemp(join(tmpdir(), 'giftwell-electron-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

test('Electron is found once its program has been fetched, and a cut-off download is none', async () => {
  expect(findElectron(folder)).toBeUndefined()
  await writeFile(join(folder, 'path.txt'), 'electron')
  expect(findElectron(folder)).toBeUndefined()
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist', 'electron'), '')
  expect(findElectron(folder)).toBe(join(folder, 'dist', 'electron'))
})

test('one that is there already may be named, and is none when it is not', async () => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', join(folder, 'own'))
  expect(findElectron(folder)).toBeUndefined()
  await mkdir(join(folder, 'own'))
  await writeFile(join(folder, 'own', 'electron'), '')
  expect(findElectron(folder)).toBe(join(folder, 'own', 'electron'))
})
