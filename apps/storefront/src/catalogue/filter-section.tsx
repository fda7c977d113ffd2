import { filterLabel, type FilterName, isSingleChoice } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { runWhenIdle } from '@giftwell/shared/kernel/run-when-idle.ts'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import classes from './filter-section.module.css'
import { productCount } from './use-catalogue.ts'
import { hoverHandlers } from './use-results-prefetch.ts'

/** A filter as its section shows it. */
export interface Section {
  readonly name: FilterName
  readonly title: string
  readonly values: readonly string[]
}

interface FilterSectionProps extends Section {
  readonly selected: readonly string[]
  /** The number of products for each value, zero if it is missing; undefined until it is loaded. */
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly isExpanded: boolean
  /** With undefined the section is expanded by its choice again, and no longer by hand. */
  readonly onExpandedChange: (name: FilterName, isExpanded: boolean | undefined) => void
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
 * the button "Add another" select several values, of which a product needs one: the list then has check boxes, and stays open.
 */
export const FilterSection = memo(function FilterSection({
  name,
  title,
  values,
  selected,
  counts,
  isExpanded,
  onExpandedChange,
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

  function choose({ target, nativeEvent }: SyntheticEvent) {
    const value = valueAt(target) ?? ''
    const isClick = nativeEvent instanceof MouseEvent
    const isByPointer = isClick && nativeEvent.detail > 0
    if (isByPointer) isWalking.current = false
    if (isSeveral || (isClick && (nativeEvent.ctrlKey || nativeEvent.metaKey))) {
      onToggle(name, value)
      return
    }
    onChoose(name, value, isWalking.current && hasWalked.current)
    hasWalked.current = isWalking.current
    if (isWalking.current) onExpandedChange(name, true)
    else shouldRefocus.current = true
  }

  function closeOnBlur({ currentTarget, relatedTarget }: FocusEvent) {
    const isStaying = currentTarget.closest('fieldset')?.contains(relatedTarget) ?? false
    onLeave()
    if (!isStaying) hasWalked.current = false
    if (!isStaying && isWalking.current && selected.length > 0) onExpandedChange(name, undefined)
  }

  function resetExpanded() {
    hasWalked.current = false
    onExpandedChange(name, undefined)
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
            <span className={classes.chipText}>
              {selected.map((value) => filterLabel(name, value)).join(' or ')}
            </span>
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
          {selected.length < values.length && !isSingleChoice(name) && (
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
      {/* It listens for its values, so that one of them is rendered only when it changes. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={list}
        id={`${id}-values`}
        className={classes.values}
        data-long={(values.length > shortList && !isWhole && !isSeveral) || undefined}
        hidden={!isExpanded}
        onPointerMove={({ target, pointerType }) => pointerType !== 'touch' && onHover(name, valueAt(target))}
        onPointerLeave={onLeave}
        onKeyDown={trackKey}
        onFocus={({ target }) => onHover(name, valueAt(target))}
        onBlur={closeOnBlur}
        onChange={choose}
      >
        {values.map((value) => (
          <FilterValue
            key={value}
            group={id}
            value={value}
            label={filterLabel(name, value)}
            type={isSeveral ? 'checkbox' : 'radio'}
            isChecked={selected.includes(value)}
            count={counts && (counts[value] ?? 0)}
          />
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
})

/** The value whose label an event is in, if it is in one. */
function valueAt(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest('label')?.querySelector('input')?.value : undefined
}

interface FilterValueProps {
  /** The id of the section, which names the group of its radios. */
  readonly group: string
  readonly value: string
  readonly label: string
  readonly type: 'radio' | 'checkbox'
  readonly isChecked: boolean
  /** How many products it would find; undefined until that is known. */
  readonly count: number | undefined
}

/** A selectable value. The section handles its events. */
const FilterValue = memo(function FilterValue(props: FilterValueProps) {
  const { group, value, label, type, isChecked, count } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const description = count === undefined ? '' : counted(count)
  // ARIA 1.3 allows it everywhere. A hidden element would be a second text like the total of the results.
  useLayoutEffect(() => input.current?.setAttribute('aria-description', description), [description])
  return (
    <label className={classes.value}>
      <ValueInput
        ref={input}
        type={type}
        name={group}
        value={value}
        checked={isChecked}
        aria-labelledby={id}
        onChange={ignore}
      />
      <span id={id}>{label}</span>
      {description && (
        <span className={classes.count} data-none={!count || undefined} aria-hidden>
          {count === 0 ? description : count}
        </span>
      )}
    </label>
  )
})

/**
 * With any change React sets the type and name of an input again, for which the browser makes its group of radios anew. Another
 * choice changes nearly every description, which `FilterValue` therefore sets itself.
 */
const ValueInput = memo(function ValueInput(props: ComponentProps<'input'>) {
  return <input {...props} />
})

/** React asks for a handler at each controlled input. */
const ignore = () => undefined

/** Values of a longer list are below its edge (filter-section.module.css) until it is opened, or has the keyboard's focus. */
const shortList = 6

function counted(products: number): string {
  return products === 0 ? 'no products' : productCount(products)
}
