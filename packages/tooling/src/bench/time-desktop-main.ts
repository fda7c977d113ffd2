import { registerHooks } from 'node:module'

// `node time-desktop-main.ts ADDRESS`: prints how many milliseconds main takes to load, with a fake Electron. A process
// of its own each time, since a second import would be cached.

const fake = `
  const nothing = () => {}
  export const app = {
    getPath: () => process.env.GIFTWELL_BENCH_FOLDER,
    commandLine: { appendSwitch: nothing },
    enableSandbox: nothing,
    requestSingleInstanceLock: () => true,
    whenReady: () => new Promise(nothing),
    on: nothing,
  }
  export const protocol = { registerSchemesAsPrivileged: nothing }
  export const dialog = { showErrorBox(...words) { throw new Error(words.join(': ')) } }
  export const autoUpdater = {}, BrowserWindow = {}, ipcMain = {}, Menu = {}, nativeImage = {}, nativeTheme = {}
  export const net = {}, Notification = {}, safeStorage = {}, screen = {}, session = {}, shell = {}
`
const url = `data:text/javascript,${encodeURIComponent(fake)}`
await import(url)
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url, shortCircuit: true } : next(name, context)),
})

const start = performance.now()
await import(process.argv[2] ?? '')
process.stdout.write(String(performance.now() - start))
// Main waits for the system.
process.exit()
