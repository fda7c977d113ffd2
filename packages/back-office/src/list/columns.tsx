import { localMoment } from './list-export.ts'
import type { Column } from './column-head.tsx'

/** The Name column (product.md, section 2, Other admin management screens). */
export const nameColumn: Column<{ readonly name: string }> = {
  header: 'Name',
  cell: (row) => row.name,
  look: 'name',
  sortedBy: 'name',
  value: (row) => row.name,
}

/** The Description column; "-" if empty (product.md, section 2, Other admin management screens). */
export const descriptionColumn: Column<{ readonly description: string | null }> = {
  header: 'Description',
  cell: (row) => row.description ?? '-',
  sortedBy: 'description',
  value: (row) => row.description,
}

/** The creation date in the user's locale (product.md, section 2). */
export const createdColumn: Column<{ readonly created_at: string }> = {
  header: 'Created',
  cell: (row) => (
    <time dateTime={row.created_at} title={new Date(row.created_at).toLocaleString()}>
      {new Date(row.created_at).toLocaleDateString()}
    </time>
  ),
  look: 'quiet',
  width: '124px',
  sortedBy: 'created_at',
  value: (row) => Date.parse(row.created_at),
  text: (row) => localMoment(row.created_at),
}
