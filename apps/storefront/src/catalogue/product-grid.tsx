import { readFilters, writeFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { arrangePreview, type PreviewItem } from '@giftwell/shared/catalogue/preview.ts'

import { useSearch } from '../page/rendered-page.ts'
import { BlurredCard, InterruptionCard, LockedCard } from './preview-cards.tsx'
import { ProductCard } from './product-card.tsx'
import classes from './product-grid.module.css'

const skeletons = 9

/** The preview of anonymous visitors (product.md, section 4, Catalogue gating). */
export function PreviewGrid({ products, total }: { products: readonly CatalogueProduct[]; total: number }) {
  const filters = writeFilters(
    new URLSearchParams(),
    readFilters(new URLSearchParams(useSearch())),
  ).toString()
  const cells = arrangePreview(products, total).map((item, position) => ({
    item,
    cell: (
      <li
        key={'product' in item ? item.product.id : `${item.kind}-${position}`}
        className={item.kind === 'interruption' ? classes.row : classes.cell}
      >
        <PreviewCell item={item} isUrgent={position === 0} search={filters && `?${filters}`} />
      </li>
    ),
  }))
  const locked = cells.filter(({ item }) => item.kind === 'locked')
  return (
    <ul className={classes.grid} aria-label="Products">
      {cells.flatMap(({ item, cell }) => (item.kind === 'locked' ? [] : [cell]))}
      {locked.length > 0 && (
        <li className={classes.row}>
          <ul className={classes.locked} aria-label="Locked products">
            {locked.map(({ cell }) => cell)}
          </ul>
        </li>
      )}
    </ul>
  )
}

/** The grid while results load (product.md, section 9). */
export function ProductGridSkeleton() {
  return (
    <div className={classes.grid} role="status" aria-label="Loading products">
      {Array.from({ length: skeletons }, (_, index) => (
        <div key={index} className={classes.skeleton} data-testid="product-skeleton">
          <div className={classes.skeletonPicture} />
          <div className={classes.skeletonLine} />
          <div className={classes.skeletonLine} />
          <div className={classes.skeletonButton} />
        </div>
      ))}
    </div>
  )
}

interface PreviewCellProps {
  readonly item: PreviewItem<CatalogueProduct>
  readonly isUrgent: boolean
  /** The filters, as a query. */
  readonly search: string
}

function PreviewCell({ item, isUrgent, search }: PreviewCellProps) {
  switch (item.kind) {
    case 'full':
      return <ProductCard product={item.product} isUrgent={isUrgent} search={search} />
    case 'blurred':
      return <BlurredCard product={item.product} />
    case 'interruption':
      return <InterruptionCard />
    case 'locked':
      return <LockedCard number={item.index + 1} />
  }
}
