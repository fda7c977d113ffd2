import { useState } from 'react'

/** The selected rows of a list, on all of its pages. */
export interface Selection {
  readonly count: number
  /** The number of rows that match. */
  readonly total: number
  /** The ids, or "all" that match the list's search and filters. */
  readonly chosen: ReadonlySet<string> | 'all'
  readonly has: (id: string) => boolean
  /** Selects or deselects a row; a range also those between it and the last one. */
  readonly toggle: (id: string, isRange: boolean) => void
  /** Selects rows, the last of which a range then begins at. */
  readonly choose: (ids: readonly string[]) => void
  /** Selects the rows of the page, or deselects them if all of them are selected. */
  readonly togglePage: () => void
  /** Selects all rows that match; undefined where they are selected already. */
  readonly selectAll: (() => void) | undefined
  readonly clear: () => void
}

interface Selectable {
  /** Identifies the list's search, filters and order: another list has another selection. */
  readonly listKey: string
  /** The ids on the page. */
  readonly page: readonly string[]
  /** The number of rows that match. */
  readonly total: number | undefined
  /** The ids of all rows that match, where the list was read whole. */
  readonly all?: readonly string[]
}

interface Selected {
  readonly listKey: string
  readonly chosen: ReadonlySet<string> | 'all'
  /** The row that was toggled last. */
  readonly last?: string
}

/** Selects rows of a list. The selection stays across its pages. */
export function useSelection({ listKey, page, total = 0, all }: Selectable): Selection {
  const [state, setState] = useState<Selected>({ listKey, chosen: new Set() })
  const { chosen: selected, last }: Selected =
    state.listKey === listKey ? state : { listKey, chosen: new Set() }
  // Rows that were deleted meanwhile are no longer there.
  const chosen =
    selected === 'all' || all === undefined ? selected : new Set(all.filter((id) => selected.has(id)))
  const has = (id: string) => chosen === 'all' || chosen.has(id)
  const count = chosen === 'all' ? total : chosen.size

  function choose(ids: readonly string[], isChosen: boolean, toggled?: string) {
    const next = new Set(chosen === 'all' ? page : chosen)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    setState({ listKey, chosen: next, ...(toggled !== undefined && { last: toggled }) })
  }

  return {
    count,
    total,
    chosen,
    has,
    toggle(id, isRange) {
      const from = last === undefined ? -1 : page.indexOf(last)
      const to = page.indexOf(id)
      const ids = isRange && from >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      choose(ids, !has(id), id)
    },
    choose: (ids) => choose(ids, true, ids.at(-1)),
    togglePage: () => choose(page, !page.every(has)),
    selectAll:
      count < total
        ? () => setState({ listKey, chosen: all === undefined ? 'all' : new Set(all) })
        : undefined,
    clear: () => setState({ listKey, chosen: new Set() }),
  }
}
