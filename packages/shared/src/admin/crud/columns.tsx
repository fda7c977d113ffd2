import type { Column } from '../lists/table-row.tsx'

/** The name of a record. */
export const nameColumn: Column<{ readonly name: string }> = {
  header: 'Name',
  cell: (row) => row.name,
  look: 'name',
}

/** The description of a record, "-" where there is none. */
export const descriptionColumn: Column<{ readonly description: string | null }> = {
  header: 'Description',
  cell: (row) => row.description ?? '-',
  look: 'wide',
}

/** The day on which a record was made, as people here write it (specification, section 2: local date). */
export const createdColumn: Column<{ readonly created_at: string }> = {
  header: 'Created',
  cell: (row) => (
    <time dateTime={row.created_at} title={new Date(row.created_at).toLocaleString()}>
      {new Date(row.created_at).toLocaleDateString()}
    </time>
  ),
  look: 'quiet',
}
