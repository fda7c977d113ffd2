import { AppProviders } from '@giftwell/shared/app/app-providers.tsx'
import type { AppServices } from '@giftwell/shared/app/app-services.ts'
import { type ReactNode, useEffect } from 'react'

import { BasketContext, type BasketStore } from './inquiry/basket.ts'
import { removeStoredSender } from './page/browser-storage.ts'
import { type PageFacts, PageFactsContext, unrenderedPage } from './page/rendered-page.ts'
import { SiteRouter } from './site-router.tsx'

interface AppProps {
  readonly services: AppServices
  readonly basket: BasketStore
  /** What the HTML was rendered with, which the first render must repeat. */
  readonly facts?: PageFacts
  /** The routes within a router; the browser's unless given. */
  readonly routes?: ReactNode
}

/** The website: its providers around its routes. */
export function App({ services, basket, facts = unrenderedPage, routes }: AppProps) {
  useEffect(
    () =>
      services.authStore.onSignOut(() => {
        removeStoredSender()
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
