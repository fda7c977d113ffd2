import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { forgetInstall, isInstalled, recordInstall, wantedStamp } from './install-stamp.mjs'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'giftwell-stamp-'))
  await write('package.json', {
    workspaces: ['packages/*'],
    dependencies: { zod: '1.0.0' },
    scripts: { start: 'a' },
  })
  await write('packages/shared/package.json', { name: '@giftwell/shared', dependencies: { react: '1.0.0' } })
  await write('package-lock.json', lockfile())
  await mkdir(join(root, 'node_modules'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(path: string, content: unknown): Promise<void> {
  await mkdir(join(root, path, '..'), { recursive: true })
  await writeFile(join(root, path), JSON.stringify(content))
}

function lockfile(zod = '1.0.0') {
  return {
    packages: {
      '': { workspaces: ['packages/*'], dependencies: { zod: '1.0.0' } },
      'packages/shared': { dependencies: { react: '1.0.0' } },
      'node_modules/@giftwell/shared': { resolved: 'packages/shared', link: true },
      'node_modules/react': { version: '1.0.0', integrity: 'r' },
      'node_modules/zod': { version: zod, integrity: 'z' },
      'node_modules/for-another': {
        version: '1.0.0',
        integrity: 'a',
        optional: true,
        os: ['plan9'],
        cpu: ['x64'],
      },
    },
  }
}

/** What npm writes when it has finished: the packages that it put there. */
function npmRecord(without: readonly string[] = ['node_modules/for-another']) {
  const kept = Object.entries(lockfile().packages).filter(
    ([place]) => place !== '' && !without.includes(place),
  )
  return { packages: Object.fromEntries(kept) }
}

test('an empty folder is not installed, and a recorded one is', () => {
  expect(isInstalled(root)).toBe(false)
  recordInstall(root)
  expect(isInstalled(root)).toBe(true)
})

test('a changed lockfile asks for a new installation', async () => {
  recordInstall(root)
  await write('package-lock.json', lockfile('1.0.1'))
  expect(isInstalled(root)).toBe(false)
})

test('a changed dependency of any workspace asks for a new installation', async () => {
  recordInstall(root)
  await write('packages/shared/package.json', { name: '@giftwell/shared', dependencies: { react: '1.0.1' } })
  expect(isInstalled(root)).toBe(false)
})

test('a new workspace asks for a new installation', async () => {
  recordInstall(root)
  await write('packages/more/package.json', { name: '@giftwell/more' })
  expect(isInstalled(root)).toBe(false)
})

test('a changed script installs nothing', async () => {
  recordInstall(root)
  await write('package.json', {
    workspaces: ['packages/*'],
    dependencies: { zod: '1.0.0' },
    scripts: { start: 'b' },
  })
  expect(isInstalled(root)).toBe(true)
})

test('an installation that somebody made with npm is recognised and recorded', async () => {
  await write('node_modules/.package-lock.json', npmRecord())
  expect(isInstalled(root)).toBe(true)
  expect(await readFile(join(root, 'node_modules', '.giftwell-install'), 'utf8')).toBe(wantedStamp(root))
})

test('an installation by npm that lacks a package, a workspace or the right version is not recognised', async () => {
  for (const missing of ['node_modules/react', 'node_modules/@giftwell/shared']) {
    await write('node_modules/.package-lock.json', npmRecord([missing, 'node_modules/for-another']))
    expect(isInstalled(root), missing).toBe(false)
  }
  await write('node_modules/.package-lock.json', npmRecord())
  await write('package-lock.json', lockfile('1.0.1'))
  expect(isInstalled(root)).toBe(false)
})

test('an installation by npm is not recognised while a package.json asks for something else', async () => {
  await write('node_modules/.package-lock.json', npmRecord())
  await write('packages/shared/package.json', { name: '@giftwell/shared', dependencies: { react: '2.0.0' } })
  expect(isInstalled(root)).toBe(false)
})

test('an installation that has begun again is not taken for whole, nor is a record cut short', async () => {
  await write('node_modules/.package-lock.json', npmRecord())
  recordInstall(root)
  forgetInstall(root)
  expect(isInstalled(root)).toBe(false)
  await writeFile(join(root, 'node_modules', '.package-lock.json'), '{"packages":{"node_mod')
  expect(isInstalled(root)).toBe(false)
})
