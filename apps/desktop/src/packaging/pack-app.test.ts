import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'

import { parseSync } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { appFolder } from '../testing/builder-configuration.ts'
import { readFuses, type System } from '../testing/fake-electron-distribution.ts'
import { packApp, type PackedApp } from '../testing/pack-app.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giftwell-pack-'))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true) // electron-builder reports every step
})
afterAll(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

/** Where each system has what is looked at below. */
const systems = {
  linux: {
    program: 'linux-unpacked/giftwell',
    locales: 'linux-unpacked/locales',
    words: ['en-GB.pak', 'en-US.pak'],
  },
  win32: {
    program: 'win-unpacked/Giftwell.exe',
    locales: 'win-unpacked/locales',
    words: ['en-GB.pak', 'en-US.pak'],
  },
  darwin: {
    program: 'mac/Giftwell.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
    locales: 'mac/Giftwell.app/Contents/Frameworks/Electron Framework.framework/Versions/A/Resources',
    words: ['en.lproj', 'en_GB.lproj'],
  },
} as const

/** The modules that a program imports or requires at run time, without duplicates. */
function importedModules(program: string): string[] {
  const { staticImports, dynamicImports } = parseSync('program.js', program).module
  return [
    ...new Set([
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      // A literal in quotes.
      ...dynamicImports.map(({ moduleRequest: { start, end } }) => program.slice(start + 1, end - 1)),
      ...[...program.matchAll(/\b(?:__)?require\(\s*["'`]([^"'`]+)/g)].map(([, name = '']) => name),
    ]),
  ]
}

const packedSystems: readonly System[] = ['linux', 'win32', 'darwin']

describe('the app as it is built', { tags: 'full' }, () => {
  const packed = {} as Record<System, PackedApp> // filled before the first test

  beforeAll(async () => {
    const command = join(appFolder, '../../packages/tooling/src/build/build-command.ts')
    await promisify(execFile)(process.execPath, [command, 'desktop', '--if-stale'])
    for (const system of packedSystems) packed[system] = await packApp(join(folder, system), system)
  }, 600_000)

  describe.each(packedSystems)('is packed for %s', (system) => {
    const inside = (path: string) => join(packed[system].folder, path)

    test('with an archive of main, the updater, one preload file, the icon, the dictionaries, and the page with its assets', () => {
      const expected = [
        /^package\.json$/,
        /^resources\/icon\.png$/,
        /^resources\/dictionaries\/en-US-10-2\.bdic$/,
        /^resources\/dictionaries\/en-GB-10-2\.bdic$/,
        /^resources\/dictionaries\/LICENSE\.txt$/,
        /^out\/main\/(main|updater|rolldown-runtime)\.js$/,
        /^out\/preload\/preload\.cjs$/,
        /^out\/renderer\/index\.html$/,
        /^out\/renderer\/assets\/[\w.-]+\.((js|css|svg|ttf)\.gz|woff2|png)$/,
      ]
      const names = [...packed[system].files.keys()]
      expect(names.filter((name) => !expected.some((form) => form.test(name)))).toEqual([])
      expect(expected.filter((form) => !names.some((name) => form.test(name)))).toEqual([])
      expect(names.length).toBeGreaterThan(10)
    })

    test('with nothing of ours beside the archive, and no more than 4 MB', async () => {
      const { resources } = packed[system]
      const ours = (await readdir(resources)).filter(
        (name) => !/^app-update\.yml$|\.(lproj|icns)$/.test(name),
      )
      expect(ours).toEqual(['app.asar'])
      expect((await stat(join(resources, 'app.asar'))).size).toBeLessThan(4_000_000)
    })

    test('with a package.json without scope, dependencies and scripts', () => {
      expect(JSON.parse(String(packed[system].files.get('package.json')))).toEqual({
        name: 'giftwell',
        productName: 'Giftwell',
        desktopName: 'giftwell.desktop',
        version: expect.any(String),
        private: true,
        description: expect.any(String),
        license: 'MIT',
        author: expect.any(String),
        type: 'module',
        main: 'out/main/main.js',
      })
    })

    test('with no scope in any file name', async () => {
      const names = await readdir(packed[system].folder, { recursive: true })
      expect(names.filter((name) => /@giftwell|desktop/i.test(name))).toEqual([])
    })

    test('with our fuses set and the others unchanged', async () => {
      // Run as Node, encrypted cookies, NODE_OPTIONS, --inspect, the archive's hash, only from the archive, an own
      // snapshot, privileges of files; and one that this version of electron-builder does not know.
      expect(readFuses(await readFile(inside(systems[system].program)))).toBe('000011000')
    })

    test('with English locales only', async () => {
      expect((await readdir(inside(systems[system].locales))).toSorted()).toEqual(systems[system].words)
    })
  })

  test('contains the update feed', async () => {
    const file = join(packed.linux.folder, 'linux-unpacked/resources/app-update.yml')
    const text = await readFile(file, 'utf8')
    expect(text).toContain('provider: github')
    expect(text).toContain('owner: example')
    expect(text).toContain('updaterCacheDirName: giftwell-updater')
  })

  test('declares the archive hash in Info.plist', async () => {
    const plist = await readFile(join(packed.darwin.folder, 'mac/Giftwell.app/Contents/Info.plist'), 'utf8')
    expect(plist).toMatch(/ElectronAsarIntegrity[\s\S]*Resources\/app\.asar[\s\S]*SHA256/)
  })

  test('main imports only Electron and Node, the preload only Electron', () => {
    const { files } = packed.linux
    const main = [...files.keys()].filter((name) => name.startsWith('out/main/'))
    const wanted = main.flatMap((name) => importedModules(String(files.get(name))))
    const foreign = wanted.filter((name) => !isBuiltin(name) && !files.has(join('out/main', name)))
    expect(new Set(foreign)).toEqual(new Set(['electron']))
    expect(importedModules(String(files.get('out/preload/preload.cjs')))).toEqual(['electron'])
  })

  test('contains no source map, machine path or test', () => {
    for (const [name, content] of packed.linux.files) {
      if (!/\.(js|cjs|css|html)(\.gz)?$/.test(name)) continue
      const text = String(name.endsWith('.gz') ? gunzipSync(content) : content)
      expect(text, name).not.toMatch(/sourceMappingURL=(?!data:)|file:\/\/\/\w|\.test\.tsx?\b/)
      expect(text.includes(join(appFolder, '../..')), name).toBe(false)
    }
  })
})
