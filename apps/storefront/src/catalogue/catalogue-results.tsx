import { Button, Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'

import classes from './catalogue-results.module.css'
import { LoadFailure } from './load-failure.tsx'
import { PreviewGrid, ProductGrid, ProductGridSkeleton } from './product-grid.tsx'
import type { Catalogue } from './use-catalogue.ts'

interface CatalogueResultsProps {
  readonly catalogue: Catalogue
  readonly isAnonymous: boolean
  /** False while it is not known yet whether the filters in the address mean anything. */
  readonly isSettled: boolean
}

/** Whatever the chosen filters lead to: cards, none, on their way, or failed. */
export function CatalogueResults({ catalogue, isAnonymous, isSettled }: CatalogueResultsProps) {
  if (catalogue.isPending || !isSettled) return <ProductGridSkeleton />
  if (catalogue.isError && catalogue.products.length === 0) {
    return <LoadFailure what="the products" onRetry={() => void catalogue.refetch()} />
  }
  if (catalogue.products.length === 0) return <NoProducts />
  if (isAnonymous) return <PreviewGrid products={catalogue.products} total={catalogue.total} />
  return (
    <>
      <ProductGrid products={catalogue.products} />
      <MoreProducts catalogue={catalogue} />
    </>
  )
}

function NoProducts() {
  return (
    <div className={classes.none}>
      <h2>No products found</h2>
      <p>Try adjusting your filters to see more results.</p>
    </div>
  )
}

/** Loads the next page as the end of the list comes near; a failed page can be asked for again. */
function MoreProducts({ catalogue }: { catalogue: Catalogue }) {
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = catalogue

  useEffect(() => {
    if (end.current === null || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: '1200px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  return (
    <div ref={end} className={classes.more}>
      {isFetchingNextPage && <Loader size="sm" aria-label="Loading more products" />}
      {isFetchNextPageError && !isFetchingNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          Try loading more again
        </Button>
      )}
    </div>
  )
}
