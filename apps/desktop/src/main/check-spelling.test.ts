import { readdirSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { appFolder } from '../testing/builder-configuration.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const shipped = join(appFolder, 'resources', 'dictionaries')
const names = ['en-GB-10-2.bdic', 'en-US-10-2.bdic']
const folder = join(appFolder, 'out')

test.each(['win32', 'linux'] as const)(
  'on %s the spelling is checked by the shipped dictionaries, without a download',
  async (platform) => {
    const { electron, window, userData } = await startTestApp({ platform, folder })
    expect(await readdir(join(userData, 'Dictionaries'))).toEqual(names)
    for (const name of names) {
      const stored = await readFile(join(userData, 'Dictionaries', name))
      expect(stored.equals(await readFile(join(shipped, name)))).toBe(true)
      expect(stored.toString('latin1', 0, 4)).toBe('BDic')
    }
    expect(electron.session.defaultSession).toMatchObject({
      isSpellingOn: true,
      spellingLanguages: ['en-US', 'en-GB'],
      // Chromium refuses this port (net/base/port_util.cc).
      dictionaryUrl: 'http://127.0.0.1:9/',
    })
    expect(window.options.webPreferences?.spellcheck).toBe(true)
  },
)

test('the dictionaries have the names that the Chromium of this Electron looks for', async () => {
  const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string }
  // Another major version is another Chromium: look into its components/spellcheck/common/spellcheck_common.cc.
  expect(version).toMatch(/^45\./)
  const found = (await readdir(shipped)).filter((name) => name.endsWith('.bdic'))
  expect(found).toEqual(['en-GB-10-2.bdic', 'en-US-10-2.bdic'])
})

test('a dictionary that Chromium cannot find is logged', async () => {
  const { electron, userData } = await startTestApp({ folder })
  const log = () => readFile(join(userData, 'logs', 'giftwell.log'), 'utf8')
  expect(await log()).not.toContain('dictionary')
  // docs/api/session.md: without the file a download begins, which the port above makes fail.
  electron.session.defaultSession.emit('spellcheck-dictionary-download-failure', {}, 'en-US')
  expect(await log()).toContain('The dictionary en-US does not have the name that Chromium expects')
})

test('a dictionary is stored before the session, which looks for it once, is used', async () => {
  const found: string[][] = []
  const { userData } = await startTestApp({
    folder,
    prepare: (electron) => {
      const { defaultSession } = electron.session
      // docs/api/session.md: the first use of `session.defaultSession` makes it.
      Object.defineProperty(electron.session, 'defaultSession', {
        get: () => {
          found.push(readdirSync(join(electron.app.folder, 'Dictionaries')))
          return defaultSession
        },
      })
    },
  })
  expect(found[0], userData).toEqual(names)
})

test('a dictionary of another size is replaced, and one that is there is left', async () => {
  const { userData } = await startTestApp({ folder })
  const [british = '', american = ''] = names.map((name) => join(userData, 'Dictionaries', name))
  await writeFile(british, 'BDic of another version')
  const { ino } = await stat(american)
  await startTestApp({ folder, userData })
  expect((await readFile(british)).equals(await readFile(join(shipped, 'en-GB-10-2.bdic')))).toBe(true)
  expect((await stat(american)).ino).toBe(ino)
})

test('without its dictionaries the app starts, checks no spelling and downloads nothing', async () => {
  const userData = await temporaryFolder()
  await writeFile(join(userData, 'Dictionaries'), 'in the way')
  const { electron } = await startTestApp({ folder, userData })
  expect(electron.session.defaultSession).toMatchObject({
    isSpellingOn: false,
    spellingLanguages: [],
    dictionaryUrl: 'http://127.0.0.1:9/',
  })
  expect(electron.windows).toHaveLength(1)
})

test('on macOS the system checks the spelling', async () => {
  const { electron, window, userData } = await startTestApp({ platform: 'darwin', folder })
  expect(electron.session.defaultSession.isSpellingOn).toBe(true)
  expect(window.options.webPreferences?.spellcheck).toBe(true)
  expect(await readdir(userData)).not.toContain('Dictionaries')
})
