import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { leadExport } from './lead-export.ts'
import type { Lead, LeadListing } from './lead-list.ts'
import type { LeadSource } from './lead-source.ts'
import { useExport } from '../list/use-export.ts'
import { isAskedToExport } from './lead-search.ts'
import classes from './export-button.module.css'

interface ExportButtonProps {
  readonly source: LeadSource
  readonly listing: LeadListing
  /** The number of leads; undefined while loading. */
  readonly total: number | undefined
}

/** Exports all pages of the list as CSV, or for Excel, and shows the progress. */
export function ExportButton({ source, listing, total }: ExportButtonProps) {
  const { progress, start, cancel } = useExport<Lead>({ one: 'lead', many: 'leads' }, 'Export to CSV')
  const list = leadExport(source, listing)
  const isDisabled = progress !== undefined || total === 0
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isAsked = isAskedToExport(state) && total !== undefined
  const begin = useEffectEvent(() => {
    void navigate({ pathname, search }, { replace: true })
    if (!isDisabled) start(list, 'csv', total)
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
          if (!isDisabled) start(list, 'csv', total)
        }}
      >
        {progress ?? 'Export to CSV'}
      </Button>
      {progress === undefined ? (
        <Button
          variant="default"
          size="sm"
          aria-disabled={isDisabled}
          data-disabled={isDisabled}
          onClick={() => {
            if (!isDisabled) start(list, 'xlsx', total)
          }}
        >
          Download for Excel
        </Button>
      ) : (
        <Button variant="subtle" size="sm" onClick={cancel}>
          Cancel
        </Button>
      )}
    </>
  )
}
