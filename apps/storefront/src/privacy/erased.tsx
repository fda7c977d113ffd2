import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { useEffect, useRef } from 'react'
import { Link } from '../page/router.tsx'

import { counted } from '@giftwell/shared/kernel/counted.ts'
import { lastSenderKey, sentInquiryKey, writeForTabs } from '../page/browser-storage.ts'
import classes from './privacy-page.module.css'
import type { ErasedCounts } from './privacy-queries.ts'

/** The names of the counts; other counts are part of these. */
const names: Readonly<Record<string, readonly [string, string]>> = {
  leads: ['inquiry', 'inquiries'],
  quotations: ['quotation', 'quotations'],
  accounts: ['account with its favourites', 'accounts with their favourites'],
}

/**
 * The erased data, the remaining data and the reason. Clears the last inquiry and its sender from this browser; the basket stays.
 * @param counts empty where it was erased before
 */
export function Erased({ counts }: { readonly counts: ErasedCounts }) {
  const { kept, quotations = 0 } = counts
  const all = { ...counts, quotations: quotations - (kept ?? 0) }
  const erased = Object.entries(names).flatMap(([key, [one, many]]) => {
    const count = Number(recordOf(all)[key] ?? 0)
    return count === 0 ? [] : [counted(count, one, many)]
  })
  useEffect(() => {
    for (const key of [lastSenderKey, sentInquiryKey]) writeForTabs(key, '{}')
  }, [])
  return (
    <>
      <FocusedHeading>Your details are deleted</FocusedHeading>
      <p role="status" className={classes.intro}>
        We have erased your name, company, e-mail address, telephone number, messages and notes, and the
        e-mails that contain them.{erased.length > 0 && ` In all: ${erased.join(', ')}.`}
      </p>
      <div className={classes.text}>
        <h2>What stays</h2>
        <ul>
          <li>Which products were requested, how many and when, with nothing that names you.</li>
          {kept !== 0 && (
            <li>
              {keptName(kept)}, as a record of our trade, for the years that such records have to be kept.
            </li>
          )}
          <li>Earlier backups, until newer ones replace them.</li>
        </ul>
        <p>
          <Link to="/">Home page</Link> · <Link to="/privacy">Privacy</Link>
        </p>
      </div>
    </>
  )
}

/** The accepted quotations whose copies stay; their number is unknown if the data was erased before. */
function keptName(kept: number | undefined): string {
  if (kept === undefined) return 'A quotation that you accepted, if there was one'
  return kept === 1 ? 'One accepted quotation' : `${kept} accepted quotations`
}

/** The heading of a page that replaced another: it takes the focus of the removed element. */
export function FocusedHeading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} className="page-title" tabIndex={-1}>
      {children}
    </h1>
  )
}
