import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import {
  type CatalogueFilters,
  readFilters,
  writeFilters,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { LazyBoundary, lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from '../page/router.tsx'
import { usePageNavigation } from '../page/page-address.ts'
import empty from '../pictures/empty.svg'
import classes from './catalogue-results.module.css'
import { LoadFailure } from '../page/load-failure.tsx'
import { ProductCard, cardId } from './product-card.tsx'
import type { Catalogue } from './use-catalogue.ts'
import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { type PreviewItem, arrangePreview } from '@giftwell/shared/catalogue/preview.ts'
import { useSearch } from '../page/rendered-page.ts'
import { BlurredCard, InterruptionCard, LockedCard } from './preview-cards.tsx'

/** The list of all products, which only signed-in visitors see. */
const AllProducts = lazyComponent(async () => (await import('./all-products.tsx')).AllProducts)

/** For results that are empty. */
const BroadenSearch = lazyComponent(async () => (await import('./search-help.tsx')).BroadenSearch)

interface CatalogueResultsProps {
  /** The key of the history entry. */
  readonly entry: string
  readonly catalogue: Catalogue
  /** Where buttons for all of the results stand. */
  readonly tools: HTMLElement | null
  readonly filters: CatalogueFilters
  readonly onChange: (filters: CatalogueFilters) => void
  readonly isAnonymous: boolean
  /** False while the filters in the address have not been checked against the options. */
  readonly areFiltersResolved: boolean
}

/** The results of the filters: cards, none, loading, or failed. */
export function CatalogueResults(props: CatalogueResultsProps) {
  const { entry, catalogue, tools, filters, onChange, isAnonymous, areFiltersResolved } = props
  const { user } = useAuth()
  const loaded = useLastLoaded(catalogue)
  useScrollToProduct(areFiltersResolved && catalogue.products.length > 0)

  const isSignedIn = user !== null
  useEffect(() => {
    // While the products are fetched, and not after.
    if (isSignedIn) AllProducts.preload().catch(() => undefined)
  }, [isSignedIn])

  if (catalogue.isPending || !areFiltersResolved) return <ProductGridSkeleton />
  if (catalogue.isError && catalogue.products.length === 0) {
    return (
      <>
        <LoadFailure
          what="the products"
          reason={catalogue.limited}
          onRetry={() => void catalogue.refetch()}
        />
        {catalogue.limited !== null && isAnonymous && loaded.products.length > 0 && (
          <PreviewGrid products={loaded.products} total={loaded.total} />
        )}
      </>
    )
  }
  if (catalogue.products.length === 0) {
    return (
      <NoProducts isNarrowed={isNarrowed(filters)}>
        <BroadenSearch filters={filters} onChange={onChange} />
      </NoProducts>
    )
  }
  if (isAnonymous) return <PreviewGrid products={catalogue.products} total={catalogue.total} />
  return (
    <LazyBoundary
      loading={<ProductGridSkeleton />}
      failed={(retry) => <LoadFailure what="the products" onRetry={retry} />}
    >
      <AllProducts entry={entry} catalogue={catalogue} tools={tools} />
    </LazyBoundary>
  )
}

function isNarrowed({ sort: _sort, ...filters }: CatalogueFilters): boolean {
  return Object.values(filters).some((value) => value.length > 0)
}

/** The newest results that were loaded, which stay visible when the server rate limits the visitor. */
function useLastLoaded({ isSuccess, products, total }: Catalogue): Pick<Catalogue, 'products' | 'total'> {
  const [loaded, setLoaded] = useState({ products, total })
  if (isSuccess && loaded.products !== products) setLoaded({ products, total })
  return loaded
}

interface NoProductsProps {
  /** Whether a filter or a search is set. */
  readonly isNarrowed: boolean
  readonly children: ReactNode
}

function NoProducts({ isNarrowed: isNarrow, children }: NoProductsProps) {
  const { own_products: ownProducts } = useSite()
  const isEmptySite = ownProducts !== undefined && !isNarrow
  return (
    <div className={classes.none}>
      <img src={empty} alt="" width={320} height={240} className={classes.drawing} />
      <h2>No products found</h2>
      <p>
        {isEmptySite ? 'New gifts will be here soon.' : 'Try adjusting your filters to see more results.'}
      </p>
      <LazyBoundary>{children}</LazyBoundary>
    </div>
  )
}

/** Scrolls to the product that a link named, once, when its card is among the first results. */
function useScrollToProduct(isVisible: boolean): void {
  const { state } = useLocation()
  const isNew = usePageNavigation() === 'PUSH'
  const product: unknown = recordOf(state)['product']
  useEffect(() => {
    if (!isVisible || !isNew || typeof product !== 'string') return undefined
    // After the page has scrolled to its top and taken the focus.
    const frame = requestAnimationFrame(() => {
      const card = document.getElementById(cardId(product))
      card?.scrollIntoView({ block: 'center' })
      focusElement(card?.querySelector('h3'))
    })
    return () => cancelAnimationFrame(frame)
  }, [isVisible, isNew, product])
}

const skeletons = 9

/** The preview of anonymous visitors (product.md, section 4, Catalogue gating). */
function PreviewGrid({ products, total }: { products: readonly CatalogueProduct[]; total: number }) {
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
        <PreviewCell item={item} isUrgent={position === 0} search={filters && `?${filters}`} total={total} />
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
function ProductGridSkeleton() {
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
  /** How many products were found. */
  readonly total: number
}

function PreviewCell({ item, isUrgent, search, total }: PreviewCellProps) {
  switch (item.kind) {
    case 'full':
      return <ProductCard product={item.product} isUrgent={isUrgent} search={search} />
    case 'blurred':
      return <BlurredCard product={item.product} />
    case 'interruption':
      return <InterruptionCard total={total} />
    case 'locked':
      return <LockedCard number={item.index + 1} />
  }
}
