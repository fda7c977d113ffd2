import { Paper, Title } from '@mantine/core'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { dayText, momentText } from '@giftwell/shared/kernel/india-time.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { HistoryEvent, HistoryEvents } from '../record/record-history.tsx'
import type { OrderDetails, OrderEvent } from './order-requests.ts'

/** An order's history with authors and times, the latest first. */
export function OrderHistory({ details: { events, lines } }: { readonly details: OrderDetails }) {
  const { user } = useAuth()
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label="History">
      <Title order={2} ff="text" fz="md" fw={650} mb={8}>
        History
      </Title>
      <HistoryEvents>
        {events.toReversed().map((event) => (
          <HistoryEvent
            key={event.number}
            who={
              event.actor_id !== null && event.actor_id === user?.id ? 'You' : event.actor_name || 'The buyer'
            }
            deed={deedOf(event, lines)}
            moment={momentText(event.created_at)}
            text={event.value.text}
          >
            {null}
          </HistoryEvent>
        ))}
      </HistoryEvents>
    </Paper>
  )
}

const deeds: Readonly<Record<string, string>> = {
  made: 'began the order',
  production: 'started production',
  packed: 'packed',
  dispatched: 'dispatched',
  delivered: 'noted the delivery',
  returned: 'noted the return',
  cancelled: 'cancelled the order',
  resumed: 'took the order up again',
  proof: 'sent a proof',
  proof_approved: 'approved the proof',
  proof_change: 'asked for a change to the proof',
  needs_proof: 'asked for a proof',
  needs_no_proof: 'asked for no proof',
}

/** The label of an undone step. */
export const stepNames: Readonly<Record<string, string>> = {
  production: 'In production',
  packed: 'Packed',
  dispatched: 'Dispatched',
  delivered: 'Delivered',
  returned: 'Returned',
}

/** An event's text after its author's name: "dispatched: 40 of Mug". */
function deedOf({ kind, value, order_line_id: line }: OrderEvent, lines: OrderDetails['lines']): string {
  if (kind === 'undone') return `undid “${stepNames[value.kind ?? ''] ?? value.kind}”${whatOf()}`
  if (kind === 'needed_by')
    return value.until === undefined
      ? 'took away the day'
      : `set the day by which it is needed to ${dayText(value.until)}`
  if (kind === 'advance') {
    if (value.paise === undefined) return 'took away the advance'
    const received =
      value.received_on === undefined ? 'requested' : `received on ${dayText(value.received_on)}`
    return `noted an advance of ${rupees(value.paise)} ${received}`
  }
  if (kind === 'places')
    return `saved ${counted(value.places ?? 0, 'place')} with ${counted(value.gifts ?? 0, 'gift')}`
  return `${deeds[kind] ?? kind.replaceAll('_', ' ')}${whatOf()}`

  function whatOf(): string {
    const named = value.lines ?? (line === null ? [] : [{ id: line }])
    const names = named.map(({ id, quantity }) => {
      const name = lines.find((one) => one.id === id)?.name ?? 'a gift'
      return quantity === undefined ? name : `${quantity.toLocaleString('en-IN')} of ${name}`
    })
    return names.length === 0 ? '' : `: ${names.join(', ')}`
  }
}
