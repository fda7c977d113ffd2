import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useLateCode } from '@giftwell/shared/ui/late/use-late-code.ts'
import { whenIdle } from '@giftwell/shared/ui/when-idle.ts'
import { Button, Loader } from '@mantine/core'
import { useCallback } from 'react'

import classes from './catalogue-results.module.css'
import empty from '../pictures/empty.svg'
import { LoadFailure } from './load-failure.tsx'
import { PreviewGrid, ProductGridSkeleton } from './product-grid.tsx'
import { productRowsCode } from './product-rows-code.ts'
import type { Catalogue } from './use-catalogue.ts'

interface CatalogueResultsProps {
  /** What tells this visit to these results from others. */
  readonly entry: string
  readonly catalogue: Catalogue
  readonly isAnonymous: boolean
  /** False while it is not known yet whether the filters in the address mean anything. */
  readonly isSettled: boolean
}

/** Whatever the chosen filters lead to: cards, none, on their way, or failed. */
export function CatalogueResults({ entry, catalogue, isAnonymous, isSettled }: CatalogueResultsProps) {
  const { user } = useAuth()
  const { code: ProductRows, hasFailed, tryAgain } = useLateCode(productRowsCode, user !== null)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = catalogue
  const loadMore = useCallback(() => {
    if (!hasNextPage || isFetching || isFetchNextPageError) return undefined
    return whenIdle(() => void fetchNextPage({ cancelRefetch: false }))
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  if (catalogue.isPending || !isSettled) return <ProductGridSkeleton />
  if (catalogue.isError && catalogue.products.length === 0) {
    return <LoadFailure what="the products" onRetry={() => void catalogue.refetch()} />
  }
  if (catalogue.products.length === 0) return <NoProducts />
  if (isAnonymous) return <PreviewGrid products={catalogue.products} total={catalogue.total} />
  if (hasFailed) return <LoadFailure what="the products" onRetry={tryAgain} />
  if (ProductRows === undefined) return <ProductGridSkeleton />
  return (
    <>
      <ProductRows entry={entry} products={catalogue.products} total={catalogue.total} onNearEnd={loadMore} />
      <EndOfResults catalogue={catalogue} />
    </>
  )
}

function NoProducts() {
  return (
    <div className={classes.none}>
      <img src={empty} alt="" width={320} height={240} className={classes.drawing} />
      <h2>No products found</h2>
      <p>Try adjusting your filters to see more results.</p>
    </div>
  )
}

/** What stands below the cards while more are loaded, or could not be. */
function EndOfResults({ catalogue }: { catalogue: Catalogue }) {
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = catalogue
  return (
    <div className={classes.more}>
      {isFetchingNextPage && <Loader size="sm" aria-label="Loading more products" />}
      {isFetchNextPageError && !isFetchingNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          Try loading more again
        </Button>
      )}
    </div>
  )
}
