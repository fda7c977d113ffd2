import type { Session } from 'electron'

import { isAppAddress } from './app-address.ts'

/**
 * The permissions of our page: the copy buttons write to the clipboard, and the backend may be on this computer or its
 * network, which Chromium refuses without one of the three others. The Content-Security-Policy limits connections to the
 * backend. Notifications are sent by the main process, which needs no permission.
 */
const used: ReadonlySet<string> = new Set([
  'clipboard-sanitized-write',
  'local-network',
  'local-network-access',
  'loopback-network',
])

/** Denies devices, screen capture, and every permission that our own page does not use. */
export function denyPermissions(session: Session): void {
  function mayHave(permission: string, asker: string | undefined, isMainFrame: boolean): boolean {
    return isMainFrame && isAppAddress(asker) && used.has(permission)
  }
  session.setPermissionRequestHandler((page, permission, answer, details) => {
    answer(isAppAddress(page.getURL()) && mayHave(permission, details.requestingUrl, details.isMainFrame))
  })
  session.setPermissionCheckHandler((_page, permission, origin, details) =>
    mayHave(permission, origin, details.isMainFrame),
  )
  // Without a listener for select-usb-device and similar events, Electron cancels those requests.
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
}
