import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'

import { lastSenderKey, sentInquiryKey, writeStored } from '../page/browser-storage.ts'
import classes from './privacy-page.module.css'
import type { ErasedCounts } from './privacy-queries.ts'

/** The names of what was counted; counts of anything else are part of these. */
const names: Readonly<Record<string, readonly [string, string]>> = {
  leads: ['inquiry', 'inquiries'],
  quotations: ['quotation', 'quotations'],
  accounts: ['account with its favourites', 'accounts with their favourites'],
}

/** Clears from this browser who has sent the last inquiry, and what; the basket stays. */
export function clearSentInquiry(): void {
  for (const key of [lastSenderKey, sentInquiryKey]) writeStored('localStorage', key, '{}')
}

/** What was erased, what stays, and why. */
export function Erased({ counts }: { readonly counts: ErasedCounts }) {
  const erased = Object.entries(names).flatMap(([key, [one, many]]) => {
    const count = counts[key] ?? 0
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  const kept = counts['kept'] ?? 0
  return (
    <>
      <FocusedHeading>Your details are deleted</FocusedHeading>
      <p role="status" className={classes.intro}>
        We have erased your name, company, address, telephone number, messages and notes, and the e-mails and
        files with them{erased.length > 0 && `: ${erased.join(', ')}`}.
      </p>
      <div className={classes.text}>
        <h2>What stays</h2>
        <ul>
          <li>Which products were asked for, and when, as numbers without you.</li>
          {kept > 0 && (
            <li>
              {kept === 1 ? 'One accepted quotation' : `${kept} accepted quotations`}, as a record of our
              trade, for the years that such records have to be kept.
            </li>
          )}
          <li>Backups from before, until newer ones replace them.</li>
        </ul>
        <p>
          <Link to="/">Home page</Link> · <Link to="/privacy">Privacy</Link>
        </p>
      </div>
    </>
  )
}

/** The heading of a page that has taken the place of another: it has the focus, which was on what is gone. */
export function FocusedHeading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} className="page-title" tabIndex={-1}>
      {children}
    </h1>
  )
}
