import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { npmEnvironment } from './install.mjs'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giftwell-home-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('npm keeps its cache where it always does when that can be written, even if it is still to be made', () => {
  const env = { HOME: join(folder, 'new', 'home') }
  expect(npmEnvironment(env)).toBe(env)
})

test('without a home folder that can be written, npm gets a temporary one for its cache', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  for (const env of [{ HOME: join(file, 'home') }, {}]) {
    const { npm_config_cache: cache = '' } = npmEnvironment(env)
    expect(cache).toMatch(/giftwell-npm-cache/)
    await rm(cache, { recursive: true })
  }
})

test('a cache that the person has chosen stays', () => {
  const env = { HOME: '/dev/null/nowhere', npm_config_cache: folder }
  expect(npmEnvironment(env)).toBe(env)
})
