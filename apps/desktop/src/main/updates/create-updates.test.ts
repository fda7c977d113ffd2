import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { BrowserWindow, MessageBoxOptions } from 'electron'
import { expect, test } from 'vitest'

import type { UpdateState } from '../../ipc/contract.ts'
import { FakeUpdater } from '../../testing/fake-updater.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createTestLog } from '../../testing/test-log.ts'
import { createUpdates } from './create-updates.ts'

interface Scene {
  readonly isPackaged?: boolean
  /** Whether the packager has written down where the releases are. */
  readonly hasFeed?: boolean
  /** How often loading the updater fails. */
  readonly failures?: number
  /** The button that the person presses in every dialog. */
  readonly pressed?: number
  readonly parent?: BrowserWindow | null
}

// The dialogs are given the window and look at nothing in it.
const window = {} as BrowserWindow

/** An app that is up to date as far as its updater knows, and everything that was told. */
async function start({
  isPackaged = true,
  hasFeed = true,
  failures = 0,
  pressed = 1,
  parent = window,
}: Scene = {}) {
  const feedFile = join(await temporaryFolder(), 'app-update.yml')
  if (hasFeed) await writeFile(feedFile, 'provider: github\n')
  const updater = new FakeUpdater()
  const states: UpdateState[] = []
  const dialogs: string[] = []
  const parents: unknown[] = []
  const days: (() => void)[] = []
  const log = createTestLog()
  /** What is to happen once the window is closed. */
  const closings: (() => void)[] = []
  let comebacks = 0
  let loads = 0
  const updates = createUpdates({
    app: { isPackaged, getVersion: () => '1.0.0' },
    dialog: {
      showMessageBox: async (...shown: unknown[]) => {
        // The options come last, after the window if there is one.
        const { message, detail, buttons = [] } = shown.at(-1) as MessageBoxOptions
        dialogs.push([message, detail, ...buttons].join(' | '))
        parents.push(shown.length > 1 ? shown[0] : null)
        return { response: pressed, checkboxChecked: false }
      },
    },
    parent: () => parent,
    feedFile,
    closeThen: (afterwards) => void closings.push(afterwards),
    comeBack: () => void (comebacks += 1),
    onChanged: (state) => void states.push(state),
    log,
    load: async () => {
      loads += 1
      if (loads <= failures) throw new Error('/home/mary/giftwell/updater.js')
      return updater
    },
    everyDay: (task) => {
      days.push(task)
      return () => void days.splice(days.indexOf(task), 1)
    },
  })
  const { handlers } = updates
  const read = async () => handlers['updates:read'](undefined)
  const install = async () => handlers['updates:install'](undefined)
  const told = {
    states,
    dialogs,
    parents,
    days,
    log,
    closings,
    comebacks: () => comebacks,
    loads: () => loads,
  }
  return { ...updates, read, installAsPage: install, updater, ...told }
}

const release = { version: '2.0.0' }

test('the app looks for updates at its start and every day, until it is told to stop', async () => {
  const { start: begin, stop, updater, days, read } = await start()
  expect(updater.checks).toBe(0)
  await begin()
  expect(updater.checks).toBe(1)
  days[0]?.()
  await expect.poll(() => updater.checks).toBe(2)
  expect(await read()).toEqual({ step: 'none' })
  stop()
  expect(days).toEqual([])
})

test('starting twice looks once a day all the same', async () => {
  const { start: begin, days } = await start()
  await begin()
  await begin()
  expect(days).toHaveLength(1)
})

test('an update is downloaded in the background and waits for the app to be quit', async () => {
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

test('what is ready is installed when a person says so, once the window is closed, and the app comes back', async () => {
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

test('nothing is installed where there is nothing', async () => {
  const { install, closings } = await start()
  expect(await install()).toBe(false)
  expect(closings).toEqual([])
})

test('an update that cannot be installed brings back the app whose window it closed; other failures do not', async () => {
  const { start: begin, install, updater, closings, comebacks } = await start()
  updater.release = release
  await begin()
  updater.emit('update-downloaded', release)
  updater.fail()
  expect(await install()).toBe(true)
  updater.fail()
  expect(comebacks()).toBe(0)
  closings[0]?.()
  updater.fail()
  expect(comebacks()).toBe(1)
})

test('a failure is quiet, ends the download, and is logged without folders', async () => {
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
    'Update: failed with ERR_UPDATER_DEMO',
    'Update: none',
    'Update: failed with ERR_UPDATER_DEMO',
  ])
  expect(updater.logger).toBeNull()
})

test.each<[string, Scene]>([
  ['is developed', { isPackaged: false }],
  ['knows of no releases', { hasFeed: false }],
])('an app that %s never looks, and does not even load the updater', async (_name, scene) => {
  const { start: begin, checkByHand, loads, dialogs } = await start(scene)
  await begin()
  await checkByHand()
  expect(loads()).toBe(0)
  expect(dialogs).toEqual([
    'This copy of Giftwell does not update itself | You have version 1.0.0. Install a newer one from where you got it.',
  ])
})

test('an updater that was not loaded is loaded at the next check', async () => {
  const { start: begin, updater, log } = await start({ failures: 1 })
  await begin()
  expect(log.lines).toEqual(['Update: the updater was not loaded, Error'])
  await begin()
  expect(updater.checks).toBe(1)
})

test.each([
  ['none', 'Giftwell is up to date | You have version 1.0.0.'],
  [
    'failed',
    'Giftwell could not look for updates | Check that this computer is online, and try again later.',
  ],
  [
    'off',
    'This copy of Giftwell does not update itself | You have version 1.0.0. Install a newer one from where you got it.',
  ],
  [
    release,
    'Giftwell 2.0.0 is being downloaded | You can go on working. It is installed when you quit Giftwell.',
  ],
] as const)('a person who looks for updates is told: %j', async (found, told) => {
  const { checkByHand, updater, dialogs, parents } = await start()
  updater.release = found
  await checkByHand()
  expect(dialogs).toEqual([told])
  expect(parents).toEqual([window])
})

const readyDialog =
  'Giftwell 2.0.0 is ready | It is installed when you restart Giftwell, or else when you quit. | Restart Now | Later'

test.each([
  ['Restart Now', 0, [true, true]],
  ['Later', 1, undefined],
])('a person who looks for updates and presses "%s" gets that', async (_button, pressed, installed) => {
  const scene = await start({ pressed, parent: null })
  const { start: begin, checkByHand, updater, dialogs, parents, closings } = scene
  updater.release = release
  await begin()
  updater.emit('update-downloaded', release)
  await checkByHand()
  expect(dialogs).toEqual([readyDialog])
  expect(parents).toEqual([null])
  closings[0]?.()
  expect(updater.installed).toEqual(installed)
})

test('looking twice at once shows one dialog', async () => {
  const { checkByHand, dialogs } = await start()
  await Promise.all([checkByHand(), checkByHand()])
  expect(dialogs).toHaveLength(1)
  await checkByHand()
  expect(dialogs).toHaveLength(2)
})
