import { factLabels } from '@giftwell/shared/products/product-facts.ts'
import { Box, NativeSelect, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import {
  type ColumnMapping,
  columnTitle,
  type Head,
  type ImportField,
  importFields,
  isRepeatable,
} from './import-columns.ts'
import { type RowMessages, rowsBelow } from './import-format.ts'
import classes from './import-screen.module.css'
import type { ImportedRow } from './product-import.ts'
import type { Sheet } from './sheet.ts'

interface ImportTableProps {
  readonly label: string
  readonly head: readonly string[]
  readonly children: ReactNode
}

/** A part that scrolls by keyboard, too. */
export function Scroller({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroller} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
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
  readonly head: Head
  readonly mapping: ColumnMapping
  readonly onChange: (mapping: ColumnMapping) => void
}

const previewRows = 5

const options = [
  { value: '', label: 'Left out' },
  ...importFields.map((field) => ({ value: field, label: columnTitle(field) })),
]

/** The meaning of each column of a file, with its first rows; selected by hand if its title is unknown. */
export function ImportColumns({ sheet, head, mapping, onChange }: ImportColumnsProps) {
  const firstRows = rowsBelow(sheet, head).slice(0, previewRows)
  /** Each field but pictures is one column's. */
  const assign = (column: number, field: ImportField | null) =>
    onChange(
      mapping.map((former, each) =>
        each === column ? field : former === field && !isRepeatable(field) ? null : former,
      ),
    )
  return (
    <Box className={classes.scroller}>
      <ImportTable label="Columns" head={['Column of the file', 'Is', 'First rows']}>
        {head.titles
          .map((title, column) => ({ column, title: title || `Column ${column + 1}` }))
          .map(({ column, title }) => (
            <Table.Tr key={column}>
              <Table.Td>
                {title}
                {sheet.hiddenColumns?.includes(column) && ' (hidden)'}
              </Table.Td>
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
                  .map(({ cells }) => cells[column] ?? '')
                  .filter((cell) => cell !== '')
                  .join(' · ')}
              </Table.Td>
            </Table.Tr>
          ))}
      </ImportTable>
    </Box>
  )
}

/** The labels of fields; some share a column. */
const labels: Readonly<Record<string, string>> = {
  ...factLabels,
  ...Object.fromEntries(importFields.map((field) => [field, columnTitle(field)])),
  row: 'All',
  width: 'All',
  cost_paise: 'Cost',
  mrp_paise: 'MRP',
}

interface MessageGroup {
  readonly field: string
  readonly numbers: readonly number[]
  readonly messages: readonly string[]
}

/** The variable part of a message: a name in quotation marks, or that of a picture. */
const variable = /"[^]*"|^.+(?= is not among the chosen pictures)/

function groupsOf(rows: readonly RowMessages[]): readonly MessageGroup[] {
  const all = rows.flatMap(({ number, errors }) =>
    // A value that is not a row has no other fields either.
    Object.entries(errors['row'] === undefined ? errors : { row: errors['row'] }).map(([field, message]) => ({
      number,
      field,
      message,
    })),
  )
  const groups = Map.groupBy(all, ({ field, message }) => `${field} ${message.replace(variable, '…')}`)
  return [...groups.values()].map((group) => ({
    field: group[0]?.field ?? '',
    numbers: group.map(({ number }) => number),
    messages: [...new Set(group.map(({ message }) => message))],
  }))
}

const namesShown = 5

/** One message for several that differ in a name: the names together. */
function merged(messages: readonly string[]): string {
  const [message = '', ...others] = messages
  if (others.length === 0) return message
  const names = messages.slice(0, namesShown).map((each) => variable.exec(each)?.[0] ?? '')
  const more = messages.length - names.length
  const list = `${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString()} more` : ''}`
  return message
    .replace(variable, () => list)
    .replace(' is not among', ' are not among')
    .replace(' is left out', ' are left out')
}

const rangesShown = 8

/** Row numbers, with those in a row as one: "2, 5 to 9 and 240 more". */
function rowsText(numbers: readonly number[]): string {
  const ranges: [from: number, to: number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last?.[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  const shown = ranges.slice(0, rangesShown)
  const count = shown.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  const text = shown.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ')
  return count < numbers.length ? `${text} and ${(numbers.length - count).toLocaleString()} more` : text
}

/** The notes of rows on the cells that the server leaves out, as a table of messages has them. */
export function cellsLeftOut(rows: readonly ImportedRow[]): readonly RowMessages[] {
  return rows.flatMap(({ number, notes = {} }) =>
    Object.entries(notes).map(([field, why]) => ({ number, errors: { [field]: `Left out. ${why}` } })),
  )
}

/** Lines of messages: those in the file of rows to correct, and those only here. */
const shownOfFile = 20
const shownOfOthers = 200

interface RowMessagesTableProps {
  /** The name of the table. */
  readonly label: string
  readonly rows: readonly RowMessages[]
  /** The head of the messages. */
  readonly what?: string
  /** Whether all rows are in the file of rows to correct. */
  readonly isInFile?: boolean
}

/** Messages about rows: equal ones are one line, with the numbers of the rows. */
export function RowMessagesTable({ label, rows, what = 'Problem', isInFile = false }: RowMessagesTableProps) {
  const groups = groupsOf(rows)
  if (groups.length === 0) return null
  const shown = isInFile ? shownOfFile : shownOfOthers
  const hidden = groups.length - shown
  return (
    <Scroller label={label}>
      <ImportTable label={label} head={['Row', 'Column', what]}>
        {groups.slice(0, shown).map(({ field, numbers, messages }) => (
          <Table.Tr key={`${field} ${messages[0]}`}>
            <Table.Td>{rowsText(numbers)}</Table.Td>
            <Table.Td>{labels[field] ?? field}</Table.Td>
            <Table.Td>{merged(messages)}</Table.Td>
          </Table.Tr>
        ))}
      </ImportTable>
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {`and ${hidden.toLocaleString()} more${isInFile ? ', all of them in the file of rows to correct' : ''}`}
        </Text>
      )}
    </Scroller>
  )
}
