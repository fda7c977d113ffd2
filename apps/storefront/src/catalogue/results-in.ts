import type { CataloguePage, CatalogueProduct } from '@giftwell/shared/data/catalogue-queries.ts'

/** What a choice of filters leads to, as far as it is loaded. */
export interface Results {
  readonly products: readonly CatalogueProduct[]
  /** How many there are, loaded or not. */
  readonly total: number
}

const known = new WeakMap<readonly CataloguePage[], Results>()

/**
 * The results in their pages; of the same pages the same object, by whomever they are read. A product that was moved
 * between two pages while they were read is listed once.
 */
export function resultsIn(pages: readonly CataloguePage[]): Results {
  const products = pages.flatMap((page) => page.products)
  const results = known.get(pages) ?? {
    products: [...new Map(products.map((product) => [product.id, product])).values()],
    total: pages[0]?.total ?? 0,
  }
  known.set(pages, results)
  return results
}
