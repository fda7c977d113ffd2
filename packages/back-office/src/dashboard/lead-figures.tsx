import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type LeadFigures, leadFiguresQuery } from './dashboard-query.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { type FigureColumn, FigureTable } from '../reports/report-card.tsx'
import { ListCard, ListFailure } from '../list/list-card.tsx'

/** Figures on the answers to inquiries and their contents, as tables with bars. */
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
    <SimpleGrid
      minColWidth="min(100%, 400px)"
      autoFlow="auto-fit"
      spacing={24}
      mt={24}
      style={{ alignItems: 'start' }}
    >
      <ListCard heading="Answers">
        <Stack gap={20} p="md">
          <Text c="dimmed">{wordsFor(waiting, median)}</Text>
          {waiting.some((count) => count > 0) && (
            <Figure
              caption="Unanswered leads by age"
              heads={['Age', 'Leads']}
              rows={ages.map((label, index) => ({ label, values: [waiting[index] ?? 0] }))}
              inTime={inTime}
            />
          )}
          {months.every(({ won, lost }) => won + lost === 0) ? (
            <Text c="dimmed">No lead was won or lost in the last six months.</Text>
          ) : (
            <Figure
              caption="Leads won and lost by month"
              heads={['Month', 'Won', 'Lost']}
              rows={months.map(({ month: key, won, lost }) => ({
                label: month.format(new Date(`${key}-15T12:00`)),
                values: [won, lost],
              }))}
            />
          )}
        </Stack>
      </ListCard>
      <ListCard heading="Requested in the last 90 days">
        <Stack gap={20} p="md">
          {products.length === 0 ? (
            <Text c="dimmed">Products and industries will appear here with the first inquiries.</Text>
          ) : (
            <>
              <Figure caption="Top products" heads={['Product', 'Leads']} rows={rowsOf(products)} />
              {industries.length > 0 && (
                <Figure caption="Top industries" heads={['Industry', 'Leads']} rows={rowsOf(industries)} />
              )}
            </>
          )}
        </Stack>
      </ListCard>
    </SimpleGrid>
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
      : `${counted(late, 'lead has', 'leads have')} waited for more than 24 hours.`
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

interface FigureRow {
  readonly label: string
  readonly values: readonly number[]
}

interface FigureProps {
  readonly caption: string
  readonly heads: readonly [string, ...string[]]
  readonly rows: readonly FigureRow[]
  /** How many of the rows, from the first one, are in time; by default all. */
  readonly inTime?: number
}

function Figure({ caption, heads: [head, ...heads], rows, inTime: timely = Infinity }: FigureProps) {
  return (
    <FigureTable
      caption={caption}
      head={head}
      rows={rows}
      nameOf={({ label }) => label}
      columns={heads.map((header, column): FigureColumn<FigureRow> => ({
        header,
        value: ({ values }) => values[column] ?? 0,
        bar: (row) => (rows.indexOf(row) >= timely ? 'late' : column > 0 ? 'other' : 'brand'),
      }))}
    />
  )
}
