import '@giftwell/shared/ui/fonts.css'
import '@giftwell/shared/ui/mantine.css'
import '@giftwell/shared/ui/base.css'

import { AppFrame, LookFrame } from '@giftwell/shared/app/app-frame.tsx'
import { createAppServices } from '@giftwell/shared/app/app-services.ts'
import { parseBackendConfig } from '@giftwell/shared/data/backend-config.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { createDesktopPlatform } from './desktop-platform.ts'
import { DesktopRoutes } from './desktop-routes.tsx'
import { bridgeOf } from './giftwell-window.ts'

/** E-mails lead to the website, so nobody arrives here with a token in the address. */
const arrival = { hash: '', forget: () => undefined }

async function start(root: HTMLElement) {
  const bridge = bridgeOf(window)
  const { connection } = await bridge.readConnection()
  if (connection === null) {
    createRoot(root).render(<LookFrame>Connect</LookFrame>)
    return
  }
  const platform = createDesktopPlatform(bridge, connection.siteOrigin)
  const services = createAppServices(parseBackendConfig(connection), platform, arrival)
  createRoot(root).render(
    <StrictMode>
      <AppFrame services={services}>
        <DesktopRoutes />
      </AppFrame>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
start(root).catch((error: unknown) => console.error('The back office could not start', error))
