import { Button } from '@mantine/core'

import type { Product } from '../../data/admin-products.ts'
import { DataTable } from '../lists/data-table.tsx'
import { listErrorMessage } from '../lists/failure-in-words.ts'
import { ListEmpty, ListFailure, ListLoading } from '../lists/list-notice.tsx'
import type { ListPage } from '../lists/use-list-page.ts'
import { productColumns } from './product-columns.tsx'

interface ProductRowsProps {
  readonly page: ListPage<Product>
  /** Whether a search or filters may be the reason that nothing is listed. */
  readonly isNarrowed: boolean
  readonly onClear: () => void
  readonly onEdit: (product: Product) => void
  readonly onDelete: (product: Product) => void
}

/** A page of products, or why there is none. */
export function ProductRows({ page, isNarrowed, onClear, onEdit, onDelete }: ProductRowsProps) {
  const { rows, error } = page
  return (
    <>
      {error !== null && (
        <ListFailure onRetry={page.retry}>Error loading products: {listErrorMessage(error)}</ListFailure>
      )}
      {rows === undefined && error === null && <ListLoading>Loading products...</ListLoading>}
      {rows?.length === 0 &&
        (isNarrowed ? (
          <ListEmpty>
            <p>No products match your search and filters.</p>
            <Button variant="default" size="sm" onClick={onClear}>
              Clear search and filters
            </Button>
          </ListEmpty>
        ) : (
          <ListEmpty>No products yet. Add the first one.</ListEmpty>
        ))}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label="Products"
          columns={productColumns}
          rows={rows}
          isStale={page.isStale}
          actions={{ nameOf: (product) => product.name, onEdit, onDelete }}
        />
      )}
    </>
  )
}
