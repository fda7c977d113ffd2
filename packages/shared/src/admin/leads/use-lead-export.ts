import { useEffect, useRef, useState } from 'react'

import { exportLeads, exportName } from '../../data/lead-export.ts'
import type { LeadListing } from '../../data/lead-list.ts'
import type { LeadSource } from '../../data/lead-source.ts'
import { usePlatform } from '../../platform/platform.ts'
import { useToasts } from '../../ui/toasts/toast-context.ts'

/** How far an export is. */
export interface ExportProgress {
  readonly read: number
  /** How many there were to read when it began; undefined when they were not counted yet. */
  readonly total: number | undefined
}

/** An export of leads: at most one at a time. */
export interface LeadExporting {
  /** Undefined while nothing is exported. */
  readonly progress: ExportProgress | undefined
  readonly start: (listing: LeadListing, total: number | undefined) => void
  readonly cancel: () => void
}

/** Hands every lead of a list to the person as a file, and says how that went. Leaving the screen cancels it. */
export function useLeadExport(source: LeadSource): LeadExporting {
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
