import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'

import type { Import } from './product-import.ts'
import type { Column } from '../list/column-head.tsx'
import { DataTable } from '../list/data-table.tsx'
import { ListCard, ListState } from '../list/list-card.tsx'
import classes from './import-screen.module.css'

interface ImportListProps {
  readonly imports: UseQueryResult<readonly Import[]>
  readonly onOpen: (id: string) => void
}

/** The latest imports, each with its report and its undo. */
export function ImportList({ imports, onOpen }: ImportListProps) {
  const columns: readonly Column<Import>[] = [
    { header: 'Name', cell: ({ name }) => name, look: 'name' },
    { header: 'Rows', cell: ({ row_count: count }) => count.toLocaleString(), look: 'quiet', width: '110px' },
    {
      header: 'Imported',
      cell: ({ created_at: time, undone_at: undone }) => (
        <>
          <time dateTime={time}>{new Date(time).toLocaleString()}</time>
          {undone !== null && ', undone'}
        </>
      ),
      look: 'quiet',
      width: '260px',
    },
    {
      header: 'Actions',
      cell: ({ id, name }) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Report of ${name}`}
          onClick={() => onOpen(id)}
        >
          Report
        </Button>
      ),
      width: '110px',
    },
  ]
  return (
    <div className={classes.latest}>
      <ListCard heading="Latest imports">
        {imports.data === undefined && <ListState list={imports} failed="Error loading imports: " />}
        {imports.data?.length === 0 && <p className={classes.none}>There are none yet.</p>}
        {imports.data !== undefined && imports.data.length > 0 && (
          <DataTable label="Latest imports" columns={columns} rows={imports.data} />
        )}
      </ListCard>
    </div>
  )
}
