import { NativeSelect } from '@mantine/core'

import { type ColumnMapping, importColumns, importFields } from './import-format.ts'
import classes from './import-screen.module.css'
import type { Sheet } from './read-table.ts'

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
  const columns = (sheet[0] ?? []).map((title, column) => ({
    column,
    title: title || `Column ${column + 1}`,
  }))
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label="Columns">
        <thead>
          <tr>
            <th>Column of the file</th>
            <th>Is</th>
            <th>First rows</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ column, title }) => (
            <tr key={column}>
              <td>{title}</td>
              <td>
                <NativeSelect
                  aria-label={`Field of ${title}`}
                  size="sm"
                  value={mapping[column] ?? ''}
                  data={options}
                  onChange={({ currentTarget: { value } }) => {
                    const field = importFields.find((each) => each === value) ?? null
                    // Each field is one column's.
                    onChange(
                      columns.map((each) => {
                        const former = mapping[each.column] ?? null
                        return each.column === column ? field : former === field ? null : former
                      }),
                    )
                  }}
                />
              </td>
              <td>
                {sheet
                  .slice(1, previewRows + 1)
                  .map((row) => row[column] ?? '')
                  .filter((cell) => cell !== '')
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
