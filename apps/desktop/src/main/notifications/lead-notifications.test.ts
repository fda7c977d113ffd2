import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { NativeImage } from 'electron'
import { expect, test } from 'vitest'

import type { AnnouncedLead } from '../../ipc/contract.ts'
import { createFakeNotifications } from '../../testing/fake-notification.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createTestLog } from '../../testing/test-log.ts'
import { createStateFile } from '../state-file.ts'
import { announcedIds, createLeadNotifications } from './lead-notifications.ts'

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

/** The notifications of one run, with an unfocused window. */
async function start(userData: string, { platform = 'darwin', isSupported = true }: Scene = {}) {
  const { Notification, all, uses, activate } = createFakeNotifications(isSupported)
  const state = { isVisible: true, isMinimized: false, isFocused: false, isDestroyed: false }
  const opened: string[] = []
  const badges: unknown[] = []
  const log = createTestLog()
  const window = {
    isVisible: () => state.isVisible,
    isMinimized: () => state.isMinimized,
    isFocused: () => state.isFocused,
    isDestroyed: () => state.isDestroyed,
    setOverlayIcon: (icon: NativeImage | null, words: string) => void badges.push([icon, words]),
    flashFrame: (isFlashing: boolean) => void badges.push(isFlashing ? 'flashes' : 'stops flashing'),
  }
  const notifications = createLeadNotifications({
    Notification,
    app: { setBadgeCount: (count) => badges.push(count) > 0 },
    window,
    platform,
    overlayIcon,
    showInTray: () => undefined,
    openPage: (path) => void opened.push(path),
    announced: createStateFile(join(userData, 'announced-leads.json'), announcedIds, log),
    log,
  })
  const announce = async (...leads: AnnouncedLead[]) => notifications.handlers['leads:announce']({ leads })
  return {
    ...notifications,
    announce,
    seen: async () => notifications.handlers['leads:seen'](undefined),
    unanswered: async (count: number) => notifications.handlers['leads:unanswered']({ count }),
    all,
    uses,
    activate,
    state,
    opened,
    badges,
    log,
  }
}

const words = (all: Awaited<ReturnType<typeof start>>['all']) =>
  all.map(({ title, body }) => `${title}: ${body}`)

test('a new lead is announced with name and company', async () => {
  const { announce, all, badges } = await start(await temporaryFolder())
  await announce(mary)
  expect(words(all)).toEqual(['New lead: Mary Jones, Example Clinic'])
  expect(badges).toEqual([])
})

test('several leads at once make one notification', async () => {
  const { announce, all } = await start(await temporaryFolder())
  await announce(mary, bob, lead('Carla'))
  await announce(lead('Dan'), lead('Eve'), lead(''), lead('Frank'), lead('Grace'))
  expect(words(all)).toEqual([
    '3 new leads: Mary Jones, Bob Stone, Carla',
    '5 new leads: Dan, Eve, Frank, 2 more',
  ])
})

test('a lead is announced once although the page repeats it', async () => {
  const { announce, all } = await start(await temporaryFolder())
  await Promise.all([announce(mary), announce(mary, mary), announce(bob, mary, bob), announce()])
  expect(words(all)).toEqual(['New lead: Mary Jones, Example Clinic', 'New lead: Bob Stone'])
})

test('a lead is announced once across restarts', async () => {
  const userData = await temporaryFolder()
  await (await start(userData)).announce(mary)
  const { announce, all } = await start(userData)
  await announce(mary, bob)
  expect(words(all)).toEqual(['New lead: Bob Stone'])
})

test('a lead that arrived while the window was focused is never announced', async () => {
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
])('leads are announced while the window %s', async (_name, change) => {
  const { announce, all, state } = await start(await temporaryFolder())
  Object.assign(state, change)
  await announce(mary)
  expect(all).toHaveLength(1)
})

test('clicking a notification opens the leads', async () => {
  const { announce, all, opened } = await start(await temporaryFolder())
  await announce(mary)
  all[0]?.press()
  expect(opened).toEqual(['/admin/leads'])
})

test('on Windows a notification in the Action Centre opens the leads once, also after a restart', async () => {
  const { announce, all, opened, activate } = await start(await temporaryFolder(), { platform: 'win32' })
  activate()
  expect(opened).toEqual(['/admin/leads'])
  await announce(mary)
  all[0]?.timeOut()
  all[0]?.press()
  expect(opened).toEqual(['/admin/leads', '/admin/leads'])
})

test('seen leads leave the Action Centre', async () => {
  const { announce, seen, all } = await start(await temporaryFolder(), { platform: 'win32' })
  await announce(mary)
  all[0]?.timeOut()
  await seen()
  expect(all[0]?.isShown).toBe(false)
})

test('the permission for notifications is asked for while the user is looking', async () => {
  const { announce, uses, all, state } = await start(await temporaryFolder())
  expect(uses()).toBe(0)
  state.isFocused = true
  await announce(mary)
  expect([uses(), all]).toEqual([1, []])
})

test('seen leads clear the notifications, and the badge stays until they are answered', async () => {
  const { announce, seen, unanswered, all, badges } = await start(await temporaryFolder())
  await announce(mary)
  await announce(bob)
  await unanswered(2)
  await seen()
  expect(all.map(({ isShown }) => isShown)).toEqual([false, false])
  await unanswered(1)
  await unanswered(0)
  expect(badges).toEqual([2, 1, 0])
})

test('on Windows the taskbar button counts unanswered leads in a label and flashes until the leads are seen', async () => {
  const { announce, seen, unanswered, badges } = await start(await temporaryFolder(), { platform: 'win32' })
  await announce(mary)
  await unanswered(1)
  await unanswered(2)
  await seen()
  await unanswered(0)
  expect(badges).toEqual([
    'flashes',
    [overlayIcon, '1 unanswered lead'],
    [overlayIcon, '2 unanswered leads'],
    'stops flashing',
    [null, ''],
  ])
})

test('on Windows a destroyed window gets no taskbar icon', async () => {
  const { announce, unanswered, state, badges, all } = await start(await temporaryFolder(), {
    platform: 'win32',
  })
  state.isDestroyed = true
  await announce(mary)
  await unanswered(1)
  expect(badges).toEqual([])
  expect(all).toHaveLength(1)
})

test('without system notifications the badge still counts', async () => {
  const { announce, unanswered, all, badges } = await start(await temporaryFolder(), { isSupported: false })
  await announce(mary)
  await unanswered(1)
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
])('notifications show visitor input as one line of plain text: %j', async (who, body) => {
  const { announce, all } = await start(await temporaryFolder())
  await announce({ id: randomUUID(), ...who })
  expect(words(all)).toEqual([`New lead: ${body}`])
})

test('the file of announced leads holds the latest 2,000 ids only', async () => {
  const userData = await temporaryFolder()
  const { announce } = await start(userData)
  await announce(mary)
  const many = Array.from({ length: 1000 }, () => lead('Visitor'))
  await announce(...many)
  await announce(...Array.from({ length: 1000 }, () => lead('Visitor')))
  const [file = ''] = await readdir(userData)
  const ids = JSON.parse(await readFile(join(userData, file), 'utf8')) as string[]
  expect(ids).toHaveLength(2000)
  expect(ids[0]).toBe(many[0]?.id)
  expect(ids).not.toContain(mary.id)
})

test.each([['{'], ['[1]'], ['{"ids":[]}'], ['']])(
  'an announced-leads file with %j counts as empty',
  async (content) => {
    const userData = await temporaryFolder()
    await writeFile(join(userData, 'announced-leads.json'), content)
    const { announce, all } = await start(userData)
    await announce(mary)
    expect(all).toHaveLength(1)
    expect(JSON.parse(await readFile(join(userData, 'announced-leads.json'), 'utf8'))).toEqual([mary.id])
  },
)

test('leads are announced once when their ids cannot be stored', async () => {
  const userData = await temporaryFolder()
  await mkdir(join(userData, 'announced-leads.json', 'in the way'), { recursive: true })
  const { announce, all } = await start(userData)
  await announce(mary)
  await announce(mary)
  expect(all).toHaveLength(1)
})

test('clearing removes the badge and announces the leads again, also after a restart', async () => {
  const userData = await temporaryFolder()
  const { announce, unanswered, clear, badges, all } = await start(userData)
  await announce(mary)
  await unanswered(1)
  clear()
  expect(badges).toEqual([1, 0])
  await announce(mary)
  expect(all).toHaveLength(2)
  clear()
  const again = await start(userData)
  await again.announce(mary)
  expect(again.all).toHaveLength(1)
})

test('a notification that the system does not show is logged without its text', async () => {
  const { announce, all, log } = await start(await temporaryFolder())
  await announce(mary)
  all[0]?.fail()
  expect(log.lines).toEqual(['The system did not show a notification'])
})
