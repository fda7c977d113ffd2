import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

import type { Cursor } from '@giftwell/shared/kernel/keyset.ts'
import type { ExportedList } from './list-export.ts'
import { type Column, textOf } from './column-head.tsx'
import { useExport } from './use-export.ts'

interface ExportButtonProps<R> {
  /** "theme", "Themes". */
  readonly label: { readonly one: string; readonly many: string }
  /** As the list shows them. */
  readonly columns: readonly Column<R>[]
  /** Reads the rows as the list shows them: its filters and its order. */
  readonly read: ExportedList<R>['read']
  /** The number of rows; undefined while loading. */
  readonly total: number | undefined
}

/** Exports all pages of a list as it is shown, as CSV or for Excel, and shows the progress. */
export function ExportButton<R extends Cursor>({ label, columns, read, total }: ExportButtonProps<R>) {
  const { progress, start, cancel } = useExport<R>(
    { one: label.one, many: label.many.toLowerCase() },
    'Export',
  )
  const isDisabled = progress !== undefined || total === 0
  const list = {
    columns: columns.map((column) => ({ header: column.header, text: (row: R) => textOf(column, row) })),
    read,
  }
  return (
    <>
      <Menu
        position="bottom-end"
        disabled={isDisabled}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
            // `disabled` would lose the focus.
            aria-disabled={isDisabled}
            data-disabled={isDisabled}
          >
            {progress ?? 'Export'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => start(list, 'csv', total)}>CSV</Menu.Item>
          <Menu.Item onClick={() => start(list, 'xlsx', total)}>Excel (XLSX)</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {progress !== undefined && (
        <Button variant="subtle" size="sm" onClick={cancel}>
          Cancel
        </Button>
      )}
    </>
  )
}
