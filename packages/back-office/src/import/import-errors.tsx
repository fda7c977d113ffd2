import type { ImportedRow } from './product-import.ts'
import { type ImportField, importColumns } from './import-format.ts'
import classes from './import-screen.module.css'

const shownRows = 100

/** The rows that fail, by row and cell. */
export function ImportErrors({ rows }: { readonly rows: readonly ImportedRow[] }) {
  if (rows.length === 0) return null
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label="Rows with errors">
        <thead>
          <tr>
            <th>Row</th>
            <th>Column</th>
            <th>Problem</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownRows).flatMap(({ number, errors }) =>
            Object.entries(errors).map(([field, message]) => (
              <tr key={`${number} ${field}`}>
                <td>{number}</td>
                <td>{importColumns[field as ImportField]?.title ?? field}</td>
                <td>{message}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      {rows.length > shownRows && <p>and {(rows.length - shownRows).toLocaleString()} more</p>}
    </div>
  )
}
