import type { Column } from '../lists/data-table.tsx'

export const nameColumn: Column<{ readonly name: string }> = {
  header: 'Name',
  cell: (row) => row.name,
  look: 'name',
}

export const descriptionColumn: Column<{ readonly description: string | null }> = {
  header: 'Description',
  cell: (row) => row.description ?? '-',
  look: 'wide',
}

/** The creation date in the user's locale (specification, section 2). */
export const createdColumn: Column<{ readonly created_at: string }> = {
  header: 'Created',
  cell: (row) => (
    <time dateTime={row.created_at} title={new Date(row.created_at).toLocaleString()}>
      {new Date(row.created_at).toLocaleDateString()}
    </time>
  ),
  look: 'quiet',
}
