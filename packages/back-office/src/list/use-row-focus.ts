import { type FocusEvent, useLayoutEffect, useRef } from 'react'

import { focusElement, setFocusSuccessor } from '@giftwell/shared/ui/focus-element.ts'

interface FocusedControl {
  readonly control: Element
  /** Index of its row. */
  row: number
  /** Index among the controls of its row. */
  readonly position: number
}

/**
 * Keeps the focus in a table: when the row that has it leaves the list, the same control of the row now in its place gets
 * it, or the screen's heading when the list is empty. Returns the props of the `tbody`, and the current row for keys.
 */
export function useRowFocus() {
  const body = useRef<HTMLTableSectionElement>(null)
  const last = useRef<FocusedControl>(undefined)

  useLayoutEffect(() => {
    const focused = last.current
    if (focused === undefined || body.current === null) return
    const row = focused.control.closest('tr')
    if (row?.isConnected) {
      focused.row = row.sectionRowIndex
      return
    }
    const { rows: left } = body.current
    const successor = controlsOf(left[Math.min(focused.row, left.length - 1)])[focused.position]
    last.current = undefined
    if (successor === undefined) return
    setFocusSuccessor(focused.control, successor)
    last.current = { ...focused, control: successor }
    if (document.activeElement === document.body) focusElement(successor)
  })

  useLayoutEffect(
    () => () => {
      const hadFocus = last.current?.control === document.activeElement
      if (hadFocus) setTimeout(() => focusUnlessElsewhere(document.querySelector('main h1')))
    },
    [],
  )

  return {
    body: {
      ref: body,
      onFocus({ target }: FocusEvent) {
        const row = target.closest('tr')
        if (row === null) return
        last.current = {
          control: target,
          row: row.sectionRowIndex,
          position: controlsOf(row).indexOf(target),
        }
      },
    },
    /** The index of the row that has the focus or had it last; -1 for none. */
    current: () => (last.current?.control.isConnected ? last.current.row : -1),
    /** Focuses the row by its name; false where there is none. */
    focus(index: number): boolean {
      const row = body.current?.rows[index]
      const control = row?.querySelector('td[data-look="name"] button') ?? controlsOf(row)[0]
      if (!(control instanceof HTMLElement)) return false
      control.focus({ preventScroll: true })
      row?.scrollIntoView({ block: 'nearest' })
      return true
    },
  }
}

function controlsOf(row: Element | undefined): Element[] {
  return row === undefined ? [] : [...row.querySelectorAll('a, button, input')]
}

function focusUnlessElsewhere(element: Element | null) {
  if (document.activeElement === document.body) focusElement(element)
}
