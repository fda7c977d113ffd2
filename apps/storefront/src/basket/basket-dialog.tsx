import { brand } from '@giftwell/shared/domain/brand.ts'
import type { Basket } from '@giftwell/shared/domain/basket.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'

import { useState } from 'react'

import { inquiryRules } from '../lead/contact-rules.ts'
import { LeadForm } from '../lead/lead-form.tsx'
import { useLeadForm } from '../lead/use-lead-form.ts'
import { useBasket, useBasketStore } from './basket-context.ts'
import classes from './basket-dialog.module.css'
import { BasketList } from './basket-list.tsx'
import { useBasketCheck } from './use-basket-check.ts'

const labels = { name: 'Name', company: 'Company', email: 'Email', phone: 'Phone', message: 'Message' }
const words = { submit: 'Submit Inquiry', sending: 'Submitting...' }
const done = {
  title: 'Inquiry Submitted Successfully!',
  description: "We'll get back to you within 24 hours.",
}
const failed = {
  title: 'Error',
  description: 'Failed to submit inquiry. Please try again.',
  variant: 'destructive',
} as const

/** The basket's products and the form that sends them as one inquiry (specification, section 2, Inquiry basket). */
export function BasketDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const basket = useBasket()
  const store = useBasketStore()
  const [today] = useState(() => new Date().toLocaleDateString('en-IN', { dateStyle: 'long' }))
  useBasketCheck(opened)
  const restore = (items: Basket) => items.forEach(store.add)
  const state = useLeadForm({
    rules: inquiryRules,
    products: basket.map((item) => item.name),
    done,
    failed,
    onSent() {
      store.clear()
      onClose()
    },
  })

  return (
    <Dialog opened={opened} onClose={onClose} size="56rem" title={`Inquiry Basket (${basket.length} items)`}>
      <p className="print-only">
        {brand.name}, {today}
      </p>
      <div className={classes.columns}>
        <BasketList basket={basket} onRemove={store.remove} onClear={store.clear} onRestore={restore} />
        <LeadForm
          name="inquiry"
          state={state}
          labels={labels}
          messagePlaceholder="Tell us about your requirements, quantities needed, etc."
          words={words}
          isEmpty={basket.length === 0}
          className={classes.form}
          label="Your details"
        />
      </div>
    </Dialog>
  )
}
