import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import fields from './inquiry-fields.module.css'
import sheet from './inquiry-sheet.module.css'
import type { OwnInquiry } from './inquiry-requests.ts'
import { PlainForm } from '../lead/plain-form.tsx'
import { DeliveryFields, useDelivery } from './delivery-form.tsx'
import { chargeText } from './own-sample.ts'
import { SampleList } from './sample-list.tsx'
import { judgeSample, requestSamples } from './sample-requests.ts'

interface SamplesSectionProps {
  readonly inquiry: OwnInquiry
  readonly token: string
}

/** The samples of an inquiry on its private page, their verdicts, and a request for more. */
export function SamplesSection({ inquiry, token }: SamplesSectionProps) {
  const site = useSite()
  const { samples = [], state, lines } = inquiry
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useMutation(judgeSample(useBackend(), token))
  const canAsk = site.offers_samples !== false && state !== 'withdrawn' && lines.length > 0
  if (samples.length === 0 && !canAsk) return null
  const close = () => setAsking(false)
  return (
    <section aria-labelledby="samples" className={samples.length === 0 ? 'no-print' : undefined}>
      <h2 id="samples" className={sheet.heading}>
        Samples
      </h2>
      <SampleList
        samples={samples}
        judge={async (sample, verdict, comment) => mutateAsync({ sample, verdict, comment })}
        button={sheet.plainButton ?? ''}
      />
      {canAsk && (
        <div className={`${sheet.actions} no-print`}>
          <Button size="md" variant="default" onClick={() => setAsking(true)}>
            Request a sample
          </Button>
        </div>
      )}
      <Dialog opened={isAsking} onClose={close} size="34rem" title="Request a sample">
        <RequestForm inquiry={inquiry} token={token} onDone={close} />
      </Dialog>
    </section>
  )
}

function RequestForm({
  inquiry: { lines },
  token,
  onDone,
}: SamplesSectionProps & { readonly onDone: () => void }) {
  const site = useSite()
  const delivery = useDelivery()
  const products = [...new Map(lines.map((line) => [line.name, line])).values()]
  const [chosen, setChosen] = useState<readonly string[]>(
    products.length === 1 ? [products[0]?.name ?? ''] : [],
  )
  const request = useMutation(requestSamples(useBackend(), token))
  return (
    <PlainForm
      className={sheet.form}
      aria-label="Request a sample"
      isSending={request.isPending}
      check={delivery.check}
      send={() => {
        const items = products
          .filter(({ name }) => chosen.includes(name))
          .map(({ name, product, colours }) => ({
            name,
            ...(product && { id: product.id }),
            ...(colours?.length === 1 && colours[0] && { colour: colours[0].name }),
          }))
        request.mutate({ ...delivery.delivery, items }, { onSuccess: onDone })
      }}
    >
      <p>{chargeText(site.sample_charge)} We answer each request.</p>
      <fieldset className={sheet.choices}>
        <legend>Products</legend>
        {products.map(({ name }) => (
          <label key={name} className={fields.choice}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                setChosen(checked ? [...chosen, name] : chosen.filter((other) => other !== name))
              }
            />
            {name}
          </label>
        ))}
      </fieldset>
      <DeliveryFields form={delivery} />
      <Button type="submit" size="md" disabled={request.isPending || chosen.length === 0}>
        {request.isPending ? 'Submitting...' : 'Request a sample'}
      </Button>
    </PlainForm>
  )
}
