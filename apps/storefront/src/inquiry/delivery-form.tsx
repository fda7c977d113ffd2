import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { useOwnCompany } from '../company/company-requests.ts'
import { addressOf, PlaceChoice } from '../company/saved-places.tsx'
import fields from './inquiry-fields.module.css'
import { PlainField } from '../lead/plain-field.tsx'
import { useDraft } from '../page/use-draft.ts'
import { type Delivery, deliveryFields, deliveryProblems } from './own-sample.ts'

function deliveryIn(stored: unknown): Delivery {
  const typed = recordOf(stored)
  const text = (name: keyof Delivery) => (typeof typed[name] === 'string' ? typed[name] : '')
  return {
    recipient: text('recipient'),
    address: text('address'),
    pin_code: text('pin_code'),
    phone: text('phone'),
  }
}

/** The input of an address, and its fields. */
export interface DeliveryForm {
  readonly delivery: Delivery
  readonly change: (part: Partial<Delivery>) => void
  readonly problems: Partial<Record<keyof Delivery, string>>
  readonly root: RefObject<HTMLDivElement | null>
  /** Shows the errors, and focuses the first invalid field. */
  check(): boolean
}

/** The state of the fields of an address. Errors show from the first try on. */
export function useDelivery(): DeliveryForm {
  const [delivery, setDelivery] = useDraft('delivery', deliveryIn)
  const [isTried, setTried] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const problems = deliveryProblems(delivery)
  return {
    delivery,
    change: (part) => setDelivery({ ...delivery, ...part }),
    problems: isTried ? problems : {},
    root,
    check() {
      flushSync(() => setTried(true))
      root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return Object.keys(problems).length === 0
    },
  }
}

/** Where samples go. */
export function DeliveryFields({
  form: { delivery, change, problems, root },
}: {
  readonly form: DeliveryForm
}) {
  const { data: company } = useOwnCompany()
  const field = (name: keyof Delivery) => ({
    ...deliveryFields[name],
    isRequired: true,
    value: delivery[name],
    error: problems[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: value }),
  })
  return (
    <div ref={root} role="group" aria-label="Delivery of the samples" className={fields.fields}>
      <PlaceChoice
        places={company?.delivery_places}
        button={(press) => (
          <Button variant="default" size="compact-sm" onClick={press}>
            Fill in
          </Button>
        )}
        className={fields.wide}
        onChoose={(place) =>
          change({
            recipient: place.recipient,
            address: addressOf(place),
            pin_code: place.pin_code ?? '',
            ...(place.phone !== null && { phone: place.phone }),
          })
        }
      />
      <PlainField {...field('recipient')} />
      <PlainField {...field('phone')} type="tel" />
      <PlainField {...field('address')} />
      <PlainField {...field('pin_code')} inputMode="numeric" />
    </div>
  )
}
