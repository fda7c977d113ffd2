import type { FilterName } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { runWhenIdle } from '@giftwell/shared/kernel/run-when-idle.ts'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { replaceEqualDeep } from '@tanstack/react-query'
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import classes from './filter-section.module.css'
import { productCount } from './use-catalogue.ts'
import { hoverHandlers } from './use-results-prefetch.ts'

/** Callbacks take the section's name, so that every section gets the same functions and `memo` works. */
interface FilterSectionProps {
  readonly name: FilterName
  readonly title: string
  readonly values: readonly string[]
  readonly selected: readonly string[]
  /** How many products each value would find, none where it is left out; undefined until that is known. */
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly isExpanded: boolean
  readonly onExpandedChange: (name: FilterName, isExpanded: boolean) => void
  /** The section is expanded by its choice again, and no longer by hand. */
  readonly onExpandedReset: (name: FilterName) => void
  /** A step of the arrow keys replaces the history entry of the step before. */
  readonly onChoose: (name: FilterName, value: string | undefined, isStep?: boolean) => void
  /** Adds a value to the selected ones or removes it; the section stays open. */
  readonly onToggle: (name: FilterName, value: string) => void
  /** The pointer or the focus is on a choice. */
  readonly onHover: (name: FilterName, value: string | undefined) => void
  readonly onLeave: () => void
}

/**
 * One filter: a single-choice list that becomes a chip once a value is selected (product.md, section 2, Catalogue).
 * Arrow keys choose as they move through the list; the list closes when the focus leaves it. A click with Ctrl or Cmd and
 * the button "Add another" choose several values, of which a product has one: the list has check boxes then, and stays open.
 */
export const FilterSection = memo(function FilterSection({
  name,
  title,
  values,
  selected,
  counts,
  isExpanded,
  onExpandedChange,
  onExpandedReset,
  onChoose,
  onToggle,
  onHover,
  onLeave,
}: FilterSectionProps) {
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const isWalking = useRef(false)
  const hasWalked = useRef(false)
  const shouldRefocus = useRef(false)
  const list = useRef<HTMLDivElement>(null)
  const [isAdding, setAdding] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const isSeveral = selected.length > 1 || (isAdding && isExpanded)

  // The focused element is gone. Moving the focus forces a layout, so the results are painted first.
  useLayoutEffect(() => {
    if (!shouldRefocus.current) return
    shouldRefocus.current = false
    runWhenIdle(() => {
      const section = toggle.current?.closest('fieldset')
      const { activeElement } = document
      const isElsewhere = activeElement !== document.body && !section?.contains(activeElement)
      if (!isElsewhere) toggle.current?.focus({ preventScroll: true })
    })
  })

  function trackKey({ key }: KeyboardEvent) {
    if (key.startsWith('Arrow')) isWalking.current = true
    if (key === ' ') isWalking.current = false
    if (key === 'Enter' && selected.length > 0) resetExpanded()
  }

  function choose({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isClick = nativeEvent instanceof MouseEvent
    const isByPointer = isClick && nativeEvent.detail > 0
    if (isByPointer) isWalking.current = false
    if (isSeveral || (isClick && (nativeEvent.ctrlKey || nativeEvent.metaKey))) {
      onToggle(name, currentTarget.value)
      return
    }
    onChoose(name, currentTarget.value, isWalking.current && hasWalked.current)
    hasWalked.current = isWalking.current
    if (isWalking.current) onExpandedChange(name, true)
    else shouldRefocus.current = true
  }

  function closeOnBlur({ currentTarget, relatedTarget }: FocusEvent) {
    const isStaying = currentTarget.closest('fieldset')?.contains(relatedTarget) ?? false
    onLeave()
    if (!isStaying) hasWalked.current = false
    if (!isStaying && isWalking.current && selected.length > 0) onExpandedReset(name)
  }

  function resetExpanded() {
    hasWalked.current = false
    onExpandedReset(name)
    shouldRefocus.current = true
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
          onClick={() => {
            setAdding(false)
            onExpandedChange(name, !isExpanded)
          }}
        >
          {title}
          <IconChevronDown size={18} aria-hidden className={classes.chevron} />
        </button>
      </legend>
      {selected.length > 0 && !isExpanded && (
        <div className={classes.selected}>
          <span className={classes.chip}>
            <span className={classes.chipText}>{selected.join(' or ')}</span>
            <button
              type="button"
              aria-label={`Clear ${title}`}
              className={classes.chipClear}
              {...hoverHandlers(() => onHover(name, undefined), onLeave)}
              onClick={() => {
                onChoose(name, undefined)
                shouldRefocus.current = true
              }}
            >
              <IconX size={16} stroke={2.5} aria-hidden />
            </button>
          </span>
          {selected.length < values.length && (
            <button
              type="button"
              aria-label={`Add another ${title}`}
              className={classes.another}
              onClick={() => {
                setAdding(true)
                onExpandedChange(name, true)
                runWhenIdle(() => list.current?.querySelector('input')?.focus())
              }}
            >
              Add another
            </button>
          )}
        </div>
      )}
      <div
        ref={list}
        id={`${id}-values`}
        className={classes.values}
        data-long={(values.length > shortList && !isWhole && !isSeveral) || undefined}
        hidden={!isExpanded}
      >
        {values.map((value, index) => (
          <label
            key={value}
            className={classes.value}
            onPointerMove={(event) => event.pointerType !== 'touch' && onHover(name, value)}
            onPointerLeave={onLeave}
          >
            <input
              type={isSeveral ? 'checkbox' : 'radio'}
              name={id}
              value={value}
              checked={selected.includes(value)}
              aria-labelledby={`${id}-${index}`}
              // ARIA 1.3 allows it everywhere. A hidden element would be a second text like the total of the results.
              // oxlint-disable-next-line jsx-a11y/role-supports-aria-props
              aria-description={counts && counted(counts[value])}
              onKeyDown={trackKey}
              onFocus={() => onHover(name, value)}
              onBlur={closeOnBlur}
              onChange={choose}
            />
            <span id={`${id}-${index}`}>{value}</span>
            {counts && (
              <span className={classes.count} data-none={!counts[value] || undefined} aria-hidden>
                {counts[value] ?? counted(0)}
              </span>
            )}
          </label>
        ))}
      </div>
      {values.length > shortList && isExpanded && !isSeveral && (
        <button
          type="button"
          className={classes.another}
          aria-expanded={isWhole}
          aria-controls={`${id}-values`}
          aria-label={isWhole ? `Show fewer of ${title}` : `Show all ${values.length} of ${title}`}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${values.length}`}
        </button>
      )}
    </fieldset>
  )
}, sameProps)

/** Values of a longer list are below its edge (filter-section.module.css) until it is opened, or has the keyboard's focus. */
const shortList = 6

function sameProps(before: FilterSectionProps, now: FilterSectionProps): boolean {
  return replaceEqualDeep(before, now) === before
}

function counted(products = 0): string {
  return products === 0 ? 'no products' : productCount(products)
}
