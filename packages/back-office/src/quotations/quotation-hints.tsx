import { Anchor, Paper, Stack, Text } from '@mantine/core'
import { Link } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import {
  highestRate,
  isPharmaceutical,
  legalHints,
  noLegalAdvice,
  pharmaReasons,
  type RatedPart,
  taxOfParts,
} from '@giftwell/shared/legal/legal-hints.ts'
import { percent, rupees } from '@giftwell/shared/kernel/money.ts'
import {
  lineNames,
  type QuotationContent,
  type QuotationLine,
  type QuotationSeller,
} from '@giftwell/shared/quotations/quotation.ts'
import { draftFigures } from '@giftwell/shared/quotations/quotation-sheet.ts'
import { highestValues } from './gift-values.ts'
import { LegalNote } from '../screen/legal-note.tsx'
import type { QuotationDetails } from './quotation-requests.ts'

type Offered = QuotationDetails['offered_prices']

/** Whether a quotation is for a pharmaceutical company: as staff have said, else by company and products. */
export function isForPharma({ buyer, lines }: QuotationContent, offered: Offered): boolean {
  const hasProduct = lines.some(({ id }) => offered[id]?.is_pharmaceutical === true)
  return buyer.is_pharmaceutical ?? isPharmaceutical(buyer.company, hasProduct)
}

/** Why a line is no gift for a doctor, by its gift's highest value; none for a charge. */
export function reasonsOfLine(
  { id, is_charge: isCharge }: Pick<QuotationLine, 'id' | 'is_charge'>,
  offered: Offered,
  values: ReadonlyMap<string, number>,
): readonly string[] {
  if (isCharge) return []
  const paise = values.get(id) ?? 0
  return pharmaReasons({ isBrandReminder: offered[id]?.is_brand_reminder === true, highest: { paise } })
}

/** "Box, rate not known; Lamp 12 %", and the highest. */
export function ratesText(parts: readonly RatedPart[]): string {
  const highest = highestRate(parts)
  const rates = parts.map(({ name, gst_rate: rate }) =>
    rate === null ? `${name}, rate not known` : `${name} ${percent(rate)}`,
  )
  return `${rates.join('; ')}. ${highest === null ? '' : `The highest is ${percent(highest)}.`}`.trim()
}

interface QuotationHintsProps {
  readonly content: QuotationContent
  readonly seller: QuotationSeller
  readonly offered: Offered
  /** Whether the owner wants those on pharmaceutical companies. */
  readonly showsPharma: boolean
}

/** Legal hints on a quotation, only for staff; they block nothing. */
export function QuotationHints({ content, seller, offered, showsPharma }: QuotationHintsProps) {
  const { isAdmin } = useAuth()
  const names = lineNames(content.lines)
  const isPharma = showsPharma && isForPharma(content, offered)
  const values = isPharma ? highestValues(content) : new Map<string, number>()
  const pharma = isPharma
    ? content.lines.flatMap((line, index) => {
        const reasons = reasonsOfLine(line, offered, values)
        return reasons.length === 0 ? [] : [{ id: line.id, name: names[index] ?? '', reasons }]
      })
    : []
  const sets = content.lines.flatMap(({ id, name }) => {
    const parts = offered[id]?.parts ?? []
    return parts.length === 0 ? [] : [{ id, name, parts }]
  })
  const groups = groupsOfRates(content, seller)
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label="Legal hints">
      <Text fw={600} fz="sm" mb={6}>
        Legal hints
      </Text>
      <Stack gap={12}>
        {pharma.length > 0 && (
          <LegalNote hint={legalHints.brandReminders}>
            <ul>
              {pharma.map(({ id, name, reasons }) => (
                <Text key={id} component="li" fz="sm" fw={550}>
                  {name}: {reasons.join(', ')}
                </Text>
              ))}
            </ul>
          </LegalNote>
        )}
        {(sets.length > 0 || groups.length > 0) && (
          <LegalNote hint={legalHints.mixedSupply}>
            {sets.map(({ id, name, parts }) => (
              <Text key={id} fz="sm">
                {name}: {ratesText(parts)}
              </Text>
            ))}
            {groups.map(({ name, parts, tax }) => (
              <Text key={name} fz="sm">
                {name}: {ratesText(parts)} Itemised, GST is {rupees(tax.itemised)}; as one mixed supply{' '}
                {rupees(tax.mixed)}.
              </Text>
            ))}
          </LegalNote>
        )}
        <LegalNote hint={legalHints.giftCredit}>
          {seller.credit_note ? (
            <Anchor href="#credit" fz="sm">
              Your text on it
            </Anchor>
          ) : (
            isAdmin && (
              <Anchor component={Link} to="/admin/settings/seller#credit_note" fz="sm">
                Write your own text in Site Settings
              </Anchor>
            )
          )}
        </LegalNote>
        <Text fz="xs" c="dimmed">
          {noLegalAdvice}
        </Text>
      </Stack>
    </Paper>
  )
}

/** Groups of gifts with different GST rates, which a buyer may want as one hamper, with the tax either way. */
function groupsOfRates(content: QuotationContent, seller: QuotationSeller) {
  const { place, lines, figures } = draftFigures(content, seller)
  if (place === null || place.tax === 'none' || place.tax === 'zero') return []
  const gifts = lines.map((line, index) => ({ ...line, taxable: figures.lines[index]?.taxable ?? 0 }))
  const groups = Map.groupBy(
    gifts.filter(({ group, is_charge: isCharge }) => group !== null && !isCharge),
    ({ group }) => group ?? '',
  )
  return [...groups].flatMap(([name, parts]) =>
    new Set(parts.map(({ gst_rate: rate }) => rate)).size < 2
      ? []
      : [{ name, parts, tax: taxOfParts(parts) }],
  )
}
