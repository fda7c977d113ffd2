import '@giftwell/shared/ui/fonts.css'
import '@giftwell/shared/ui/fonts-rest.css'
import '@giftwell/shared/ui/theme.css'
import '@giftwell/shared/ui/mantine.css'
import '@giftwell/back-office/shell/mantine.css'
import '@giftwell/shared/ui/base.css'

import { AppProviders } from '@giftwell/shared/app/app-providers.tsx'
import { createAppServices } from '@giftwell/shared/app/app-services.ts'
import { GuardedRouter } from '@giftwell/shared/app/unsaved-guard.tsx'
import { createOfflineAccounts } from '@giftwell/shared/auth/offline-accounts.ts'
import { parseBackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { deferTokenRefresh } from '@giftwell/shared/kernel/defer-token-refresh.ts'
import { ErrorScreen } from '@giftwell/shared/ui/error-boundary.tsx'
import { ThemeProvider } from '@giftwell/shared/ui/theme-provider.tsx'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import type { Bridge } from '../ipc/create-bridge.ts'
import { ConnectScreen } from './connect/connect-screen.tsx'
import { createDesktopPlatform } from './desktop-platform.ts'
import { DesktopRoutes } from './desktop-routes.tsx'
import { FindBar } from './find/find-bar.tsx'
import { ProxyDialog } from './proxy/proxy-dialog.tsx'
import { UpdateNotice } from './updates/update-notice.tsx'

/** The back office, or the Connect screen without a connection. */
async function firstScreen(bridge: Bridge): Promise<ReactNode> {
  const present = await bridge.readConnection()
  if (present.connection === null) {
    return (
      <ThemeProvider>
        <ConnectScreen bridge={bridge} present={present} />
        <ProxyDialog bridge={bridge} />
      </ThemeProvider>
    )
  }
  const platform = createDesktopPlatform(bridge, present.connection.siteOrigin)
  const services = createAppServices(parseBackendConfig(present.connection), platform, {
    offline: { deferTokenRefresh, createOfflineAccounts },
  })
  return (
    <ThemeProvider>
      <AppProviders services={services}>
        <GuardedRouter>
          <DesktopRoutes bridge={bridge} connection={present} />
        </GuardedRouter>
        <UpdateNotice bridge={bridge} />
        <FindBar bridge={bridge} />
        <ProxyDialog bridge={bridge} />
      </AppProviders>
    </ThemeProvider>
  )
}

async function start(root: HTMLElement) {
  let screen: ReactNode
  try {
    screen = await firstScreen(window.giftwell)
  } catch (error) {
    console.error('The back office could not start', error)
    screen = (
      <ThemeProvider>
        <ErrorScreen />
      </ThemeProvider>
    )
  }
  createRoot(root).render(<StrictMode>{screen}</StrictMode>)
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
void start(root)

declare global {
  interface Window {
    /** Set by the preload; missing outside a window of the app. */
    readonly giftwell: Bridge
  }
}
