import {
  type CatalogueFilters,
  type FilterName,
  filterNames,
  toggleFilter,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { IconX } from '@tabler/icons-react'
import type { MouseEvent } from 'react'

import classes from './applied-filters.module.css'
import type { ResultsPrefetch } from './results-prefetcher.ts'
import { hoverHandlers } from './use-results-prefetch.ts'

interface AppliedFiltersProps {
  readonly filters: CatalogueFilters
  readonly onRemove: (name: FilterName, value: string) => void
  readonly onRemoveAll: () => void
  readonly onRemoveSearch: () => void
  readonly prefetch: ResultsPrefetch
}

/** The chosen filter values in the order of their names. */
export function appliedValues(filters: CatalogueFilters): readonly (readonly [FilterName, string])[] {
  return filterNames.flatMap((name) => (filters[name] ?? []).map((value) => [name, value] as const))
}

/** The search and the applied filters above the results, each with a button that removes it; the focus moves on to the next one. */
export function AppliedFilters(props: AppliedFiltersProps) {
  const { filters, onRemove, onRemoveAll, onRemoveSearch, prefetch } = props
  const applied = appliedValues(filters)

  function moveFocus({ currentTarget }: MouseEvent<HTMLElement>) {
    const next = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling
    focusElement(next?.matches('[data-value]') ? next : document.getElementById('results'))
  }

  if (applied.length === 0 && filters.q === undefined) return null
  return (
    <div role="group" aria-label="Applied filters" className={classes.root}>
      {filters.q !== undefined && (
        <button
          type="button"
          data-value
          className={classes.chip}
          aria-label={`Remove “${filters.q}”`}
          onClick={(event) => {
            moveFocus(event)
            onRemoveSearch()
          }}
        >
          <span className={classes.value}>“{filters.q}”</span>
          <IconX size={14} aria-hidden />
        </button>
      )}
      {applied.map(([name, value]) => (
        <button
          key={`${name} ${value}`}
          type="button"
          data-value
          className={classes.chip}
          aria-label={`Remove ${value}`}
          {...hoverHandlers(
            () => prefetch.onHover(`${name}-${value}`, (now) => toggleFilter(now, name, value)),
            prefetch.onLeave,
          )}
          onClick={(event) => {
            moveFocus(event)
            onRemove(name, value)
          }}
        >
          <span className={classes.value}>{value}</span>
          <IconX size={14} aria-hidden />
        </button>
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
