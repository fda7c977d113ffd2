import { inquiryForm } from '@giftwell/shared/domain/inquiry.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { Button } from '@mantine/core'

import { ContactFields } from '../lead/contact-fields.tsx'
import { useLeadForm } from '../lead/use-lead-form.ts'
import { useBasket, useBasketStore } from './basket-context.ts'
import classes from './basket-dialog.module.css'
import { BasketList } from './basket-list.tsx'
import { useBasketCheck } from './use-basket-check.ts'

const labels = { name: 'Name', company: 'Company', email: 'Email', phone: 'Phone', message: 'Message' }
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
  useBasketCheck(opened)
  const { form, guard, isSending, submit } = useLeadForm({
    rules: inquiryForm,
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
      <div className={classes.columns}>
        <BasketList basket={basket} onRemove={store.remove} onClear={store.clear} />
        <form className={classes.form} noValidate aria-label="Your details" onSubmit={submit}>
          <ContactFields
            form={form}
            guard={guard}
            labels={labels}
            messagePlaceholder="Tell us about your requirements, quantities needed, etc."
          />
          <Button type="submit" size="md" disabled={isSending || basket.length === 0}>
            {isSending ? 'Submitting...' : 'Submit Inquiry'}
          </Button>
        </form>
      </div>
    </Dialog>
  )
}
