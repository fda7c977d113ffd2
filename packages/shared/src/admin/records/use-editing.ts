import { useState } from 'react'

interface Editing<R> {
  /** Whether the dialog is open; it keeps its content while it fades away. */
  readonly opened: boolean
  /** The record being changed; none when one is being made. */
  readonly record: R | undefined
  /** Another one for each opening, so that each begins with a fresh form. */
  readonly opening: number
  add(): void
  edit(record: R): void
  close(): void
}

/** What a screen's dialog is open for: to add, or to edit a record (specification, section 4, Admin forms). */
export function useEditing<R>(): Editing<R> {
  const [state, setState] = useState<{ opened: boolean; record: R | undefined; opening: number }>({
    opened: false,
    record: undefined,
    opening: 0,
  })
  const open = (record: R | undefined) =>
    setState(({ opening }) => ({ opened: true, record, opening: opening + 1 }))
  return {
    ...state,
    add: () => open(undefined),
    edit: open,
    close: () => setState((current) => ({ ...current, opened: false })),
  }
}
