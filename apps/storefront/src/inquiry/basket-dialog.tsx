import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { LeadForm } from '../lead/lead-form.tsx'
import { inquiryRules } from '../lead/use-contact-form.ts'
import { useLeadForm } from '../lead/use-lead-form.ts'
import classes from './basket-dialog.module.css'
import { BasketList } from './basket-list.tsx'
import { type Basket, useBasket, useBasketStore } from './basket.ts'
import { BudgetHelper } from './budget-helper.tsx'
import {
  changeInquiryDetails,
  clearInquiryDetails,
  type InquiryDetails,
  inquiryOf,
  pruneLines,
  useInquiryDetails,
} from './inquiry-details.ts'
import { InquiryFields, LineFields } from './inquiry-fields.tsx'
import { InquiryFacts, longDate, PrintButton } from './inquiry-sheet.tsx'
import type { InquiryLine } from './inquiry.ts'
import { sendInquiry, storeSentInquiry } from './send-inquiry.ts'
import { LinkToBasket, ShareButton, useSharedLink, WhatsappButton } from './share-basket.tsx'
import { useBasketCheck } from './use-basket-check.ts'

const labels = { name: 'Name', company: 'Company', email: 'Email', phone: 'Phone', message: 'Message' }
const buttonLabels = { submit: 'Submit Inquiry', sending: 'Submitting...' }
const done = {
  title: 'Inquiry Submitted Successfully!',
  description: "We'll get back to you within 24 hours.",
}
const failed = {
  title: 'Error',
  description: 'Failed to submit inquiry. Please try again.',
  variant: 'destructive',
} as const

/** The basket's products and the form that sends them as one inquiry (product.md, section 2, Inquiry basket). */
export function BasketDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const site = useSite()
  const basket = useBasket()
  const store = useBasketStore()
  const [today] = useState(() => longDate(new Date()))
  useBasketCheck(opened)
  const restore = (items: Basket) => items.forEach(store.add)
  const navigate = useNavigate()
  const details = useInquiryDetails()
  const inquiry = inquiryOf(basket, details)
  useEffect(() => {
    if (opened) pruneLines(store.get())
  }, [opened, store])
  const columns = useRef<HTMLDivElement>(null)
  const state = useLeadForm({
    rules: inquiryRules,
    mutation: sendInquiry(useBackend(), inquiry),
    isReady() {
      // The budget helper, which is closed mostly, sends nothing.
      const wrong = columns.current?.querySelector<HTMLElement>(
        'section [aria-invalid="true"]:not(details *)',
      )
      wrong?.focus()
      return !wrong
    },
    done: {
      ...done,
      action: { label: 'View inquiry', href: '/inquiry/sent', onPress: () => void navigate('/inquiry/sent') },
    },
    failed,
    onSent(reference, sender) {
      const looks = basket.map(({ imageUrl, imageWidths, budget }) => ({
        image_url: imageUrl,
        image_widths: imageWidths,
        budget,
      }))
      storeSentInquiry({ at: Date.now(), reference, sender, inquiry, looks })
      store.clear()
      clearInquiryDetails()
      onClose()
    },
  })

  return (
    <Dialog opened={opened} onClose={onClose} size="56rem" title={`Inquiry Basket (${basket.length} items)`}>
      <div className="print-only">
        {site.name}, {today}
        <InquiryFacts inquiry={inquiry} />
      </div>
      <div ref={columns} className={classes.columns}>
        <BasketList
          basket={basket}
          onRemove={store.remove}
          onClear={store.clear}
          onRestore={restore}
          onPaper={({ id }) => wantedText(inquiry.lines.find((line) => line.id === id))}
          below={details.isOpen ? (item) => <LineFields product={item} details={details} /> : undefined}
        >
          {basket.length > 0 && (
            <>
              <InquiryExtras details={details} lines={inquiry.lines} />
              <BudgetHelper basket={basket} details={details} onLeave={onClose} />
            </>
          )}
        </BasketList>
        <LeadForm
          name="inquiry"
          state={state}
          labels={labels}
          messagePlaceholder="Tell us about your requirements, quantities needed, etc."
          buttonLabels={buttonLabels}
          isEmpty={basket.length === 0}
          className={classes.form}
          label="Your details"
        >
          <WhatsappButton inquiry={inquiry} />
        </LeadForm>
      </div>
    </Dialog>
  )
}

/** Quantity and note of a product, as on paper. */
function wantedText(
  { quantity, note }: Pick<InquiryLine, 'quantity' | 'note'> = { quantity: null, note: '' },
) {
  return [quantity === null ? '' : `Quantity ${quantity.toLocaleString('en-IN')}`, note].join('\n').trim()
}

interface InquiryExtrasProps {
  readonly details: InquiryDetails
  readonly lines: readonly InquiryLine[]
}

/** What an inquiry may say beyond its products: behind a button, since most say nothing. Left out, it is not sent. */
function InquiryExtras({ details, lines }: InquiryExtrasProps) {
  const { isOpen } = details
  const { link, share } = useSharedLink(lines)
  return (
    <>
      <div className={classes.tools}>
        <Button
          variant="default"
          size="sm"
          aria-expanded={isOpen}
          onClick={() => changeInquiryDetails({ isOpen: !isOpen })}
        >
          {isOpen ? 'Leave out quantities' : 'Add quantities'}
        </Button>
        <ShareButton share={share} />
        <PrintButton />
      </div>
      <LinkToBasket link={link} />
      {isOpen && <InquiryFields details={details} />}
    </>
  )
}
