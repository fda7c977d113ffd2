import {
  type CatalogueFilters,
  type FilterName,
  filterNames,
  toggleFilter,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { spokenPrice } from '@giftwell/shared/catalogue/spoken-price.ts'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { IconX } from '@tabler/icons-react'
import type { ComponentProps, MouseEvent } from 'react'

import classes from './applied-filters.module.css'
import type { ResultsPrefetch } from './results-prefetcher.ts'
import { hoverHandlers } from './use-results-prefetch.ts'

interface AppliedFiltersProps {
  readonly filters: CatalogueFilters
  readonly onRemove: (name: FilterName, value: string) => void
  readonly onRemoveAll: () => void
  /** Leaves of the search what is given, or nothing. */
  readonly onSearch: (q?: string) => void
  readonly prefetch: ResultsPrefetch
}

/** The chosen filter values in the order of their names. */
export function appliedValues(filters: CatalogueFilters): readonly (readonly [FilterName, string])[] {
  return filterNames.flatMap((name) => (filters[name] ?? []).map((value) => [name, value] as const))
}

/**
 * The search, the price that its words say, and the applied filters above the results, each with a button that removes it;
 * the focus moves on to the next one.
 */
export function AppliedFilters(props: AppliedFiltersProps) {
  const { filters, onRemove, onRemoveAll, onSearch, prefetch } = props
  const applied = appliedValues(filters)
  const { q } = filters
  const price = q === undefined ? undefined : spokenPrice(q)
  const words = price?.rest ?? q

  function moveFocus({ currentTarget }: MouseEvent<HTMLElement>) {
    const next = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling
    focusElement(next?.matches('[data-value]') ? next : document.getElementById('results'))
  }

  if (applied.length === 0 && filters.q === undefined) return null
  return (
    <div role="group" aria-label="Applied filters" className={classes.root}>
      {words && (
        <Chip
          value={`“${words}”`}
          onRemove={(event) => {
            moveFocus(event)
            onSearch(price?.said)
          }}
        />
      )}
      {price && filters.budget === undefined && (
        <Chip
          value={price.label}
          about="from your words"
          onRemove={(event) => {
            moveFocus(event)
            onSearch(price.rest)
          }}
        />
      )}
      {applied.map(([name, value]) => (
        <Chip
          key={`${name} ${value}`}
          value={value}
          {...hoverHandlers(
            () => prefetch.onHover(`${name}-${value}`, (now) => toggleFilter(now, name, value)),
            prefetch.onLeave,
          )}
          onRemove={(event) => {
            moveFocus(event)
            onRemove(name, value)
          }}
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

interface ChipProps extends Omit<ComponentProps<'button'>, 'value'> {
  readonly value: string
  /** Where it comes from. */
  readonly about?: string
  readonly onRemove: (event: MouseEvent<HTMLElement>) => void
}

function Chip({ value, about, onRemove, ...handlers }: ChipProps) {
  return (
    <button
      type="button"
      data-value
      className={classes.chip}
      aria-label={`Remove ${value}`}
      title={about}
      onClick={onRemove}
      {...handlers}
    >
      <span className={classes.value}>{value}</span>
      <IconX size={14} aria-hidden />
    </button>
  )
}
