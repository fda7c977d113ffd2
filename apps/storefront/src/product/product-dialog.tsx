import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import type { DialogState } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { useEffect } from 'react'

import { ProductView } from './product-view.tsx'
import { SignInWall } from './sign-in-wall.tsx'
import { useProduct } from './use-product.ts'

/** A product over the page that led to it, under its own address. */
export function ProductDialog({ opened, onClose }: DialogState) {
  const { name: site } = useSite()
  const shown = useProduct()
  const name = shown.details?.name ?? shown.card?.name
  useEffect(() => {
    if (!opened || name === undefined) return undefined
    // The page has a title of its own.
    const before = document.title
    document.title = `${name} · ${site}`
    return () => void (document.title = before)
  }, [opened, name, site])
  return (
    <Dialog opened={opened} onClose={onClose} size="68rem" title={name ?? 'Product'}>
      {shown.details === null ? (
        shown.isAnonymous ? (
          <SignInWall />
        ) : (
          <p>This product is no longer in the catalogue.</p>
        )
      ) : (
        <ProductView shown={shown} isOver />
      )}
    </Dialog>
  )
}
