import { Stack, Text } from '@mantine/core'
import { type UndefinedInitialDataOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { ExportButton } from '../list/export-button.tsx'
import { ListCard, ListState } from '../list/list-card.tsx'
import { FigureTable, type FigureColumn } from './figure-table.tsx'
import { type Days, daysIn, type Period } from './figures-query.ts'

interface ReportTableProps<R> {
  /** The caption, and the file's name: "Searched". */
  readonly caption: string
  /** What one of its rows is: "product". */
  readonly one: string
  /** The head of the rows' names. */
  readonly head: string
  readonly columns: readonly FigureColumn<R>[]
  readonly nameOf: (row: R) => string
  readonly nameTo?: (row: R) => string
  readonly action?: (row: R) => ReactNode
  /** What stands in place of no rows. */
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
  /** What the figures count. */
  readonly hint: string
  readonly tools?: ReactNode
  readonly query: (backend: Backend, days: Days) => UndefinedInitialDataOptions<Data, Error, Data>
  /** The days that are counted; without one the query's own. */
  readonly period?: Period | undefined
  readonly children: (data: Data) => ReactNode
}

/** A report: what it counts, and its tables or why there are none. Nothing where it is for others (null). */
export function ReportCard<Data>({ heading, hint, tools, query, period, children }: ReportCardProps<Data>) {
  const figures = useQuery(query(useBackend(), period ? daysIn(period) : {}))
  if (figures.data === null) return null
  return (
    <ListCard heading={heading} tools={tools}>
      <Stack gap={20} p="md">
        <Text c="dimmed" maw="68ch">
          {hint}
        </Text>
        <ListState list={figures} failed={`Error loading ${heading.toLowerCase()}: `} />
        {figures.data !== undefined && children(figures.data)}
      </Stack>
    </ListCard>
  )
}
