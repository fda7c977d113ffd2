import { Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type LeadFigures, leadFiguresQuery } from './dashboard-query.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { ListCard, ListFailure } from '../list/list-card.tsx'
import classes from './lead-figures.module.css'

/** How inquiries are answered and what they ask for, each figure as a table with bars. */
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
              caption="Won and lost by month"
              heads={['Month', 'Won', 'Lost']}
              rows={months.map(({ month: key, won, lost }) => ({
                label: month.format(new Date(`${key}-15T12:00`)),
                values: [won, lost],
              }))}
            />
          )}
        </Stack>
      </ListCard>
      <ListCard heading="Asked for in the last 90 days">
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

interface FigureRow {
  readonly label: string
  readonly values: readonly number[]
}

interface FigureProps {
  readonly caption: string
  readonly heads: readonly string[]
  readonly rows: readonly FigureRow[]
  /** How many of the rows, from the first one, are in time; by default all. */
  readonly inTime?: number
}

/** A table with a bar behind each number, as long as the number is great. */
function Figure({ caption, heads, rows, inTime = Infinity }: FigureProps) {
  const greatest = Math.max(1, ...rows.flatMap(({ values }) => values))
  return (
    <Table
      className={classes.figure}
      layout="fixed"
      lh={1.7}
      verticalSpacing={2}
      horizontalSpacing={0}
      withRowBorders={false}
      captionSide="top"
    >
      <Table.Caption c="var(--mantine-color-text)" fw={600} ta="left" mt={0} pb={4}>
        {caption}
      </Table.Caption>
      <Table.Thead c="dimmed" fz="0.8125rem">
        <Table.Tr>
          {heads.map((head) => (
            <Table.Th key={head} scope="col">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ label, values }, row) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" title={label} className={classes.label} fw={450} pr={12}>
              {label}
            </Table.Th>
            {values.map((value, column) => (
              <Table.Td key={heads[column + 1]} className="tabular">
                <span
                  className={classes.bar}
                  data-colour={row >= inTime ? 'late' : column > 0 ? 'other' : 'brand'}
                  style={{ width: `${(value / greatest) * 70}%` }}
                />
                {value.toLocaleString()}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
