import type * as Electron from 'electron'

type Handler<K extends keyof Electron.Session> = Electron.Session[K] extends (handler: infer H) => void
  ? NonNullable<H>
  : never
type Faked =
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setUSBProtectedClassesHandler'
  | 'setBluetoothPairingHandler'

/** A session that keeps its handlers for a test to ask. */
export class FakeSession implements Pick<Electron.Session, Faked | 'setDisplayMediaRequestHandler'> {
  permissionRequest: Handler<'setPermissionRequestHandler'> | null = null
  permissionCheck: Handler<'setPermissionCheckHandler'> | null = null
  devicePermission: Handler<'setDevicePermissionHandler'> | null = null
  usbClasses: Handler<'setUSBProtectedClassesHandler'> | null = null
  bluetoothPairing: Handler<'setBluetoothPairingHandler'> | null = null
  displayMedia: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0] = null

  setPermissionRequestHandler(handler: Handler<'setPermissionRequestHandler'> | null): void {
    this.permissionRequest = handler
  }
  setPermissionCheckHandler(handler: Handler<'setPermissionCheckHandler'> | null): void {
    this.permissionCheck = handler
  }
  setDevicePermissionHandler(handler: Handler<'setDevicePermissionHandler'> | null): void {
    this.devicePermission = handler
  }
  setUSBProtectedClassesHandler(handler: Handler<'setUSBProtectedClassesHandler'> | null): void {
    this.usbClasses = handler
  }
  setBluetoothPairingHandler(handler: Handler<'setBluetoothPairingHandler'> | null): void {
    this.bluetoothPairing = handler
  }
  setDisplayMediaRequestHandler(
    handler: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0],
  ): void {
    this.displayMedia = handler
  }
}
