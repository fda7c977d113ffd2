import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { IconX } from '@tabler/icons-react'
import type { ComponentProps, MouseEvent } from 'react'

import classes from './applied-filters.module.css'

function moveFocus({ currentTarget }: MouseEvent<HTMLElement>) {
  const next = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling
  focusElement(next?.matches('[data-value]') ? next : document.getElementById('results'))
}

interface FilterChipProps extends Omit<ComponentProps<'button'>, 'value'> {
  readonly value: string
  /** Where it comes from. */
  readonly about?: string
  readonly onRemove: () => void
}

/** A filter with its button that removes it, from which the focus moves on. */
export function FilterChip({ value, about, onRemove, ...handlers }: FilterChipProps) {
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
