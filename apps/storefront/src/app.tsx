import { AppProviders, type RouterComponent } from '@giftwell/shared/app/app-providers.tsx'
import type { AppServices } from '@giftwell/shared/app/app-services.ts'
import { useEffect } from 'react'

import { BasketContext, type BasketStore } from './inquiry/basket.ts'
import { removeStoredSender } from './page/browser-storage.ts'
import { type PageFacts, PageFactsContext, unrenderedPage } from './page/rendered-page.ts'
import { AppRoutes } from './routes.tsx'

interface AppProps {
  readonly services: AppServices
  readonly basket: BasketStore
  /** What the HTML was rendered with, which the first render must repeat. */
  readonly facts?: PageFacts
  /** The browser's unless given. */
  readonly router?: RouterComponent
}

/** The website: its providers around its routes. */
export function App({ services, basket, facts = unrenderedPage, router }: AppProps) {
  useEffect(() => services.authStore.onSignOut(removeStoredSender), [services])
  return (
    <AppProviders services={services} router={router}>
      <PageFactsContext value={facts}>
        <BasketContext value={basket}>
          <AppRoutes />
        </BasketContext>
      </PageFactsContext>
    </AppProviders>
  )
}
