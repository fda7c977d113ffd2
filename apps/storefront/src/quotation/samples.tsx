import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { useState } from 'react'

import {
  chargeText,
  type Delivery,
  deliveryFields,
  deliveryProblems,
  type WantedSamples,
} from '../inquiry/own-sample.ts'
import { SampleList } from '../inquiry/sample-list.tsx'
import { ActionForm, Field, fillIn, PrivacyNotice, usePage } from './form-parts.tsx'
import { addressOf, PlaceChoice } from '../company/saved-places.tsx'
import type { OpenedQuotation } from './open-quotation.ts'
import { useProposed } from './your-details.tsx'

/** The samples of the buyer, their verdicts, and a request for more of the quotation's gifts. */
export function Samples({ opened }: { readonly opened: OpenedQuotation }) {
  const { call, reload } = usePage()
  const [isAsking, setAsking] = useState(false)
  const { samples, site, purpose } = opened
  const canAsk = site.offers_samples !== false && opened.state !== 'declined'
  if (purpose !== 'buyer' || !samples || (samples.length === 0 && !canAsk)) return null
  return (
    <section aria-labelledby="samples" className={samples.length === 0 ? 'no-print' : undefined}>
      <h2 id="samples">Samples</h2>
      <SampleList
        samples={samples}
        judge={async (sample, verdict, comment) => {
          await call('judge_sample', { sample, verdict, comment })
          await reload()
        }}
        button="button"
      />
      {canAsk && !isAsking && (
        <p className="no-print">
          <button type="button" className="button" onClick={() => setAsking(true)}>
            Request a sample
          </button>
        </p>
      )}
      {isAsking && <RequestForm opened={opened} onClose={() => setAsking(false)} />}
    </section>
  )
}

function RequestForm({
  opened,
  onClose,
}: {
  readonly opened: OpenedQuotation
  readonly onClose: () => void
}) {
  const { call, typed, type } = usePage()
  const proposed = useProposed()
  const gifts = opened.lines.filter(({ is_charge: isCharge }) => !isCharge)
  const [chosen, setChosen] = useState<readonly string[]>(gifts.length === 1 ? gifts.map(({ id }) => id) : [])
  const text = (name: keyof Delivery) => typed[`sample ${name}`] ?? ''

  async function send() {
    const delivery: Delivery = {
      recipient: text('recipient'),
      address: text('address'),
      pin_code: text('pin_code'),
      phone: text('phone'),
    }
    const items = gifts
      .filter(({ id }) => chosen.includes(id))
      .map(({ name, product_id: id, colour }) => ({ name, ...(id && { id }), ...(colour && { colour }) }))
    const [problem] =
      items.length === 0 ? ['Choose a product first.'] : Object.values(deliveryProblems(delivery))
    if (problem !== undefined) throw new AppError('invalid', problem)
    const samples: WantedSamples = { ...delivery, items }
    await call('request_samples', { samples })
  }

  return (
    <ActionForm
      title="Request a sample"
      label="Request a sample"
      send={send}
      onDone={onClose}
      onCancel={onClose}
    >
      <p>{chargeText(opened.site.sample_charge)} We answer each request.</p>
      <fieldset className="places">
        <legend>Products</legend>
        {gifts.map(({ id, name, colour }) => (
          <p key={id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              />{' '}
              {colour ? `${name} in ${colour}` : name}
            </label>
          </p>
        ))}
      </fieldset>
      <PlaceChoice
        places={proposed?.delivery_places}
        button={fillIn}
        className="field"
        onChoose={(place) => {
          type('sample recipient', place.recipient)
          type('sample address', addressOf(place))
          type('sample pin_code', place.pin_code ?? '')
          if (place.phone !== null) type('sample phone', place.phone)
        }}
      />
      {Object.entries(deliveryFields).map(([name, { label, maxLength }]) => (
        <Field
          key={name}
          label={label}
          name={`sample ${name}`}
          maxLength={maxLength}
          lines={name === 'address' ? 3 : undefined}
          required
        />
      ))}
      <PrivacyNotice form="quotation" />
    </ActionForm>
  )
}
