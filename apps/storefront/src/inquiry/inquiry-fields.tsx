import { countIn, maxBudgetPerGift, maxCityLength, maxNoteLength, maxQuantity } from '../lead/inquiry.ts'

import { changeInquiryDetails, changeLine, type InquiryDetails, lineOf } from './inquiry-details.ts'
import classes from './inquiry-fields.module.css'
import { countError, TypedField } from './typed-field.tsx'

interface LineFieldsProps {
  readonly product: { readonly id: string; readonly name: string }
  readonly details: InquiryDetails
}

/** Quantity of one product, and a note for it. */
export function LineFields({ product: { id, name }, details }: LineFieldsProps) {
  const { quantity, note } = lineOf(details, id)
  return (
    <div className={`${classes.line} no-print`}>
      <TypedField
        label="Quantity"
        aria-label={`Quantity of ${name}`}
        type="number"
        inputMode="numeric"
        min={1}
        max={maxQuantity}
        value={quantity}
        error={countError(quantity, countIn(quantity, maxQuantity), maxQuantity)}
        onType={(value) => changeLine(id, { quantity: value })}
      />
      <TypedField
        label="Note"
        aria-label={`Note for ${name}`}
        maxLength={maxNoteLength}
        value={note}
        onType={(value) => changeLine(id, { note: value })}
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
  return (
    <div className={`${classes.fields} no-print`}>
      <TypedField
        label="Needed by"
        type="date"
        min={today()}
        max={lastDay}
        value={neededBy}
        error={isDayRight ? undefined : 'A day from today on'}
        onType={(value) => changeInquiryDetails({ neededBy: value })}
      />
      <TypedField
        label="Budget per gift"
        type="number"
        inputMode="numeric"
        min={1}
        max={maxBudgetPerGift}
        placeholder="Rs."
        value={budgetPerGift}
        error={countError(budgetPerGift, countIn(budgetPerGift, maxBudgetPerGift), maxBudgetPerGift)}
        onType={(value) => changeInquiryDetails({ budgetPerGift: value })}
      />
      <TypedField
        label="Delivery city"
        autoComplete="address-level2"
        maxLength={maxCityLength}
        value={deliveryCity}
        onType={(value) => changeInquiryDetails({ deliveryCity: value })}
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
  )
}
