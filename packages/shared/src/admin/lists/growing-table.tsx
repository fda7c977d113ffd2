import { Button } from '@mantine/core'
import { useState } from 'react'

import { DataTable } from './data-table.tsx'

/** Rows shown before "Show more". */
const rowsAtFirst = 200

/** The first rows, and a button for more. */
export function GrowingTable<R extends { readonly id: string }>(props: Parameters<typeof DataTable<R>>[0]) {
  const [count, setCount] = useState(rowsAtFirst)
  const hidden = props.rows.length - count
  return (
    <>
      <DataTable {...props} rows={props.rows.slice(0, count)} />
      {hidden > 0 && (
        <Button variant="subtle" fullWidth onClick={() => setCount(count + rowsAtFirst)}>
          Show {Math.min(hidden, rowsAtFirst)} more of {hidden}
        </Button>
      )}
    </>
  )
}
