import { type BudgetBand, budgetBands } from '@giftwell/shared/catalogue/budget.ts'
import { readFilters, writeFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useState } from 'react'
import { Link, useLocation } from '../page/router.tsx'

import type { Basket } from './basket.ts'
import {
  type InquiryDetails,
  changeInquiryDetails,
  countIn,
  lineOf,
  maxBudgetPerGift,
  quantityOf,
  withQuantity,
} from './inquiry.ts'
import classes from './inquiry-fields.module.css'
import { CountField } from './inquiry-fields.tsx'

const maxPeople = 1_000_000
const maxRupees = 10_000_000_000

interface BudgetHelperProps {
  readonly basket: Basket
  readonly details: InquiryDetails
  /** Called when the visitor goes to the catalogue. */
  readonly onLeave: () => void
}

/** From people and a total: the price per gift, its band, what in the basket lies above it, and gifts of that band. */
export function BudgetHelper({ basket, details, onLeave }: BudgetHelperProps) {
  const { people, total } = details
  const peopleCount = countIn(people, maxPeople)
  const rupees = countIn(total, maxRupees)
  const [wasUsed] = useState(people !== '' || total !== '')
  return (
    <details className={`${classes.helper} no-print`} open={wasUsed || undefined}>
      <summary>Budget helper</summary>
      <div className={classes.fields}>
        <CountField
          label="People"
          max={maxPeople}
          value={people}
          onChange={({ currentTarget }) => changeInquiryDetails({ people: currentTarget.value })}
        />
        <CountField
          label="Total budget"
          max={maxRupees}
          placeholder="Rs."
          value={total}
          onChange={({ currentTarget }) => changeInquiryDetails({ total: currentTarget.value })}
        />
      </div>
      <div aria-live="polite">
        {peopleCount !== null && rupees !== null && (
          <Advice
            price={rupees / peopleCount}
            people={people.trim()}
            details={details}
            basket={basket}
            onLeave={onLeave}
          />
        )}
      </div>
    </details>
  )
}

interface AdviceProps {
  readonly price: number
  readonly people: string
  readonly details: InquiryDetails
  readonly basket: Basket
  readonly onLeave: () => void
}

function Advice({ price, people, details, basket, onLeave }: AdviceProps) {
  const { search } = useLocation()
  const band = bandAt(price)
  const above = basket.filter((item) => isAbove(item.budget, band))
  return (
    <>
      <p className={classes.advice}>
        <strong>Rs.{Math.floor(price).toLocaleString('en-IN')} per gift</strong>
        {band === null ? `, below our cheapest gifts at ${budgetBands[0]}.` : `: gifts at ${band} fit.`}
      </p>
      {above.length > 0 && (
        <p className={classes.advice}>
          Above this band in your basket: {above.map(({ name, budget }) => `${name} (${budget})`).join(', ')}.
        </p>
      )}
      <div className={classes.adviceActions}>
        <Button variant="default" size="sm" onClick={() => fillIn(basket, people, price, details)}>
          Use for this inquiry
        </Button>
        {band !== null && (
          <Link to={catalogueOf(band, search)} className={classes.link} onClick={onLeave}>
            Show gifts at {band}
          </Link>
        )}
      </div>
    </>
  )
}

/** Gifts of a band for the industry and the doctor types of the page. */
function catalogueOf(budget: BudgetBand, search: string): string {
  const { industry = [], doctorType = [] } = readFilters(new URLSearchParams(search))
  return `/catalogue?${writeFilters(new URLSearchParams(), { industry, doctorType, budget: [budget] })}`
}

/** Fills in the budget, and the quantities that are empty. */
function fillIn(basket: Basket, people: string, price: number, details: InquiryDetails): void {
  const lines = basket.map((item) => {
    const line = lineOf(details, item)
    return [item.id, quantityOf(line) === '' ? withQuantity(line, people) : line]
  })
  const rupees = Math.min(Math.floor(price), maxBudgetPerGift)
  changeInquiryDetails({
    isOpen: true,
    lines: Object.fromEntries(lines),
    ...(rupees >= 1 && { budgetPerGift: String(rupees) }),
  })
}

/** The band of a price per gift in rupees, upper limit included; null below the cheapest band. */
export function bandAt(price: number): BudgetBand | null {
  const cheapest = boundsOf(budgetBands[0]).least
  return price < cheapest ? null : (budgetBands.find((band) => price <= boundsOf(band).most) ?? null)
}

/** Whether gifts of a band cost more than those of another; an unknown band is above none. */
export function isAbove(band: string | null | undefined, other: BudgetBand | null): boolean {
  const bands: readonly string[] = budgetBands
  return bands.indexOf(band ?? '') > (other === null ? -1 : budgetBands.indexOf(other))
}

/** The numbers in the band's name; the dearest has no upper end. */
function boundsOf(band: BudgetBand) {
  const [least = 0, most = Infinity] = (band.match(/\d+/g) ?? []).map(Number)
  return { least, most }
}
