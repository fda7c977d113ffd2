import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import type { DialogState } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useEffect } from 'react'

import { ProductView, SignInWall } from './product-view.tsx'
import { useProduct } from './use-product.ts'

/** A product over the page that led to it, under its own address. */
export function ProductDialog({ opened, onClose }: DialogState) {
  const { name: site } = useSite()
  const found = useProduct()
  const name = found.details?.name ?? found.card?.name
  useEffect(() => {
    if (!opened || name === undefined) return undefined
    // The page has a title of its own.
    const before = document.title
    document.title = `${name} · ${site}`
    return () => void (document.title = before)
  }, [opened, name, site])
  return (
    <Dialog opened={opened} onClose={onClose} size="68rem" title={name ?? 'Product'}>
      {found.details === null ? (
        found.isAnonymous ? (
          <SignInWall />
        ) : (
          <p>This product is no longer in the catalogue.</p>
        )
      ) : (
        <ProductView found={found} isOver />
      )}
    </Dialog>
  )
}
