import classes from './inquiry-page.module.css'
import type { InquiryContent } from './inquiry.ts'

/** The moment or day in the site's language. */
export function longDate(date: Date): string {
  return date.toLocaleDateString('en-IN', { dateStyle: 'long' })
}

/** What an inquiry says for all of its products, and more that is given. */
export function InquiryFacts({
  inquiry,
  more,
}: {
  readonly inquiry: InquiryContent
  readonly more?: Readonly<Record<string, string>>
}) {
  const { neededBy, budgetPerGift, deliveryCity, wantsBranding } = inquiry
  const facts = Object.entries({
    'Needed by': neededBy && longDate(new Date(`${neededBy}T00:00`)),
    'Budget per gift': budgetPerGift === null ? '' : `Rs.${budgetPerGift.toLocaleString('en-IN')}`,
    'Delivery city': deliveryCity,
    Branding: wantsBranding ? 'Wanted: logo on the gifts' : '',
    ...more,
  }).filter(([, value]) => value !== '')
  if (facts.length === 0) return null
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
