import { NativeSelect } from '@mantine/core'
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
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
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
    <div className={classes.scroll}>
      <ImportTable label="Columns" head={['Column of the file', 'Is', 'First rows']}>
        {head
          .map((title, column) => ({ column, title: title || `Column ${column + 1}` }))
          .map(({ column, title }) => (
            <tr key={column}>
              <td>{title}</td>
              <td>
                <NativeSelect
                  aria-label={`Field of ${title}`}
                  size="sm"
                  value={mapping[column] ?? ''}
                  data={options}
                  onChange={({ currentTarget: { value } }) =>
                    assign(column, importFields.find((field) => field === value) ?? null)
                  }
                />
              </td>
              <td>
                {firstRows
                  .map((row) => row[column] ?? '')
                  .filter((cell) => cell !== '')
                  .join(' · ')}
              </td>
            </tr>
          ))}
      </ImportTable>
    </div>
  )
}

const errorRows = 100

/** The rows that fail, by row and cell. */
export function ImportErrors({ rows }: { readonly rows: readonly ImportedRow[] }) {
  if (rows.length === 0) return null
  return (
    <div className={classes.scroll}>
      <ImportTable label="Rows with errors" head={['Row', 'Column', 'Problem']}>
        {rows.slice(0, errorRows).flatMap(({ number, errors }) =>
          Object.entries(errors).map(([field, message]) => (
            <tr key={`${number} ${field}`}>
              <td>{number}</td>
              <td>{importColumns[field as ImportField]?.title ?? field}</td>
              <td>{message}</td>
            </tr>
          )),
        )}
      </ImportTable>
      {rows.length > errorRows && <p>and {(rows.length - errorRows).toLocaleString()} more</p>}
    </div>
  )
}
