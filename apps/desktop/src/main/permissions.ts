import type { Session } from 'electron'

import type { Connection } from '../ipc/contract.ts'
import { isAppAddress } from './app-address.ts'

/** What is refused or allowed about a session, and what the connection is that decides about the local network. */
export interface Permissions {
  readonly session: Session
  readonly readConnection: () => Connection | null
}

/** The copy buttons write to the clipboard. Notifications are sent by the main process, which needs no permission. */
const used: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

/** Asked for by Chromium before a page may talk to this computer or its network; our own backend may be there. */
const localNetwork: ReadonlySet<string> = new Set([
  'local-network',
  'local-network-access',
  'loopback-network',
])

/** Denies every permission that the back office does not use, to everybody but our own page; and every device and screen. */
export function denyPermissions({ session, readConnection }: Permissions): void {
  function mayHave(permission: string, asker: string | undefined, isMainFrame: boolean): boolean {
    if (!isMainFrame || !isAppAddress(asker)) return false
    return used.has(permission) || (localNetwork.has(permission) && isLocalBackend(readConnection()))
  }
  session.setPermissionRequestHandler((page, permission, answer, details) => {
    answer(isAppAddress(page.getURL()) && mayHave(permission, details.requestingUrl, details.isMainFrame))
  })
  session.setPermissionCheckHandler((_page, permission, origin, details) =>
    mayHave(permission, origin, details.isMainFrame),
  )
  // Nobody listens to the events that choose a device (select-usb-device and its like), which cancels every request.
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
}

/** Whether the backend is on this computer or in its network, by the look of its address. */
export function isLocalBackend(connection: Pick<Connection, 'supabaseUrl'> | null): boolean {
  if (connection === null || !URL.canParse(connection.supabaseUrl)) return false
  const { protocol, hostname } = new URL(connection.supabaseUrl)
  return (
    // Nobody serves the public without encryption.
    protocol === 'http:' ||
    !hostname.includes('.') ||
    isPrivateNumber(hostname) ||
    /\.(?:localhost|local|lan|internal|home\.arpa)$/.test(hostname)
  )
}

/** The ranges of numbers that no address of the internet has. */
function isPrivateNumber(hostname: string): boolean {
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return false
  return /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\./.test(hostname)
}
