/** @jsxImportSource preact */
import { phoneTexts } from '@giftwell/shared/kernel/phones.ts'
import { amountInWords } from '@giftwell/shared/quotations/amount-in-words.ts'
import type { QuotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import { gstStates, type PlaceOfSupply } from '@giftwell/shared/quotations/place-of-supply.ts'

import { legalHints } from '@giftwell/shared/legal/legal-hints.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import type { OpenedQuotation } from './open-quotation.ts'

const stateName = (code: string | null) => gstStates.find((state) => state.code === code)?.name ?? code

interface TotalsProps {
  readonly opened: OpenedQuotation
  readonly figures: QuotationFigures
  /** Whether a choice has changed them, which screen readers announce. */
  readonly hasChanged: boolean
}

/** The sums of a quotation: taxes by head, the total, its words, and what one gift costs. */
export function Totals({ opened: { place, credit_note: credit }, figures, hasChanged }: TotalsProps) {
  const { tax } = place
  const hasCredit = tax !== 'none' && credit
  const rows: readonly (readonly [string, number | false])[] = [
    ['Amount', figures.amount],
    ['Discount', figures.discount > 0 && -figures.discount],
    ['Taxable value', tax !== 'none' && figures.taxable],
    ['CGST', tax.startsWith('cgst') && figures.cgst],
    [tax === 'cgst_utgst' ? 'UTGST' : 'SGST', tax.startsWith('cgst') && figures.sgst],
    ['IGST', tax === 'igst' && figures.igst],
    ['Round off', figures.round_off !== 0 && figures.round_off],
  ]
  return (
    <section aria-labelledby="total" className="totals">
      <dl>
        {rows.map(
          ([name, paise]) =>
            paise !== false && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{rupees(paise)}</dd>
              </div>
            ),
        )}
        <div className="total">
          <dt id="total">Total</dt>
          <dd>{rupees(figures.total)}</dd>
        </div>
      </dl>
      {figures.per_gift !== null && <p className="per-gift">{rupees(figures.per_gift)} per gift, all in</p>}
      {hasCredit && (
        <p className="quiet">
          <a href="#credit">Credit for the tax on gifts is usually blocked</a>
        </p>
      )}
      <p>{amountInWords(figures.total)}</p>
      <p className="visually-hidden" role="status">
        {hasChanged && `Total ${rupees(figures.total)}`}
        {hasChanged && figures.per_gift !== null && `, ${rupees(figures.per_gift)} per gift, all in`}
      </p>
    </section>
  )
}

/** Why the taxes are as they are. */
const taxSentences: Readonly<Partial<Record<PlaceOfSupply['tax'], string>>> = {
  zero: 'Zero-rated supply to a special economic zone, under a letter of undertaking.',
}

/** Who offers what to whom, and where. */
export function Parties({ opened }: { readonly opened: OpenedQuotation }) {
  const { seller, buyer, place, site } = opened
  const sellerLines = [seller.address ?? site.contact_address, ...phoneTexts(site), site.contact_email]
  const billing = [buyer.billing_address, stateName(buyer.billing_state)].filter(Boolean).join(', ')
  const delivery = [buyer.delivery_address ?? buyer.delivery_city, stateName(buyer.delivery_state)]
  return (
    <div className="parties">
      <section aria-labelledby="seller">
        <h2 id="seller">From</h2>
        <Address name={seller.legal_name ?? site.name ?? ''} gstin={seller.gstin} lines={sellerLines} />
      </section>
      <section aria-labelledby="buyer">
        <h2 id="buyer">For</h2>
        <Address
          name={buyer.company}
          gstin={buyer.gstin}
          lines={[
            buyer.name,
            billing,
            delivery.some(Boolean) && `Delivery: ${delivery.filter(Boolean).join(', ')}`,
          ]}
        />
      </section>
      <section aria-labelledby="supply">
        <h2 id="supply">Place of supply</h2>
        <p>
          {stateName(place.state)} ({place.state})
        </p>
        {taxSentences[place.tax] !== undefined && <p>{taxSentences[place.tax]}</p>}
        {seller.is_composition && <p>Composition taxable person, not eligible to collect tax on supplies.</p>}
      </section>
    </div>
  )
}

interface AddressProps {
  readonly name: string
  readonly gstin: string | null
  readonly lines: readonly (string | null | undefined | false)[]
}

function Address({ name, gstin, lines }: AddressProps) {
  return (
    <>
      <p>
        <strong>{name}</strong>
      </p>
      {lines.map((line) => line && <p key={line}>{line}</p>)}
      {gstin !== null && <p>GSTIN {gstin}</p>}
    </>
  )
}

const { giftCredit } = legalHints

/** Terms, bank details and the owner's text on credit. */
export function SmallPrint({ opened: { terms, seller, credit_note: credit } }: Pick<TotalsProps, 'opened'>) {
  const parts = [
    ['Terms', terms],
    ['Bank details', seller.bank_details],
    [
      'Input tax credit on gifts',
      credit &&
        `${giftCredit.text} (${giftCredit.clause}, checked on ${dayText(giftCredit.checkedOn)})\n${credit}`,
    ],
  ] as const
  return (
    <>
      {parts.map(
        ([title, text]) =>
          text !== null && (
            <section key={title} id={title.startsWith('Input') ? 'credit' : undefined} aria-label={title}>
              <h2>{title}</h2>
              <p className="text">{text}</p>
            </section>
          ),
      )}
      <p className="quiet">This is a quotation. Not a tax invoice.</p>
    </>
  )
}
