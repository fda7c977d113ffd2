import { lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { LazyDialog } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { use, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { AddressContext, isOverPage, LocationContext } from './address-context.ts'

/** The dialog of a product over a page, lazily loaded. */
export const ProductDialog = lazyComponent(async () => (await import('./product-dialog.tsx')).ProductDialog)

/** The product that is open over the page; closing it goes back. */
export function ProductOverlay() {
  const address = use(AddressContext)
  const navigate = useNavigate()
  const isOpen = isOverPage(address.location)
  /** The last product stays while its dialog closes. */
  const [shown, setShown] = useState(address)
  if (isOpen && shown !== address) setShown(address)
  return (
    <LocationContext value={isOpen ? address : shown}>
      <LazyDialog
        what="The product"
        dialog={ProductDialog}
        opened={isOpen}
        onClose={() => void navigate(-1)}
      />
    </LocationContext>
  )
}
