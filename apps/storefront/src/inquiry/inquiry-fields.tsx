import { type ComponentProps, useId } from 'react'

import { PlainField } from '../lead/plain-field.tsx'
import { changeInquiryDetails, changeLine, type InquiryDetails, lineOf } from './inquiry-details.ts'
import classes from './inquiry-fields.module.css'
import { countIn, maxBudgetPerGift, maxCityLength, maxNoteLength, maxQuantity } from './inquiry.ts'

interface LineFieldsProps {
  readonly product: { readonly id: string; readonly name: string }
  readonly details: InquiryDetails
}

/** Quantity of one product, and a note for it. */
export function LineFields({ product: { id, name }, details }: LineFieldsProps) {
  const { quantity, note } = lineOf(details, id)
  return (
    <div className={`${classes.line} no-print`}>
      <CountField
        label="Quantity"
        aria-label={`Quantity of ${name}`}
        max={maxQuantity}
        value={quantity}
        onChange={({ currentTarget }) => changeLine(id, { quantity: currentTarget.value })}
      />
      <PlainField
        label="Note"
        aria-label={`Note for ${name}`}
        maxLength={maxNoteLength}
        value={note}
        onChange={({ currentTarget }) => changeLine(id, { note: currentTarget.value })}
      />
    </div>
  )
}

/** The last day that the database takes. */
const lastDay = '2999-12-31'

/** The local day as an ISO date. */
function today(): string {
  return new Date().toLocaleDateString('sv-SE')
}

/** What holds for the whole inquiry. */
export function InquiryFields({ details }: { readonly details: InquiryDetails }) {
  const { neededBy, budgetPerGift, deliveryCity, wantsBranding } = details
  const isDayRight = neededBy === '' || (neededBy >= today() && neededBy <= lastDay)
  const title = useId()
  return (
    <div role="group" aria-labelledby={title} className="no-print">
      <h3 id={title} className={classes.fieldsTitle}>
        For the whole inquiry
      </h3>
      <div className={classes.fields}>
        <PlainField
          label="Needed by"
          type="date"
          min={today()}
          max={lastDay}
          value={neededBy}
          error={isDayRight ? undefined : 'Choose today or a later day'}
          onChange={({ currentTarget }) => changeInquiryDetails({ neededBy: currentTarget.value })}
        />
        <CountField
          label="Budget per gift"
          max={maxBudgetPerGift}
          placeholder="Rs."
          value={budgetPerGift}
          onChange={({ currentTarget }) => changeInquiryDetails({ budgetPerGift: currentTarget.value })}
        />
        <PlainField
          label="Delivery city"
          autoComplete="address-level2"
          maxLength={maxCityLength}
          value={deliveryCity}
          onChange={({ currentTarget }) => changeInquiryDetails({ deliveryCity: currentTarget.value })}
        />
        <label className={classes.choice}>
          <input
            type="checkbox"
            checked={wantsBranding}
            onChange={({ currentTarget }) => changeInquiryDetails({ wantsBranding: currentTarget.checked })}
          />
          Branding wanted (logo on the gifts)
        </label>
      </div>
    </div>
  )
}

interface CountFieldProps extends ComponentProps<typeof PlainField> {
  readonly value: string
  readonly max: number
}

/** A field for an optional whole number from 1 to `max`. */
export function CountField(props: CountFieldProps) {
  const { value, max } = props
  const isCount = value.trim() === '' || countIn(value, max) !== null
  const error = isCount ? undefined : `A whole number from 1 to ${max.toLocaleString('en-IN')}`
  return <PlainField {...props} type="number" inputMode="numeric" min={1} error={error} />
}
