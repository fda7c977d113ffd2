import { Anchor, Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { declineReasons, isDeclineReason } from '@giftwell/shared/quotations/quotation.ts'
import { ListState } from '../list/list-card.tsx'
import { productDemand } from '../products/admin-products.ts'
import { quotationsPath } from '../quotations/quotation-list-query.ts'
import { beginningWith } from '../settings/search-words-screen.tsx'
import type { FigureColumn } from './figure-table.tsx'
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
} from './figures-query.ts'
import { daysIn, leadsOf, type PeriodProps } from './period.ts'
import { ReportCard, ReportTable } from './report-card.tsx'

const brand = () => 'brand' as const
const other = () => 'other' as const

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

/** From what is seen to what is accepted, with the drop-off of each stage. */
export function FunnelReport({ period }: PeriodProps) {
  const { from, to } = period
  const funnel = useQuery(funnelQuery(useBackend(), daysIn(period)))
  return (
    <ReportCard
      heading="Funnel"
      hint="Seen and added count visits of products, which have no list. Asked are the leads that came, the others the quotations that were begun in these days: each number opens the list of exactly these."
      query={funnel}
    >
      {({ seen, added, asked, quoted, accepted, declined }) => (
        <ReportTable<Stage>
          caption="From seen to accepted"
          one="stage"
          head="Stage"
          empty="Nothing was counted in these days."
          rows={[
            { name: 'Seen', count: seen, before: seen },
            { name: 'Added', count: added, before: seen },
            { name: 'Asked', count: asked, before: added, to: leadsOf(period) },
            { name: 'Quoted', count: quoted, before: asked, to: quotationsPath({ sent: 'yes', from, to }) },
            {
              name: 'Accepted',
              count: accepted,
              before: quoted,
              to: quotationsPath({ state: 'accepted', from, to }),
            },
            {
              name: 'Declined',
              count: declined,
              before: declined,
              to: quotationsPath({ state: 'declined', from, to }),
            },
          ]}
          nameOf={({ name }) => name}
          columns={[
            { header: 'Number', value: ({ count }) => count, bar: brand, to: ({ to: list }) => list },
            { header: 'Drop-off', value: ({ count, before }) => dropOff(count, before) ?? null },
          ]}
        />
      )}
    </ReportCard>
  )
}

const stageNames = ['seen', 'added', 'asked', 'quoted', 'accepted', 'declined'] as const

/** The stages as columns, each with the drop-off from the one before; all of them open the same page. */
function stageColumns<R extends Counted>(page: (row: R) => string): readonly FigureColumn<R>[] {
  return stageNames.map((stage, index) => {
    const before = stageNames[index - 1]
    return {
      header: `${stage.charAt(0).toUpperCase()}${stage.slice(1)}`,
      value: (row) => row[stage],
      // A list of nothing would say no more.
      to: (row) => (row[stage] === 0 ? undefined : page(row)),
      ...(stage === 'seen' && { bar: brand }),
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
  const groups = useQuery(groupsQuery(group)(useBackend(), daysIn(period)))
  return (
    <ReportCard
      heading="Funnel by group"
      hint="How often products of a group were seen and added, and in how many inquiries and quotations each of them was. A number opens the group’s products, which are not as many."
      tools={
        <NativeSelect
          aria-label="Group by"
          size="sm"
          value={group}
          data={groupOrder.map((value) => ({ value, label: groupNames[value] }))}
          onChange={({ currentTarget: { value } }) => setGroup(value as GroupName)} // of `groupOrder`
        />
      }
      query={groups}
    >
      {(rows) => (
        <ReportTable<Counted>
          caption={groupNames[group]}
          one="group"
          head="Name"
          empty="There is none yet."
          rows={rows}
          nameOf={({ name }) => name}
          columns={stageColumns(
            ({ id }) => `/admin/products?${groupFilters[group]}=${encodeURIComponent(id)}`,
          )}
        />
      )}
    </ReportCard>
  )
}

const wordsPage = ({ words }: Words) => `/admin/products?search=${encodeURIComponent(words)}`

/** What was searched for, found or not, and chosen. */
export function SearchesReport({ period }: PeriodProps) {
  const backend = useBackend()
  const searched = useQuery(searchesQuery()(backend, daysIn(period)))
  const missed = useQuery(searchesQuery('not_found')(backend, daysIn(period)))
  return (
    <ReportCard
      heading="Searches"
      hint="How often words were searched for, without a result, and followed by a product that was opened. How long they are stored, Retention says. A number opens the products that the words find now."
      query={searched}
    >
      {({ words }) => (
        <>
          <ReportTable<Words>
            caption="Searched"
            one="search"
            head="Words"
            empty="Nothing was searched for in these days."
            rows={words}
            nameOf={(row) => row.words}
            columns={[
              { header: 'Searched', value: (row) => row.searched, bar: brand, to: wordsPage },
              { header: 'Chosen', value: (row) => row.chosen, to: wordsPage },
            ]}
          />
          <ListState list={missed} failed="Error loading what was not found: " />
          {missed.isSuccess && (
            <ReportTable<Words>
              caption="Searched and not found"
              one="search"
              head="Words"
              empty="No search of these days was without a result."
              rows={missed.data.words}
              nameOf={(row) => row.words}
              columns={[{ header: 'Not found', value: (row) => row.not_found, bar: other, to: wordsPage }]}
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

/** The products that are seen most often, each with its funnel. */
export function MostSeenReport() {
  const products = useQuery(productsQuery()(useBackend(), {}))
  return (
    <ReportCard
      heading="Funnel by product"
      hint="The products that were seen most often, since counting began, whatever the days above. Asked, quoted, accepted and declined count inquiries and quotations with the product. A number opens the product."
      query={products}
    >
      {({ products: rows }) => (
        <ReportTable<CountedProduct>
          caption="Products"
          one="product"
          head="Name"
          empty="No product was seen yet."
          rows={rows}
          nameOf={({ name }) => name}
          columns={stageColumns(productPage)}
        />
      )}
    </ReportCard>
  )
}

const demandCounts = {
  seen_never_asked: 'seen',
  asked_never_quoted: 'asked',
  quoted_declined: 'declined',
} as const
const demand = Object.keys(demandCounts) as (keyof typeof demandCounts)[] // its own keys

/** Products whose way ends before it should, each kind with the list of all of them. */
export function DemandReport() {
  const backend = useBackend()
  const lists = {
    seen_never_asked: useQuery(productsQuery('seen_never_asked')(backend, {})),
    asked_never_quoted: useQuery(productsQuery('asked_never_quoted')(backend, {})),
    quoted_declined: useQuery(productsQuery('quoted_declined')(backend, {})),
  }
  return demand.map((list) => (
    <ReportCard
      key={list}
      heading={productDemand[list]}
      hint="Since counting began, whatever the days above. A number in the table opens the product."
      query={lists[list]}
    >
      {({ [list]: count, products }) => (
        <>
          <Anchor component={Link} to={`/admin/products?${list}=yes`} c="var(--gw-brand)" underline="always">
            {productDemand[list]} <strong>{counted(count, 'product')}</strong>
          </Anchor>
          <ReportTable<CountedProduct>
            caption={`Most ${demandCounts[list]}`}
            one="product"
            head="Name"
            empty="There is none."
            rows={products}
            nameOf={({ name }) => name}
            columns={[
              {
                header:
                  demandCounts[list] === 'seen'
                    ? 'Seen'
                    : demandCounts[list] === 'asked'
                      ? 'Asked'
                      : 'Declined',
                value: (row) => row[demandCounts[list]],
                bar: brand,
                to: productPage,
              },
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
