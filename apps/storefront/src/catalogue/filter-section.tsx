import type { FilterName } from '@giftwell/shared/domain/catalogue-filters.ts'
import { CloseIcon } from '@mantine/core'
import { afterPaint } from '@giftwell/shared/ui/after-paint.ts'
import { IconChevronDown } from '@tabler/icons-react'
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'

import classes from './filter-section.module.css'
import { whenConsidered } from './when-considered.ts'

/** What a section tells is told with its name, so that all of them can be given the same functions for good. */
interface FilterSectionProps {
  readonly name: FilterName
  readonly title: string
  readonly values: readonly string[]
  readonly chosen: string | undefined
  readonly isExpanded: boolean
  readonly onExpandedChange: (name: FilterName, isExpanded: boolean) => void
  /** The section opens and closes by itself again. */
  readonly onSettle: (name: FilterName) => void
  /** A step of the arrow keys takes the place of the one before in the browser's history. */
  readonly onChoose: (name: FilterName, value: string | undefined, isStep?: boolean) => void
  /** The pointer or the focus is on a choice, which may be made next. */
  readonly onConsider: (name: FilterName, value: string | undefined) => void
  /** It has left that choice. */
  readonly onForget: () => void
}

/**
 * One filter: a single-choice list that becomes a chip once a value is chosen (specification, section 2, Catalogue).
 * Arrow keys walk through the list and choose on the way; the list closes when the keyboard leaves it.
 */
export const FilterSection = memo(function FilterSection({
  name,
  title,
  values,
  chosen,
  isExpanded,
  onExpandedChange,
  onSettle,
  onChoose,
  onConsider,
  onForget,
}: FilterSectionProps) {
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const isWalking = useRef(false)
  const hasWalked = useRef(false)
  const isToGoBack = useRef(false)

  // What had the focus goes away. The results are painted first: moving the focus makes the browser lay the page out.
  useLayoutEffect(() => {
    if (!isToGoBack.current) return
    isToGoBack.current = false
    afterPaint(() => {
      const section = toggle.current?.closest('fieldset')
      const { activeElement } = document
      const isElsewhere = activeElement !== document.body && !section?.contains(activeElement)
      if (!isElsewhere) toggle.current?.focus({ preventScroll: true })
    })
  })

  function noteKey({ key }: KeyboardEvent) {
    if (key.startsWith('Arrow')) isWalking.current = true
    if (key === ' ') isWalking.current = false
    if (key === 'Enter' && chosen !== undefined) settle()
  }

  function choose({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isByPointer = nativeEvent instanceof MouseEvent && nativeEvent.detail > 0
    if (isByPointer) isWalking.current = false
    onChoose(name, currentTarget.value, isWalking.current && hasWalked.current)
    hasWalked.current = isWalking.current
    if (isWalking.current) onExpandedChange(name, true)
    else isToGoBack.current = true
  }

  function closeBehind({ currentTarget, relatedTarget }: FocusEvent) {
    const isStaying = currentTarget.closest('fieldset')?.contains(relatedTarget) ?? false
    onForget()
    if (!isStaying) hasWalked.current = false
    if (!isStaying && isWalking.current && chosen !== undefined) onSettle(name)
  }

  function settle() {
    hasWalked.current = false
    onSettle(name)
    isToGoBack.current = true
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
          onClick={() => onExpandedChange(name, !isExpanded)}
        >
          {title}
          <IconChevronDown size={18} aria-hidden className={classes.chevron} />
        </button>
      </legend>
      {chosen !== undefined && !isExpanded && (
        <span className={classes.chip}>
          <span className={classes.chipText}>{chosen}</span>
          <button
            type="button"
            aria-label={`Clear ${title}`}
            className={classes.chipClear}
            {...whenConsidered(() => onConsider(name, undefined), onForget)}
            onClick={() => {
              onChoose(name, undefined)
              isToGoBack.current = true
            }}
          >
            <CloseIcon size="70%" aria-hidden />
          </button>
        </span>
      )}
      <div id={`${id}-values`} className={classes.values} hidden={!isExpanded}>
        {values.map((value) => (
          <label
            key={value}
            className={classes.value}
            onPointerMove={(event) => event.pointerType !== 'touch' && onConsider(name, value)}
            onPointerLeave={onForget}
          >
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === chosen}
              onKeyDown={noteKey}
              onFocus={() => onConsider(name, value)}
              onBlur={closeBehind}
              onChange={choose}
            />
            <span>{value}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
})
