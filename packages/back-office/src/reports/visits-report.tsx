import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { visitsQuery } from './money-query.ts'
import { daysText, type PeriodProps } from './period.ts'
import { plotColours } from './chart-props.ts'
import { Plot } from './plot.tsx'
import { ReportCard, ReportTable } from './report-card.tsx'

/** How much is searched, seen and added, by day or by equal parts of a long period. */
export function VisitsReport({ period }: PeriodProps) {
  return (
    <ReportCard heading="Visits" query={visitsQuery} period={period}>
      {(rows) => (
        <Plot
          title="Searches and views"
          unit={`Number, ${daysText(period)}`}
          rows={rows}
          nameOf={({ day }) => dayText(day).replace(/ \d{4}$/, '')}
          fullNameOf={daysOfPart}
          series={[
            { name: 'Seen', color: plotColours.main, value: ({ seen }) => seen, isLine: true },
            { name: 'Searched', color: plotColours.other, value: ({ searched }) => searched, isLine: true },
            { name: 'Added', color: plotColours.third, value: ({ added }) => added, isLine: true },
          ]}
          table={
            <ReportTable
              caption="Searches and views"
              one="time"
              head="Days"
              empty="Nothing was counted in this period."
              rows={rows}
              nameOf={daysOfPart}
              columns={[
                { header: 'Seen', value: ({ seen }) => seen },
                { header: 'Searched', value: ({ searched }) => searched },
                { header: 'Added', value: ({ added }) => added },
              ]}
            />
          }
        />
      )}
    </ReportCard>
  )
}

/** The day of a part, or its first and last: "1 Nov 2026 to 13 Nov 2026". */
function daysOfPart({ day, until }: { readonly day: string; readonly until: string }): string {
  return day === until ? dayText(day) : `${dayText(day)} to ${dayText(until)}`
}
