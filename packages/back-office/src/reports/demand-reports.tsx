import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { declineReasons, isDeclineReason } from '@giftwell/shared/quotations/quotation.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { leadsPath } from '../leads/lead-search.ts'
import { ListState } from '../list/list-card.tsx'
import { productDemand } from '../products/admin-products.ts'
import { quotationList } from '../quotations/quotation-list-query.ts'
import { beginningWith } from '../settings/search-words-screen.tsx'
import { type FigureColumn, FigureLink, ReportCard, ReportTable } from './report-card.tsx'
import { visitsQuery } from './money-query.ts'
import { daysIn, daysText, leadsOf, type Period, type PeriodProps } from './period.ts'
import { Plot, plotColours } from './plot.tsx'
import {
  type Counted,
  type CountedProduct,
  funnelQuery,
  type GroupName,
  groupNames,
  groupsQuery,
  productsQuery,
  searchesQuery,
  type Words,
} from './reports-query.ts'

/** The share of the stage before that ended there, like "−75 %". */
function dropOff(count: number, before: number): string | undefined {
  return count >= before ? undefined : `−${Math.round((1 - count / before) * 100)} %`
}

interface Stage {
  readonly name: string
  readonly count: number
  readonly before: number
  readonly to?: string
}

/** From views to acceptances, with the drop-off of each stage. */
export function FunnelReport({ period }: PeriodProps) {
  const { from, to } = period
  return (
    <ReportCard heading="Funnel" query={funnelQuery} period={period}>
      {({ seen, added, asked, quoted, accepted, declined }) => {
        const rows: readonly Stage[] = [
          { name: 'Seen', count: seen, before: seen },
          { name: 'Added', count: added, before: seen },
          { name: 'Asked', count: asked, before: added, to: leadsOf(period) },
          { name: 'Quoted', count: quoted, before: asked, to: quotationList.path({ sent: 'yes', from, to }) },
          {
            name: 'Accepted',
            count: accepted,
            before: quoted,
            to: quotationList.path({ state: 'accepted', from, to }),
          },
          {
            name: 'Declined',
            count: declined,
            before: declined,
            to: quotationList.path({ state: 'declined', from, to }),
          },
        ]
        return (
          <Plot
            title="From seen to accepted"
            unit={`Number, ${daysText(period)}`}
            rows={rows}
            nameOf={({ name }) => name}
            isSideways
            series={[{ name: 'Number', color: plotColours.main, value: ({ count }) => count }]}
            table={{
              one: 'stage',
              head: 'Stage',
              empty: 'Nothing was counted in this period.',
              columns: [
                { header: 'Number', value: ({ count }) => count, to: ({ to: list }) => list },
                { header: 'Drop-off', value: ({ count, before }) => dropOff(count, before) ?? null },
              ],
            }}
          />
        )
      }}
    </ReportCard>
  )
}

const stageNames = ['seen', 'added', 'asked', 'quoted', 'accepted', 'declined'] as const

/**
 * The stages as columns, each with the drop-off from the one before. Leads and quotations open the list of exactly these; visits
 * have none.
 */
function stageColumns<R extends Counted>(
  keyOf: (row: R) => string,
  period?: Period,
): readonly FigureColumn<R>[] {
  const { from = '', to = '' } = period ?? {}
  const lists: Readonly<Partial<Record<(typeof stageNames)[number], (about: string) => string>>> = {
    asked: (about) => (period ? leadsOf(period, { about }) : leadsPath({ about })),
    quoted: (about) => quotationList.path({ sent: 'yes', about, from, to }),
    accepted: (about) => quotationList.path({ state: 'accepted', about, from, to }),
    declined: (about) => quotationList.path({ state: 'declined', about, from, to }),
  }
  return stageNames.map((stage, index) => {
    const before = stageNames[index - 1]
    return {
      header: `${stage.charAt(0).toUpperCase()}${stage.slice(1)}`,
      value: (row) => row[stage],
      // A list of nothing would say no more.
      to: (row) => (row[stage] === 0 ? undefined : lists[stage]?.(keyOf(row))),
      ...(stage === 'seen' && { bar: 'brand' as const }),
      ...(before !== undefined &&
        stage !== 'declined' && { note: (row) => dropOff(row[stage], row[before]) }),
    }
  })
}

const groupOrder = Object.keys(groupNames) as GroupName[] // its own keys
/** The filter of the products list. */
const groupFilters: Readonly<Record<GroupName, string>> = {
  category: 'category',
  theme: 'theme',
  industry: 'industry',
  band: 'budget',
}

/** The funnel of each category, theme, industry or band. */
export function GroupsReport({ period }: PeriodProps) {
  const [group, setGroup] = useState<GroupName>('category')
  return (
    <ReportCard
      heading="Funnel by group"
      tools={
        <NativeSelect
          aria-label="Group by"
          size="sm"
          value={group}
          data={groupOrder.map((value) => ({ value, label: groupNames[value] }))}
          onChange={({ currentTarget: { value } }) => setGroup(value as GroupName)} // of `groupOrder`
        />
      }
      query={groupsQuery(group)}
      period={period}
    >
      {(rows) => (
        <ReportTable<Counted>
          caption={groupNames[group]}
          one="group"
          head="Name"
          empty="There is none yet."
          rows={rows}
          nameOf={({ name }) => name}
          nameTo={({ id }) => `/admin/products?${groupFilters[group]}=${encodeURIComponent(id)}`}
          columns={stageColumns(({ id }) => `${group}:${id}`, period)}
        />
      )}
    </ReportCard>
  )
}

const wordsPage = ({ words }: Words) => `/admin/products?search=${encodeURIComponent(words)}`

/** The searches, with and without results, and opened results. */
export function SearchesReport({ period }: PeriodProps) {
  const missed = useQuery(searchesQuery('not_found')(useBackend(), daysIn(period)))
  return (
    <ReportCard heading="Searches" query={searchesQuery()} period={period}>
      {({ words }) => (
        <>
          <ReportTable<Words>
            caption="Searched"
            one="search"
            head="Words"
            empty="There were no searches in this period."
            rows={words}
            nameOf={(row) => row.words}
            nameTo={wordsPage}
            columns={[
              { header: 'Searched', value: (row) => row.searched, bar: 'brand' },
              { header: 'Chosen', value: (row) => row.chosen },
            ]}
          />
          <ListState list={missed} failed="Error loading searches without a result: " />
          {missed.isSuccess && (
            <ReportTable<Words>
              caption="Searches without a result"
              one="search"
              head="Words"
              empty="Every search in this period had a result."
              rows={missed.data.words}
              nameOf={(row) => row.words}
              nameTo={wordsPage}
              columns={[{ header: 'Not found', value: (row) => row.not_found, bar: 'other' }]}
              action={(row) => (
                <Button
                  component={Link}
                  to="/admin/search-words?add=1"
                  state={beginningWith(row.words)}
                  variant="default"
                  size="compact-sm"
                  aria-label={`Add a word: ${row.words}`}
                >
                  Add a word
                </Button>
              )}
            />
          )}
        </>
      )}
    </ReportCard>
  )
}

const productPage = ({ id }: Counted) => `/admin/products?product=${id}`
const productKey = ({ id }: Counted) => `product:${id}`

/** The products that are seen most often, each with its funnel. */
export function MostSeenReport() {
  return (
    <ReportCard heading="Funnel by product" query={productsQuery()}>
      {({ products: rows }) => (
        <ReportTable<CountedProduct>
          caption="Products"
          one="product"
          head="Name"
          empty="No product has been viewed yet."
          rows={rows}
          nameOf={({ name }) => name}
          nameTo={productPage}
          columns={stageColumns(productKey)}
        />
      )}
    </ReportCard>
  )
}

const demandCounts = {
  seen_never_asked: 'Seen',
  asked_never_quoted: 'Asked',
  quoted_declined: 'Declined',
} as const
const demand = Object.keys(demandCounts) as (keyof typeof demandCounts)[] // its own keys

/** Products whose way ends before it should, each kind with the list of all of them. */
export function DemandReport() {
  return demand.map((list) => (
    <ReportCard key={list} heading={productDemand[list]} query={productsQuery(list)}>
      {({ [list]: count, products }) => (
        <>
          <FigureLink to={`/admin/products?${list}=yes`}>
            {productDemand[list]} <strong>{counted(count, 'product')}</strong>
          </FigureLink>
          <ReportTable<CountedProduct>
            caption={`Most ${demandCounts[list].toLowerCase()}`}
            one="product"
            head="Name"
            empty="There is none."
            rows={products}
            nameOf={({ name }) => name}
            nameTo={productPage}
            columns={[
              ...stageColumns(productKey)
                .filter(({ header }) => header === demandCounts[list])
                .map(({ note: _note, ...column }) => ({ ...column, bar: 'brand' as const })),
              ...(list === 'quoted_declined'
                ? [{ header: 'Reasons', value: ({ reasons }: CountedProduct) => reasonsText(reasons) }]
                : []),
            ]}
          />
        </>
      )}
    </ReportCard>
  ))
}

function reasonsText(reasons: CountedProduct['reasons']): string {
  return Object.entries(reasons ?? {})
    .map(([reason, times]) => `${isDeclineReason(reason) ? declineReasons[reason] : reason} ${times}`)
    .join(', ')
}

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
          table={{
            one: 'time',
            head: 'Days',
            empty: 'Nothing was counted in this period.',
            columns: [
              { header: 'Seen', value: ({ seen }) => seen },
              { header: 'Searched', value: ({ searched }) => searched },
              { header: 'Added', value: ({ added }) => added },
            ],
          }}
        />
      )}
    </ReportCard>
  )
}

/** The day of a part, or its first and last: "1 Nov 2026 to 13 Nov 2026". */
function daysOfPart({ day, until }: { readonly day: string; readonly until: string }): string {
  return day === until ? dayText(day) : `${dayText(day)} to ${dayText(until)}`
}
