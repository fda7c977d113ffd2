import { expect, test, vi } from 'vitest'

import { createFakeElectron, electronParts } from '../testing/fake-electron.ts'
import { denyPermissions } from './navigation-guard.ts'

const ourPage = 'giftwell-app://app/admin/leads'

function start() {
  const fake = createFakeElectron()
  denyPermissions(electronParts(fake).session.defaultSession)
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
  'local-network',
  'loopback-network',
  'speaker-selection',
  'unknown',
  'a permission of the future',
])('%s is denied', (permission) => {
  expect(start().isGiven(permission)).toEqual([false, false])
})

test('writing text to the clipboard is given to our page alone', () => {
  const permission = 'clipboard-sanitized-write'
  const { isGiven } = start()
  expect(isGiven(permission)).toEqual([true, true])
  expect(isGiven(permission, { url: 'https://evil.example/' })).toEqual([false, false])
  expect(isGiven(permission, { url: 'giftwell-app://evil/' })).toEqual([false, false])
  expect(isGiven(permission, { url: '' })).toEqual([false, false])
  expect(isGiven(permission, { isMainFrame: false })).toEqual([false, false])
  expect(isGiven(permission, { pageUrl: 'https://evil.example/' })[0]).toBe(false)
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
