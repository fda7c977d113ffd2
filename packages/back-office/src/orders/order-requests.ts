import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Json } from '@giftwell/shared/kernel/database.types.ts'
import { type RestRequest, send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import type { Artwork, GivenByBuyer } from '@giftwell/shared/quotations/buyer-details.ts'
import type { Proof } from '@giftwell/shared/quotations/order.ts'
import type { OrderState, SteppedLine } from './order-states.ts'

/** An order's lines. */
export interface OrderLine extends SteppedLine {
  /** In the content of its version. */
  readonly line_id: string
  readonly quantity: number
  readonly needs_proof: boolean
  readonly name: string | null
  readonly product_id: string | null
  readonly code: string | null
  readonly note: string | null
  readonly image_url: string | null
  /** How many were dispatched, and of them delivered. */
  readonly dispatched: number
  readonly delivered: number
  /** The newest first; none offline. */
  readonly proofs: readonly Proof[]
}

/** Where gifts of an order go. */
export type OrderPlace = Omit<Row<'order_places'>, 'order_id' | 'position'>

/** A parcel. */
export type OrderDispatch = Omit<Row<'order_dispatches'>, 'order_id'>

/** Something that the seller or the buyer did. */
export type OrderEvent = Pick<
  Row<'order_events'>,
  'number' | 'kind' | 'actor_id' | 'actor_name' | 'created_at' | 'order_line_id'
> & { readonly value: EventValue }

interface EventValue {
  readonly text?: string
  readonly lines?: readonly { readonly id: string; readonly quantity?: number }[]
  /** The kind of the undone step. */
  readonly kind?: string
  readonly from?: string
  readonly until?: string
  readonly paise?: number
  readonly received_on?: string
  readonly places?: number
  readonly gifts?: number
}

/** An order with everything about it, as staff read it. */
export interface OrderDetails {
  readonly order: Omit<Row<'orders'>, 'news' | 'quotation_id' | 'version_id' | 'given_places'> & {
    readonly state: OrderState
    readonly start_on: string | null
    readonly delivered_on: string | null
    readonly waits_for_buyer: boolean
    readonly total_paise: number
  }
  readonly buyer: { readonly company: string; readonly name: string | null }
  readonly quotation: {
    readonly id: string
    readonly number: string | null
    readonly state: string
    readonly owner_email: string
    readonly erase_on: string | null
  }
  readonly lead: { readonly id: string; readonly reference: string } | null
  readonly purchase_order: string | null
  readonly purchase_orders: GivenByBuyer['purchase_orders']
  /** The buyer's logos. */
  readonly artworks: readonly Artwork[]
  readonly lines: readonly OrderLine[]
  /** None offline: where people live is not stored on computers. */
  readonly places: readonly OrderPlace[]
  readonly dispatches: readonly OrderDispatch[]
  readonly events: readonly OrderEvent[]
  /** The number of the step that can be undone. */
  readonly undo: number | null
}

/** The lines that a press moved, and those that it could not, each with a reason. */
export interface MovedLines {
  readonly moved: number
  readonly refused: readonly { readonly id: string; readonly problem: string }[]
  /** What undoes it; an older server does not say. */
  readonly steps?: readonly { readonly order_id: string; readonly event: number }[]
}

/** An order with its lines, places, parcels and history. */
export function orderQuery(backend: Backend, id: string) {
  return queryOptions({
    queryKey: ['orders', 'one', id] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<OrderDetails> => {
      const details = await send(backend, (rest) =>
        rest.rpc('order_details', { order_id: id }).abortSignal(signal),
      )
      return details as unknown as OrderDetails // the function promises this shape
    },
  })
}

/** The queries that a change of an order invalidates. */
const changed: readonly QueryKey[] = [['orders'], ['quotations'], ['dashboard']]

/** A change of orders, by a function of the database. Pending until they are read again. */
export function changeOrder<Data>(backend: Backend, failed = 'Error changing the order') {
  return mutationOptions({
    mutationKey: ['orders', 'change'],
    meta: { failed },
    mutationFn: (request: RestRequest<Data>) => send(backend, request),
    onSettled: async (_data, _error, _request, _result, { client }) => {
      await Promise.all(changed.map(async (queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}

/** The result of the functions that move lines. */
export function movedLines(answer: Json): MovedLines {
  return answer as unknown as MovedLines // the functions promise this shape
}
