import {
  type CatalogueFilters,
  filterLabel,
  type FilterName,
  filterNames,
  toggleFilter,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { LazyBoundary } from '@giftwell/shared/ui/lazy/lazy-boundary.tsx'
import { lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { IconX } from '@tabler/icons-react'
import type { ComponentProps, MouseEvent } from 'react'

import classes from './applied-filters.module.css'
import type { ResultsPrefetch } from './results-prefetcher.ts'
import { hoverHandlers } from './use-results-prefetch.ts'

const AppliedSearch = lazyComponent(async () => (await import('./search-help.tsx')).AppliedSearch)

interface AppliedFiltersProps {
  readonly filters: CatalogueFilters
  readonly onRemove: (name: FilterName, value: string) => void
  readonly onRemoveAll: () => void
  /** Leaves of the search what is given, or nothing. */
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
 * The search, the price that its words say, and the applied filters above the results, each with a button that removes it;
 * the focus moves on to the next one.
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
          <AppliedSearch q={q} hasBudget={filters.budget !== undefined} onSearch={onSearch} />
        </LazyBoundary>
      )}
      {applied.map(([name, value, label]) => (
        <Chip
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

function moveFocus({ currentTarget }: MouseEvent<HTMLElement>) {
  const next = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling
  focusElement(next?.matches('[data-value]') ? next : document.getElementById('results'))
}

interface ChipProps extends Omit<ComponentProps<'button'>, 'value'> {
  readonly value: string
  /** Where it comes from. */
  readonly about?: string
  readonly onRemove: () => void
}

/** A filter with its button that removes it, from which the focus moves on. */
export function Chip({ value, about, onRemove, ...handlers }: ChipProps) {
  return (
    <button
      type="button"
      data-value
      className={classes.chip}
      aria-label={`Remove ${value}`}
      title={about}
      onClick={(event) => {
        moveFocus(event)
        onRemove()
      }}
      {...handlers}
    >
      <span className={classes.value}>{value}</span>
      <IconX size={14} aria-hidden />
    </button>
  )
}
