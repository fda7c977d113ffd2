import '@giftwell/shared/ui/print.css'

import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'

import { noLegalAdvice } from '@giftwell/shared/legal/legal-hints.ts'
import { dayText, rupees } from '@giftwell/shared/quotations/format.ts'
import { chosenLines, type QuotationChoice } from '@giftwell/shared/quotations/quotation.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import { lineNames } from './quotation-draft.ts'
import classes from './quotation-preview.module.css'
import { indianDay, type QuotationDetails, type QuotationVersion, type Seller } from './quotation-requests.ts'

interface EvidenceSheetProps {
  readonly details: QuotationDetails
  readonly version: QuotationVersion
  readonly seller: Seller
  readonly number: string
}

const first: Partial<QuotationChoice> = {}

/**
 * A button for the sheet by which a pharmaceutical company shows what it gave to doctors: item, unit value, quantity and purpose,
 * of the accepted choice or what the buyer sees first (product.md, section 2, Hints on the law). An open dialog is what is printed.
 */
export function EvidenceSheet({ details, version, seller, number }: EvidenceSheetProps) {
  const [isOpen, setOpen] = useState(false)
  const [today] = useState(() => indianDay.format(new Date()))
  const { close } = useDialogEntry({ opened: isOpen, isBusy: false, onClose: () => setOpen(false) })
  const { accepted, content } = version
  const lines = chosenLines(content, accepted?.choice ?? version.frozen?.choice ?? first).filter(
    ({ is_charge: isCharge }) => !isCharge,
  )
  const names = lineNames(lines.map(({ name, colour }) => ({ name, colour: colour ?? '' })))
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        Evidence sheet
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Evidence sheet of ${number}`} size="760px">
        <div className={classes.sheet}>
          <div className={classes.parties}>
            <div>
              <strong>{content.buyer.company}</strong>
              <span>{content.buyer.billing_address}</span>
            </div>
            <div>
              <span>
                Supplied by <strong>{seller.legal_name}</strong>
              </span>
              <span>
                Quotation {number}
                {accepted !== null && `, accepted by ${accepted.name}`}
              </span>
            </div>
          </div>
          <table className={classes.lines}>
            <thead>
              <tr>
                <th>Item</th>
                <th>Unit value</th>
                <th>Quantity</th>
                <th>Purpose</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, index) => (
                <tr key={line.id}>
                  <td>
                    {names[index]}
                    {line.code !== null && <small>{line.code}</small>}
                  </td>
                  <td>{rupees(line.price_paise)}</td>
                  <td>{line.quantity.toLocaleString('en-IN')}</td>
                  <td className={classes.purpose}>
                    {details.offered_prices[line.id]?.is_brand_reminder === true
                      ? 'Brand reminder (informational or educational)'
                      : '________________'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Text fz="xs" c="dimmed">
            Unit values are before tax. Purposes are as of {dayText(today)}; a blank one is for the company to
            fill in. {noLegalAdvice}
          </Text>
        </div>
        <Group justify="flex-end" mt={16}>
          <Button variant="default" onClick={() => window.print()}>
            Print
          </Button>
        </Group>
      </Dialog>
    </>
  )
}
