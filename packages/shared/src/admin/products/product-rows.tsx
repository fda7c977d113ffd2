import { Button } from '@mantine/core'

import type { Named, Product } from '../../data/admin-products.ts'
import { type Column, DataTable } from '../lists/data-table.tsx'
import { ListEmpty, listErrorMessage, ListFailure, ListLoading } from '../lists/list-card.tsx'
import type { ListPage } from '../lists/use-list-page.ts'
import classes from './product-rows.module.css'
import { ProductThumbnail } from './product-thumbnail.tsx'

interface ProductRowsProps {
  readonly page: ListPage<Product>
  /** Whether a search or filter is active. */
  readonly isNarrowed: boolean
  readonly onClear: () => void
  readonly onEdit: (product: Product) => void
  readonly onDelete: (product: Product) => void
}

/** A page of products, or its loading, error or empty state. */
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

/** The columns of the products (specification, section 2, Products table). */
const productColumns: readonly Column<Product>[] = [
  { header: 'Image', cell: (product) => <ProductThumbnail image={product} />, look: 'narrow' },
  { header: 'Name', cell: (product) => product.name, look: 'name' },
  { header: 'Category', cell: (product) => product.categories?.name ?? '-' },
  { header: 'Budget', cell: (product) => product.budget ?? '-', look: 'narrow' },
  {
    header: 'Industries',
    cell: (product) => <Tags of={product.product_industry_tags.map((link) => link.industry_tags)} />,
  },
  { header: 'Themes', cell: (product) => <Tags of={product.product_themes.map((link) => link.themes)} /> },
  {
    header: 'Doctor Types',
    cell: (product) => <Tags of={product.product_doctor_type_tags.map((link) => link.doctor_type_tags)} />,
  },
  { header: 'Sample', cell: (product) => <Mark isSet={product.is_sample} />, look: 'narrow' },
  { header: 'Featured', cell: (product) => <Mark isSet={product.is_featured} />, look: 'narrow' },
]

/** Comma-separated names, clamped to two lines with a tooltip. */
function Tags({ of: tags }: { readonly of: readonly Named[] }) {
  if (tags.length === 0) return '-'
  const names = tags.map((tag) => tag.name).toSorted((one, other) => one.localeCompare(other))
  const words = names.join(', ')
  return (
    <span className={classes.tags} title={words}>
      {words}
    </span>
  )
}

function Mark({ isSet }: { readonly isSet: boolean }) {
  return (
    <span className={classes.mark} data-set={isSet} title={isSet ? 'Yes' : 'No'}>
      {isSet ? '✓' : '✗'}
    </span>
  )
}
