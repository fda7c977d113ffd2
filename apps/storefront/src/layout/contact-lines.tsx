import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Link } from 'react-router-dom'

import classes from './site-footer.module.css'

/** The ways to reach the seller: those that are set, and the quote form. */
export function ContactLines() {
  const { contact_email: email, contact_phone: phone, contact_address: address } = useSite()
  return (
    <address className={classes.list}>
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>}
      {address && <span className={classes.address}>{address}</span>}
      <Link to="/#contact">Request a Quote</Link>
    </address>
  )
}
