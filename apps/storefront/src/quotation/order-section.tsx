import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { dayInIndia, dayText, momentText } from '@giftwell/shared/kernel/india-time.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import {
  type LinkedOrder,
  type LinkedOrderLine,
  orderNews,
  orderStateName,
  type Parcel,
  proofText,
} from '@giftwell/shared/quotations/order.ts'
import { useState } from 'react'

import { ActionForm, usePage } from './form-parts.tsx'
import type { OpenedLine, OpenedQuotation } from './open-quotation.ts'
import { EarlierProofs, NewestProof } from './proofs.tsx'

interface OrderSectionProps {
  readonly config: BackendConfig
  readonly opened: OpenedQuotation
}

/** The order of an accepted quotation: where its lines stand, proofs to decide, and parcels (product.md, section 2, Orders). */
export function OrderSection({ config, opened }: OrderSectionProps) {
  const { order, lines } = opened
  if (!order || order.lines.length === 0) return null
  const pictured = new Map(lines.map((line) => [line.id, line]))
  return (
    <section aria-labelledby="your-order" className="order">
      <h2 id="your-order">Your order {order.number}</h2>
      {order.cancelled_at === null ? (
        <OrderFacts order={order} />
      ) : (
        <p role="status" className="state">
          <strong>Cancelled on {dayText(dayInIndia(order.cancelled_at))}.</strong> {order.cancel_reason}
        </p>
      )}
      <ul className="lines">
        {order.lines.map((line) => (
          <OrderLine
            key={line.id}
            config={config}
            line={line}
            pictured={pictured.get(line.line_id)}
            isOpen={order.cancelled_at === null}
            parcels={order.parcels.filter((parcel) => parcel.line_id === line.line_id)}
          />
        ))}
      </ul>
      {order.cancelled_at === null && <NewsForm order={order} />}
    </section>
  )
}

function OrderFacts({ order }: { readonly order: LinkedOrder }) {
  const { needed_by: neededBy, advance_paise: advance, advance_received_on: received, places } = order
  const sentences = [
    neededBy !== null && `Needed by ${dayText(neededBy)}.`,
    places > 0 && `${counted(places, 'delivery place')}.`,
    advance !== null &&
      (received === null
        ? `We have asked for an advance of ${rupees(advance)}.`
        : `Your advance of ${rupees(advance)} was received on ${dayText(received)}.`),
  ]
  const text = sentences.filter(Boolean).join(' ')
  return text === '' ? null : <p>{text}</p>
}

/** The steps of a line that needs no proof, by their states. */
const steps = ['production', 'packed', 'dispatched', 'delivered'] as const

interface OrderLineProps {
  readonly config: BackendConfig
  readonly line: LinkedOrderLine
  readonly pictured: OpenedLine | undefined
  readonly isOpen: boolean
  readonly parcels: readonly Parcel[]
}

function OrderLine({ config, line, pictured, isOpen, parcels }: OrderLineProps) {
  const { name, quantity, state, dispatched, needs_proof: needsProof, proofs } = line
  const reached = state === 'preparing' ? -1 : steps.findIndex((step) => step === state)
  const begin = orderStateName({ state: 'preparing', needs_proof: needsProof })
  const about = proofText(line)
  return (
    <li className="order-line">
      <h3 className="name">
        {quantity.toLocaleString('en-IN')} of {name}
      </h3>
      {state === 'returned' ? (
        <p>
          <strong>Returned</strong>
        </p>
      ) : (
        <ol className="steps" aria-label={`Steps of ${name}`}>
          {[begin, ...steps.map((step) => orderStateName({ state: step, needs_proof: false }))].map(
            (step, index) => (
              <li
                key={step}
                data-done={index - 1 < reached || undefined}
                aria-current={index - 1 === reached ? 'step' : undefined}
              >
                {step}
              </li>
            ),
          )}
        </ol>
      )}
      {dispatched > 0 && dispatched < quantity && (
        <p>
          {dispatched.toLocaleString('en-IN')} of {quantity.toLocaleString('en-IN')} dispatched.
        </p>
      )}
      {about !== null && <p role="status">{about}</p>}
      {proofs[0] && (
        <NewestProof config={config} line={line} proof={proofs[0]} pictured={pictured} isOpen={isOpen} />
      )}
      {proofs.length > 1 && <EarlierProofs proofs={proofs.slice(1)} />}
      {parcels.length > 0 && (
        <ul className="parcels" aria-label={`Parcels of ${name}`}>
          {parcels.map((parcel) => (
            <ParcelItem key={parcel.id} parcel={parcel} />
          ))}
        </ul>
      )}
    </li>
  )
}

function ParcelItem({ parcel }: { readonly parcel: Parcel }) {
  const { quantity, courier, tracking_number: number, tracking_url: url, place } = parcel
  const text = [
    `${quantity.toLocaleString('en-IN')}${place === null ? '' : ` to ${place}`}, dispatched ${momentText(parcel.dispatched_at)}`,
    courier !== null && `by ${courier}`,
    number !== null && `number ${number}`,
  ]
  return (
    <li>
      {text.filter(Boolean).join(', ')}.{' '}
      {parcel.delivered_at !== null && <strong>Delivered {momentText(parcel.delivered_at)}. </strong>}
      {url !== null && (
        <a href={url} target="_blank" rel="noreferrer" aria-label={`Track ${number ?? 'the parcel'}`}>
          Track
        </a>
      )}
    </li>
  )
}

/** The steps that are e-mailed to the buyer. */
function NewsForm({ order }: { readonly order: LinkedOrder }) {
  const { call } = usePage()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>(order.news)
  if (!isOpen)
    return (
      <button type="button" className="link no-print" onClick={() => setOpen(true)}>
        E-mails about this order
      </button>
    )
  const close = () => setOpen(false)
  return (
    <ActionForm
      title="E-mails about this order"
      label="Save e-mails"
      send={() => call('choose_order_news', { news: chosen })}
      onDone={close}
      onCancel={close}
    >
      <fieldset className="reasons">
        <legend>Send me an e-mail when</legend>
        {Object.entries(orderNews).map(([word, name]) => (
          <label key={word} className="radio">
            <input
              type="checkbox"
              checked={chosen.includes(word)}
              onChange={({ currentTarget }) =>
                setChosen(
                  currentTarget.checked ? [...chosen, word] : chosen.filter((other) => other !== word),
                )
              }
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </ActionForm>
  )
}
