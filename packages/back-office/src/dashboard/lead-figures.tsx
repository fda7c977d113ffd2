import { Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type LeadFigures, leadFiguresQuery } from './dashboard-query.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { ListCard, ListFailure } from '../list/list-card.tsx'
import { ErrorBoundary } from '@giftwell/shared/ui/error-boundary.tsx'
import type { BarColour } from './figure-chart.tsx'
import classes from './lead-figures.module.css'

/** How inquiries are answered and what they ask for, as small charts with a table beside each. */
export function LeadFiguresCard() {
  const figures = useQuery(leadFiguresQuery(useBackend()))
  if (figures.isError) {
    return (
      <ListFailure onRetry={() => void figures.refetch()}>
        The figures of leads could not be loaded.
      </ListFailure>
    )
  }
  if (!figures.data) return null
  const { waiting, median_minutes: median, months, products, industries } = figures.data
  return (
    <div className={classes.root}>
      <ListCard heading="Answers">
        <Stack gap={20} p="md">
          <Text c="dimmed">{wordsFor(waiting, median)}</Text>
          <Figure
            isHorizontal
            caption="Unanswered leads by age"
            heads={['Age', 'Leads']}
            rows={ages.map((label, index) => ({ label, values: [waiting[index] ?? 0] }))}
            colours={ages.map((_age, index) => (index < inTime ? 'brand' : 'late'))}
          />
          <Figure
            caption="Won and lost by month"
            heads={['Month', 'Won', 'Lost']}
            rows={months.map(({ month: key, won, lost }) => ({
              label: month.format(new Date(`${key}-15T12:00`)),
              values: [won, lost],
            }))}
          />
        </Stack>
      </ListCard>
      <ListCard heading="Asked for in the last 90 days">
        <Stack gap={20} p="md">
          {products.length === 0 ? (
            <Text c="dimmed">Products and industries will appear here with the first inquiries.</Text>
          ) : (
            <>
              <Figure
                isHorizontal
                caption="Top products"
                heads={['Product', 'Leads']}
                rows={rowsOf(products)}
              />
              {industries.length > 0 && (
                <Figure
                  isHorizontal
                  caption="Top industries"
                  heads={['Industry', 'Leads']}
                  rows={rowsOf(industries)}
                />
              )}
            </>
          )}
        </Stack>
      </ListCard>
    </div>
  )
}

const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })
const ages = ['Under 8 hours', '8 to 16 hours', '16 to 24 hours', '24 to 48 hours', 'Over 48 hours']
/** How many of the ages keep the promise of quotes within 24 hours. */
const inTime = 3

function wordsFor(waiting: LeadFigures['waiting'], median: number | null): string {
  const late = waiting.slice(inTime).reduce((sum, count) => sum + count, 0)
  const lateWords =
    late === 0
      ? 'No lead has waited for more than 24 hours.'
      : `${late.toLocaleString()} ${late === 1 ? 'lead has' : 'leads have'} waited for more than 24 hours.`
  return median === null
    ? lateWords
    : `${lateWords} Half of the answers of the last 30 days came within ${durationOf(median)}.`
}

function durationOf(minutes: number): string {
  const [amount, unit] =
    minutes < 100 ? [Math.max(1, minutes), 'minute'] : [Math.round(minutes / 6) / 10, 'hour']
  return counted(amount, unit)
}

function rowsOf(ranked: LeadFigures['products']): readonly FigureRow[] {
  return ranked.map(({ name, leads }) => ({ label: name, values: [leads] }))
}

/** Loaded with the figures. */
const FigureChart = lazy(async () => ({ default: (await import('./figure-chart.tsx')).FigureChart }))

const number = { w: 64, ta: 'right' } as const
const seriesColours: readonly BarColour[] = ['brand', 'other']

interface FigureRow {
  readonly label: string
  readonly values: readonly number[]
}

interface FigureProps {
  readonly caption: string
  readonly heads: readonly string[]
  readonly rows: readonly FigureRow[]
  /** The colours of the bars of each row; by default those of the columns. */
  readonly colours?: readonly BarColour[]
  readonly isHorizontal?: boolean
}

/** A table with a chart of its numbers beside it. */
function Figure({ caption, heads, rows, colours, isHorizontal = false }: FigureProps) {
  const series = heads.slice(1).map((_head, column) => ({
    values: rows.map(({ values }) => values[column] ?? 0),
    colours: colours ?? rows.map(() => seriesColours[column] ?? 'other'),
  }))
  return (
    <div className={classes.figure}>
      <Table
        layout="fixed"
        lh={1.7}
        verticalSpacing={0}
        horizontalSpacing={0}
        withRowBorders={false}
        captionSide="top"
      >
        <Table.Caption c="var(--mantine-color-text)" fw={600} ta="left" mt={0} pb={4}>
          {caption}
        </Table.Caption>
        <Table.Thead c="dimmed" fz="0.8125rem">
          <Table.Tr>
            {heads.map((head, column) => (
              <Table.Th key={head} scope="col" {...(column > 0 && number)}>
                {heads.length > 2 && column > 0 && (
                  <i className={classes.key} data-colour={seriesColours[column - 1]} />
                )}
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ label, values }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" title={label} className={classes.label} fw={450} pr={12}>
                {label}
              </Table.Th>
              {values.map((value, column) => (
                <Table.Td key={heads[column + 1]} {...number}>
                  {value.toLocaleString()}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {/* Without the chart the table says the same. */}
      <ErrorBoundary fallback={null}>
        <Suspense fallback={<div className={classes.chart} />}>
          <FigureChart labels={rows.map(({ label }) => label)} series={series} isHorizontal={isHorizontal} />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}
