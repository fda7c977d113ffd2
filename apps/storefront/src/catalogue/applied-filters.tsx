import {
  type CatalogueFilters,
  chooseFilter,
  type FilterName,
  filterNames,
} from '@giftwell/shared/domain/catalogue-filters.ts'
import { focusPlace } from '@giftwell/shared/ui/focus-place.ts'
import { IconX } from '@tabler/icons-react'
import type { MouseEvent } from 'react'

import classes from './applied-filters.module.css'
import { hoverHandlers, type ResultsPrefetch } from './use-results-prefetch.ts'

interface AppliedFiltersProps {
  readonly filters: CatalogueFilters
  readonly onRemove: (name: FilterName) => void
  readonly onRemoveAll: () => void
  readonly prefetch: ResultsPrefetch
}

/** The chosen filter values in the order of their names. */
export function appliedValues(filters: CatalogueFilters): readonly (readonly [FilterName, string])[] {
  return filterNames.flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [[name, value] as const]
  })
}

/** The applied filters above the results, each with a button that removes it; the focus moves on to the next one. */
export function AppliedFilters({ filters, onRemove, onRemoveAll, prefetch }: AppliedFiltersProps) {
  const applied = appliedValues(filters)

  function moveFocus({ currentTarget }: MouseEvent<HTMLElement>) {
    const next = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling
    focusPlace(next?.matches('[data-value]') ? next : document.getElementById('results'))
  }

  if (applied.length === 0) return null
  return (
    <div role="group" aria-label="Applied filters" className={classes.root}>
      {applied.map(([name, value]) => (
        <button
          key={name}
          type="button"
          data-value
          className={classes.chip}
          aria-label={`Remove ${value}`}
          {...hoverHandlers(
            () => prefetch.onHover(`${name}=`, (now) => chooseFilter(now, name, undefined)),
            prefetch.onLeave,
          )}
          onClick={(event) => {
            moveFocus(event)
            onRemove(name)
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
            focusPlace(document.getElementById('results'))
            onRemoveAll()
          }}
        >
          Remove all
        </button>
      )}
    </div>
  )
}
