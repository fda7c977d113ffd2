import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

import { announce } from '../page/page-arrival.tsx'
import { decodePictures } from '../page/print-button.tsx'
import { ProductPicture } from '../page/product-picture.tsx'
import classes from './printed-results.module.css'
import { productCount, productsOf, type Catalogue } from './use-catalogue.ts'

/** Products on paper, some forty sheets of A4. */
const maxPrinted = 600
/** Milliseconds that printing waits for the pictures of a whole list. */
const maxWaitMs = 15_000

interface PrintedResultsProps {
  readonly catalogue: Catalogue
  /** Where its button stands. */
  readonly tools: HTMLElement | null
}

/**
 * Prints the results, all of them rather than those on screen (product.md, section 2, Printing): its button and the
 * browser's key for printing load the others first. The browser's menu prints those that are loaded. The paper says when it
 * has not all of them.
 */
export function PrintedResults({ catalogue, tools }: PrintedResultsProps) {
  const { products, total, fetchNextPage } = catalogue
  const list = useRef<HTMLDivElement>(null)
  /** The printed results, while printing. */
  const [printed, setPrinted] = useState<readonly CatalogueProduct[] | null>(null)
  /** How many products are there while the others are loaded. */
  const [loaded, setLoaded] = useState<number | null>(null)

  async function printAll(): Promise<void> {
    if (loaded !== null) return
    announce(`Preparing ${productCount(Math.min(total, maxPrinted))} to print`)
    let found = products
    while (found.length < Math.min(total, maxPrinted)) {
      setLoaded(found.length)
      const { data, isFetchNextPageError, hasNextPage } = await fetchNextPage({ cancelRefetch: false })
      found = productsOf(data?.pages)
      // Prints the loaded results, and says so.
      if (isFetchNextPageError || !hasNextPage) break
    }
    setLoaded(found.length)
    flushSync(() => setPrinted(found.slice(0, maxPrinted)))
    // The page was left meanwhile.
    if (list.current === null) return
    await decodePictures(list.current, maxWaitMs)
    setLoaded(null)
    window.print()
  }

  const printByKey = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p'
    if (!isPrint || isDialogOpen()) return
    event.preventDefault()
    void printAll()
  })

  const renderNow = useEffectEvent(() => {
    // The browser lays the paper out when its listeners have returned.
    if (!isDialogOpen()) flushSync(() => setPrinted((ready) => ready ?? products.slice(0, maxPrinted)))
  })

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('beforeprint', () => renderNow(), { signal })
    window.addEventListener('afterprint', () => setPrinted(null), { signal })
    window.addEventListener('keydown', (event) => printByKey(event), { signal })
    return () => listening.abort()
  }, [])

  return (
    <>
      {tools !== null &&
        createPortal(
          <Button
            variant="subtle"
            className={classes.button}
            aria-disabled={loaded !== null || undefined}
            onClick={() => void printAll()}
          >
            {loaded === null ? nameOf(total) : `Preparing ${loaded} of ${total}...`}
          </Button>,
          tools,
        )}
      {printed !== null && (
        <div ref={list} className={classes.printed} data-printed>
          {printed.length < total && (
            <p>
              The first {printed.length} of {productCount(total)}
            </p>
          )}
          <ul className={classes.list}>
            {printed.map((product) => (
              <PrintedProduct key={product.id} product={product} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function nameOf(total: number): string {
  if (total > maxPrinted) return `Print the first ${maxPrinted} results`
  return total === 1 ? 'Print the result' : `Print all ${total} results`
}

/** A dialog is printed alone. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}

function PrintedProduct({ product }: { readonly product: CatalogueProduct }) {
  return (
    <li className={classes.product}>
      <ProductPicture image={product} sizes="160px" isUrgent className={classes.picture} />
      <p className={classes.name}>{product.name}</p>
      {product.budget !== null && <p>{product.budget}</p>}
    </li>
  )
}
