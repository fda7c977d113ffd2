import { createFakeElectron } from './fake-electron.ts'

/**
 * Replaces the `electron` module of a built main process. Import it with a unique query for each start, and control it
 * by `fake`.
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
  Tray,
} = fake
