import { useFilterOptions } from '@giftwell/shared/catalogue/filter-options-query.ts'
import { brand } from '@giftwell/shared/kernel/brand.ts'
import { phonesOf } from '@giftwell/shared/kernel/phones.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { WordMark } from '@giftwell/shared/ui/word-mark.tsx'
import { Link } from '../page/router.tsx'

import { useYear } from '../page/rendered-page.ts'
import classes from './site-footer.module.css'
import { siteLinks } from './site-header.tsx'

const maxIndustries = 6

/**
 * Quick links, industries, contact and copyright (product.md, section 2, Footer).
 * @param isPageReady false until the page has hydrated: it shares the query, and must hydrate without the data that its
 * HTML was rendered without
 */
export function SiteFooter({ isPageReady }: { readonly isPageReady: boolean }) {
  const year = useYear()
  const site = useSite()
  const { data: options, isError } = useFilterOptions({ enabled: isPageReady })
  return (
    <footer className={classes.root}>
      <div className={classes.columns}>
        <div>
          <WordMark />
          <p className={classes.tagline}>{site.footer_tagline ?? brand.tagline}</p>
        </div>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links" className={classes.title}>
            Quick Links
          </h2>
          <ul className={classes.list}>
            {siteLinks.map(({ to, text }) => (
              <li key={to}>
                <Link to={to}>{text}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="footer-industries" hidden={isError || options?.industries.length === 0}>
          <h2 id="footer-industries" className={classes.title}>
            Industries
          </h2>
          <ul className={classes.list}>
            {[...new Set(options && [...options.doctorTypeIndustries, ...options.industries])]
              .slice(0, maxIndustries)
              .map((name) => (
                <li key={name}>
                  <Link to={`/catalogue?${new URLSearchParams({ industry: name }).toString()}`}>{name}</Link>
                </li>
              ))}
          </ul>
        </nav>
        <div>
          <h2 className={classes.title}>Contact</h2>
          <ContactLines />
        </div>
      </div>
      <p className={classes.copyright}>
        © {year} {site.name}. All rights reserved. <Link to="/privacy">Privacy</Link>{' '}
        {site.terms_changed_on && (
          <>
            <Link to="/terms">Terms</Link>{' '}
          </>
        )}
        <Link to="/accessibility">Accessibility</Link>
      </p>
    </footer>
  )
}

/** The ways to reach the seller: those that are set, and the quote form. */
export function ContactLines() {
  const site = useSite()
  const { contact_email: email, contact_address: address } = site
  return (
    <address className={classes.list}>
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {phonesOf(site).map(({ text, link }) => (
        <a key={link} href={link}>
          {text}
        </a>
      ))}
      {site.whatsapp_number && (
        <a href={`https://wa.me/${site.whatsapp_number.slice(1)}`} target="_blank" rel="noopener noreferrer">
          WhatsApp {site.whatsapp_number}
        </a>
      )}
      {address && <span className={classes.address}>{address}</span>}
      <Link to="/#contact">Request a Quote</Link>
    </address>
  )
}
