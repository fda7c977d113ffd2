import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ExportedList, type ExportKind, exportKinds, exportList, exportName } from './list-export.ts'
import { type Column, textOf } from './column-head.tsx'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import type { Cursor } from '@giftwell/shared/kernel/keyset.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'

interface ExportButtonProps<R> {
  /** "theme", "Themes". */
  readonly label: { readonly one: string; readonly many: string }
  /** As the list shows them. */
  readonly columns: readonly Column<R>[]
  /** Reads the rows as the list shows them: its filters and its order. */
  readonly read: ExportedList<R>['read']
  /** The exported data, for the button's name, if a screen has several. */
  readonly of?: string
  /** With these, a JSON and an XML are offered, too. */
  readonly documents?: ExportedList<R>['documents']
  readonly vouchers?: ExportedList<R>['vouchers']
  /** The number of rows; undefined while loading. */
  readonly total: number | undefined
}

/** Exports all pages of the current list, as CSV or for Excel, and shows the progress. */
export function ExportButton<R extends Cursor>({
  label,
  columns,
  read,
  documents,
  vouchers,
  total,
  of,
}: ExportButtonProps<R>) {
  const { progress, start, cancel } = useExport<R>(
    { one: label.one, many: label.many.toLowerCase() },
    'Export',
  )
  const isDisabled = progress !== undefined || total === 0
  const list = {
    columns: columns
      .filter(({ text }) => text !== null)
      .map((column) => ({ header: column.header, text: (row: R) => textOf(column, row) })),
    read,
    ...(documents && { documents }),
    ...(vouchers && { vouchers }),
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
            aria-label={of !== undefined && progress === undefined ? `Export ${of}` : undefined}
            // `disabled` would lose the focus.
            aria-disabled={isDisabled}
            data-disabled={isDisabled}
          >
            {progress ?? 'Export'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(exportKinds) as ExportKind[])
            .filter((kind) => (kind !== 'json' || documents) && (kind !== 'xml' || vouchers))
            .map((kind) => (
              <Menu.Item key={kind} onClick={() => start(list, kind, total)}>
                {exportKinds[kind]}
              </Menu.Item>
            ))}
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

interface ExportProgress {
  readonly read: number
  /** The total at the start; undefined if it was unknown. */
  readonly total: number | undefined
}

interface Exporting<R> {
  /** The button's label during an export, else undefined. */
  readonly progress: string | undefined
  readonly start: (list: ExportedList<R>, kind: ExportKind, total: number | undefined) => void
  readonly cancel: () => void
}

/**
 * Exports a list to a file and shows the result in a toast. Leaving the screen cancels the export.
 *
 * @param button the name of the button that starts it
 */
export function useExport<R extends Cursor>(
  { one, many }: { readonly one: string; readonly many: string },
  button: string,
): Exporting<R> {
  const platform = usePlatform()
  const toasts = useToasts()
  const { name: site } = useSite()
  const [progress, setProgress] = useState<ExportProgress>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run(
    list: ExportedList<R>,
    kind: ExportKind,
    total: number | undefined,
    signal: AbortSignal,
  ) {
    const onProgress = (read: number) => setProgress({ read, total })
    try {
      const { content, count } = await exportList(list, kind, { signal, onProgress })
      const name = exportName(site, many, new Date(), kind)
      if ((await platform.saveFile({ name, content })) === 'saved') {
        toasts.show({ title: `${counted(count, one, many)} exported` })
      }
    } catch (error) {
      if (signal.aborted) return
      console.error(`Error exporting ${many}`, error)
      toasts.show({
        title: `Error exporting ${many}`,
        description: `${errorMessage(error).replace(/\.$/, '')}. Press ${button} to try again.`,
        variant: 'destructive',
      })
    } finally {
      if (running.current?.signal === signal) {
        running.current = undefined
        setProgress(undefined)
      }
    }
  }

  return {
    progress: progress && progressText(progress),
    start(list, kind, total) {
      if (running.current !== undefined) return
      running.current = new AbortController()
      setProgress({ read: 0, total })
      void run(list, kind, total, running.current.signal)
    },
    cancel() {
      running.current?.abort()
      running.current = undefined
      setProgress(undefined)
    },
  }
}

function progressText({ read, total }: ExportProgress): string {
  const whole = total === undefined ? '' : ` of ${total.toLocaleString()}`
  return `Exporting ${read.toLocaleString()}${whole}...`
}
