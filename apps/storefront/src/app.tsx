import { AppFrame, type RouterPart } from '@giftwell/shared/app/app-frame.tsx'
import type { AppServices } from '@giftwell/shared/app/app-services.ts'

import { BasketContext } from './basket/basket-context.ts'
import type { BasketStore } from './basket/basket-store.ts'
import { PageFactsContext } from './prerender/page-facts-context.ts'
import { type PageFacts, unrenderedPage } from './prerender/rendered-page.ts'
import { AppRoutes } from './routes.tsx'

interface AppProps {
  readonly services: AppServices
  readonly basket: BasketStore
  /** What the HTML says that the first render repeats; nothing where there is none. */
  readonly facts?: PageFacts
  /** What knows the address where there is no browser. */
  readonly router?: RouterPart
  /** Called once the page listens to whoever uses it. */
  readonly onLive?: () => void
}

/** The website around its routes; the basket is its own. */
export function App({ services, basket, facts = unrenderedPage, router, onLive }: AppProps) {
  return (
    <AppFrame services={services} router={router} onLive={onLive}>
      <PageFactsContext value={facts}>
        <BasketContext value={basket}>
          <AppRoutes />
        </BasketContext>
      </PageFactsContext>
    </AppFrame>
  )
}
