import { type QueryKey, queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import type { QuotationContent } from '@giftwell/shared/quotations/quotation.ts'

/** The purchase for a line of an order. */
export interface PurchaseLine {
  readonly id: string
  readonly supplierCode: string | null
  /** Ours. */
  readonly code: string | null
  readonly name: string
  readonly colour: string | null
  readonly quantity: number
  /** Null where it is not known, and for whom may not see it. */
  readonly costPaise: number | null
}

/** An order's lines from one supplier. */
export interface PurchaseList {
  /** The number of the order. */
  readonly order: string
  /** Null for lines whose product has no supplier. */
  readonly supplier: string | null
  readonly neededBy: string | null
  readonly seesCost: boolean
  readonly lines: readonly PurchaseLine[]
}

/** The terms of a product that a purchase list needs. */
export type PurchaseTerms = Pick<Row<'product_terms'>, 'product_id' | 'supplier' | 'supplier_code'> & {
  readonly cost_paise?: number | null
}

/** An order with the content that its lines are of. */
export interface PurchasedOrder {
  readonly number: string
  readonly needed_by: string | null
  readonly version: { readonly content: Pick<QuotationContent, 'lines'> }
  readonly lines: readonly { readonly line_id: string; readonly quantity: number }[]
}

/** Ids in one URL, since servers limit its length. */
const partSize = 100

/** The lines of an order by supplier; costs are read only for whom may see them. */
export function purchaseListsQuery(backend: Backend, id: string, seesCost: boolean) {
  return queryOptions({
    queryKey: ['orders', 'purchase', id, seesCost] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly PurchaseList[]> => {
      const rows = await readRows(backend, (rest) =>
        rest
          .from('orders')
          .select(
            'number, needed_by, version:quotation_versions(content), lines:order_lines(line_id, quantity)',
          )
          .eq('id', id)
          .order('position', { ascending: true, referencedTable: 'lines' })
          .abortSignal(signal),
      )
      // The database's tests hold the shape of its JSON.
      const [order] = rows as unknown as readonly PurchasedOrder[]
      if (order === undefined) return []
      const ids = [...new Set(order.version.content.lines.flatMap(({ product_id: of }) => of ?? []))]
      const parts = Array.from({ length: Math.ceil(ids.length / partSize) }, (_, part) =>
        ids.slice(part * partSize, (part + 1) * partSize),
      )
      const terms = await Promise.all(
        parts.map((part) =>
          readRows<PurchaseTerms>(backend, (rest) => {
            const table = rest.from('product_terms')
            const read = seesCost
              ? table.select('product_id, supplier, supplier_code, cost_paise')
              : table.select('product_id, supplier, supplier_code')
            return read.in('product_id', part).abortSignal(signal)
          }),
        ),
      )
      return purchaseLists(order, terms.flat(), seesCost)
    },
  })
}

/** The lines of an order by supplier in the order of their names, those without one at the end. */
export function purchaseLists(
  { number, needed_by: neededBy, version, lines }: PurchasedOrder,
  terms: readonly PurchaseTerms[],
  seesCost: boolean,
): readonly PurchaseList[] {
  const ofProduct = new Map(terms.map((each) => [each.product_id, each]))
  const bySupplier = new Map<string, PurchaseList & { readonly lines: PurchaseLine[] }>()
  for (const { line_id: id, quantity } of lines) {
    const line = version.content.lines.find((each) => each.id === id)
    const of = ofProduct.get(line?.product_id ?? '')
    const supplier = of?.supplier ?? null
    const key = nameKey(supplier ?? '')
    const list = bySupplier.get(key) ?? { order: number, supplier, neededBy, seesCost, lines: [] }
    bySupplier.set(key, list)
    list.lines.push({
      id,
      supplierCode: of?.supplier_code ?? null,
      code: line?.code ?? null,
      name: line?.name ?? 'A gift',
      colour: line?.colour ?? null,
      quantity,
      costPaise: of?.cost_paise ?? null,
    })
  }
  return [...bySupplier]
    .toSorted(([one], [other]) => Number(one === '') - Number(other === '') || one.localeCompare(other))
    .map(([, list]) => list)
}

interface PurchaseColumn {
  readonly header: string
  /** Points on paper; missing for the column that takes the rest. */
  readonly width?: number
  readonly isRight?: boolean
  readonly text: (line: PurchaseLine) => string
  /** In rupees, or pieces: the number of a workbook's cell. */
  readonly number?: (line: PurchaseLine) => number | null
}

/** The columns of a purchase list; cost and sum for whom may see them. */
export function purchaseColumns({
  neededBy,
  seesCost,
}: Pick<PurchaseList, 'neededBy' | 'seesCost'>): readonly PurchaseColumn[] {
  return [
    { header: 'Supplier code', width: 92, text: ({ supplierCode }) => supplierCode ?? '' },
    { header: 'Our code', width: 92, text: ({ code }) => code ?? '' },
    { header: 'Name', text: ({ name }) => name },
    { header: 'Colour', width: 76, text: ({ colour }) => colour ?? '' },
    {
      header: 'Quantity',
      width: 48,
      isRight: true,
      text: ({ quantity }) => String(quantity),
      number: ({ quantity }) => quantity,
    },
    { header: 'Needed by', width: 62, text: () => (neededBy === null ? '' : dayText(neededBy)) },
    ...(seesCost
      ? [
          {
            header: 'Cost',
            width: 68,
            isRight: true,
            text: ({ costPaise }: PurchaseLine) => (costPaise === null ? '' : rupees(costPaise)),
            number: ({ costPaise }: PurchaseLine) => costPaise && costPaise / 100,
          },
          {
            header: 'Sum',
            width: 80,
            isRight: true,
            text: ({ costPaise, quantity }: PurchaseLine) =>
              costPaise === null ? '' : rupees(costPaise * quantity),
            number: ({ costPaise, quantity }: PurchaseLine) => costPaise && (costPaise * quantity) / 100,
          },
        ]
      : []),
  ]
}

/** What all of a list costs; null while a cost is not known. */
export function purchaseTotal({ lines }: PurchaseList): number | null {
  return lines.reduce<number | null>(
    (sum, { costPaise, quantity }) =>
      sum === null || costPaise === null ? null : sum + costPaise * quantity,
    0,
  )
}
