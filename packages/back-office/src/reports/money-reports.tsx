import { Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'

import { monthText } from '@giftwell/shared/kernel/india-time.ts'
import { quotationList, type QuotationSearch } from '../quotations/quotation-list-query.ts'
import { quotationStates } from '../quotations/quotation-requests.ts'
import { useNames } from '../staff/administrators.ts'
import {
  type Money,
  type MoneyGroup,
  moneyGroups,
  moneyQuery,
  openQuery,
  type SourceFigures,
  sourcesQuery,
  timesQuery,
  wonQuery,
} from './money-query.ts'
import { daysIn, daysText, leadsOf, type PeriodProps } from './period.ts'
import { Plot, plotColours } from './plot.tsx'
import { type FigureColumn, FigureLink, ReportCard, ReportTable } from './report-card.tsx'

const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })

/** Rupees at an axis: "₹12.5 L". */
function shortRupees(rupees: number): string {
  const size = Math.abs(rupees)
  const [unit, name] =
    size >= 1e7 ? [1e7, ' Cr'] : size >= 1e5 ? [1e5, ' L'] : size >= 1e3 ? [1e3, ' K'] : [1, '']
  const shown = (size / unit).toLocaleString('en-IN', { maximumFractionDigits: unit === 1 ? 0 : 1 })
  return `${rupees < 0 ? '−' : ''}₹${shown}${name}`
}

/** A column of rupees, in an export with their decimals. */
export function rupeeColumn<R>(
  header: string,
  paise: (row: R) => number | null,
  to?: (row: R) => string | undefined,
): FigureColumn<R> {
  return {
    header,
    value: (row) => {
      const found = paise(row)
      return found === null ? null : found / 100
    },
    text: (row) => whole.format((paise(row) ?? 0) / 100),
    ...(to && { to }),
  }
}

const shortMonth = new Intl.DateTimeFormat('en-IN', { month: 'short', year: '2-digit', timeZone: 'UTC' })
const monthName = (month: string) => shortMonth.format(new Date(`${month}-01T00:00:00Z`))

interface WonMonth {
  readonly month: string
  readonly quotations: number
  readonly paise: number
  readonly margin_paise: number | null
  /** The same month a year before. */
  readonly before?: WonMonth | undefined
}

/** Value and margin won by month, beside the year before. */
export function WonReport({ period }: PeriodProps) {
  return (
    <ReportCard heading="Won" query={wonQuery} period={period}>
      {(all) => {
        const rows = all.slice(-12).map((row, index): WonMonth => ({ ...row, before: all[index] }))
        const [first, last] = [rows[0], rows.at(-1)]
        const unit = `₹ with GST, ${monthText(first?.month ?? '')} to ${monthText(last?.month ?? '')}`
        const won = ({ month, quotations }: WonMonth) =>
          quotations === 0 ? undefined : quotationList.path({ won: month })
        return (
          <Plot<WonMonth>
            title="Won by month"
            unit={unit}
            rows={rows}
            nameOf={({ month }) => monthName(month)}
            format={shortRupees}
            series={[
              {
                name: 'A year before',
                color: plotColours.other,
                value: ({ before }) => (before?.paise ?? 0) / 100,
              },
              { name: 'Won', color: plotColours.main, value: ({ paise }) => paise / 100 },
              {
                name: 'Margin',
                color: plotColours.third,
                isLine: true,
                value: ({ margin_paise: margin }) => (margin === null ? null : margin / 100),
              },
            ]}
            table={{
              one: 'month',
              head: 'Month',
              empty: 'Nothing was won.',
              nameOf: ({ month }) => monthText(month),
              columns: [
                { header: 'Quotations', value: ({ quotations }) => quotations, to: won },
                rupeeColumn<WonMonth>('Won', ({ paise }) => paise, won),
                rupeeColumn<WonMonth>('Margin', ({ margin_paise: margin }) => margin),
                {
                  header: 'Quotations a year before',
                  value: ({ before }) => before?.quotations ?? null,
                  to: ({ before }) => before && won(before),
                },
                rupeeColumn<WonMonth>(
                  'Won a year before',
                  ({ before }) => before?.paise ?? null,
                  ({ before }) => before && won(before),
                ),
                rupeeColumn<WonMonth>('Margin a year before', ({ before }) => before?.margin_paise ?? null),
              ],
            }}
          />
        )
      }}
    </ReportCard>
  )
}

interface OpenMoney {
  readonly month?: string
  readonly state?: string
  readonly quotations: number
  readonly paise: number
  readonly likely_paise?: number | null
}

/** Open quotations by state and by the month in which they are likely to be won. */
export function OpenReport() {
  return (
    <ReportCard heading="Open quotations" query={openQuery}>
      {({ states, months, accepted, declined, expired, days, since }) => {
        const decided = accepted + declined + expired
        const outcome = (state: QuotationSearch['state'], count: number) => (
          <FigureLink to={quotationList.path({ state, from: since })}>
            {quotationStates[state ?? 'sent']} <strong>{count.toLocaleString()}</strong>
          </FigureLink>
        )
        const likely = ({ month }: OpenMoney) => quotationList.path({ likely: month })
        return (
          <>
            <Plot<OpenMoney>
              title="Open quotations by likely month"
              unit={
                decided === 0
                  ? '₹ with GST, today'
                  : `₹ with GST, today; weighed by ${Math.round((accepted / decided) * 100)} %`
              }
              rows={months}
              nameOf={({ month = '' }) => monthName(month)}
              format={shortRupees}
              series={[
                { name: 'Open', color: plotColours.other, value: ({ paise }) => paise / 100 },
                {
                  name: 'Likely',
                  color: plotColours.main,
                  value: ({ likely_paise: paise }) => (paise == null ? null : paise / 100),
                },
              ]}
              table={{
                one: 'month',
                head: 'Likely in',
                empty: 'No quotation is open.',
                nameOf: ({ month = '' }) => monthText(month),
                columns: [
                  { header: 'Quotations', value: ({ quotations }) => quotations, to: likely },
                  rupeeColumn<OpenMoney>('Value', ({ paise }) => paise, likely),
                  rupeeColumn<OpenMoney>('Likely', ({ likely_paise: paise }) => paise ?? null),
                ],
              }}
            />
            <ReportTable<OpenMoney>
              caption="Open quotations by state"
              one="state"
              head="State"
              empty="No quotation is open."
              rows={states}
              nameOf={({ state }) => quotationStates[state as 'sent']} // the database has no other
              columns={[
                {
                  header: 'Quotations',
                  value: ({ quotations }) => quotations,
                  to: ({ state }) => quotationList.path({ state: state as 'sent' }), // as above
                },
                rupeeColumn<OpenMoney>(
                  'Value',
                  ({ paise }) => paise,
                  ({ state }) => quotationList.path({ state: state as 'sent' }),
                ), // as above
              ]}
            />
            <div>
              <Text fw={600}>Rate of acceptance</Text>
              {decided === 0 ? (
                <Text c="dimmed">No quotation was decided in the last 365 days.</Text>
              ) : (
                <Group gap="4px 24px">
                  <Text>
                    {Math.round((accepted / decided) * 100)} %, after {days} days
                  </Text>
                  {outcome('accepted', accepted)}
                  {outcome('declined', declined)}
                  {outcome('expired', expired)}
                </Group>
              )}
            </div>
          </>
        )
      }}
    </ReportCard>
  )
}

/** How many groups a plot has room for. */
const plotted = 10

const nameless: Readonly<Record<MoneyGroup, string>> = {
  person: 'A former colleague',
  company: 'No company',
  category: 'No category',
  product: 'Charges and other lines',
}

/** The filter of quotations by a group. */
function groupFilter(by: MoneyGroup, id: string | null): Partial<QuotationSearch> {
  if (by === 'person') return { owner: id ?? 'none' }
  return by === 'company' ? { company: id ?? 'none' } : { lines: `${by}:${id ?? 'none'}` }
}

/** The value quoted and won by salesperson, company, category or product. */
export function MoneyReport({ period }: PeriodProps) {
  const [by, setBy] = useState<MoneyGroup>('person')
  const names = useNames()
  const { from, to } = period
  const { since, until } = daysIn(period)
  const quoted = ({ id, quoted: count }: Money) =>
    count === 0 ? undefined : quotationList.path({ ...groupFilter(by, id), sent: 'yes', from, to })
  const won = ({ id, won: count }: Money) =>
    count === 0 ? undefined : quotationList.path({ ...groupFilter(by, id), won: `${since}_${until}` })
  const nameOf = ({ id, name }: Money) => (by === 'person' ? (names(id) ?? name) : name) ?? nameless[by]
  const hasQuantities = by === 'category' || by === 'product'
  const title = `Quoted and won by ${moneyGroups[by].toLowerCase()}`
  return (
    <ReportCard
      heading="Quoted and won"
      tools={
        <NativeSelect
          aria-label="Money by"
          size="sm"
          value={by}
          data={Object.entries(moneyGroups).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => setBy(value as MoneyGroup)} // of `moneyGroups`
        />
      }
      query={moneyQuery(by)}
      period={period}
    >
      {(rows) => (
        <Plot
          title={title}
          unit={`₹ with GST, ${daysText(period)}`}
          rows={rows.slice(0, plotted)}
          nameOf={nameOf}
          format={shortRupees}
          isSideways
          series={[
            { name: 'Quoted', color: plotColours.other, value: ({ quoted_paise: paise }) => paise / 100 },
            { name: 'Won', color: plotColours.main, value: ({ won_paise: paise }) => paise / 100 },
          ]}
          table={{
            one: 'row',
            head: moneyGroups[by],
            empty: 'No quotation was sent or won in this period.',
            rows,
            columns: [
              { header: 'Quoted', value: (row) => row.quoted, to: quoted },
              ...(hasQuantities
                ? [{ header: 'Quoted pieces', value: (row: Money) => row.quoted_quantity }]
                : []),
              rupeeColumn('Quoted value', (row) => row.quoted_paise, quoted),
              { header: 'Won', value: (row) => row.won, to: won },
              ...(hasQuantities ? [{ header: 'Won pieces', value: (row: Money) => row.won_quantity }] : []),
              rupeeColumn('Won value', (row) => row.won_paise, won),
              rupeeColumn<Money>('Margin', (row) => row.margin_paise),
            ],
          }}
        />
      )}
    </ReportCard>
  )
}

/** Where leads came from, and what came of them. */
export function SourcesReport({ period }: PeriodProps) {
  const { from, to } = period
  const { since, until } = daysIn(period)
  const of = ({ source, campaign }: SourceFigures) => ({
    source: source ?? 'none',
    ...(campaign !== null && { campaign }),
  })
  const nameOf = ({ source, campaign }: SourceFigures) =>
    campaign === null ? (source ?? 'Not known') : `${source ?? 'Not known'}: ${campaign}`
  const quoted = (row: SourceFigures) =>
    row.quoted === 0 ? undefined : quotationList.path({ ...of(row), sent: 'yes', from, to })
  const won = (row: SourceFigures) =>
    row.won === 0 ? undefined : quotationList.path({ ...of(row), won: `${since}_${until}` })
  return (
    <ReportCard heading="Sources" query={sourcesQuery} period={period}>
      {(rows) => (
        <Plot
          title="Where leads come from"
          unit={`Leads and quotations, ${daysText(period)}`}
          rows={rows.filter(({ campaign }) => campaign === null).slice(0, plotted)}
          nameOf={nameOf}
          isSideways
          series={[
            { name: 'Leads', color: plotColours.other, value: ({ leads }) => leads },
            { name: 'Won', color: plotColours.main, value: (row) => row.won },
          ]}
          table={{
            one: 'source',
            head: 'Source',
            empty: 'There were no leads in this period.',
            rows,
            columns: [
              {
                header: 'Leads',
                value: ({ leads }) => leads,
                to: (row) => (row.leads === 0 ? undefined : leadsOf(period, of(row))),
              },
              { header: 'Quoted', value: (row) => row.quoted, to: quoted },
              rupeeColumn('Quoted value', (row) => row.quoted_paise, quoted),
              { header: 'Won', value: (row) => row.won, to: won },
              rupeeColumn('Won value', (row) => row.won_paise, won),
            ],
          }}
        />
      )}
    </ReportCard>
  )
}

/** How long a lead waits for its quotation, and that for an answer. */
export function TimesReport({ period }: PeriodProps) {
  const { from, to } = period
  return (
    <ReportCard heading="From lead to answer" query={timesQuery} period={period}>
      {({ quoted, accepted, declined }) => (
        <ReportTable
          caption="Average days from lead to answer"
          one="step"
          head="Step"
          empty="No quotation was sent in this period."
          rows={[
            { name: 'Lead to quotation', ...quoted, shows: { sent: 'yes' as const } },
            { name: 'Quotation to acceptance', ...accepted, shows: { state: 'accepted' as const } },
            { name: 'Quotation to decline', ...declined, shows: { state: 'declined' as const } },
          ]}
          nameOf={({ name }) => name}
          columns={[
            { header: 'Average days', value: ({ days }) => days },
            {
              header: 'Quotations',
              value: ({ quotations }) => quotations,
              to: ({ shows }) => quotationList.path({ ...shows, from, to }),
            },
          ]}
        />
      )}
    </ReportCard>
  )
}
