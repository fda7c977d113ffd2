import { useQuery } from '@tanstack/react-query'

import { useBackend } from '../../data/backend-context.ts'
import { type LeadFigures, leadFiguresQuery } from '../../data/dashboard.ts'
import { ListCard, ListFailure } from '../lists/list-card.tsx'
import classes from './lead-figures.module.css'

/** How inquiries are answered and what they ask for, as small charts that are tables, too. */
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
        <div className={classes.body}>
          <p className={classes.words}>{wordsFor(waiting, median)}</p>
          <BarTable
            caption="Unanswered leads by age"
            heads={['Age', 'Leads']}
            rows={ages.map((label, place) => ({ label, values: [waiting[place] ?? 0] }))}
            colours={ages.map((_age, place) => (place < inTime ? 'brand' : 'late'))}
          />
          <BarTable
            caption="Won and lost by month"
            heads={['Month', 'Won', 'Lost']}
            rows={months.map(({ month: key, won, lost }) => ({
              label: month.format(new Date(`${key}-15T12:00`)),
              values: [won, lost],
            }))}
          />
        </div>
      </ListCard>
      <ListCard heading="Asked for in the last 90 days">
        <div className={classes.body}>
          {products.length === 0 ? (
            <p className={classes.words}>
              Products and industries will appear here with the first inquiries.
            </p>
          ) : (
            <>
              <BarTable caption="Top products" heads={['Product', 'Leads']} rows={rowsOf(products)} />
              {industries.length > 0 && (
                <BarTable caption="Top industries" heads={['Industry', 'Leads']} rows={rowsOf(industries)} />
              )}
            </>
          )}
        </div>
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
  return `${amount.toLocaleString()} ${unit}${amount === 1 ? '' : 's'}`
}

function rowsOf(ranked: LeadFigures['products']): readonly BarRow[] {
  return ranked.map(({ name, leads }) => ({ label: name, values: [leads] }))
}

interface BarRow {
  readonly label: string
  readonly values: readonly number[]
}

interface BarTableProps {
  readonly caption: string
  readonly heads: readonly string[]
  readonly rows: readonly BarRow[]
  /** The colour of the bar of each row; by default those of the columns. */
  readonly colours?: readonly ('brand' | 'late')[]
}

/** A bar chart as a table: each number with a bar of its length. */
function BarTable({ caption, heads, rows, colours }: BarTableProps) {
  const most = Math.max(1, ...rows.flatMap(({ values }) => values))
  return (
    <table className={classes.table}>
      <caption>{caption}</caption>
      <thead className={heads.length > 2 ? undefined : 'visually-hidden'}>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, values }, row) => (
          <tr key={label}>
            <th scope="row" title={label}>
              {label}
            </th>
            {values.map((value, column) => (
              <td key={heads[column + 1]}>
                <span
                  className={classes.bar}
                  data-colour={colours?.[row] ?? (column === 0 ? 'brand' : 'other')}
                  style={{ width: `calc((100% - 48px) * ${value / most})` }}
                />
                <span className={classes.value}>{value.toLocaleString()}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
