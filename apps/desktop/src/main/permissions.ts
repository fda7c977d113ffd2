import type { Session } from 'electron'

import { isAppAddress } from './app-address.ts'

/** The only permission that our page uses, for its copy buttons. Notifications are sent by the main process. */
const used = 'clipboard-sanitized-write'

/**
 * Denies devices, screen capture, and every permission that our own page does not use. A backend on this computer needs
 * none: Electron disables Chromium's checks of access to the local network (shell/browser/feature_list.cc).
 */
export function denyPermissions(session: Session): void {
  function mayHave(permission: string, asker: string | undefined, isMainFrame: boolean): boolean {
    return isMainFrame && isAppAddress(asker) && permission === used
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
