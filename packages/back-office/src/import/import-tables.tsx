import { Box, NativeSelect, Table } from '@mantine/core'
import type { ReactNode } from 'react'

import { type ColumnMapping, type ImportField, importColumns, importFields } from './import-format.ts'
import classes from './import-screen.module.css'
import type { ImportedRow } from './product-import.ts'
import type { Sheet } from './read-table.ts'

interface ImportTableProps {
  readonly label: string
  readonly head: readonly string[]
  readonly children: ReactNode
}

function ImportTable({ label, head, children }: ImportTableProps) {
  return (
    <Table className={classes.table} verticalSpacing={6} horizontalSpacing={10} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {head.map((title) => (
            <Table.Th key={title}>{title}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  )
}

interface ImportColumnsProps {
  readonly sheet: Sheet
  readonly mapping: ColumnMapping
  readonly onChange: (mapping: ColumnMapping) => void
}

const previewRows = 5

const options = [
  { value: '', label: 'Left out' },
  ...importFields.map((field) => ({ value: field, label: importColumns[field].title })),
]

/** What each column of a file is, with its first rows; chosen by hand where its title is not known. */
export function ImportColumns({ sheet, mapping, onChange }: ImportColumnsProps) {
  const [head = [], ...firstRows] = sheet.slice(0, previewRows + 1)
  /** Each field is one column's. */
  const assign = (column: number, field: ImportField | null) =>
    onChange(
      head.map((_, each) => {
        const former = mapping[each] ?? null
        return each === column ? field : former === field ? null : former
      }),
    )
  return (
    <Box style={{ overflowX: 'auto' }}>
      <ImportTable label="Columns" head={['Column of the file', 'Is', 'First rows']}>
        {head
          .map((title, column) => ({ column, title: title || `Column ${column + 1}` }))
          .map(({ column, title }) => (
            <Table.Tr key={column}>
              <Table.Td>{title}</Table.Td>
              <Table.Td>
                <NativeSelect
                  aria-label={`Field of ${title}`}
                  size="sm"
                  value={mapping[column] ?? ''}
                  data={options}
                  onChange={({ currentTarget: { value } }) =>
                    assign(column, importFields.find((field) => field === value) ?? null)
                  }
                />
              </Table.Td>
              <Table.Td>
                {firstRows
                  .map((row) => row[column] ?? '')
                  .filter((cell) => cell !== '')
                  .join(' · ')}
              </Table.Td>
            </Table.Tr>
          ))}
      </ImportTable>
    </Box>
  )
}

const errorRows = 100

/** The rows that fail, by row and cell. */
export function ImportErrors({ rows }: { readonly rows: readonly ImportedRow[] }) {
  if (rows.length === 0) return null
  return (
    <Box style={{ overflowX: 'auto' }}>
      <ImportTable label="Rows with errors" head={['Row', 'Column', 'Problem']}>
        {rows.slice(0, errorRows).flatMap(({ number, errors }) =>
          Object.entries(errors).map(([field, message]) => (
            <Table.Tr key={`${number} ${field}`}>
              <Table.Td>{number}</Table.Td>
              <Table.Td>{importColumns[field as ImportField]?.title ?? field}</Table.Td>
              <Table.Td>{message}</Table.Td>
            </Table.Tr>
          )),
        )}
      </ImportTable>
      {rows.length > errorRows && <p>and {(rows.length - errorRows).toLocaleString()} more</p>}
    </Box>
  )
}
