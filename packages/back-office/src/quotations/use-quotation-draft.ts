import { type Dispatch, type RefObject, useEffect, useLayoutEffect, useReducer, useRef } from 'react'

import { type Draft, type DraftLine, draftOf } from './quotation-draft.ts'
import type { QuotationVersion } from './quotation-requests.ts'

/** What takes the focus: a field or button of a line, or of the form; `invalid` for the first invalid field. */
interface FocusTarget {
  /** Null for the form, and for the buttons that add a line. */
  readonly line: string | null
  readonly part: string
}

/** A draft that is being typed. */
interface DraftState {
  readonly draft: Draft
  /** The stored draft, and its save count. */
  readonly saved: { readonly draft: Draft; readonly saves: number }
  /** Whether problems show in fields that have not been left. */
  readonly showsAll: boolean
  /** Whether another window has saved the draft meanwhile. */
  readonly isStale: boolean
  /** A new object for each change that moves the focus. */
  readonly focus: FocusTarget | null
}

/** The actions on a draft. */
export type DraftChange =
  | { readonly kind: 'typed'; readonly values: Partial<Draft> }
  | { readonly kind: 'buyer typed'; readonly values: Partial<Draft['buyer']> }
  | { readonly kind: 'line typed'; readonly id: string; readonly values: Partial<DraftLine> }
  | { readonly kind: 'line added'; readonly line: DraftLine }
  | { readonly kind: 'line moved'; readonly id: string; readonly by: number }
  | { readonly kind: 'line removed'; readonly id: string }
  | { readonly kind: 'line put back'; readonly line: DraftLine; readonly index: number }
  | { readonly kind: 'refused' | 'overtaken' }
  | { readonly kind: 'saved'; readonly draft: Draft; readonly saves: number }
  | { readonly kind: 'read again'; readonly version: QuotationVersion }

function begin(version: QuotationVersion): DraftState {
  const draft = draftOf(version)
  return {
    draft,
    saved: { draft, saves: version.saves },
    showsAll: false,
    isStale: false,
    focus: null,
  }
}

function changed(state: DraftState, change: DraftChange): DraftState {
  const { draft } = state
  const { lines } = draft
  const withLines = (next: DraftLine[], focus = state.focus): DraftState => ({
    ...state,
    draft: { ...draft, lines: next },
    focus,
  })
  switch (change.kind) {
    case 'typed':
      return { ...state, draft: { ...draft, ...change.values } }
    case 'buyer typed':
      return { ...state, draft: { ...draft, buyer: { ...draft.buyer, ...change.values } } }
    case 'line typed':
      return withLines(lines.map((line) => (line.id === change.id ? { ...line, ...change.values } : line)))
    case 'line added': {
      const { id, name } = change.line
      return withLines([...lines, change.line], { line: id, part: name === '' ? 'name' : 'price_paise' })
    }
    case 'line moved': {
      const from = lines.findIndex(({ id }) => id === change.id)
      const to = from + change.by
      const moved = lines[from]
      if (moved === undefined || to < 0 || to >= lines.length) return state
      // A node that moves in the document loses the focus.
      const focus = { line: moved.id, part: change.by < 0 ? 'up' : 'down' }
      return withLines(lines.toSpliced(from, 1).toSpliced(to, 0, moved), focus)
    }
    case 'line removed': {
      const index = lines.findIndex(({ id }) => id === change.id)
      const rest = lines.filter(({ id }) => id !== change.id)
      const next = rest[index]
      return withLines(rest, next ? { line: next.id, part: 'remove' } : { line: null, part: 'add' })
    }
    case 'line put back':
      return withLines(lines.toSpliced(change.index, 0, change.line))
    case 'refused':
      return { ...state, showsAll: true, focus: { line: null, part: 'invalid' } }
    case 'overtaken':
      return { ...state, isStale: true }
    case 'saved':
      return { ...state, saved: change, isStale: false }
    case 'read again':
      return begin(change.version)
  }
}

interface QuotationDraft extends DraftState {
  readonly isDirty: boolean
  /** The same function on every render. */
  readonly change: Dispatch<DraftChange>
  /** For the form's element. */
  readonly root: RefObject<HTMLFormElement | null>
  /** Focuses a field without opening a section, since fields that block sending are visible. */
  focusField(line: string | null, field: string): void
}

/** A quotation's draft input; changes of its lines move the focus to the next field. */
export function useQuotationDraft(version: QuotationVersion): QuotationDraft {
  const [state, change] = useReducer(changed, version, begin)
  const root = useRef<HTMLFormElement>(null)
  const { draft, saved, focus } = state
  const focusOn = (target: FocusTarget) => elementOf(root.current, target)?.focus()

  // The first price that is missing is the first thing to type.
  useEffect(() => {
    const prices = root.current?.querySelectorAll<HTMLInputElement>('[data-column="price"]') ?? []
    ;[...prices].find(({ value }) => value === '')?.focus({ preventScroll: true })
  }, [])
  useLayoutEffect(() => {
    if (focus !== null) elementOf(root.current, focus)?.focus()
  }, [focus])

  return {
    ...state,
    isDirty: draft !== saved.draft && JSON.stringify(draft) !== JSON.stringify(saved.draft),
    change,
    root,
    focusField: (line, field) => focusOn({ line, part: field }),
  }
}

function elementOf(root: HTMLElement | null, { line, part }: FocusTarget): HTMLElement | null | undefined {
  if (part === 'invalid') return root?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const within = line === null ? '' : `[data-line="${line}"] `
  return (
    root?.querySelector<HTMLElement>(`${within}:is([data-field="${part}"], [data-button="${part}"])`) ??
    root?.querySelector<HTMLElement>(line === null ? '[data-add] button' : `${within}input`)
  )
}
