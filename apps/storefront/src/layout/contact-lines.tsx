import type { BrandContact } from '@giftwell/shared/domain/brand.ts'
import { Link } from 'react-router-dom'

import classes from './site-footer.module.css'

/** The ways to reach the seller: those that are set, and the quote form. */
export function ContactLines({ email, phone, address }: BrandContact) {
  return (
    <address className={classes.list}>
      {email !== null && <a href={`mailto:${email}`}>{email}</a>}
      {phone !== null && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>}
      {address !== null && <span>{address}</span>}
      <Link to="/#contact">Request a Quote</Link>
    </address>
  )
}
