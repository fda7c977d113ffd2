import { WhenIdle, lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useLocation } from '../page/router.tsx'

import { AuthDialogProvider } from '../account/auth-dialog-provider.tsx'
import { BasketButton } from '../inquiry/basket-button.tsx'
import { Announcer, LayoutContext, useScrollAfterNavigation } from '../page/page-arrival.tsx'
import { useProductLinks } from '../product/use-product-links.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

const IdleParts = lazyComponent(async () => (await import('./idle-parts.tsx')).IdleParts)

/**
 * The layout of every public page: header, footer, basket, and the auth dialog. The basket floats at the bottom right and
 * follows the header in the tab order, since a long list of products may follow. It reads no address, so that a filter renders
 * none of it again.
 */
export function SiteLayout({ children }: { readonly children: ReactNode }) {
  const [hasArrived, setArrived] = useState(false)
  const onArrival = useCallback(() => setArrived(true), [])
  return (
    <AuthDialogProvider>
      <a href="#content" className="skip-link no-print">
        Skip to content
      </a>
      <SiteHeader />
      <BasketButton />
      <Announcer />
      <Page onArrival={onArrival}>{children}</Page>
      <SiteFooter isPageReady={hasArrived} />
      <Navigation />
      <WhenIdle>
        <IdleParts />
      </WhenIdle>
    </AuthDialogProvider>
  )
}

function Page({ onArrival, children }: { readonly onArrival: () => void; readonly children: ReactNode }) {
  const { pathname } = useLocation()
  const [first, setFirst] = useState<string | null>(pathname)
  if (first !== null && first !== pathname) setFirst(null)
  const isFirstPage = first !== null
  const context = useMemo(() => ({ isFirstPage, onArrival }), [isFirstPage, onArrival])
  return <LayoutContext value={context}>{children}</LayoutContext>
}

/** The handlers of address changes, and of links to products. */
function Navigation() {
  useScrollAfterNavigation()
  useProductLinks()
  return null
}
