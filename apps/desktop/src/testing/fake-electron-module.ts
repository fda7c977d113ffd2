import { createFakeElectron } from './fake-electron.ts'

/**
 * What `import … from 'electron'` gives to a built main process in a test: import this file with a query of its own for
 * each start, and steer it by `fake`.
 */
export const fake = createFakeElectron()
export const {
  app,
  autoUpdater,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
} = fake
