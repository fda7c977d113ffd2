import '@giftwell/shared/ui/fonts.css'
import '@giftwell/shared/ui/mantine.css'
import '@giftwell/shared/ui/base.css'

import { createAppServices } from '@giftwell/shared/app/app-services.ts'
import { loadBackendConfig } from '@giftwell/shared/data/backend-config.ts'
import { createWebPlatform } from '@giftwell/shared/platform/web-platform.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './app.tsx'
import { createBasketStore } from './basket/basket-store.ts'
import { loadPageAt } from './pages.ts'
import { showStartFailure } from './start-failure.ts'

async function start(root: HTMLElement) {
  const arrival = {
    hash: window.location.hash,
    forget: () =>
      window.history.replaceState(
        window.history.state,
        '',
        window.location.pathname + window.location.search,
      ),
  }
  const [config] = await Promise.all([
    loadBackendConfig('/config.json'),
    loadPageAt(window.location.pathname),
  ])
  const services = createAppServices(config, createWebPlatform(window), arrival)
  const basket = createBasketStore(window)
  createRoot(root).render(
    <StrictMode>
      <App services={services} basket={basket} />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
start(root).catch((error: unknown) => {
  console.error('The website could not start', error)
  showStartFailure(root)
})
