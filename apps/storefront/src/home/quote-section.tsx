import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { phoneTexts } from '@giftwell/shared/kernel/phones.ts'
import { useIsHydrated } from '@giftwell/shared/ui/use-is-hydrated.ts'
import { withinClaim } from '@giftwell/shared/kernel/brand.ts'
import { useClaims, useSite } from '@giftwell/shared/ui/use-site.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from '../page/router.tsx'

import { LeadForm } from '../lead/lead-form.tsx'
import { quoteRules } from '../lead/use-contact-form.ts'
import { sendLead, useLeadForm } from '../lead/use-lead-form.ts'
import classes from './quote-section.module.css'

/** Asking for a quote without choosing products first (product.md, section 2, Request a Quote). */
export function QuoteSection() {
  const site = useSite()
  const claims = useClaims()
  const promises = [
    claims.answer && `A quote within ${claims.answer}`,
    'Personalized gifting solutions',
    claims.compliance && `${claims.compliance} gifts for pharma`,
  ].filter(Boolean)
  const email = site.contact_email
  const phones = phoneTexts(site).join(' or ')
  // The other ways to ask, where there are any.
  const reach = [email && `Please write to ${email}.`, phones && `Please call ${phones}.`].filter(Boolean)
  return (
    <section id="contact" className={classes.root} aria-labelledby="quote">
      <div className={classes.inner}>
        <div>
          <h2 id="quote" className={classes.title}>
            Get Custom Solutions
          </h2>
          <p className={classes.lead}>Tell us about the occasion, the people and the budget.</p>
          <ul className={classes.promises}>
            {promises.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
        </div>
        <div className={classes.card}>
          <h3 className={classes.cardTitle}>Request a Quote</h3>
          <QuoteForm />
          <noscript>
            <p>The form needs JavaScript. {reach.join(' ')}</p>
          </noscript>
        </div>
      </div>
    </section>
  )
}

const labels = {
  name: 'Full Name',
  company: 'Company Name',
  email: 'Email Address',
  phone: 'Phone Number',
  message: 'Message',
}
const buttonLabels = { submit: 'Request a Quote', sending: 'Sending...' }
const failed = {
  title: 'Submission failed',
  description: 'Please try again or contact us directly.',
  variant: 'destructive',
} as const

/** Milliseconds that the success panel stays before the form returns (product.md, section 9). */
const successPanelDuration = 5000

/** The quote form, and for five seconds after a send its success panel. */
function QuoteForm() {
  /** Null before anything is sent. */
  const [isSent, setSent] = useState<boolean | null>(null)
  const mutation = sendLead(useBackend())
  const within = withinClaim(useClaims())
  const done = {
    title: 'Thank you for your interest!',
    description: `We'll get back to you${within} with customized solutions.`,
  }
  const state = useLeadForm({ rules: quoteRules, mutation, done, failed, onSent: () => setSent(true) })
  const focusFirst = useEffectEvent(state.form.focusFirst)
  // The catalogue's query without a result.
  const visit: unknown = useLocation().state
  const prefilled: unknown = recordOf(visit)['message']
  const message = useIsHydrated() && isSent === null && typeof prefilled === 'string' ? prefilled : undefined

  const panel = useRef<HTMLDivElement>(null)
  const returnFocus = useRef(false)

  // The focused button is gone: the focus moves to the panel, and back to the form unless the user has moved it.
  useEffect(() => {
    if (!isSent) {
      if (returnFocus.current) focusFirst()
      return undefined
    }
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest' })
    const timer = setTimeout(() => {
      returnFocus.current = document.activeElement === panel.current
      setSent(false)
    }, successPanelDuration)
    return () => clearTimeout(timer)
  }, [isSent])

  if (isSent) return <SuccessPanel ref={panel} />
  return (
    <LeadForm
      name="quote"
      state={state}
      labels={labels}
      buttonLabels={buttonLabels}
      isCleared={isSent === false}
      message={message}
      className={classes.form}
      labelledBy="quote"
    />
  )
}

function SuccessPanel({ ref }: { ref: Ref<HTMLDivElement> }) {
  const within = withinClaim(useClaims())
  return (
    <div ref={ref} tabIndex={-1} className={classes.success}>
      <IconCircleCheck size={44} stroke={1.4} aria-hidden />
      <p className={classes.successTitle}>Message Sent Successfully!</p>
      <p>We'll contact you{within} with personalized gifting solutions.</p>
    </div>
  )
}
