import { useSite } from '@giftwell/shared/ui/use-site.ts'

import { QuoteForm } from './quote-form.tsx'
import classes from './quote-section.module.css'

const promises = [
  'A quote within 24 hours',
  'Personalized gifting solutions',
  'Compliance-ready gifts for pharma',
]

/** Asking for a quote without choosing products first (product.md, section 2, Request a Quote). */
export function QuoteSection() {
  const { contact_email: email, contact_phone: phone } = useSite()
  // The other ways to ask, where there are any.
  const reach = [email && `Please write to ${email}.`, phone && `Please call ${phone}.`].filter(Boolean)
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
