import type { App } from 'electron'

import type { Handlers } from '../ipc/contract.ts'

/** Windows finds the entry by its arguments. */
const login = { args: ['--hidden'] }

/** The handlers of "Start at login". The system stores the setting; Electron cannot change it on Linux. */
export function createStartAtLogin(
  app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>,
  platform: NodeJS.Platform,
): Pick<Handlers, 'login:read' | 'login:set'> {
  // An app in development would register Electron itself.
  const isPossible = app.isPackaged && platform !== 'linux'
  async function read(): Promise<boolean | null> {
    if (!isPossible) return null
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(login)
    // The Task Manager of Windows disables an entry without removing it.
    return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin)
  }
  return {
    'login:read': read,
    'login:set': async (openAtLogin) => {
      if (isPossible) app.setLoginItemSettings({ ...login, openAtLogin })
      return read()
    },
  }
}
