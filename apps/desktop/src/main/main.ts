import {
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
} from 'electron'

import { builtInConnection } from './connection/create-connection.ts'
import { startApp } from './start-app.ts'

// Replaced at build time (electron.vite.config.ts).
declare const BUILT_IN_SUPABASE_URL: string
declare const BUILT_IN_SUPABASE_PUBLISHABLE_KEY: string
declare const BUILT_IN_SITE_URL: string

void startApp({
  electron: {
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
  },
  program: process,
  folder: `${import.meta.dirname}/..`,
  readBuiltIn: () =>
    builtInConnection({
      supabaseUrl: BUILT_IN_SUPABASE_URL,
      supabaseKey: BUILT_IN_SUPABASE_PUBLISHABLE_KEY,
      siteUrl: BUILT_IN_SITE_URL,
    }),
})
