import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { runWhenIdle } from '@giftwell/shared/kernel/run-when-idle.ts'
import { Button, Loader } from '@giftwell/shared/ui/plain-controls.tsx'
import { useCallback, useEffect, useState } from 'react'

import { PrintedResults } from './printed-results.tsx'
import classes from './product-rows.module.css'
import { ProductRows } from './product-rows.tsx'
import type { Catalogue } from './use-catalogue.ts'

interface AllProductsProps {
  /** The key of the history entry. */
  readonly entry: string
  readonly catalogue: Catalogue
  /** Where buttons for all of the results stand. */
  readonly tools: HTMLElement | null
}

/**
 * Every product that was found, for signed-in visitors; more are fetched as the end comes near. A visitor who skips to the
 * end of the page stops that, since the end would move away, until they ask for more.
 */
export function AllProducts({ entry, catalogue, tools }: AllProductsProps) {
  const { products, total, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = catalogue
  const [stoppedAt, setStoppedAt] = useState<string | null>(null)
  const isStopped = stoppedAt === entry
  const loadMore = useCallback(() => {
    if (isStopped || !hasNextPage || isFetching || isFetchNextPageError) return undefined
    return runWhenIdle(() => void fetchNextPage({ cancelRefetch: false }))
  }, [isStopped, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  useEffect(() => {
    if (!isStopped) return undefined
    const footer = document.querySelector('footer')
    focusElement(footer)
    // Rows that are measured, and a page that was in flight, move the end until the visitor moves.
    const observer = new ResizeObserver(() => footer?.scrollIntoView({ block: 'end', behavior: 'instant' }))
    observer.observe(document.body)
    const listening = new AbortController()
    const { signal } = listening
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
      window.addEventListener(type, () => observer.disconnect(), { signal, passive: true })
    }
    return () => {
      observer.disconnect()
      listening.abort()
    }
  }, [isStopped])

  return (
    <>
      <PrintedResults catalogue={catalogue} tools={tools} />
      <ProductRows
        entry={entry}
        products={products}
        total={total}
        onNearEnd={loadMore}
        onSkip={() => setStoppedAt(entry)}
      />
      <EndOfResults
        catalogue={catalogue}
        isStopped={isStopped && hasNextPage}
        onContinue={() => setStoppedAt(null)}
      />
    </>
  )
}

interface EndOfResultsProps {
  readonly catalogue: Catalogue
  readonly isStopped: boolean
  readonly onContinue: () => void
}

/** Below the cards while more are loading, when that failed, or when the visitor has stopped it. */
function EndOfResults({ catalogue, isStopped, onContinue }: EndOfResultsProps) {
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = catalogue
  const label = isFetchNextPageError ? 'Try loading more again' : 'Load more products'
  return (
    <div className={classes.more}>
      {isFetchingNextPage && (
        <Loader
          size="var(--loader-size-sm)"
          color="var(--mantine-primary-color-filled)"
          aria-label="Loading more products"
        />
      )}
      {(isFetchNextPageError || isStopped) && !isFetchingNextPage && (
        <Button
          variant="default"
          onClick={({ currentTarget }) => {
            focusElement(currentTarget.closest('section'))
            onContinue()
            void fetchNextPage()
          }}
        >
          {label}
        </Button>
      )}
    </div>
  )
}
