import { Anchor, Group, Stack, Table, Text } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import classes from './report-card.module.css'
import { type UndefinedInitialDataOptions, useQuery } from '@tanstack/react-query'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { ExportButton } from '../list/export-button.tsx'
import { ListCard, ListState } from '../list/list-card.tsx'
import { type Period, daysIn } from './period.ts'
import type { Days } from './reports-query.ts'

type BarColour = 'brand' | 'late' | 'other'

export interface FigureColumn<R> {
  readonly header: string
  /** Null for none, which is a dash. */
  readonly value: (row: R) => number | string | null
  /** How the value reads; a number by default in the user's locale. */
  readonly text?: (row: R) => string
  /** The list that has as many rows. */
  readonly to?: (row: R) => string | undefined
  /** The colour of a bar that is as long as the number is great. */
  readonly bar?: BarColour | ((row: R) => BarColour)
  /** A detail beneath the number. */
  readonly note?: (row: R) => string | undefined
}

interface FigureTableProps<R> {
  readonly caption: string
  /** The head of the rows' names. */
  readonly head: string
  readonly rows: readonly R[]
  readonly nameOf: (row: R) => string
  readonly nameTo?: ((row: R) => string) | undefined
  readonly columns: readonly FigureColumn<R>[]
  readonly action?: (row: R) => ReactNode
  /** Beside the caption. */
  readonly tools?: ReactNode
}

function figureText<R>({ value, text }: FigureColumn<R>, row: R): string {
  const figure = value(row)
  if (figure === null) return '–'
  return text?.(row) ?? figure.toLocaleString()
}

/** A chart that is a table: figures with bars, and links to the lists behind them. */
export function FigureTable<R>(props: FigureTableProps<R>) {
  const { caption, head, rows, nameOf, nameTo, columns, action, tools } = props
  const numbers = columns.flatMap(({ bar, value }) => (bar ? rows.map((row) => Number(value(row))) : []))
  const greatest = Math.max(1, ...numbers)
  return (
    <div>
      <Group justify="space-between" gap="4px 16px" mb={4}>
        <Text fw={600} aria-hidden>
          {caption}
        </Text>
        {tools}
      </Group>
      {/* It scrolls sideways where it is too wide, also by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.frame} role="region" aria-label={caption} tabIndex={0}>
        <Table
          aria-label={caption}
          className={classes.figure}
          lh={1.7}
          verticalSpacing={2}
          horizontalSpacing={0}
          withRowBorders={false}
        >
          <Table.Thead c="dimmed" fz="0.8125rem">
            <Table.Tr>
              <Table.Th scope="col">{head}</Table.Th>
              {columns.map(({ header }) => (
                <Table.Th key={header} scope="col">
                  {header}
                </Table.Th>
              ))}
              {action && <Table.Td />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => {
              const name = nameOf(row)
              return (
                // Two may have one name.
                // oxlint-disable-next-line react/no-array-index-key
                <Table.Tr key={`${index} ${name}`}>
                  <Table.Th scope="row" className={classes.label} fw={450} pr={12}>
                    {nameTo === undefined ? name : <FigureLink to={nameTo(row)}>{name}</FigureLink>}
                  </Table.Th>
                  {columns.map((column) => (
                    <Table.Td key={column.header} className="tabular">
                      {column.bar && column.value(row) !== 0 && (
                        <span
                          className={classes.bar}
                          data-colour={typeof column.bar === 'string' ? column.bar : column.bar(row)}
                          style={{ '--share': Number(column.value(row)) / greatest } as CSSProperties} // of CSS alone
                        />
                      )}
                      <FigureValue column={column} row={row} name={name} />
                    </Table.Td>
                  ))}
                  {action && <Table.Td ta="end">{action(row)}</Table.Td>}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  )
}

function FigureValue<R>({ column, row, name }: { column: FigureColumn<R>; row: R; name: string }) {
  const text = figureText(column, row)
  const to = column.to?.(row)
  const note = column.note?.(row)
  return (
    <>
      {to === undefined || text === '–' ? (
        text
      ) : (
        <FigureLink to={to} aria-label={`${text} ${column.header.toLowerCase()}: ${name}`}>
          {text}
        </FigureLink>
      )}
      {note !== undefined && (
        <Text span c="dimmed" fz="0.75rem" ml={6}>
          {note}
        </Text>
      )}
    </>
  )
}

interface FigureLinkProps {
  readonly to: string
  readonly 'aria-label'?: string
  readonly children: ReactNode
}

/** A link of a figure or its name. */
export function FigureLink(props: FigureLinkProps) {
  return <Anchor component={Link} c="var(--gw-brand)" underline="always" inherit {...props} />
}

export interface ReportTableProps<R> {
  /** The caption, and the file's name: "Searched". */
  readonly caption: string
  /** The name of one row: "product". */
  readonly one: string
  /** The head of the rows' names. */
  readonly head: string
  readonly columns: readonly FigureColumn<R>[]
  readonly nameOf: (row: R) => string
  readonly nameTo?: (row: R) => string
  readonly action?: (row: R) => ReactNode
  /** The message without rows. */
  readonly empty: string
  readonly rows: readonly R[]
}

/** The figures of a report with their chart, and an export of just these. */
export function ReportTable<R>({ rows, one, empty, ...report }: ReportTableProps<R>) {
  const { caption, head, nameOf, columns } = report
  if (rows.length === 0) {
    return (
      <div>
        <Text fw={600}>{caption}</Text>
        <Text c="dimmed">{empty}</Text>
      </div>
    )
  }
  return (
    <FigureTable
      {...report}
      rows={rows}
      tools={
        <ExportButton
          label={{ one, many: caption }}
          of={caption}
          columns={[
            { header: head, cell: ({ row }) => nameOf(row) },
            ...columns.map(({ header, value }) => ({
              header,
              cell: () => null,
              text: ({ row }: ExportedRow<R>) => String(value(row) ?? ''),
            })),
          ]}
          read={({ at }) =>
            Promise.resolve(at === 'first' ? rows.map((row, index) => ({ id: String(index), row })) : [])
          }
          total={rows.length}
        />
      }
    />
  )
}

interface ExportedRow<R> {
  readonly id: string
  readonly row: R
}

interface ReportCardProps<Data> {
  readonly heading: string
  readonly tools?: ReactNode
  readonly query: (backend: Backend, days: Days) => UndefinedInitialDataOptions<Data, Error, Data>
  /** The days that are counted; without one the query's own. */
  readonly period?: Period | undefined
  readonly children: (data: Data) => ReactNode
}

/** A report: its tables, or why there are none. */
export function ReportCard<Data>({ heading, tools, query, period, children }: ReportCardProps<Data>) {
  const figures = useQuery(query(useBackend(), period ? daysIn(period) : {}))
  return (
    <ListCard heading={heading} tools={tools}>
      <Stack gap={20} p="md">
        <ListState list={figures} failed={`Error loading ${heading.toLowerCase()}: `} />
        {figures.data !== undefined && children(figures.data)}
      </Stack>
    </ListCard>
  )
}
