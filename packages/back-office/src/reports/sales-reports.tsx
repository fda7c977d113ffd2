import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'

import { counted } from '@giftwell/shared/kernel/counted.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { declineReasons, isDeclineReason } from '@giftwell/shared/quotations/quotation.ts'
import { type LeadSearch, leadsPath, lostReasons, weekdays } from '../leads/lead-search.ts'
import { type OrderSearch, orderList } from '../orders/order-list-query.ts'
import { quotationList } from '../quotations/quotation-list-query.ts'
import { useNames } from '../staff/administrators.ts'
import { type FigureColumn, FigureLink, ReportCard, ReportTable } from './report-card.tsx'
import { ordersQuery } from './money-query.ts'
import { rupeeColumn } from './money-reports.tsx'
import { daysIn, leadsOf, type PeriodProps } from './period.ts'
import { Plot, plotColours } from './plot.tsx'
import { answersQuery, type Festival, festivals, reasonsQuery, seasonsQuery } from './reports-query.ts'

interface Times {
  readonly name: string
  readonly leads: number
  readonly answered: number
  readonly median_minutes: number | null
  readonly p90_minutes: number | null
  readonly shows: Partial<LeadSearch>
}

/** Minutes as people say them: "40 min", "5.5 h", "3 d". */
function durationOf(minutes: number | null): string {
  if (minutes === null) return '–'
  if (minutes < 100) return `${Math.max(1, minutes)} min`
  return minutes < 72 * 60 ? `${Math.round(minutes / 6) / 10} h` : `${Math.round(minutes / 144) / 10} d`
}

/** How long leads waited, by person and by the day on which they came; and quotations that wait. */
export function AnswersReport({ period }: PeriodProps) {
  const names = useNames()
  const columns: readonly FigureColumn<Times>[] = [
    { header: 'Leads', value: ({ leads }) => leads, bar: 'brand', to: ({ shows }) => leadsOf(period, shows) },
    {
      header: 'Answered',
      value: ({ answered }) => answered,
      to: ({ shows: { assigned: person, ...shows } }) =>
        leadsOf(period, {
          ...shows,
          ...(person === undefined ? { answered: 'yes' } : { answered_by: person }),
        }),
    },
    {
      header: 'Median',
      value: ({ median_minutes: minutes }) => minutes,
      text: ({ median_minutes: minutes }) => durationOf(minutes),
    },
    {
      header: '90th percentile',
      value: ({ p90_minutes: minutes }) => minutes,
      text: ({ p90_minutes: minutes }) => durationOf(minutes),
    },
  ]
  return (
    <ReportCard heading="Answer times" query={answersQuery} period={period}>
      {({ all, people, weekdays: byDay, unanswered_quotations: waiting }) => (
        <>
          <FigureLink to={quotationList.path({ unanswered: 'yes' })}>
            Quotations unanswered for three days <strong>{waiting.toLocaleString()}</strong>
          </FigureLink>
          <ReportTable<Times>
            caption="Answer times by person"
            one="person"
            head="Assigned to"
            empty="There were no leads in this period."
            rows={
              all.leads === 0
                ? []
                : [
                    { ...all, name: 'All', shows: {} },
                    ...people.map(({ id, email, ...times }) => ({
                      ...times,
                      name: id === null ? 'No one' : (names(email) ?? email ?? 'A former colleague'),
                      shows: { assigned: id ?? 'none' },
                    })),
                  ]
            }
            nameOf={({ name }) => name}
            columns={columns}
          />
          <ReportTable<Times>
            caption="Answer times by weekday"
            one="day"
            head="Received on"
            empty="There were no leads in this period."
            rows={byDay.map(({ weekday, ...times }) => ({
              ...times,
              name: weekdays[weekday - 1] ?? '',
              shows: { weekday: String(weekday) },
            }))}
            nameOf={({ name }) => name}
            columns={columns}
          />
        </>
      )}
    </ReportCard>
  )
}

/** Why quotations were declined, and leads lost. */
export function ReasonsReport({ period }: PeriodProps) {
  const { from, to } = period
  return (
    <ReportCard heading="Reasons" query={reasonsQuery} period={period}>
      {({ declined, lost }) => (
        <>
          <ReportTable
            caption="Lost leads by reason"
            one="reason"
            head="Reason"
            empty="No lead of this period was lost."
            rows={lost}
            nameOf={({ reason }) => (isDeclineReason(reason) ? lostReasons[reason] : lostReasons.none)}
            columns={[
              {
                header: 'Leads',
                value: ({ leads }) => leads,
                bar: 'brand',
                to: ({ reason }) =>
                  leadsOf(period, { state: 'lost', reason: isDeclineReason(reason) ? reason : 'none' }),
              },
            ]}
          />
          <ReportTable
            caption="Declined quotations by reason"
            one="reason"
            head="Reason"
            empty="No quotation of this period was declined."
            rows={declined}
            nameOf={({ reason }) =>
              isDeclineReason(reason ?? '') ? declineReasons[reason as 'price'] : 'No reason given'
            }
            columns={[
              {
                header: 'Quotations',
                value: ({ quotations }) => quotations,
                bar: 'brand',
                to: ({ reason }) =>
                  reason !== null && isDeclineReason(reason)
                    ? quotationList.path({ state: 'declined', reason, from, to })
                    : undefined,
              },
            ]}
          />
        </>
      )}
    </ReportCard>
  )
}

/** A week before or after a festival with the figures of each year. */
interface SeasonWeek {
  readonly week: number
  readonly years: ReadonlyMap<
    number,
    { readonly since: string; readonly until: string; readonly asked: number; readonly seen: number }
  >
}

/** The weeks around a festival, this year’s beside last year’s. */
export function SeasonsReport() {
  const [festival, setFestival] = useState<Festival>('diwali')
  return (
    <ReportCard
      heading="Seasons"
      tools={
        <NativeSelect
          aria-label="Festival"
          size="sm"
          value={festival}
          data={Object.entries(festivals).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => setFestival(value as Festival)} // of `festivals`
        />
      }
      query={seasonsQuery(festival)}
    >
      {({ years }) => {
        const numbers = [...new Set(years.flatMap(({ weeks }) => weeks.map(({ week }) => week)))]
        const rows = numbers
          .toSorted((one, another) => one - another)
          .map((week): SeasonWeek => ({
            week,
            years: new Map(
              years.flatMap(({ year, weeks }) => {
                const found = weeks.find((each) => each.week === week)
                return found ? [[year, found]] : []
              }),
            ),
          }))
        return (
          <>
            <Text>
              {years.map(({ year, date }) => `${festivals[festival]} ${year}: ${dayText(date)}`).join('. ')}
            </Text>
            <Plot
              title={`Leads in the weeks of ${festivals[festival]}`}
              unit="Leads by week before and after the day"
              rows={rows}
              nameOf={({ week }) => String(week)}
              series={years.map(({ year }, index) => ({
                name: String(year),
                color: index === years.length - 1 ? plotColours.main : plotColours.other,
                value: (row: SeasonWeek) => row.years.get(year)?.asked ?? null,
                isLine: true,
              }))}
              table={{
                caption: `Weeks of ${festivals[festival]}`,
                one: 'week',
                head: 'Week',
                empty: 'These weeks are still to come.',
                nameOf: ({ week }) => weekName(week),
                columns: [
                  ...years.map(({ year }): FigureColumn<SeasonWeek> => ({
                    header: `Leads ${year}`,
                    value: (row) => row.years.get(year)?.asked ?? null,
                    to(row) {
                      const days = row.years.get(year)
                      return days && leadsPath({ asked: `${days.since}_${days.until}` })
                    },
                  })),
                  ...years.map(({ year }): FigureColumn<SeasonWeek> => ({
                    header: `Seen ${year}`,
                    value: (row) => row.years.get(year)?.seen ?? null,
                  })),
                ],
              }}
            />
          </>
        )
      }}
    </ReportCard>
  )
}

function weekName(week: number): string {
  if (week === 0) return 'From the day'
  return week < 0 ? `${counted(-week, 'week')} before` : `${counted(week, 'week')} after`
}

interface OrderFigure {
  readonly name: string
  readonly orders: number
  /** Null where it is not counted. */
  readonly paise: number | null
  readonly shows: Partial<OrderSearch>
}

/** Open value, late orders, and deliveries of the period. */
export function OrdersReport({ period }: PeriodProps) {
  const { since, until } = daysIn(period)
  const delivered = `${since}_${until}`
  const to = ({ orders, shows }: OrderFigure) => (orders === 0 ? undefined : orderList.path(shows))
  return (
    <ReportCard heading="Orders" query={ordersQuery} period={period}>
      {({ open, open_paise, late, late_paise, on_time, too_late, without_day }) => (
        <ReportTable<OrderFigure>
          caption="Orders and their delivery"
          one="figure"
          head="Which"
          empty="There are no orders."
          rows={[
            { name: 'Open', orders: open, paise: open_paise, shows: { open: 'yes' } },
            { name: 'Late', orders: late, paise: late_paise, shows: { due: 'late' } },
            { name: 'Delivered on time', orders: on_time, paise: null, shows: { delivered, kept: 'yes' } },
            { name: 'Delivered late', orders: too_late, paise: null, shows: { delivered, kept: 'no' } },
            {
              name: 'Delivered, no due date',
              orders: without_day,
              paise: null,
              shows: { delivered, kept: 'none' },
            },
          ]}
          nameOf={({ name }) => name}
          columns={[
            { header: 'Orders', value: ({ orders }) => orders, bar: 'brand', to },
            rupeeColumn<OrderFigure>('Value', ({ paise }) => paise, to),
          ]}
        />
      )}
    </ReportCard>
  )
}
