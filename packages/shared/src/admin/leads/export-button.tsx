import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { exportLeads, exportName } from '../../data/lead-export.ts'
import type { LeadListing } from '../../data/lead-list.ts'
import type { LeadSource } from '../../data/lead-source.ts'
import { usePlatform } from '../../platform/platform.ts'
import { useToasts } from '../../ui/toasts/toasts.ts'
import { isAskedToExport } from './asked-to-export.ts'
import classes from './export-button.module.css'

interface ExportButtonProps {
  readonly source: LeadSource
  readonly listing: LeadListing
  /** The number of leads; undefined while loading. */
  readonly total: number | undefined
}

/** Exports all pages of the list as CSV and shows the progress. */
export function ExportButton({ source, listing, total }: ExportButtonProps) {
  const { progress, start, cancel } = useLeadExport(source)
  const isDisabled = progress !== undefined || total === 0
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isAsked = isAskedToExport(state) && total !== undefined
  const begin = useEffectEvent(() => {
    void navigate({ pathname, search }, { replace: true })
    if (!isDisabled) start(listing, total)
  })
  useEffect(() => {
    if (isAsked) begin()
  }, [isAsked])
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
        // `disabled` would lose the focus.
        aria-disabled={isDisabled}
        data-disabled={isDisabled}
        className={classes.export}
        onClick={() => {
          if (!isDisabled) start(listing, total)
        }}
      >
        {progress === undefined ? 'Export to CSV' : progressText(progress)}
      </Button>
      {progress !== undefined && (
        <Button variant="subtle" size="sm" onClick={cancel}>
          Cancel
        </Button>
      )}
    </>
  )
}

function progressText({ read, total }: ExportProgress): string {
  const whole = total === undefined ? '' : ` of ${total.toLocaleString()}`
  return `Exporting ${read.toLocaleString()}${whole}...`
}

interface ExportProgress {
  readonly read: number
  /** The total at the start; undefined if it was unknown. */
  readonly total: number | undefined
}

interface LeadExporting {
  /** Undefined without a running export. */
  readonly progress: ExportProgress | undefined
  readonly start: (listing: LeadListing, total: number | undefined) => void
  readonly cancel: () => void
}

/** Exports a list to a file and shows the result in a toast. Leaving the screen cancels the export. */
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
