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
      <PlainField
        label="Quantity"
        aria-label={`Quantity of ${name}`}
        type="number"
        inputMode="numeric"
        min={1}
        max={maxQuantity}
        value={quantity}
        error={countError(quantity, countIn(quantity, maxQuantity), maxQuantity)}
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
  return (
    <div className={`${classes.fields} no-print`}>
      <PlainField
        label="Needed by"
        type="date"
        min={today()}
        max={lastDay}
        value={neededBy}
        error={isDayRight ? undefined : 'A day from today on'}
        onChange={({ currentTarget }) => changeInquiryDetails({ neededBy: currentTarget.value })}
      />
      <PlainField
        label="Budget per gift"
        type="number"
        inputMode="numeric"
        min={1}
        max={maxBudgetPerGift}
        placeholder="Rs."
        value={budgetPerGift}
        error={countError(budgetPerGift, countIn(budgetPerGift, maxBudgetPerGift), maxBudgetPerGift)}
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
  )
}

/** The error of a field for an optional whole number. */
export function countError(text: string, count: number | null, most: number): string | undefined {
  return text.trim() === '' || count !== null
    ? undefined
    : `A whole number from 1 to ${most.toLocaleString('en-IN')}`
}
