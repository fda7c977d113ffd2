import { todayInIndia, dayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import type { QuotationContent } from '@giftwell/shared/quotations/quotation.ts'
import { lineNames } from '@giftwell/shared/quotations/quotation.ts'
import { storedList } from '../list/stored-list.ts'
import type { OrderRow } from './order-list-query.ts'
import type { OrderDetails, OrderDispatch, OrderEvent, OrderLine } from './order-requests.ts'
import { isToDecide, type LineState, type Proof } from '@giftwell/shared/quotations/order.ts'
import type { OrderState } from './order-states.ts'

/** The offline copy of an order, without its places, which may be homes. */
export type StoredOrder = Pick<
  OrderDetails['order'],
  | 'id'
  | 'number'
  | 'needed_by'
  | 'advance_paise'
  | 'advance_received_on'
  | 'cancelled_at'
  | 'cancel_reason'
  | 'saves'
  | 'created_at'
> & {
  readonly quotation: OrderDetails['quotation'] & { readonly lead: OrderDetails['lead'] }
  readonly version: {
    readonly content: QuotationContent
    readonly accepted: { readonly purchase_order?: string | null } | null
    readonly total_paise: number
  }
  readonly lines: readonly (Pick<OrderLine, 'id' | 'line_id' | 'quantity' | 'needs_proof' | 'state'> & {
    readonly proofs: readonly Omit<Proof, 'size'>[]
  })[]
  readonly dispatches: readonly OrderDispatch[]
  readonly events: readonly OrderEvent[]
}

/** The newest orders with their displayed fields, for reading offline. */
export const storedOrders = storedList<StoredOrder>({
  name: 'orders',
  most: 200,
  async fetch(backend, most, signal) {
    const rows = await readRows(backend, (rest) =>
      rest
        .from('orders')
        .select(
          'id, number, needed_by, advance_paise, advance_received_on, cancelled_at, cancel_reason, saves, created_at, quotation:quotations(id, number, state, owner_email, erase_on, lead:leads(id, reference)), version:quotation_versions(content, accepted, total_paise), lines:order_lines(id, line_id, quantity, needs_proof, state, proofs:order_proofs(id, version, name, note, sha256, created_at, decision, decided_at, decided_by, comment)), dispatches:order_dispatches(id, order_line_id, place_id, quantity, courier, tracking_number, tracking_url, dispatched_at, delivered_at), events:order_events(number, order_line_id, kind, actor_id, actor_name, created_at, value)',
        )
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .order('position', { ascending: true, referencedTable: 'lines' })
        .order('dispatched_at', { ascending: true, referencedTable: 'dispatches' })
        .order('number', { ascending: true, referencedTable: 'events' })
        .limit(most)
        .abortSignal(signal),
    )
    // The database's tests hold the shapes of its JSON.
    const orders = rows as unknown as readonly StoredOrder[]
    return {
      rows: orders
        // An erased person's legal copy is no open work.
        .filter(({ quotation }) => quotation.erase_on === null)
        // How the buyer was connected is in the acceptance.
        .map(({ version, ...order }) => ({
          ...order,
          version: {
            ...version,
            accepted: { purchase_order: version.accepted?.purchase_order ?? null },
          },
        })),
    }
  },
  // As `search_text` of `private.order_rows`.
  textOf({ number, quotation, version: { content, accepted } }) {
    const { company, name, email, phone } = content.buyer
    const texts = [number, quotation.number, company, accepted?.purchase_order, name, email, phone]
    return [...texts, ...content.lines.map((line) => line.name)].filter(Boolean).join('\n')
  },
})

const newestFirst = <P extends Pick<Proof, 'version'>>(proofs: readonly P[]) =>
  proofs.toSorted((one, other) => other.version - one.version)

/** As `waits_for_buyer` of `private.order_rows`. */
function waitsForBuyer(order: StoredOrder): boolean {
  if (order.cancelled_at !== null) return false
  const isOpen = !['delivered', 'returned'].includes(stateOf(order))
  const isUnpaid = order.advance_paise !== null && order.advance_received_on === null
  return (
    (isOpen && isUnpaid) ||
    order.lines.some((line) => isToDecide({ ...line, proofs: newestFirst(line.proofs).slice(0, 1) }))
  )
}

const ranks: readonly LineState[] = ['preparing', 'production', 'packed', 'dispatched', 'delivered']

/** Where an order is, as `private.order_rows` in the database has it. */
function stateOf({ cancelled_at: cancelledAt, lines }: StoredOrder): OrderState {
  if (cancelledAt !== null) return 'cancelled'
  const state = ranks.find((rank) => lines.some((line) => line.state === rank)) ?? 'returned'
  const needsProof = lines.some((line) => line.state === 'preparing' && line.needs_proof)
  return state === 'preparing' && needsProof ? 'proof' : state
}

function deliveredOn(order: StoredOrder): string | null {
  if (stateOf(order) !== 'delivered') return null
  const last = order.dispatches
    .map(({ delivered_at: at }) => at ?? '')
    .toSorted()
    .at(-1)
  return last ? dayInIndia(last) : null
}

/** A row of the list. When its work begins follows from the catalogue, and is not stored. */
export function orderRow(order: StoredOrder): OrderRow {
  const { id, number, needed_by, created_at, quotation, version, lines } = order
  const state = stateOf(order)
  const isOpen = !['cancelled', 'delivered', 'returned'].includes(state)
  return {
    id,
    number,
    company: version.content.buyer.company,
    state,
    needed_by,
    start_on: null,
    delivered_on: deliveredOn(order),
    is_late: isOpen && needed_by !== null && needed_by < todayInIndia(),
    waits_for_buyer: waitsForBuyer(order),
    total_paise: version.total_paise,
    owner_email: quotation.owner_email,
    quotation_number: quotation.number ?? '',
    created_at,
    lines,
    sort_key: created_at,
  }
}

/** A stored order as the server gives it, without places and files. */
export function storedDetails(stored: StoredOrder): OrderDetails {
  const { quotation, version, lines, dispatches, events, ...order } = stored
  const { content } = version
  const names = lineNames(content.lines)
  return {
    order: {
      ...order,
      state: stateOf(stored),
      start_on: null,
      delivered_on: deliveredOn(stored),
      waits_for_buyer: waitsForBuyer(stored),
      total_paise: version.total_paise,
    },
    buyer: { company: content.buyer.company, name: content.buyer.name },
    quotation,
    lead: quotation.lead,
    purchase_order: version.accepted?.purchase_order ?? null,
    purchase_orders: [],
    artworks: [],
    lines: lines.map((line) => {
      const index = content.lines.findIndex(({ id }) => id === line.line_id)
      const { product_id, code, note, image_url } = content.lines[index] ?? noLine
      const parcels = dispatches.filter(({ order_line_id: of }) => of === line.id)
      return {
        ...line,
        name: names[index] ?? null,
        product_id,
        code,
        note,
        image_url,
        dispatched: sumOf(parcels),
        delivered: sumOf(parcels.filter(({ delivered_at: at }) => at !== null)),
        is_approved: null,
        proofs: newestFirst(line.proofs).map((proof) => ({ ...proof, size: null })),
      }
    }),
    places: [],
    dispatches,
    events,
    undo: null,
  }
}

const noLine = { product_id: null, code: null, note: null, image_url: null }

function sumOf(counted: readonly { readonly quantity: number }[]): number {
  return counted.reduce((sum, { quantity }) => sum + quantity, 0)
}
