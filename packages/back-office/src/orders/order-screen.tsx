import { Badge, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { dayText, momentText } from '@giftwell/shared/kernel/india-time.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { isToDecide } from '@giftwell/shared/quotations/order.ts'
import { CachedNotice, useStored } from '../list/cached-list.tsx'
import { ListState } from '../list/list-card.tsx'
import { GivenPanel } from '../quotations/given-panel.tsx'
import { ActionDialog, type DialogAction } from '../record/action-dialog.tsx'
import { ScreenHead } from '../screen/screen-head.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderHistory, stepNames } from './order-history.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderList } from './order-list.tsx'
import { OrderPlaces } from './order-places.tsx'
import { changeOrder, type OrderDetails, orderQuery } from './order-requests.ts'
import classes from './order-screen.module.css'
import { orderStates, stateColours } from './order-states.ts'
import { PurchaseDialog } from './purchase-dialog.tsx'
import { storedDetails, storedOrders } from './stored-orders.ts'
import { HeadLink } from '../screen/buttons.tsx'

/** Milliseconds between polls for actions of the buyer and colleagues, while the screen is visible. */
const pollMs = 15_000

/** The list of orders, or the one of the address (product.md, section 2, Orders). */
export function OrdersScreen() {
  const { order } = useParams()
  if (order !== undefined) return <OrderScreen key={order} id={order} />
  return <OrderList />
}

function OrderScreen({ id }: { readonly id: string }) {
  const details = useQuery({ ...orderQuery(useBackend(), id), refetchInterval: pollMs })
  const cached = useStored(storedOrders)
  const stored = cached?.rows.find((one) => one.id === id)
  const isOnline = useIsOnline()
  // Keep the last response and the input when the connection is lost.
  if (details.data !== undefined) {
    const asOf = isOnline ? undefined : new Date(details.dataUpdatedAt).toISOString()
    return <OpenOrder details={details.data} asOf={asOf} isReadOnly={!isOnline} />
  }
  if (cached !== undefined && stored !== undefined)
    return <OpenOrder details={storedDetails(stored)} asOf={cached.readAt} isReadOnly isStored />
  return (
    <>
      <ScreenHead title="Order" />
      <ListState list={details} />
    </>
  )
}

interface OpenOrderProps {
  readonly details: OrderDetails
  /** When it was read, as an ISO date; undefined while it is read again and again. */
  readonly asOf: string | undefined
  readonly isReadOnly: boolean
  /** Whether it is the offline copy, without places. */
  readonly isStored?: boolean
}

function OpenOrder({ details, asOf, isReadOnly, isStored = false }: OpenOrderProps) {
  const { order, buyer, quotation, lead } = details
  const isCancelled = order.cancelled_at !== null
  // The legal copy of an erased person is a document.
  const isFinal = isReadOnly || quotation.erase_on !== null
  const mayChange = !isFinal && !isCancelled
  const waits = order.waits_for_buyer
    ? [
        details.lines.some(isToDecide) && 'the approval of a proof',
        order.advance_paise !== null &&
          order.advance_received_on === null &&
          `the advance of ${rupees(order.advance_paise)}`,
      ].filter((what) => typeof what === 'string')
    : []
  return (
    <>
      <ScreenHead
        title={`Order ${order.number}`}
        subtitle={[buyer.company, buyer.name, order.needed_by && `needed by ${dayText(order.needed_by)}`]
          .filter(Boolean)
          .join(' · ')}
      >
        <Badge variant="light" size="lg" color={stateColours[order.state]}>
          {orderStates[order.state]}
        </Badge>
        <HeadLink to={`/admin/quotations/${quotation.id}`}>Quotation {quotation.number}</HeadLink>
        {lead !== null && <HeadLink to={`/admin/leads/${lead.id}`}>Lead {lead.reference}</HeadLink>}
        {!isFinal && <OrderActions details={details} />}
      </ScreenHead>
      <CachedNotice readAt={asOf}>{isStored && <span>Places need a connection.</span>}</CachedNotice>
      {order.cancelled_at !== null && (
        <Text role="note" mb={16}>
          Cancelled {momentText(order.cancelled_at)}: {order.cancel_reason}
        </Text>
      )}
      {waits.length > 0 && (
        <Text role="note" mb={16}>
          Waiting for the buyer: {waits.join(' and ')}.
        </Text>
      )}
      <div className={classes.columns}>
        <Stack gap={16}>
          <OrderLines details={details} isReadOnly={!mayChange} />
          {!isStored && <OrderPlaces details={details} isReadOnly={!mayChange} />}
        </Stack>
        <Stack gap={16}>
          <OrderFacts details={details} isReadOnly={!mayChange} />
          <GivenPanel
            given={{ details: null, purchase_orders: details.purchase_orders, artworks: details.artworks }}
            place={null}
          />
          <OrderHistory details={details} />
        </Stack>
      </div>
    </>
  )
}

/** Shows the purchase list, undoes the last step, and cancels or resumes an order. */
function OrderActions({ details: { order, events, undo } }: Pick<OpenOrderProps, 'details'>) {
  const changing = useMutation(changeOrder<unknown>(useBackend()))
  const [action, setAction] = useState<DialogAction>()
  const [isPurchasing, setPurchasing] = useState(false)
  const last = events.find(({ number }) => number === undo)
  if (order.cancelled_at !== null)
    return (
      <Button
        variant="default"
        size="sm"
        loading={changing.isPending}
        onClick={() =>
          changing.mutate((rest) => rest.rpc('resume_order', { order_id: order.id, saves: order.saves }))
        }
      >
        Resume order
      </Button>
    )
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setPurchasing(true)}>
        Purchase list
      </Button>
      {last !== undefined && (
        <Button
          variant="default"
          size="sm"
          disabled={changing.isPending}
          onClick={() =>
            changing.mutate((rest) => rest.rpc('undo_order_step', { order_id: order.id, event: last.number }))
          }
        >
          Undo “{stepNames[last.kind]}”
        </Button>
      )}
      <Button
        variant="default"
        size="sm"
        disabled={changing.isPending}
        onClick={() =>
          setAction({
            title: 'Cancel order',
            intro:
              'The lines stay where they are, and the quotation stays accepted. The buyer sees the reason on the page of the quotation.',
            fields: [{ name: 'reason', label: 'Reason', type: 'long' }],
            run: ({ reason = '' }) =>
              changing.mutateAsync((rest) =>
                rest.rpc('cancel_order', { order_id: order.id, saves: order.saves, reason }),
              ),
          })
        }
      >
        Cancel order
      </Button>
      {isPurchasing && <PurchaseDialog order={order.id} onClose={() => setPurchasing(false)} />}
      {action !== undefined && <ActionDialog action={action} onClose={() => setAction(undefined)} />}
    </>
  )
}
