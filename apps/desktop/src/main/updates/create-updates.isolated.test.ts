import { EventEmitter } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { AutoUpdater, BrowserWindow, MessageBoxOptions } from 'electron'
import { beforeEach, expect, test, vi } from 'vitest'

import type { UpdateState } from '../../ipc/contract.ts'
import { FakeUpdater } from '../../testing/fake-updater.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createTestLog } from '../../testing/test-log.ts'
import { createUpdates, nextUpdate, type UpdateEvent } from './create-updates.ts'

interface Scene {
  readonly isPackaged?: boolean
  /** The packager's feed file; null when there is none. */
  readonly feed?: string | null
  /** How often loading the updater fails. */
  readonly failures?: number
  /** The button that is pressed in every dialog. */
  readonly pressed?: number
  /** Electron's own updater, on macOS. */
  readonly nativeUpdater?: EventEmitter | null
}

// The dialogs are given the window and look at nothing in it.
const window = {} as BrowserWindow

/** An up-to-date app, and a record of everything that the updates did. */
async function start({
  nativeUpdater = null,
  isPackaged = true,
  feed = 'provider: github\n',
  failures = 0,
  pressed = 1,
}: Scene = {}) {
  const feedFile = join(await temporaryFolder(), 'app-update.yml')
  if (feed !== null) await writeFile(feedFile, feed)
  const updater = new FakeUpdater()
  const states: UpdateState[] = []
  const dialogs: string[] = []
  const parents: unknown[] = []
  const log = createTestLog()
  /** The callbacks for the closed window. */
  const closings: (() => void)[] = []
  let restarts = 0
  let loads = 0
  const updates = createUpdates({
    app: { isPackaged, getVersion: () => '1.0.0' },
    dialog: {
      showMessageBox: async (...shown: unknown[]) => {
        const [parent, options] = shown
        // The second argument holds the options.
        const { message, detail, buttons = [] } = options as MessageBoxOptions
        dialogs.push([message, detail, ...buttons].join(' | '))
        parents.push(parent)
        return { response: pressed, checkboxChecked: false }
      },
    },
    window,
    feedFile,
    closeThen: (afterwards) => void closings.push(afterwards),
    restart: () => void (restarts += 1),
    // It has Electron's events.
    nativeUpdater: nativeUpdater as AutoUpdater | null,
    onLogin: () => undefined,
    onChanged: (state) => void states.push(state),
    log,
    load: async () => {
      loads += 1
      if (loads <= failures) throw new Error('/home/mary/giftwell/updater.js')
      return updater
    },
  })
  const { handlers } = updates
  const read = async () => handlers['updates:read'](undefined)
  const install = async () => handlers['updates:install'](undefined)
  const record = {
    states,
    dialogs,
    parents,
    log,
    closings,
    restarts: () => restarts,
    loads: () => loads,
  }
  return { ...updates, read, installAsPage: install, updater, ...record }
}

const release = { version: '2.0.0' }
const day = 24 * 60 * 60 * 1000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

test('checks for updates at the start and every day, until stopped', async () => {
  const { start: begin, stop, updater, read } = await start()
  expect(updater.checks).toBe(0)
  await begin()
  expect(updater.checks).toBe(1)
  vi.advanceTimersByTime(day)
  await expect.poll(() => updater.checks).toBe(2)
  expect(await read()).toEqual({ step: 'none' })
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('starting twice schedules one daily check', async () => {
  const { start: begin } = await start()
  await begin()
  await begin()
  expect(vi.getTimerCount()).toBe(1)
})

test('an update is downloaded in the background and installed on quit', async () => {
  const { start: begin, updater, states, read } = await start()
  updater.release = release
  await begin()
  expect(updater).toMatchObject({ autoDownload: true, autoInstallOnAppQuit: true, disableWebInstaller: true })
  updater.emit('download-progress', { percent: 0.4 })
  updater.emit('download-progress', { percent: 41.2 })
  updater.emit('download-progress', { percent: 41.9 })
  updater.emit('update-downloaded', release)
  expect(states).toEqual([
    { step: 'downloading', version: '2.0.0', percent: 0 },
    { step: 'downloading', version: '2.0.0', percent: 41 },
    { step: 'ready', version: '2.0.0' },
  ])
  expect(await read()).toEqual({ step: 'ready', version: '2.0.0' })
  expect(updater.installed).toBeUndefined()
})

test('a downloaded update is installed on request after the window closed, and the app restarts', async () => {
  const { start: begin, installAsPage, updater, closings } = await start()
  updater.release = release
  await begin()
  await installAsPage()
  expect(closings).toEqual([])
  updater.emit('update-downloaded', release)
  await installAsPage()
  expect(updater.installed).toBeUndefined()
  closings[0]?.()
  expect(updater.installed).toEqual([true, true])
})

test('on macOS an update is ready when Squirrel has it, too', async () => {
  const nativeUpdater = new EventEmitter()
  const { start: begin, install, updater, read } = await start({ nativeUpdater })
  updater.release = release
  await begin()
  // MacUpdater.js: it is said before Squirrel fetches the file, and quitAndInstall would wait for that.
  updater.emit('update-downloaded', release)
  expect(await read()).toMatchObject({ step: 'downloading' })
  expect(await install()).toBe(false)
  nativeUpdater.emit('update-downloaded')
  expect(await read()).toEqual({ step: 'ready', version: '2.0.0' })
  expect(await install()).toBe(true)
})

test('install returns false without a downloaded update', async () => {
  const { install, closings } = await start()
  expect(await install()).toBe(false)
  expect(closings).toEqual([])
})

test('a failed installation restarts the app after its window closed; other failures do not', async () => {
  const { start: begin, install, updater, closings, restarts } = await start()
  updater.release = release
  await begin()
  updater.emit('update-downloaded', release)
  updater.fail()
  expect(await install()).toBe(true)
  updater.fail()
  expect(restarts()).toBe(0)
  closings[0]?.()
  updater.fail()
  expect(restarts()).toBe(1)
})

test('a failure ends the download and is logged, with no dialog', async () => {
  const { start: begin, updater, states, dialogs, log } = await start()
  updater.release = release
  await begin()
  updater.fail()
  updater.release = 'failed'
  await begin()
  expect(states.at(-1)).toEqual({ step: 'none' })
  expect(dialogs).toEqual([])
  expect(log.lines).toEqual([
    'Update: downloading',
    'Update: failed: ENOENT: /home/mary/.cache',
    'Update: none',
    'Update: failed: ENOENT: /home/mary/.cache',
  ])
  expect(updater.logger).toBeNull()
})

test.each<[string, Scene]>([
  ['is unpackaged', { isPackaged: false }],
  ['has no feed file', { feed: null }],
  ['has a feed file without a provider', { feed: 'updaterCacheDirName: giftwell-updater\n' }],
])('an app that %s never checks and does not load the updater', async (_name, scene) => {
  const { start: begin, checkByHand, loads, dialogs } = await start(scene)
  await begin()
  await checkByHand()
  expect(loads()).toBe(0)
  expect(dialogs).toEqual([
    'This copy of Giftwell does not update itself | You have version 1.0.0. Install a newer version from where you downloaded this one.',
  ])
})

test('loading the updater is retried at the next check', async () => {
  const { start: begin, updater, log } = await start({ failures: 1 })
  await begin()
  expect(log.lines).toEqual(['Update: the updater was not loaded: /home/mary/giftwell/updater.js'])
  await begin()
  expect(updater.checks).toBe(1)
})

test.each([
  ['none', 'Giftwell is up to date | You have version 1.0.0.'],
  [
    'failed',
    'Giftwell could not check for updates | Check that this computer is online, and try again later.',
  ],
  [
    'off',
    'This copy of Giftwell does not update itself | You have version 1.0.0. Install a newer version from where you downloaded this one.',
  ],
  [
    release,
    'Giftwell 2.0.0 is being downloaded | You can keep working. The update is installed when you quit Giftwell.',
  ],
] as const)('a manual check shows its result: %j', async (found, message) => {
  const { checkByHand, updater, dialogs, parents } = await start()
  updater.release = found
  await checkByHand()
  expect(dialogs).toEqual([message])
  expect(parents).toEqual([window])
})

const readyDialog =
  'Giftwell 2.0.0 is ready | The update is installed when you restart or quit Giftwell. | Restart Now | Later'

test.each([
  ['Restart Now', 0, [true, true]],
  ['Later', 1, undefined],
])('a manual check with a downloaded update obeys "%s"', async (_button, pressed, installed) => {
  const scene = await start({ pressed })
  const { start: begin, checkByHand, updater, dialogs, parents, closings } = scene
  updater.release = release
  await begin()
  updater.emit('update-downloaded', release)
  await checkByHand()
  expect(dialogs).toEqual([readyDialog])
  expect(parents).toEqual([window])
  closings[0]?.()
  expect(updater.installed).toEqual(installed)
})

test('two manual checks at once show one dialog', async () => {
  const { checkByHand, dialogs } = await start()
  await Promise.all([checkByHand(), checkByHand()])
  expect(dialogs).toHaveLength(1)
  await checkByHand()
  expect(dialogs).toHaveLength(2)
})

const none: UpdateState = { step: 'none' }
const half: UpdateState = { step: 'downloading', version: '2.0.0', percent: 50 }
const ready: UpdateState = { step: 'ready', version: '2.0.0' }

test.each<[string, UpdateState, UpdateEvent, UpdateState]>([
  ['a found version starts downloading', none, { type: 'found', version: '2.0.0' }, { ...half, percent: 0 }],
  ['finding the same version again changes nothing', half, { type: 'found', version: '2.0.0' }, half],
  ['a ready version stays ready when found again', ready, { type: 'found', version: '2.0.0' }, ready],
  [
    'a newer version replaces a ready one',
    ready,
    { type: 'found', version: '2.0.1' },
    { step: 'downloading', version: '2.0.1', percent: 0 },
  ],
  ['percentages are rounded down', half, { type: 'progress', percent: 62.9 }, { ...half, percent: 62 }],
  ['a fraction of a percent changes nothing', half, { type: 'progress', percent: 50.4 }, half],
  ['percentages end at 100', half, { type: 'progress', percent: 130 }, { ...half, percent: 100 }],
  ['progress without a download changes nothing', none, { type: 'progress', percent: 10 }, none],
  ['progress of a ready version changes nothing', ready, { type: 'progress', percent: 10 }, ready],
  ['a downloaded version is ready', half, { type: 'downloaded', version: '2.0.0' }, ready],
  ['an already downloaded version is ready', none, { type: 'downloaded', version: '2.0.0' }, ready],
  ['a second download event changes nothing', ready, { type: 'downloaded', version: '2.0.0' }, ready],
  ['a failed download resets the state', half, { type: 'failed' }, none],
  ['a failed check preserves a ready version', ready, { type: 'failed' }, ready],
  ['a failed check changes nothing', none, { type: 'failed' }, none],
])('%s', (_name, state, event, expected) => {
  const next = nextUpdate(state, event)
  expect(next).toEqual(expected)
  // The same object means that no event is sent.
  expect(next === state).toBe(JSON.stringify(state) === JSON.stringify(expected))
})
