import { goneColours } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { type ComponentProps, useId, useState } from 'react'

import type { SavedPlace } from '../company/saved-places.tsx'
import { PlainField } from '../lead/plain-field.tsx'
import type { BasketItem } from './basket.ts'
import {
  type InquiryDetails,
  changeInquiryDetails,
  changeLine,
  countIn,
  isSplit,
  lineOf,
  maxBudgetPerGift,
  maxCityLength,
  maxNoteLength,
  maxQuantity,
  quantityOf,
  withQuantity,
} from './inquiry.ts'
import classes from './inquiry-fields.module.css'
import { LogoField } from './logo-field.tsx'

interface LineFieldsProps {
  readonly product: BasketItem
  readonly details: InquiryDetails
  /** The colours that the product has; undefined while they are not known. */
  readonly colours: readonly { readonly name: string }[] | undefined
}

/** Quantity of one product, a note for it, and its colours. */
export function LineFields({ product, details, colours }: LineFieldsProps) {
  const { id, name } = product
  const line = lineOf(details, product)
  return (
    <div className={`${classes.line} no-print`}>
      <CountField
        label="Quantity"
        aria-label={`Quantity of ${name}`}
        max={maxQuantity}
        value={quantityOf(line)}
        readOnly={isSplit(line)}
        onChange={({ currentTarget }) => changeLine(id, withQuantity(line, currentTarget.value))}
      />
      <PlainField
        label="Note"
        aria-label={`Note for ${name}`}
        maxLength={maxNoteLength}
        value={line.note}
        onChange={({ currentTarget }) => changeLine(id, { note: currentTarget.value })}
      />
      <ColourFields product={product} line={line} colours={colours} />
    </div>
  )
}

interface ColourFieldsProps extends Pick<LineFieldsProps, 'product' | 'colours'> {
  readonly line: ReturnType<typeof lineOf>
}

/** A quantity for each colour; nothing for a product without a choice. */
function ColourFields({ product: { id, name }, line, colours: offered }: ColourFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  const typed = new Map(Object.entries(line.colours))
  const known = (offered ?? []).map((colour) => colour.name)
  const gone = goneColours(
    { colours: offered },
    [...typed.keys()].map((colour) => ({ name: colour })),
  )
  if (known.length < 2 && typed.size === 0) return null
  const isVisible = isOpen || typed.size > 0

  function toggle() {
    setOpen(!isVisible)
    if (isVisible) changeLine(id, { quantity: quantityOf(line), colours: {} })
  }

  function remove(colour: string) {
    changeLine(id, { colours: Object.fromEntries([...typed].filter(([other]) => other !== colour)) })
    setOpen(true)
  }

  function change(colour: string, quantity: string) {
    const next = new Map(typed).set(colour, quantity)
    // An empty field of a known colour stays without being chosen.
    if (quantity === '' && known.includes(colour)) next.delete(colour)
    changeLine(id, { colours: Object.fromEntries(next) })
    setOpen(true)
  }

  return (
    <div role="group" aria-label={`Colours of ${name}`} className={classes.colours}>
      <Button variant="subtle" size="compact-sm" aria-expanded={isVisible} onClick={toggle}>
        {isVisible ? 'Without colours' : 'Choose colours'}
      </Button>
      {isVisible &&
        [...new Set([...known, ...typed.keys()])].map((colour) => (
          <CountField
            key={colour}
            label={colour}
            aria-label={`Quantity of ${name} in ${colour}`}
            max={maxQuantity}
            value={typed.get(colour) ?? ''}
            onChange={({ currentTarget }) => change(colour, currentTarget.value)}
          />
        ))}
      {isVisible &&
        gone.map((colour) => (
          <Button
            key={colour}
            variant="default"
            size="compact-sm"
            aria-label={`Remove ${colour} from ${name}`}
            onClick={() => remove(colour)}
          >{`Remove ${colour}`}</Button>
        ))}
    </div>
  )
}

/** The last day that the database takes. */
const lastDay = '2999-12-31'

/** The local day as an ISO date. */
function today(): string {
  return new Date().toLocaleDateString('sv-SE')
}

interface InquiryFieldsProps {
  readonly details: InquiryDetails
  /** Whether the sender shares with colleagues. */
  readonly canShare: boolean
  /** Whose cities are proposed. */
  readonly places: readonly SavedPlace[] | undefined
}

/** What holds for the whole inquiry. */
export function InquiryFields({ details, canShare, places }: InquiryFieldsProps) {
  const { neededBy, budgetPerGift, deliveryCity, wantsBranding, isPrivate } = details
  const isDayRight = neededBy === '' || (neededBy >= today() && neededBy <= lastDay)
  const title = useId()
  const list = useId()
  const cities = [...new Set(places?.flatMap(({ city }) => city ?? []))]
  return (
    <div role="group" aria-labelledby={title} className="no-print">
      <datalist id={list}>
        {cities.map((city) => (
          <option key={city}>{city}</option>
        ))}
      </datalist>
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
          // With a list it is a combobox.
          list={cities.length > 0 ? list : undefined}
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
        <LogoField />
        {canShare && (
          <label className={classes.choice}>
            <input
              type="checkbox"
              checked={!isPrivate}
              onChange={({ currentTarget }) => changeInquiryDetails({ isPrivate: !currentTarget.checked })}
            />
            Share with my company
          </label>
        )}
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
