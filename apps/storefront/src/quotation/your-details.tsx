import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import {
  type BuyerDetails,
  type DeliveryPlace,
  giftsOf,
  mostPlaces,
  otherState,
  placeText,
} from '@giftwell/shared/quotations/buyer-details.ts'
import { otherCountry } from '@giftwell/shared/quotations/gst-states.ts'
import { cleanGstin, gstinProblem } from '@giftwell/shared/quotations/gstin.ts'
import type { QuotationChoice } from '@giftwell/shared/quotations/quotation.ts'
import { useEffect, useState } from 'react'

import { addressOf, PlaceChoice, type SavedPlace } from '../company/saved-places.tsx'
import { ActionForm, Field, fillIn, PrivacyNotice, usePage } from './form-parts.tsx'
import { type OpenedQuotation, storedSession } from './open-quotation.ts'

interface YourDetailsProps {
  readonly opened: OpenedQuotation
  readonly choice: QuotationChoice
}

/** The buyer's details, editable until the acceptance. */
export function YourDetails({ opened, choice }: YourDetailsProps) {
  const { state, details } = opened
  if (opened.purpose !== 'buyer') return null
  const isOpen = state === 'sent' || state === 'expired' || state === 'change_asked'
  if (!isOpen && !details) return null
  return (
    <section aria-labelledby="details" className={isOpen ? 'no-print' : undefined}>
      <h2 id="details">Your details</h2>
      {isOpen ? <DetailsForm opened={opened} choice={choice} /> : details && <Given details={details} />}
    </section>
  )
}

function Given({
  details: { gstin, billing_address: billing, delivery_places: places },
}: {
  readonly details: BuyerDetails
}) {
  const rows = [
    ['Your GSTIN', gstin],
    ['Billing address', billing],
    ['Delivery places', places.map(placeText).join('\n')],
  ] as const
  return (
    <dl className="given">
      {rows.map(([label, text]) =>
        text ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="text">{text}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

type Proposed = Partial<Pick<BuyerDetails, 'gstin' | 'billing_address'>> & {
  readonly delivery_places?: readonly SavedPlace[]
}

/** The suggestions of the signed-in account and its company; null while loading, and without an account. */
export function useProposed(): Proposed | null {
  const { call } = usePage()
  const [proposed, setProposed] = useState<Proposed | null>(null)
  useEffect(() => {
    const session = storedSession()
    if (session === null) return
    // It needs no token. A session that is over has no company.
    call<Proposed>('my_company', { token: undefined }, session).then(setProposed, (error: unknown) =>
      console.warn(error),
    )
  }, [call])
  return proposed
}

function DetailsForm({ opened, choice }: YourDetailsProps) {
  const { call, typed, type } = usePage()
  const { details, buyer, place } = opened
  const places = details?.delivery_places ?? []
  const [rows, setRows] = useState<readonly number[]>(() => [...(places.length > 0 ? places : [null]).keys()])
  const [isSaved, setSaved] = useState(false)
  const proposed = useProposed()
  const initial = details ?? {
    gstin: buyer.gstin ?? proposed?.gstin,
    billing_address: buyer.billing_address ?? proposed?.billing_address,
  }
  const gstin = cleanGstin(typed['gstin'] ?? initial.gstin ?? '')
  const text = (field: string, row: number, stored: string | number | null | undefined) =>
    (typed[`${field} ${row}`] ?? String(stored ?? '')).trim()
  const typedIn = (row: number) => ({
    address: text('address', row, places[row]?.address),
    pin_code: text('pin', row, places[row]?.pin_code).replaceAll(/\s/g, '') || null,
    quantity: Number(text('quantity', row, places[row]?.quantity)),
  })
  const isFilled = ({ address, pin_code: pin, quantity }: DeliveryPlace) =>
    address !== '' || pin !== null || quantity !== 0
  const given = rows.map(typedIn).filter(isFilled)
  const gifts = giftsOf(opened, choice)
  const placed = given.reduce((sum, { quantity }) => sum + (quantity || 0), 0)
  const count = (pieces: number) => pieces.toLocaleString('en-IN')
  const tooMany =
    placed > gifts
      ? `The delivery places have ${count(placed)} gifts, and this quotation has ${count(gifts)}.`
      : null
  const state = otherState(gstin, place)

  // A row with a quantity alone waits for its address.
  const empty = rows.find((row) => typedIn(row).address === '' && typedIn(row).pin_code === null)
  const nextRow = Math.max(-1, ...rows, places.length - 1) + 1
  function fill(chosen: SavedPlace) {
    const row = empty ?? nextRow
    type(`address ${row}`, addressOf(chosen))
    type(`pin ${row}`, chosen.pin_code ?? '')
    if (empty === undefined) setRows([...rows, row])
  }

  async function send() {
    const problems = [
      gstin === '' ? null : gstinProblem(gstin),
      tooMany,
      given.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 1)
        ? 'Enter a whole number of gifts for each delivery place.'
        : null,
    ]
    const problem = problems.find((each) => each !== null)
    if (problem !== undefined) throw new AppError('invalid', problem)
    await call('save_buyer_details', {
      gstin,
      billing_address: typed['billing'] ?? initial.billing_address ?? '',
      delivery_places: given,
    })
  }

  return (
    <ActionForm
      label="Save details"
      send={() => {
        setSaved(false)
        return send()
      }}
      onDone={() => setSaved(true)}
    >
      <p className="quiet">
        We use these details for the invoice and the delivery. You can change them until you accept.
      </p>
      <Field label="Your GSTIN" name="gstin" initial={initial.gstin ?? ''} maxLength={40} />
      {state !== null && (
        <p role="note">
          {state} This quotation keeps its taxes; {opened.seller.legal_name ?? 'the seller'} can send a
          revision.
        </p>
      )}
      <Field
        label="Billing address"
        name="billing"
        initial={initial.billing_address ?? ''}
        maxLength={400}
        lines={3}
      />
      <fieldset className="places">
        <legend>Delivery places</legend>
        {(empty !== undefined || rows.length < mostPlaces) && (
          <PlaceChoice places={proposed?.delivery_places} button={fillIn} className="field" onChoose={fill} />
        )}
        {rows.map((row, index) => {
          const isRequired = isFilled(typedIn(row))
          const of = <span className="visually-hidden">of place {index + 1}</span>
          return (
            <div key={row} className="place">
              <Field
                label={<>Address {of}</>}
                name={`address ${row}`}
                initial={places[row]?.address}
                required={isRequired}
              />
              <Field
                label={<>PIN code {of}</>}
                name={`pin ${row}`}
                initial={places[row]?.pin_code ?? ''}
                maxLength={10}
                inputMode="numeric"
                required={isRequired && place.state !== otherCountry}
              />
              <Field
                label={<>Quantity {of}</>}
                name={`quantity ${row}`}
                initial={places[row] && String(places[row].quantity)}
                maxLength={7}
                inputMode="numeric"
                required={isRequired}
              />
              <button
                type="button"
                className="link"
                onClick={() => setRows(rows.filter((each) => each !== row))}
              >
                Remove {of}
              </button>
            </div>
          )
        })}
        {rows.length < mostPlaces && (
          <button type="button" className="button" onClick={() => setRows([...rows, nextRow])}>
            Add a place
          </button>
        )}
        {tooMany !== null ? (
          <p role="alert">{tooMany}</p>
        ) : (
          given.length > 0 && (
            <p className="quiet">
              {count(placed)} of {count(gifts)} gifts have a place.
            </p>
          )
        )}
      </fieldset>
      <PrivacyNotice form="quotation" />
      <p role="status">{isSaved && 'Your details are saved.'}</p>
    </ActionForm>
  )
}
