import { join } from 'node:path'

import { app, BrowserWindow, ipcMain, protocol } from 'electron'

import { appAddress } from './app-address.ts'
import { registerAppScheme, serveApp } from './app-protocol.ts'

registerAppScheme(protocol)

void app.whenReady().then(async () => {
  serveApp(protocol, { folder: join(import.meta.dirname, '../renderer'), readConnection: () => null })
  const window = new BrowserWindow({
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  })
  ipcMain.handle('placeholder', () => undefined)
  await window.loadURL(appAddress())
})
