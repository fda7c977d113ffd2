import { AppProviders } from '@giftwell/shared/app/app-providers.tsx'
import type { AppServices } from '@giftwell/shared/app/app-services.ts'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { BrowserRouter } from './page/router.tsx'

import { BasketContext, type BasketStore } from './inquiry/basket.ts'
import { LazyBackOffice } from './layout/lazy-page.tsx'
import { followSignOut, removePersonal } from './page/browser-storage.ts'
import { type PageFacts, PageFactsContext, unrenderedPage } from './page/rendered-page.ts'
import { AppRoutes } from './routes.tsx'

interface AppProps {
  readonly services: AppServices
  readonly basket: BasketStore
  /** The data of the HTML, which the first render must repeat. */
  readonly facts?: PageFacts
  /** The routes within a router; the browser's unless given. */
  readonly routes?: ReactNode
}

/** The website: its providers around its routes. */
export function App({ services, basket, facts = unrenderedPage, routes }: AppProps) {
  // Before the effects of forms, which read the storage.
  useLayoutEffect(() => {
    followSignOut()
    const listening = new AbortController()
    for (const type of ['storage', 'pageshow'])
      window.addEventListener(type, followSignOut, { signal: listening.signal })
    return () => listening.abort()
  }, [])
  useEffect(
    () =>
      services.authStore.onSignOut(() => {
        removePersonal()
        basket.clear()
      }),
    [services, basket],
  )
  return (
    <AppProviders services={services}>
      <PageFactsContext value={facts}>
        <BasketContext value={basket}>{routes ?? <SiteRouter />}</BasketContext>
      </PageFactsContext>
    </AppProviders>
  )
}

/**
 * The routers of the website in a browser. That of the back office can block a navigation and is loaded with it; the light
 * one of the public pages cannot (docs/decisions/48-two-routers.md).
 */
function SiteRouter() {
  const [isInBackOffice, setInBackOffice] = useState(false)
  if (isInBackOffice) return <LazyBackOffice onLeave={() => setInBackOffice(false)} />
  return (
    <BrowserRouter>
      <AppRoutes onBackOffice={() => setInBackOffice(true)} />
    </BrowserRouter>
  )
}
