import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { mostPlaces } from '@giftwell/shared/quotations/buyer-details.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { PlainField } from '../lead/plain-field.tsx'
import { PlainForm } from '../lead/plain-form.tsx'
import classes from './company-page.module.css'
import { savingDeliveryPlaces } from './company-requests.ts'
import type { SavedPlace } from './saved-places.tsx'

/** The labels of a place's fields, and their longest texts; the database has the same limits. */
const placeFields = {
  title: { label: 'Title', maxLength: 60, placeholder: 'Head office' },
  recipient: { label: 'Recipient', maxLength: 200, isRequired: true },
  phone: { label: 'Phone', maxLength: 50 },
  address: { label: 'Address', maxLength: 150, isRequired: true },
  city: { label: 'City', maxLength: 48 },
  pin_code: { label: 'PIN code', maxLength: 10 },
} as const
type Name = keyof typeof placeFields
// Its own keys.
const names = Object.keys(placeFields) as Name[]

interface Row {
  readonly id: number
  readonly typed: Readonly<Record<Name, string>>
}

const nothing: Row['typed'] = { title: '', recipient: '', phone: '', address: '', city: '', pin_code: '' }
const isEmpty = ({ typed }: Row) => names.every((name) => typed[name].trim() === '')

function problemOf({ typed }: Row, name: Name): string | undefined {
  const text = typed[name].trim()
  const { label, ...rules } = placeFields[name]
  if (text === '') return 'isRequired' in rules ? `${label} is required` : undefined
  return name === 'pin_code' && !/^[1-9](?:\s*\d){5}$/.test(text) ? 'A PIN code has six digits' : undefined
}

/** Where an account has gifts delivered, proposed wherever an address is asked (product.md, section 2, Your company). */
export function DeliveryPlaces({ places }: { readonly places: readonly SavedPlace[] | undefined }) {
  const saving = useMutation(savingDeliveryPlaces(useBackend()))
  const [rows, setRows] = useState<readonly Row[]>(() =>
    (places ?? []).map((place, id) => ({
      id,
      typed: {
        ...place,
        title: place.title ?? '',
        phone: place.phone ?? '',
        city: place.city ?? '',
        pin_code: place.pin_code ?? '',
      },
    })),
  )
  const [isTried, setTried] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const filled = rows.filter((row) => !isEmpty(row))

  function check() {
    setTried(true)
    return filled.every((row) => names.every((name) => problemOf(row, name) === undefined))
  }

  return (
    <section aria-labelledby="places">
      <h2 id="places" ref={heading} tabIndex={-1}>
        Delivery places
      </h2>
      <p>
        Only you see these places. You can choose one in the inquiry basket, for samples and on the page of a
        quotation. We receive it only when you send it there.
      </p>
      <PlainForm
        className={classes.form}
        aria-label="Delivery places"
        isSending={saving.isPending}
        check={check}
        send={() => saving.mutate(filled.map(({ typed }) => typed))}
      >
        {rows.map((row, index) => (
          <fieldset key={row.id} className={classes.place}>
            <legend>Place {index + 1}</legend>
            {names.map((name) => (
              <PlainField
                key={name}
                {...placeFields[name]}
                value={row.typed[name]}
                error={isTried && !isEmpty(row) ? problemOf(row, name) : undefined}
                onChange={({ currentTarget: { value } }) =>
                  setRows(
                    rows.map((each) =>
                      each === row ? { ...row, typed: { ...row.typed, [name]: value } } : each,
                    ),
                  )
                }
              />
            ))}
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Remove place ${index + 1}`}
              onClick={() => {
                setRows(rows.filter((each) => each !== row))
                heading.current?.focus()
              }}
            >
              Remove
            </Button>
          </fieldset>
        ))}
        {rows.length < mostPlaces && (
          <Button
            variant="default"
            size="md"
            onClick={() =>
              setRows([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, typed: nothing }])
            }
          >
            Add a place
          </Button>
        )}
        {(rows.length > 0 || places !== undefined) && (
          <Button type="submit" size="md" disabled={saving.isPending}>
            Save places
          </Button>
        )}
      </PlainForm>
    </section>
  )
}
