import { Button, CloseButton } from '@mantine/core'

import type { ProductFilters } from '../../data/admin-products.ts'
import { type ProductFilterControl, withFilter } from './product-filter-controls.ts'
import classes from './product-filters.module.css'

interface ProductFilterChipsProps {
  readonly controls: readonly ProductFilterControl[]
  readonly filters: ProductFilters
  readonly onChange: (filters: ProductFilters) => void
}

/** What the products are narrowed by, each with an X that takes it away. */
export function ProductFilterChips({ controls, filters, onChange }: ProductFilterChipsProps) {
  const set = controls.filter(({ filter }) => filters[filter] !== undefined)
  if (set.length === 0) return null
  return (
    <div className={classes.chips}>
      <ul className={classes.list} aria-label="Filters in use">
        {set.map(({ filter, label, options }) => (
          <li key={filter} className={classes.chip}>
            {label}: {options.find(({ id }) => id === filters[filter])?.name ?? 'unknown'}
            <CloseButton
              size="sm"
              radius="xl"
              aria-label={`Clear ${label}`}
              onClick={() => onChange(withFilter(filters, filter, undefined))}
            />
          </li>
        ))}
      </ul>
      <Button variant="subtle" size="compact-sm" onClick={() => onChange({})}>
        Clear filters
      </Button>
    </div>
  )
}
