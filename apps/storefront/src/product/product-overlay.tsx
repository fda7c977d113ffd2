import { lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { LazyDialog } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { use, useCallback, useState } from 'react'
import { useNavigate } from '../page/router.tsx'

import { isOverPage, PageAddressContext } from '../page/page-address.ts'
import { ProductOverContext } from './use-product.ts'

/** The dialog of a product over a page, lazily loaded. */
export const ProductDialog = lazyComponent(async () => (await import('./product-dialog.tsx')).ProductDialog)

/** The product that is open over the page; closing it goes back. */
export function ProductOverlay() {
  const { browser } = use(PageAddressContext)
  const navigate = useNavigate()
  const isOpen = isOverPage(browser)
  /** The last product stays while its dialog closes. */
  const [shown, setShown] = useState(browser)
  if (isOpen && shown !== browser) setShown(browser)
  const close = useCallback(() => navigate(-1), [navigate])
  return (
    <ProductOverContext value={isOpen ? browser : shown}>
      <LazyDialog what="The product" dialog={ProductDialog} opened={isOpen} onClose={close} />
    </ProductOverContext>
  )
}
