import { expect, test, vi } from 'vitest'

import type { Connection } from '../ipc/contract.ts'
import { createFakeElectron, electronParts } from '../testing/fake-electron.ts'
import { demoConnection } from '../testing/start-test-app.ts'
import { denyPermissions, isLocalBackend } from './permissions.ts'

const ourPage = 'giftwell-app://app/admin/leads'

function start(connection: Connection | null = null) {
  const fake = createFakeElectron()
  denyPermissions({
    session: electronParts(fake).session.defaultSession,
    readConnection: () => connection,
  })
  const { defaultSession: session } = fake.session
  return {
    session,
    /** Whether a permission is given when it is asked for, and when it is looked at. */
    isGiven: (
      permission: string,
      {
        url = ourPage,
        pageUrl,
        isMainFrame = true,
      }: { url?: string; pageUrl?: string; isMainFrame?: boolean } = {},
    ) => {
      const answer = vi.fn<(isGiven: boolean) => void>()
      // Electron's list of permissions grows; a name is all that is looked at, of the page its address.
      session.permissionRequest?.({ getURL: () => pageUrl ?? url } as never, permission as never, answer, {
        requestingUrl: url,
        isMainFrame,
      })
      const isSeen = session.permissionCheck?.(null, permission as never, url, { isMainFrame })
      return [answer.mock.calls[0]?.[0], isSeen]
    },
  }
}

test.each([
  'media',
  'geolocation',
  'notifications',
  'midi',
  'midiSysex',
  'pointerLock',
  'fullscreen',
  'openExternal',
  'clipboard-read',
  'deprecated-sync-clipboard-read',
  'display-capture',
  'fileSystem',
  'hid',
  'serial',
  'usb',
  'idle-detection',
  'storage-access',
  'top-level-storage-access',
  'window-management',
  'web-app-installation',
  'persistent-storage',
  'local-fonts',
  'speaker-selection',
  'local-network-access',
  'unknown',
  'a permission of the future',
])('%s is denied', (permission) => {
  expect(start(demoConnection).isGiven(permission)).toEqual([false, false])
})

test('only our page may write to the clipboard', () => {
  const { isGiven } = start()
  expect(isGiven('clipboard-sanitized-write')).toEqual([true, true])
  expect(isGiven('clipboard-sanitized-write', { url: 'https://evil.example/' })).toEqual([false, false])
  expect(isGiven('clipboard-sanitized-write', { url: 'giftwell-app://evil/' })).toEqual([false, false])
  expect(isGiven('clipboard-sanitized-write', { url: '' })).toEqual([false, false])
  expect(isGiven('clipboard-sanitized-write', { isMainFrame: false })).toEqual([false, false])
  expect(isGiven('clipboard-sanitized-write', { pageUrl: 'https://evil.example/' })[0]).toBe(false)
})

test.each(['local-network', 'local-network-access', 'loopback-network'])(
  '%s is given to reach our own backend, when that is there',
  (permission) => {
    const local = { ...demoConnection, supabaseUrl: 'http://127.0.0.1:3000' }
    expect(start(local).isGiven(permission)).toEqual([true, true])
    expect(start(local).isGiven(permission, { url: 'https://evil.example/' })).toEqual([false, false])
    expect(start(demoConnection).isGiven(permission)).toEqual([false, false])
    expect(start().isGiven(permission)).toEqual([false, false])
  },
)

test.each([
  ['http://localhost:3000', true],
  ['http://[::1]:3000', true],
  ['https://10.0.0.5', true],
  ['https://192.168.1.2:8443', true],
  ['https://172.16.0.1', true],
  ['https://gifts', true],
  ['https://gifts.local', true],
  ['https://gifts.office.internal', true],
  ['https://172.32.0.1', false],
  ['https://8.8.8.8', false],
  ['https://10.evil.example', false],
  ['https://demo.supabase.co', false],
  ['https://local.example', false],
  ['nonsense', false],
])('the backend at %s is local: %s', (supabaseUrl, isLocal) => {
  expect(isLocalBackend({ supabaseUrl })).toBe(isLocal)
})

test('devices and screen capture are denied', () => {
  const { session } = start()
  for (const deviceType of ['hid', 'serial', 'usb'] as const) {
    expect(session.devicePermission?.({ deviceType, origin: 'giftwell-app://app' } as never)).toBe(false)
  }
  const shared = vi.fn()
  session.displayMedia?.({} as never, shared)
  expect(shared).toHaveBeenCalledWith(null)
})
