import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Fragment } from 'react'

import { amountInWords } from '@giftwell/shared/quotations/amount-in-words.ts'
import { type QuotationFigures, quotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import { legalHints } from '@giftwell/shared/legal/legal-hints.ts'
import { percent, rupees } from '@giftwell/shared/kernel/money.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { gstStates, type PlaceOfSupply, placeOfSupply } from '@giftwell/shared/quotations/place-of-supply.ts'
import {
  chosenLines,
  type QuotationChoice,
  type QuotationContent,
  type QuotationLine,
} from '@giftwell/shared/quotations/quotation.ts'
import type { Seller } from './quotation-requests.ts'
import classes from './quotation-preview.module.css'

const firstOfAll: Partial<QuotationChoice> = {}

/** The figures of a choice by the rules of a seller; without taxes while the seller's state is not known. */
export function figuresOf(
  content: QuotationContent,
  seller: Seller,
  choice: Partial<QuotationChoice> = firstOfAll,
): { place: PlaceOfSupply | null; lines: ReturnType<typeof chosenLines>; figures: QuotationFigures } {
  const place = placeOfSupply(seller, content.buyer)
  const lines = chosenLines(content, choice)
  return {
    place,
    lines,
    figures: quotationFigures(lines, content.discount, place?.tax ?? 'none', seller.rounds_off),
  }
}

/** The name of a state by its code. */
export function stateName(code: string | null | undefined): string {
  return gstStates.find((state) => state.code === code)?.name ?? ''
}

/** By which rule a place of supply was found. */
export const placeRules: Readonly<Record<PlaceOfSupply['why'], string>> = {
  chosen: 'chosen, with a reason',
  gstin: 'the state of the buyer’s GSTIN',
  delivery: 'where the goods are delivered',
  billing: 'the billing address of a buyer without GSTIN',
  seller: 'the seller’s state, since no address of the buyer is known',
}

interface QuotationPreviewProps {
  readonly content: QuotationContent
  readonly validUntil: string
  readonly seller: Seller
  /** "GW2627/0001-R2"; undefined before it has a number. */
  readonly number?: string | undefined
  /** What the buyer chose; the first of everything unless given. */
  readonly choice?: Partial<QuotationChoice> | undefined
}

/** A quotation as its buyer reads it, with the figures of a choice. */
export function QuotationPreview({ content, validUntil, seller, number, choice }: QuotationPreviewProps) {
  const { place, lines, figures } = figuresOf(content, seller, choice)
  const { buyer, message, terms } = content
  return (
    <Stack component="article" className={classes.sheet} gap={14} fz="sm">
      <Title order={2} ff="text" fz="1.125rem">
        Quotation {number}
      </Title>
      <SimpleGrid className={classes.parties} minColWidth={140} autoFlow="auto-fit" spacing={12}>
        <div>
          <strong>{seller.legal_name}</strong>
          {seller.address && <span>{seller.address}</span>}
          {seller.gstin && <span>GSTIN {seller.gstin}</span>}
        </div>
        <div>
          <strong>{buyer.company}</strong>
          <span>{buyer.name}</span>
          {buyer.billing_address && <span>{buyer.billing_address}</span>}
          {buyer.gstin && <span>GSTIN {buyer.gstin}</span>}
        </div>
      </SimpleGrid>
      {message && <p className={classes.text}>{message}</p>}
      <table className={classes.lines}>
        <thead>
          <tr>
            <th>Gift</th>
            <th>Quantity</th>
            <th>Price</th>
            <th>Amount</th>
          </tr>
        </thead>
        <tbody>
          {content.lines.map((line, index) => {
            const at = lines.findIndex(({ id }) => id === line.id)
            const chosen = lines[at]
            const amounts = figures.lines[at]
            const isNewGroup = line.group !== null && line.group !== content.lines[index - 1]?.group
            return (
              <Fragment key={line.id}>
                {isNewGroup && (
                  <tr>
                    <th colSpan={4} className={classes.group}>
                      {line.group}
                    </th>
                  </tr>
                )}
                <tr className={classes.name} data-other={chosen === undefined || undefined}>
                  <td colSpan={4}>
                    {line.name}
                    {line.colour && ` in ${line.colour}`}
                    {line.note && <small>{line.note}</small>}
                    {line.quantities.length > 1 && <small>{othersOf(line, chosen?.quantity)}</small>}
                  </td>
                </tr>
                <tr data-other={chosen === undefined || undefined}>
                  <td>
                    <small>{factsOf(line, chosen !== undefined, place?.tax !== 'none')}</small>
                  </td>
                  <td>{(chosen ?? line.quantities[0])?.quantity.toLocaleString('en-IN')}</td>
                  <td>{rupees((chosen ?? line.quantities[0])?.price_paise ?? 0)}</td>
                  <td>
                    {amounts && rupees(amounts.amount)}
                    {amounts?.per_gift != null && !line.is_charge && (
                      <small>{rupees(amounts.per_gift)} per gift, all in</small>
                    )}
                  </td>
                </tr>
              </Fragment>
            )
          })}
        </tbody>
      </table>
      <Stack component="dl" className="tabular" gap={4} w="min(100%, 280px)" ms="auto">
        <Sum name="Amount" paise={figures.amount} isShown={figures.discount > 0} />
        <Sum name="Discount" paise={-figures.discount} isShown={figures.discount > 0} />
        <Sum name="Taxable" paise={figures.taxable} isShown={place !== null && place.tax !== 'none'} />
        <Sum name="CGST" paise={figures.cgst} isShown={place?.tax.startsWith('cgst') === true} />
        <Sum name="SGST" paise={figures.sgst} isShown={place?.tax === 'cgst_sgst'} />
        <Sum name="UTGST" paise={figures.sgst} isShown={place?.tax === 'cgst_utgst'} />
        <Sum name="IGST" paise={figures.igst} isShown={place?.tax === 'igst'} />
        <Sum name="Round off" paise={figures.round_off} isShown={figures.round_off !== 0} />
        <Group className="line-above" justify="space-between" gap={16} wrap="nowrap" pt={6} fz="md" fw={650}>
          <dt>Total</dt>
          <dd>{rupees(figures.total)}</dd>
        </Group>
      </Stack>
      <Text fz="sm">{amountInWords(figures.total)}</Text>
      {figures.per_gift !== null && (
        <Text fz="sm" fw={600}>
          {rupees(figures.per_gift)} per gift, all in
        </Text>
      )}
      <Text fz="sm" c="dimmed">
        {place?.tax === 'zero' && 'Supply to a special economic zone under LUT, without payment of tax. '}
        {seller.is_composition && 'Composition taxable person, not eligible to collect tax on supplies. '}
        {place !== null && `Place of supply: ${stateName(place.state)}. `}
        {validUntil !== '' && `Valid until ${dayText(validUntil)}. `}
        Not a tax invoice.
      </Text>
      {terms && <p className={classes.text}>{terms}</p>}
      {seller.bank_details && (
        <section aria-label="Bank details">
          <strong>Bank details</strong>
          <p className={classes.text}>{seller.bank_details}</p>
        </section>
      )}
      {seller.credit_note && (
        <section aria-label="Input tax credit on gifts" id="credit">
          <strong>Input tax credit on gifts</strong>
          <p className={classes.text}>
            {legalHints.giftCredit.text} ({legalHints.giftCredit.clause}){'\n'}
            {seller.credit_note}
          </p>
        </section>
      )}
    </Stack>
  )
}

/** The option, HSN and rate of a line. */
function factsOf(line: QuotationLine, isChosen: boolean, hasTax: boolean): string {
  return [
    line.option !== null && `${line.option}: ${isChosen ? 'chosen' : 'or this'}`,
    line.hsn !== null && `HSN ${line.hsn}`,
    line.gst_rate !== null && hasTax && `GST ${percent(line.gst_rate)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The quantities that are not chosen: "or 250 at ₹90.00, 500 at ₹80.00". */
function othersOf({ quantities }: QuotationLine, chosen: number | undefined): string {
  const others = quantities
    .filter(({ quantity }) => quantity !== chosen)
    .map(
      ({ quantity, price_paise: price }) =>
        quantity.toLocaleString('en-IN') + (price === null ? '' : ` at ${rupees(price)}`),
    )
  return `or ${others.join(', ')}`
}

interface SumProps {
  readonly name: string
  readonly paise: number
  readonly isShown: boolean
}

function Sum({ name, paise, isShown }: SumProps) {
  if (!isShown) return null
  return (
    <Group justify="space-between" gap={16} wrap="nowrap">
      <dt>{name}</dt>
      <dd>{rupees(paise)}</dd>
    </Group>
  )
}
