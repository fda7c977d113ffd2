import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { NativeImage } from 'electron'
import { expect, test } from 'vitest'

import type { AnnouncedLead } from '../../ipc/contract.ts'
import { createFakeNotifications } from '../../testing/fake-notification.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createTestLog } from '../../testing/test-log.ts'
import { createLeadNews } from './lead-news.ts'

function lead(name: string, company = ''): AnnouncedLead {
  return { id: randomUUID(), name, company }
}

const mary = lead('Mary Jones', 'Example Clinic')
const bob = lead('Bob Stone')
const overlayIcon = {} as NativeImage

interface Scene {
  readonly platform?: string
  readonly isSupported?: boolean
}

/** The news of one run, with a window that nobody looks at. */
async function start(userData: string, { platform = 'darwin', isSupported = true }: Scene = {}) {
  const { Notification, all } = createFakeNotifications(isSupported)
  const state = { isVisible: true, isMinimized: false, isFocused: false, isDestroyed: false, isThere: true }
  const opened: string[] = []
  const badges: unknown[] = []
  const log = createTestLog()
  const window = {
    isVisible: () => state.isVisible,
    isMinimized: () => state.isMinimized,
    isFocused: () => state.isFocused,
    isDestroyed: () => state.isDestroyed,
    setOverlayIcon: (icon: NativeImage | null, words: string) => void badges.push([icon, words]),
    flashFrame: (isFlashing: boolean) => void badges.push(isFlashing ? 'flashes' : 'is quiet'),
  }
  const news = createLeadNews({
    Notification,
    app: { setBadgeCount: (count) => badges.push(count) > 0 },
    window: () => (state.isThere ? window : null),
    platform,
    overlayIcon,
    openPage: (path) => void opened.push(path),
    userData,
    log,
  })
  const announce = async (...leads: AnnouncedLead[]) => news.handlers['leads:announce']({ leads })
  return {
    ...news,
    announce,
    seen: async () => news.handlers['leads:seen'](undefined),
    all,
    state,
    opened,
    badges,
    log,
  }
}

const words = (all: Awaited<ReturnType<typeof start>>['all']) =>
  all.map(({ title, body }) => `${title}: ${body}`)

test('a lead is said to be new by its name and company, and counted', async () => {
  const { announce, all, badges } = await start(await temporaryFolder())
  await announce(mary)
  expect(words(all)).toEqual(['New lead: Mary Jones, Example Clinic'])
  expect(badges).toEqual([1])
})

test('several at once make one notification, and all are counted', async () => {
  const { announce, all, badges } = await start(await temporaryFolder())
  await announce(mary, bob, lead('Carla'))
  await announce(lead('Dan'), lead('Eve'), lead(''), lead('Frank'), lead('Grace'))
  expect(words(all)).toEqual([
    '3 new leads: Mary Jones, Bob Stone, Carla',
    '5 new leads: Dan, Eve, Frank, 2 more',
  ])
  expect(badges).toEqual([3, 8])
})

test('each lead is announced once, however often the page says so', async () => {
  const { announce, all, badges } = await start(await temporaryFolder())
  await Promise.all([announce(mary), announce(mary, mary), announce(bob, mary, bob), announce()])
  expect(words(all)).toEqual(['New lead: Mary Jones, Example Clinic', 'New lead: Bob Stone'])
  expect(badges).toEqual([1, 2])
})

test('each lead is announced once, however often the app is started', async () => {
  const userData = await temporaryFolder()
  await (await start(userData)).announce(mary)
  const { announce, all } = await start(userData)
  await announce(mary, bob)
  expect(words(all)).toEqual(['New lead: Bob Stone'])
})

test('what came in while somebody looked is no news, then or later', async () => {
  const { announce, all, badges, state } = await start(await temporaryFolder())
  state.isFocused = true
  await announce(mary)
  state.isFocused = false
  await announce(mary)
  expect(all).toEqual([])
  expect(badges).toEqual([])
})

test.each([
  ['is hidden', { isVisible: false, isFocused: true }],
  ['is minimised', { isMinimized: true, isFocused: true }],
  ['is behind others', { isFocused: false }],
  ['is gone', { isDestroyed: true, isFocused: true }],
  ['was never there', { isThere: false, isFocused: true }],
])('a window that %s is not looked at', async (_name, change) => {
  const { announce, all, state } = await start(await temporaryFolder())
  Object.assign(state, change)
  await announce(mary)
  expect(all).toHaveLength(1)
})

test('pressing a notification opens the leads', async () => {
  const { announce, all, opened } = await start(await temporaryFolder())
  await announce(mary)
  all[0]?.press()
  expect(opened).toEqual(['/admin/leads'])
})

test('once the leads are seen, the badge and the notifications go, and counting begins anew', async () => {
  const { announce, seen, all, badges } = await start(await temporaryFolder())
  await announce(mary)
  await announce(bob)
  await seen()
  expect(all.map(({ isShown }) => isShown)).toEqual([false, false])
  await announce(lead('Carla'))
  expect(badges).toEqual([1, 2, 0, 1])
})

test('leads that are seen while they are being announced are no news', async () => {
  const { announce, seen, all, badges } = await start(await temporaryFolder())
  const announcing = announce(mary)
  await seen()
  await announcing
  expect(words(all)).toEqual([])
  expect(badges).toEqual([0])
})

test('on Windows the taskbar has a mark with words, and flashes until the leads are seen', async () => {
  const { announce, seen, badges } = await start(await temporaryFolder(), { platform: 'win32' })
  await announce(mary)
  await announce(bob)
  await seen()
  expect(badges).toEqual([
    [overlayIcon, 'New lead'],
    'flashes',
    [overlayIcon, '2 new leads'],
    'flashes',
    [null, ''],
    'is quiet',
  ])
})

test('on Windows a window that is gone has no taskbar', async () => {
  const { announce, state, badges, all } = await start(await temporaryFolder(), { platform: 'win32' })
  state.isDestroyed = true
  await announce(mary)
  expect(badges).toEqual([])
  expect(all).toHaveLength(1)
})

test('where the system has no notifications, the badge counts all the same', async () => {
  const { announce, all, badges } = await start(await temporaryFolder(), { isSupported: false })
  await announce(mary)
  expect(all).toEqual([])
  expect(badges).toEqual([1])
})

test.each([
  [
    { name: '<a href="https://evil.example">Prize</a>', company: 'A & B' },
    'a href="https://evil.example" Prize /a, A & B',
  ],
  [{ name: 'Mary\nJones\u202E', company: '  ' }, 'Mary Jones'],
  [{ name: 'x'.repeat(500), company: 'Clinic' }, `${'x'.repeat(79)}…, Clinic`],
])('what a visitor wrote is one line of plain text: %j', async (who, body) => {
  const { announce, all } = await start(await temporaryFolder())
  await announce({ id: randomUUID(), ...who })
  expect(words(all)).toEqual([`New lead: ${body}`])
})

test('only ids are kept on the disk, and no more than the latest two thousand', async () => {
  const userData = await temporaryFolder()
  const { announce } = await start(userData)
  await announce(mary)
  const many = Array.from({ length: 1000 }, () => lead('Anybody'))
  await announce(...many)
  await announce(...Array.from({ length: 1000 }, () => lead('Anybody')))
  const [file = ''] = await readdir(userData)
  const ids = JSON.parse(await readFile(join(userData, file), 'utf8')) as string[]
  expect(ids).toHaveLength(2000)
  expect(ids[0]).toBe(many[0]?.id)
  expect(ids).not.toContain(mary.id)
})

test.each([['{'], ['[1]'], ['{"ids":[]}'], ['']])('a file that holds %j counts as empty', async (content) => {
  const userData = await temporaryFolder()
  await writeFile(join(userData, 'announced-leads.json'), content)
  const { announce, all } = await start(userData)
  await announce(mary)
  expect(all).toHaveLength(1)
  expect(JSON.parse(await readFile(join(userData, 'announced-leads.json'), 'utf8'))).toEqual([mary.id])
})

test('ids that cannot be kept are known for this run, and the news is told', async () => {
  const userData = await temporaryFolder()
  await mkdir(join(userData, 'announced-leads.json', 'in the way'), { recursive: true })
  const { announce, all } = await start(userData)
  await announce(mary)
  await announce(mary)
  expect(all).toHaveLength(1)
})

test('after forgetting, the badge is gone and the leads are new again, after a restart too', async () => {
  const userData = await temporaryFolder()
  const { announce, forget, badges, all } = await start(userData)
  await announce(mary)
  await forget()
  expect(badges).toEqual([1, 0])
  await announce(mary)
  expect(all).toHaveLength(2)
  await forget()
  const again = await start(userData)
  await again.announce(mary)
  expect(again.all).toHaveLength(1)
})

test('a notification that the system does not show is logged without what it said', async () => {
  const { announce, all, log } = await start(await temporaryFolder())
  await announce(mary)
  all[0]?.fail()
  expect(log.lines).toEqual(['The system did not show a notification'])
})
