import { Button, Group, Text } from '@mantine/core'
import { IconTrash, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { ChosenRecords } from '@giftwell/shared/kernel/deleted-records.ts'
import type { Entity, FormValues } from '@giftwell/shared/kernel/entity.ts'
import type { Edited } from '@giftwell/shared/kernel/table.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { IconButton } from '@giftwell/shared/ui/icon-button.tsx'

interface SelectionToolbarProps {
  /** For example "Selected products". */
  readonly label: string
  readonly selection: Selection
  readonly children: ReactNode
}

/** The actions on the selected rows, if any. It stays visible while the list scrolls. */
export function SelectionToolbar({ label, selection, children }: SelectionToolbarProps) {
  const { count, chosen } = selection
  if (count === 0) return null
  return (
    <Group
      className="line-above"
      pos="sticky"
      bottom={0}
      style={{ zIndex: 3 }}
      gap={8}
      px="md"
      py={8}
      bg="var(--gw-brand-ground)"
      role="toolbar"
      aria-label={label}
    >
      <Text size="sm" fw={600} role="status">
        {`${chosen === 'all' ? 'All ' : ''}${count.toLocaleString()} selected`}
      </Text>
      {selection.selectAll && (
        <Button variant="subtle" size="compact-sm" onClick={selection.selectAll}>
          Select all {selection.total.toLocaleString()} that match
        </Button>
      )}
      {children}
      <IconButton variant="subtle" aria-label="Clear selection" onClick={selection.clear}>
        <IconX size={18} stroke={1.7} aria-hidden />
      </IconButton>
    </Group>
  )
}

interface DeleteSelectedProps<R extends Edited, Form extends FormValues> {
  readonly entity: Entity<R, Form>
  readonly selection: Selection
  /** What finds all rows that match, where they are not selected by their ids. */
  readonly matching?: ChosenRecords
  readonly disabled: boolean
}

/** Deletes the selected records of an entity. */
export function DeleteSelected<R extends Edited, Form extends FormValues>({
  entity,
  selection,
  matching,
  disabled,
}: DeleteSelectedProps<R, Form>) {
  const deleting = useDeletingMany(entity)
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
      disabled={disabled}
      onClick={() => void deleting.ask(selection.count, chosenRecords(selection, matching), selection.finish)}
    >
      Delete
    </Button>
  )
}

/** Deletes several records after a confirmation; its toast offers to undo it. */
export function useDeletingMany<R extends Edited, Form extends FormValues>(entity: Entity<R, Form>) {
  const platform = usePlatform()
  const { mutate, isPending } = useMutation(entity.deletingMany(useBackend()))
  const { one, many } = entity.label
  return {
    isPending,
    async ask(count: number, chosen: ChosenRecords, onDeleted: () => void) {
      const these = count === 1 ? `this ${one}` : `these ${count.toLocaleString()} ${many.toLowerCase()}`
      if (!(await platform.confirm(`Are you sure you want to delete ${these}?`, { action: 'Delete' }))) return
      mutate({ chosen, count }, { onSuccess: onDeleted })
    },
  }
}

/** The selected records, for the server. */
export function chosenRecords({ chosen }: Selection, matching: ChosenRecords = { ids: [] }): ChosenRecords {
  return chosen === 'all' ? matching : { ids: [...chosen] }
}

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
  /** Selects rows; the last one starts the next range. */
  readonly choose: (ids: readonly string[]) => void
  /** Selects the rows of the page, or deselects them if all of them are selected. */
  readonly togglePage: () => void
  /** Selects all rows that match; undefined where they are selected already. */
  readonly selectAll: (() => void) | undefined
  readonly clear: () => void
  /** Clears the selection after something was done with it. */
  readonly finish: () => void
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

  const clear = () => setState({ listKey, chosen: new Set() })

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
    clear,
    finish() {
      clear()
      // The toolbar disappears with the focused element.
      setTimeout(() => focusElement(document.querySelector('main h1')))
    },
  }
}
