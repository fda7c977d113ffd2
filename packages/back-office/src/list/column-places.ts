import type { Column } from './column-head.tsx'
import { widthWithin } from './width-handle.tsx'

/** A column of a list as its user has placed it. */
export interface PlacedColumn<R> {
  readonly column: Column<R>
  readonly isShown: boolean
  /** In pixels; undefined for the column's own width. */
  readonly width: number | undefined
}

/** Whether a column is the record's name, which is always shown. */
export function isName<R>({ look }: Column<R>): boolean {
  return look === 'name'
}

const form = /^(?<hidden>-?)(?<header>.+?)(?:_(?<width>\d{1,4}))?$/

/**
 * The columns as a text such as `Image.Name_240.-Budget` places them: in this order, without those behind a minus, and with
 * these widths. Unknown columns are ignored; those that the text does not have follow the one before them by default.
 */
export function placeColumns<R>(text: string, columns: readonly Column<R>[]): readonly PlacedColumn<R>[] {
  const placed: PlacedColumn<R>[] = []
  const has = (column: Column<R>) => placed.some((one) => one.column === column)
  for (const part of text.split('.')) {
    const { hidden, header, width } = form.exec(part)?.groups ?? {}
    const column = columns.find((one) => one.header === header)
    if (column === undefined || has(column)) continue
    placed.push({
      column,
      isShown: hidden === '' || isName(column),
      width: width === undefined ? undefined : widthWithin(Number(width)),
    })
  }
  for (const [place, column] of columns.entries()) {
    if (has(column)) continue
    const before = placed.findIndex((one) => one.column === columns[place - 1])
    placed.splice(before + 1, 0, { column, isShown: true, width: undefined })
  }
  return placed
}

/** The text of the columns as they are placed; empty as they are by default. */
export function placesText<R>(placed: readonly PlacedColumn<R>[], columns: readonly Column<R>[]): string {
  const text = placed
    .map(
      ({ column: { header }, isShown, width }) =>
        `${isShown ? '' : '-'}${header}${width === undefined ? '' : `_${width}`}`,
    )
    .join('.')
  return text === columns.map(({ header }) => header).join('.') ? '' : text
}
