import { AppFrame } from '@giftwell/shared/app/app-frame.tsx'
import type { AppServices } from '@giftwell/shared/app/app-services.ts'

import { BasketContext } from './basket/basket-context.ts'
import type { BasketStore } from './basket/basket-store.ts'
import { AppRoutes } from './routes.tsx'

/** The website around its routes; the basket is its own. */
export function App({ services, basket }: { services: AppServices; basket: BasketStore }) {
  return (
    <AppFrame services={services}>
      <BasketContext value={basket}>
        <AppRoutes />
      </BasketContext>
    </AppFrame>
  )
}
