import { phonesOf } from '@giftwell/shared/kernel/phones.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Fragment } from 'react'
import { Link } from '../page/router.tsx'

import { PageHead } from '../page/page-head.tsx'
import classes from './privacy-page.module.css'

/** The site's accessibility: its aim, its tests, known limits, and a contact. */
export function AccessibilityPage() {
  const site = useSite()
  const email = site.contact_email
  const phones = phonesOf(site)
  return (
    <main id="content" className={classes.page}>
      <PageHead
        title={`Accessibility statement · ${site.name}`}
        description="What this website does for people with disabilities, its known limits, and how to contact us."
        path="/accessibility"
      />
      <h1 className={`page-title ${classes.title}`}>Accessibility statement</h1>
      <div className={classes.text}>
        <p>
          {site.name} wants everyone to be able to choose gifts and ask for them here. We aim to meet the Web
          Content Accessibility Guidelines (WCAG) 2.2, level AA.
        </p>
        <h2>What you can expect</h2>
        <ul>
          <li>Every page can be used by keyboard alone, and shows where the focus is.</li>
          <li>Pages follow your settings for a dark scheme, forced colours, larger text and less motion.</li>
          <li>Fields have labels, and each field explains its own error. Nothing that you typed is lost.</li>
          <li>Controls are large enough for a finger on touch screens.</li>
        </ul>
        <h2>How it is tested</h2>
        <p>
          Before each release, automated tests check pages, dialogs and error messages against the axe rules
          in light, dark and forced colours. They also check tasks by keyboard alone, the sizes of controls at
          360 pixels, and pages in translated browsers. These tests find many faults, but not all: they do not
          replace an audit by people who use assistive technology.
        </p>
        <h2>Known limits</h2>
        <ul>
          <li>
            The PDF file of a quotation has no tags for screen readers. The quotation’s page on this website
            has the same content.
          </li>
          <li>Videos of products come without captions or audio descriptions from us.</li>
          <li>
            People write the alternative texts of pictures, so some pictures of a product may have none.
          </li>
          <li>
            Pages are in English. Privacy notices are also available in the languages that their buttons name.
          </li>
          <li>Where a form checks that you are human, Cloudflare provides the check.</li>
        </ul>
        <h2>Tell us</h2>
        <p>
          Does something not work for you, or do you need a text in another format?{' '}
          {email !== undefined && (
            <>
              Write to <a href={`mailto:${email}`}>{email}</a>
              {phones.length === 0 ? '. ' : ' or '}
            </>
          )}
          {phones.map(({ text, link }, index) => (
            <Fragment key={link}>
              {index > 0 ? 'or' : email === undefined ? 'Call' : 'call'} <a href={link}>{text}</a>
              {index === phones.length - 1 ? '. ' : ' '}
            </Fragment>
          ))}
          {email === undefined && phones.length === 0 && (
            <>
              Write to us with the form “<Link to="/#contact">Request a Quote</Link>”.{' '}
            </>
          )}
          Tell us the page, and the device and software that you use; we answer as for any other inquiry. You
          can also complain to the contact named on the <Link to="/privacy">Privacy</Link> page.
        </p>
      </div>
    </main>
  )
}
