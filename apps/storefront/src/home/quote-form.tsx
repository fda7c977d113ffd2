import { quoteForm } from '@giftwell/shared/domain/quote.ts'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type Ref, useEffect, useRef, useState } from 'react'

import { ContactFields } from '../lead/contact-fields.tsx'
import { useLeadForm } from '../lead/use-lead-form.ts'
import classes from './quote-section.module.css'

const labels = {
  name: 'Full Name',
  company: 'Company Name',
  email: 'Email Address',
  phone: 'Phone Number',
  message: 'Message',
}
const done = {
  title: 'Thank you for your interest!',
  description: "We'll get back to you within 24 hours with customized solutions.",
}
const failed = {
  title: 'Submission failed',
  description: 'Please try again or contact us directly.',
  variant: 'destructive',
} as const

/** Milliseconds that the success panel stays before the form returns (specification, section 9). */
export const successPanelDuration = 5000

/** The quote form, and for five seconds after a send its success panel. */
export function QuoteForm() {
  const [isSent, setSent] = useState(false)
  const { form, guard, isSending, submit } = useLeadForm({
    rules: quoteForm,
    done,
    failed,
    onSent: () => setSent(true),
  })

  const panel = useRef<HTMLDivElement>(null)
  const returnFocus = useRef(false)

  // The focus was on a button that is gone: it waits on the panel, and goes on to the form unless somebody took it away.
  useEffect(() => {
    if (!isSent) {
      if (returnFocus.current) form.getInputNode('name')?.focus({ preventScroll: true })
      return undefined
    }
    panel.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => {
      returnFocus.current = document.activeElement === panel.current
      setSent(false)
    }, successPanelDuration)
    return () => clearTimeout(timer)
  }, [isSent, form])

  if (isSent) return <SuccessPanel ref={panel} />
  return (
    <form className={classes.form} noValidate aria-labelledby="quote" onSubmit={submit}>
      <ContactFields form={form} guard={guard} labels={labels} />
      <Button type="submit" size="md" disabled={isSending}>
        {isSending ? 'Sending...' : 'Request a Quote'}
      </Button>
    </form>
  )
}

function SuccessPanel({ ref }: { ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} tabIndex={-1} className={classes.success}>
      <IconCircleCheck size={44} stroke={1.4} aria-hidden />
      <p className={classes.successTitle}>Message Sent Successfully!</p>
      <p>We'll contact you within 24 hours with personalized gifting solutions.</p>
    </div>
  )
}
