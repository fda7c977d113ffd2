import {
  type CatalogueFilters,
  filterLabel,
  type FilterName,
  filterNames,
  toggleFilter,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { LazyBoundary, lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'

import classes from './applied-filters.module.css'
import { FilterChip } from './filter-chip.tsx'
import type { ResultsPrefetch } from './results-prefetcher.ts'
import { hoverHandlers } from './use-results-prefetch.ts'

const AppliedSearch = lazyComponent(async () => (await import('./search-help.tsx')).AppliedSearch)

interface AppliedFiltersProps {
  readonly filters: CatalogueFilters
  readonly onRemove: (name: FilterName, value: string) => void
  readonly onRemoveAll: () => void
  /** Reduces the search to the given words, or clears it. */
  readonly onSearch: (q?: string) => void
  readonly prefetch: ResultsPrefetch
}

/** The chosen filter values in the order of their names, and in words. */
export function appliedValues(
  filters: CatalogueFilters,
): readonly (readonly [FilterName, value: string, label: string])[] {
  return filterNames.flatMap((name) =>
    (filters[name] ?? []).map((value) => [name, value, filterLabel(name, value)] as const),
  )
}

/**
 * The search, the price and quantity in its words, and the applied filters above the results, each with a button
 * that removes it and moves the focus to the next one.
 */
export function AppliedFilters(props: AppliedFiltersProps) {
  const { filters, onRemove, onRemoveAll, onSearch, prefetch } = props
  const applied = appliedValues(filters)
  const { q } = filters
  if (applied.length === 0 && q === undefined) return null
  return (
    <div role="group" aria-label="Applied filters" className={classes.root}>
      {q !== undefined && (
        <LazyBoundary>
          <AppliedSearch q={q} filters={filters} onSearch={onSearch} />
        </LazyBoundary>
      )}
      {applied.map(([name, value, label]) => (
        <FilterChip
          key={`${name} ${value}`}
          value={label}
          {...hoverHandlers(
            () => prefetch.onHover(`${name}-${value}`, (now) => toggleFilter(now, name, value)),
            prefetch.onLeave,
          )}
          onRemove={() => onRemove(name, value)}
        />
      ))}
      {applied.length > 1 && (
        <button
          type="button"
          className={classes.all}
          onClick={() => {
            focusElement(document.getElementById('results'))
            onRemoveAll()
          }}
        >
          Remove all
        </button>
      )}
    </div>
  )
}
