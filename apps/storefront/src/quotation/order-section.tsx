import { cardSources, imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { dayInIndia, dayText, momentText } from '@giftwell/shared/kernel/india-time.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { downloadFile } from '@giftwell/shared/platform/download-file.ts'
import { type OrderFile, orderBlob } from '@giftwell/shared/quotations/buyer-details.ts'
import {
  type LinkedOrder,
  type LinkedOrderLine,
  isToDecide,
  orderNews,
  orderStateName,
  type Parcel,
  type Proof,
  proofText,
} from '@giftwell/shared/quotations/order.ts'
import { useEffect, useState } from 'react'

import { ActionForm, Field, usePage } from './form-parts.tsx'
import type { OpenedLine, OpenedQuotation } from './open-quotation.ts'

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
    places > 0 && `${places} delivery ${places === 1 ? 'place' : 'places'}.`,
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

interface NewestProofProps extends Omit<OrderLineProps, 'parcels'> {
  readonly proof: Proof
}

/** The newest proof; one that comes while another is to be decided is shown by a press, so that none is approved unseen. */
function NewestProof({ proof, ...more }: NewestProofProps) {
  const [seen, setSeen] = useState(proof.id)
  const isOver = more.line.proofs.some(({ id, decision }) => id === seen && decision !== null)
  if (seen === proof.id || isOver) return <ShownProof key={proof.id} proof={proof} {...more} />
  return (
    <p role="status">
      There is a newer proof.{' '}
      <button type="button" className="button" onClick={() => setSeen(proof.id)}>
        Show proof {proof.version}
      </button>
    </p>
  )
}

/** A proof beside the product, and the form that decides on it. */
function ShownProof({ config, line, proof, pictured, isOpen }: NewestProofProps) {
  const address = pictured?.image_url ? imageAddress(config, pictured.image_url) : null
  // Nothing is approved that was not looked at.
  const [seen, setSeen] = useState<'loading' | 'no' | 'yes'>(isShown(proof) ? 'loading' : 'no')
  return (
    <div className="proof">
      <div className="pair">
        {address !== null && (
          <img
            src={address}
            srcSet={cardSources(address, pictured?.image_widths)}
            sizes="(min-width: 600px) 320px, 45vw"
            alt={`${line.name}, without your logo`}
            width={320}
            height={240}
          />
        )}
        <ProofPicture key={proof.id} proof={proof} name={line.name} onSettled={setSeen} />
      </div>
      {proof.note !== null && <p className="text">{proof.note}</p>}
      <DownloadProof proof={proof} onDone={() => setSeen('yes')} />
      {proof.comment !== null && <p className="text quiet">{proof.comment}</p>}
      {isOpen && isToDecide(line) && seen === 'yes' && (
        <ProofDecision key={proof.id} line={line} proof={proof} />
      )}
      {isOpen && isToDecide(line) && seen === 'no' && (
        <p role="status">Download proof {proof.version} to decide on it.</p>
      )}
    </div>
  )
}

/** The most bytes of a proof that is shown without a press. */
const mostShown = 2 * 1024 * 1024

/** Whether a proof is shown without a press: not a PDF, nor a large file, which are downloaded. */
function isShown({ name, size }: Proof): boolean {
  return /\.(?:png|jpg|webp)$/.test(name) && (size ?? 0) <= mostShown
}

/** A proof that is a picture, once it has come. */
function ProofPicture({
  proof,
  name: product,
  onSettled,
}: {
  readonly proof: Proof
  readonly name: string
  readonly onSettled: (seen: 'yes' | 'no') => void
}) {
  const { id, version } = proof
  const isPicture = isShown(proof)
  const { call } = usePage()
  const [file, setFile] = useState<OrderFile>()
  useEffect(() => {
    async function read() {
      try {
        setFile(await call<OrderFile>('proof_file', { id }))
        onSettled('yes')
      } catch (error) {
        // The button below gets it, too, and says why not.
        console.warn(error)
        onSettled('no')
      }
    }
    if (isPicture) void read()
  }, [call, id, isPicture, onSettled])
  return file === undefined ? null : (
    <img src={`data:${file.type};base64,${file.content}`} alt={`Proof ${version} of ${product}`} />
  )
}

interface DownloadProofProps {
  readonly proof: Proof
  readonly onDone?: () => void
}

function DownloadProof({ proof: { id, version }, onDone }: DownloadProofProps) {
  const { call } = usePage()
  return (
    <ActionForm
      label={`Download proof ${version}`}
      send={async () => downloadFile(document, orderBlob(await call<OrderFile>('proof_file', { id })))}
      {...(onDone && { onDone })}
    />
  )
}

interface ProofDecisionProps {
  readonly line: LinkedOrderLine
  readonly proof: Proof
}

function ProofDecision({ line, proof: { id, version } }: ProofDecisionProps) {
  const { call, typed, type } = usePage()
  const [isChanging, setChanging] = useState(false)
  const comment = `change of ${id}`
  const decide = (isApproved: boolean) =>
    call('decide_proof', {
      proof: id,
      is_approved: isApproved,
      name: typed['name']?.trim() ?? '',
      comment: isApproved ? null : typed[comment],
    })
  return (
    <ActionForm
      label={isChanging ? 'Ask for a change' : `Approve proof ${version}`}
      send={() => decide(!isChanging)}
      onDone={() => type(comment, '')}
    >
      <Field label="Your name" name="name" autoComplete="name" required />
      {isChanging ? (
        <Field label={`What to change in the proof of ${line.name}`} name={comment} isLong required />
      ) : (
        <p className="quiet">
          We produce exactly what you approve: proof {version}, with your name and the time.
        </p>
      )}
      <button type="button" className="link" onClick={() => setChanging(!isChanging)}>
        {isChanging ? 'Approve it instead' : 'Ask for a change instead'}
      </button>
    </ActionForm>
  )
}

function EarlierProofs({ proofs }: { readonly proofs: readonly Proof[] }) {
  return (
    <details>
      <summary>Earlier proofs</summary>
      <ul className="files">
        {proofs.map((proof) => (
          <li key={proof.id}>
            <DownloadProof proof={proof} />
            <span className="quiet">
              {proof.decision === 'approved' && `Approved by ${proof.decided_by}`}
              {proof.decision === 'change' && `${proof.decided_by}: ${proof.comment ?? ''}`}
              {proof.decision === null && 'Not answered'}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Of which steps the buyer hears by e-mail. */
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
