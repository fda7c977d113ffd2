import type { Session } from 'electron'

import type { Connection } from '../ipc/contract.ts'
import { isAppAddress } from './app-address.ts'

export interface Permissions {
  readonly session: Session
  readonly readConnection: () => Connection | null
}

/** For the copy buttons. Notifications are sent by the main process, which needs no permission. */
const used: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

/** Chromium requires these to connect to this computer or its network, where the backend may run. */
const localNetwork: ReadonlySet<string> = new Set([
  'local-network',
  'local-network-access',
  'loopback-network',
])

/** Denies devices, screen capture, and every permission that our own page does not use. */
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
  // Without a listener for select-usb-device and similar events, Electron cancels those requests.
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
}

/** Whether the backend's address is on this computer or its network. */
export function isLocalBackend(connection: Pick<Connection, 'supabaseUrl'> | null): boolean {
  if (connection === null || !URL.canParse(connection.supabaseUrl)) return false
  const { protocol, hostname } = new URL(connection.supabaseUrl)
  return (
    // Public backends use https.
    protocol === 'http:' ||
    !hostname.includes('.') ||
    isPrivateAddress(hostname) ||
    /\.(?:localhost|local|lan|internal|home\.arpa)$/.test(hostname)
  )
}

/** Private, loopback and link-local IPv4 ranges. */
function isPrivateAddress(hostname: string): boolean {
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return false
  return /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\./.test(hostname)
}
