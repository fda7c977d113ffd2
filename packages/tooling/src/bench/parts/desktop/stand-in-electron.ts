/**
 * What main imports from Electron, as little of it as main needs until it waits for the system to be ready, which never
 * happens here. A name that main begins to import and that is not here ends the measurement with an error.
 */
export const app = {
  getPath: () => process.env['GIFTWELL_BENCH_FOLDER'],
  commandLine: { appendSwitch: nothing },
  enableSandbox: nothing,
  requestSingleInstanceLock: () => true,
  whenReady: () => new Promise(nothing),
  on: nothing,
}
export const protocol = { registerSchemesAsPrivileged: nothing }
export const autoUpdater = {}
export const BrowserWindow = {}
export const dialog = { showErrorBox: fail }
export const ipcMain = {}
export const Menu = {}
export const nativeImage = {}
export const nativeTheme = {}
export const net = {}
export const Notification = {}
export const safeStorage = {}
export const screen = {}
export const session = {}
export const shell = {}

function nothing(): void {}

function fail(...words: readonly string[]): never {
  throw new Error(words.join(': '))
}
