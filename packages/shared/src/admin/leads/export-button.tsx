import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

import { exportLeads, exportName } from '../../data/lead-export.ts'
import type { LeadListing } from '../../data/lead-list.ts'
import type { LeadSource } from '../../data/lead-source.ts'
import { usePlatform } from '../../platform/platform.ts'
import { useToasts } from '../../ui/toasts/toast-context.ts'
import classes from './export-button.module.css'

interface ExportButtonProps {
  readonly source: LeadSource
  readonly listing: LeadListing
  /** How many leads there are to export; undefined while they are being counted. */
  readonly total: number | undefined
}

/** Exports the leads that are listed, on all pages, and says how far it is. */
export function ExportButton({ source, listing, total }: ExportButtonProps) {
  const { progress, start, cancel } = useLeadExport(source)
  const isOff = progress !== undefined || total === 0
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
        // Not `disabled`, which would take the focus away from who has pressed it.
        aria-disabled={isOff}
        data-disabled={isOff}
        className={classes.export}
        onClick={() => {
          if (!isOff) start(listing, total)
        }}
      >
        {progress === undefined ? 'Export to CSV' : inWords(progress)}
      </Button>
      {progress !== undefined && (
        <Button variant="subtle" size="sm" onClick={cancel}>
          Cancel
        </Button>
      )}
    </>
  )
}

function inWords({ read, total }: ExportProgress): string {
  const whole = total === undefined ? '' : ` of ${total.toLocaleString()}`
  return `Exporting ${read.toLocaleString()}${whole}...`
}

/** How far an export is. */
interface ExportProgress {
  readonly read: number
  /** How many there were to read when it began; undefined when they were not counted yet. */
  readonly total: number | undefined
}

/** An export of leads: at most one at a time. */
interface LeadExporting {
  /** Undefined while nothing is exported. */
  readonly progress: ExportProgress | undefined
  readonly start: (listing: LeadListing, total: number | undefined) => void
  readonly cancel: () => void
}

/** Hands every lead of a list to the person as a file, and says how that went. Leaving the screen cancels it. */
function useLeadExport(source: LeadSource): LeadExporting {
  const platform = usePlatform()
  const toasts = useToasts()
  const [progress, setProgress] = useState<ExportProgress>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run(listing: LeadListing, total: number | undefined, signal: AbortSignal) {
    const onProgress = (read: number) => setProgress({ read, total })
    try {
      const { content, count } = await exportLeads(source, listing, { signal, onProgress })
      if ((await platform.saveFile({ name: exportName(new Date()), content })) === 'saved') {
        toasts.show({ title: `${count.toLocaleString()} ${count === 1 ? 'lead' : 'leads'} exported` })
      }
    } catch (error) {
      if (signal.aborted) return
      console.error('Error exporting leads', error)
      const reason = error instanceof Error && error.message ? error.message : 'An unexpected error occurred'
      toasts.show({
        title: 'Error exporting leads',
        description: `${reason.replace(/\.$/, '')}. Press Export to CSV to try again.`,
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
    progress,
    start(listing, total) {
      if (running.current !== undefined) return
      running.current = new AbortController()
      setProgress({ read: 0, total })
      void run(listing, total, running.current.signal)
    },
    cancel() {
      running.current?.abort()
      running.current = undefined
      setProgress(undefined)
    },
  }
}
