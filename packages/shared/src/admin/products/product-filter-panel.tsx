import { NativeSelect } from '@mantine/core'

import type { ProductFilters } from '../../data/admin-products.ts'
import { type ProductFilterControl, withFilter } from './product-filter-controls.ts'
import classes from './product-filters.module.css'

interface ProductFilterPanelProps {
  readonly id: string
  readonly controls: readonly ProductFilterControl[]
  readonly filters: ProductFilters
  readonly onChange: (filters: ProductFilters) => void
}

/** Everything that the products can be narrowed by; each choice takes effect at once. */
export function ProductFilterPanel({ id, controls, filters, onChange }: ProductFilterPanelProps) {
  return (
    <fieldset className={classes.panel} id={id}>
      <legend className="visually-hidden">Filters</legend>
      {controls.map(({ filter, label, options }) => (
        <NativeSelect
          key={filter}
          label={label}
          size="sm"
          value={filters[filter] ?? ''}
          data={[
            { value: '', label: 'Any' },
            ...options.map((option) => ({ value: option.id, label: option.name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange(withFilter(filters, filter, value === '' ? undefined : value))
          }
        />
      ))}
    </fieldset>
  )
}
