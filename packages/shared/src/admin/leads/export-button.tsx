import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

import type { LeadListing } from '../../data/lead-list.ts'
import type { LeadSource } from '../../data/lead-source.ts'
import classes from './export-button.module.css'
import { type ExportProgress, useLeadExport } from './use-lead-export.ts'

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
