import { type FigureColumn, ReportCard, ReportTable } from './report-card.tsx'
import type { Period } from './period.ts'
import { vitalsQuery } from './reports-query.ts'

/** The measurements, each with the limit of what is good, in the unit that is stored. */
const vitals = {
  LCP: { name: 'Largest paint', good: 2500 },
  INP: { name: 'Reaction', good: 200 },
  CLS: { name: 'Shift', good: 100 },
  FCP: { name: 'First paint', good: 1800 },
  TTFB: { name: 'First byte', good: 800 },
} as const
type Vital = keyof typeof vitals

const pages: Readonly<Record<string, string>> = {
  home: 'Home page',
  catalogue: 'Catalogue',
  product: 'Product',
  inquiry: 'Inquiry',
  other: 'Other pages',
}

interface PageVitals {
  readonly page: string
  readonly views: number
  readonly p75: Readonly<Partial<Record<Vital, number | null>>>
}

/** The 75th percentile of web vitals for each kind of page; nothing for sales. Without a period of the last 90 days. */
export function VitalsReport({ period }: { readonly period?: Period }) {
  return (
    <ReportCard
      heading="Speed of the website"
      hint={
        period
          ? undefined
          : 'Three out of four page views of the last 90 days were at least this fast (p75). Slow values are marked. Visitors are not identified.'
      }
      query={vitalsQuery}
      period={period}
    >
      {(rows) => {
        const byPage = Map.groupBy(rows ?? [], ({ page }) => page)
        return (
          <ReportTable<PageVitals>
            caption="Web vitals by kind of page"
            one="page"
            head="Page"
            empty="No page views were measured."
            rows={[...byPage].map(([page, each]) => ({
              page,
              views: Math.max(...each.map(({ views }) => views)),
              p75: Object.fromEntries(each.map(({ vital, p75 }) => [vital, p75])),
            }))}
            nameOf={({ page }) => pages[page] ?? page}
            columns={[
              { header: 'Views', value: ({ views }) => views },
              ...(Object.keys(vitals) as Vital[]).map(vitalColumn), // its own keys
            ]}
          />
        )
      }}
    </ReportCard>
  )
}

function vitalColumn(vital: Vital): FigureColumn<PageVitals> {
  const { good } = vitals[vital]
  const valueOf = ({ p75 }: PageVitals) => p75[vital] ?? null
  return {
    header: vital,
    title: vitals[vital].name,
    value: (row) => {
      const value = valueOf(row)
      return value !== null && vital === 'CLS' ? value / 1000 : value
    },
    text: (row) => {
      const value = valueOf(row) ?? 0
      return vital === 'CLS' ? (value / 1000).toFixed(2) : value < 1000 ? `${value} ms` : `${value / 1000} s`
    },
    note: (row) => ((valueOf(row) ?? 0) > good ? 'slow' : undefined),
  }
}
