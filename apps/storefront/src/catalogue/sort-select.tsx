import { type CatalogueSort, catalogueSorts } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { memo } from 'react'

import classes from './sort-select.module.css'

interface SortSelectProps {
  /** Undefined for the first order. */
  readonly sort: CatalogueSort | undefined
  /** Whether the first order is by relevance. */
  readonly isSearch: boolean
  readonly onChange: (sort: string) => void
}

const names: Readonly<Record<CatalogueSort, string>> = {
  newest: 'Newest',
  name: 'Name',
  'budget-asc': 'Budget: low to high',
  'budget-desc': 'Budget: high to low',
}

/** The order of the results. Visitors without an account sort the preview. */
export const SortSelect = memo(function SortSelect({ sort, isSearch, onChange }: SortSelectProps) {
  return (
    <p className={`${classes.root} no-print`}>
      <label htmlFor="sort">Sort by</label>
      <select
        id="sort"
        className={classes.select}
        value={sort ?? (isSearch ? '' : 'newest')}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {isSearch && <option value="">Relevance</option>}
        {catalogueSorts.map((value) => (
          <option key={value} value={value}>
            {names[value]}
          </option>
        ))}
      </select>
    </p>
  )
})
