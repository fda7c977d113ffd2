import { Button, NativeSelect } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'

import type { ProductListing, ProductOrder } from './admin-products.ts'
import { SearchField } from '../list/search-field.tsx'
import type { ListSearchParams } from '../list/use-list-search-params.ts'

const orders: { readonly value: ProductOrder; readonly label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name-up', label: 'Name A to Z' },
  { value: 'name-down', label: 'Name Z to A' },
]

interface ProductToolsProps {
  readonly list: ListSearchParams<ProductListing>
  /** The filter panel, toggled by the button. */
  readonly panel: { readonly id: string; readonly isOpen: boolean; toggle(): void }
}

/** Search, sort order and filter button of the products. */
export function ProductTools({ list: [listing, show], panel }: ProductToolsProps) {
  const filtersInUse = Object.keys(listing.filters).length
  return (
    <>
      <SearchField
        label="Search products"
        value={listing.search}
        // One history entry per search, not per keystroke.
        onSearch={(search) =>
          show({ ...listing, search }, { replace: listing.search !== '' && search !== '' })
        }
      />
      <NativeSelect
        aria-label="Sort by"
        size="sm"
        value={listing.order}
        data={orders}
        onChange={({ currentTarget: { value } }) => show({ ...listing, order: value as ProductOrder })} // of `orders`
      />
      <Button
        variant="default"
        size="sm"
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.7} aria-hidden />}
        aria-expanded={panel.isOpen}
        aria-controls={panel.id}
        onClick={panel.toggle}
      >
        {filtersInUse === 0 ? 'Filters' : `Filters (${filtersInUse})`}
      </Button>
    </>
  )
}
