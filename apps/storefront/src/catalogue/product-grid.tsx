import type { CatalogueProduct } from '@giftwell/shared/data/catalogue-queries.ts'
import { arrangePreview, type PreviewItem } from '@giftwell/shared/domain/preview.ts'
import { useState, useSyncExternalStore } from 'react'

import { cardSizes, catalogueGrid, columnsAt } from './card-sizes.ts'
import { BlurredCard, InterruptionCard, LockedCard } from './preview-cards.tsx'
import { ProductCard } from './product-card.tsx'
import classes from './product-grid.module.css'

const skeletons = 9

const neverChanges = () => () => undefined
const oneCard = () => 1

/** The preview of anonymous visitors (specification, section 4, Catalogue gating). */
export function PreviewGrid({ products, total }: { products: readonly CatalogueProduct[]; total: number }) {
  // The first row in the window as it is when the results come; without a window there is none.
  const [firstRow] = useState(() => columnsAt(catalogueGrid, globalThis.innerWidth))
  // The HTML is for windows of any width; each of them has one card in its first row.
  const urgentCards = useSyncExternalStore(neverChanges, () => firstRow, oneCard)
  return (
    <ul className={classes.grid} aria-label="Products">
      {arrangePreview(products, total).map((item, position) => (
        <li key={previewKey(item)} className={item.kind === 'interruption' ? classes.row : classes.cell}>
          <PreviewPlace item={item} isUrgent={position < urgentCards} />
        </li>
      ))}
    </ul>
  )
}

/** The grid while results are on their way (specification, section 9). */
export function ProductGridSkeleton() {
  return (
    <div className={classes.grid} role="status" aria-label="Loading products">
      {Array.from({ length: skeletons }, (_, place) => (
        <div key={place} className={classes.skeleton} data-testid="product-skeleton">
          <div className={classes.skeletonPicture} />
          <div className={classes.skeletonLine} />
          <div className={classes.skeletonLine} />
          <div className={classes.skeletonButton} />
        </div>
      ))}
    </div>
  )
}

function PreviewPlace({ item, isUrgent }: { item: PreviewItem<CatalogueProduct>; isUrgent: boolean }) {
  switch (item.kind) {
    case 'full':
      return <ProductCard product={item.product} sizes={cardSizes} isUrgent={isUrgent} />
    case 'blurred':
      return <BlurredCard product={item.product} />
    case 'interruption':
      return <InterruptionCard />
    case 'locked':
      return <LockedCard />
  }
}

function previewKey(item: PreviewItem<CatalogueProduct>): string {
  switch (item.kind) {
    case 'full':
    case 'blurred':
      return item.product.id
    case 'interruption':
      return 'interruption'
    case 'locked':
      return `locked-${item.place}`
  }
}
