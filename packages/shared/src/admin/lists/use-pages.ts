import { useState } from 'react'

import { type Mark, type PagePlace, pageSize } from '../../data/keyset.ts'

interface Shown {
  readonly place: PagePlace
  /** The place of the page's first row in the list, from 0. */
  readonly first: number
}

const start: Shown = { place: { at: 'first' }, first: 0 }

/** The page of a long list that is shown, and the ways to the others. */
export interface Pages extends Shown {
  toFirst(): void
  toNext(rows: readonly Mark[]): void
  toPrevious(rows: readonly Mark[]): void
  toLast(total: number): void
}

/** Pages of one list at a time: when `listKey` (its search, filters and order) changes, the first page is shown. */
export function usePages(listKey: string): Pages {
  const [kept, setKept] = useState({ listKey, shown: start })
  const shown = kept.listKey === listKey ? kept.shown : start
  const show = (next: Shown) => setKept({ listKey, shown: next })

  return {
    ...shown,
    toFirst: () => show(start),
    toNext(rows) {
      const mark = rows.at(-1)
      if (mark !== undefined) show({ place: { at: 'after', mark }, first: shown.first + rows.length })
    },
    toPrevious(rows) {
      const [mark] = rows
      const first = shown.first - pageSize
      show(mark === undefined || first <= 0 ? start : { place: { at: 'before', mark }, first })
    },
    toLast(total) {
      const size = total % pageSize || pageSize
      show(total <= pageSize ? start : { place: { at: 'last', size }, first: total - size })
    },
  }
}
