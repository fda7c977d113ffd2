import { CloseButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useId, useRef } from 'react'

import classes from './filter-section.module.css'

interface FilterSectionProps {
  readonly title: string
  readonly values: readonly string[]
  readonly chosen: string | undefined
  readonly isExpanded: boolean
  readonly onExpandedChange: (isExpanded: boolean) => void
  /** The section opens and closes by itself again. */
  readonly onSettle: () => void
  readonly onChoose: (value: string | undefined) => void
}

/**
 * One filter: a single-choice list that becomes a chip once a value is chosen (specification, section 2, Catalogue).
 * Arrow keys walk through the list and choose on the way; the list closes when the keyboard leaves it.
 */
export function FilterSection({
  title,
  values,
  chosen,
  isExpanded,
  onExpandedChange,
  onSettle,
  onChoose,
}: FilterSectionProps) {
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const isWalking = useRef(false)

  function noteKey({ key }: KeyboardEvent) {
    if (key.startsWith('Arrow')) isWalking.current = true
    if (key === ' ') isWalking.current = false
    if (key === 'Enter' && chosen !== undefined) settle()
  }

  function choose({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isByPointer = nativeEvent instanceof MouseEvent && nativeEvent.detail > 0
    if (isByPointer) isWalking.current = false
    onChoose(currentTarget.value)
    if (isWalking.current) onExpandedChange(true)
    else toggle.current?.focus()
  }

  function closeBehind({ currentTarget, relatedTarget }: FocusEvent) {
    const isStaying = currentTarget.closest('fieldset')?.contains(relatedTarget) ?? false
    if (!isStaying && isWalking.current && chosen !== undefined) onSettle()
  }

  function settle() {
    onSettle()
    toggle.current?.focus()
  }

  return (
    <fieldset className={classes.root} aria-labelledby={`${id}-title`}>
      <legend className={classes.legend}>
        <button
          ref={toggle}
          type="button"
          id={`${id}-title`}
          className={classes.toggle}
          aria-expanded={isExpanded}
          aria-controls={`${id}-values`}
          onClick={() => onExpandedChange(!isExpanded)}
        >
          {title}
          <IconChevronDown size={18} aria-hidden className={classes.chevron} />
        </button>
      </legend>
      {chosen !== undefined && !isExpanded && (
        <span className={classes.chip}>
          <span className={classes.chipText}>{chosen}</span>
          <CloseButton
            size="sm"
            aria-label={`Clear ${title}`}
            className={classes.chipClear}
            onClick={() => {
              onChoose(undefined)
              toggle.current?.focus()
            }}
          />
        </span>
      )}
      <div id={`${id}-values`} className={classes.values} hidden={!isExpanded}>
        {values.map((value) => (
          <label key={value} className={classes.value}>
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === chosen}
              onKeyDown={noteKey}
              onBlur={closeBehind}
              onChange={choose}
            />
            <span>{value}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
