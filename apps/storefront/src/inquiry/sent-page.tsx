import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { claimsOf, withinClaim } from '@giftwell/shared/kernel/brand.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '../page/router.tsx'

import { EmptyNote } from '../page/load-failure.tsx'
import { PrintButton } from '../page/print-button.tsx'
import classes from './inquiry-sheet.module.css'
import { InquiryFacts, ProductSheet, SheetCard } from './inquiry-sheet.tsx'
import { useOnSignOut } from '../page/browser-storage.ts'
import { longMoment } from '../page/long-date.ts'
import { type SentInquiry, inquiryQuery, readSentInquiry } from './inquiry-requests.ts'

/** Milliseconds between lookups of whether the e-mail was sent, and how many there are. */
const lookupInterval = 2000
const maxLookups = 5

/** The sent inquiry, its reference, and the next steps. */
export function SentPage() {
  const site = useSite()
  const [sent, setSent] = useState(readSentInquiry)
  useOnSignOut(() => setSent(null))
  return (
    <main id="content" className={classes.page}>
      <title>{`Inquiry sent · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      {sent === null ? (
        <EmptyNote>
          <h1 className="page-title">No inquiry yet</h1>
          <p>
            Nothing was sent from this browser. <Link to="/catalogue">Choose gifts in the catalogue</Link>.
          </p>
        </EmptyNote>
      ) : (
        <Sent sent={sent} />
      )}
    </main>
  )
}

function Sent({ sent }: { readonly sent: SentInquiry }) {
  const site = useSite()
  const { sender, inquiry, looks } = sent
  return (
    <>
      <h1 className="page-title">Inquiry sent</h1>
      <p className="print-only">{site.name}</p>
      <p className={classes.text}>
        {longMoment(sent.at)}, by {sender.name}, {sender.company}
      </p>
      <Receipt sent={sent} />
      <section aria-labelledby="next">
        <h2 id="next" className={classes.heading}>
          What happens next
        </h2>
        <ol className={classes.steps}>
          <li>We check prices, quantities and delivery for your products.</li>
          <li>
            We'll get back to you{withinClaim(claimsOf(site))}, at {sender.email} or {sender.phone}.
          </li>
          <li>If you write or call before then, please give your reference.</li>
          <li>
            On your inquiry’s page you can download your details, or delete them, whenever you like. You need
            no account.
          </li>
        </ol>
      </section>
      <section aria-labelledby="sent">
        <h2 id="sent" className={classes.heading}>
          What you sent
        </h2>
        <InquiryFacts inquiry={inquiry} more={{ Message: sender.message }} />
        <ProductSheet label="Products">
          {inquiry.lines.map(({ id, name, quantity, note, colours }, index) => (
            <SheetCard
              key={id}
              product={{ name, image_url: null, ...looks[index] }}
              quantity={quantity}
              note={note}
              colours={colours}
            />
          ))}
        </ProductSheet>
      </section>
    </>
  )
}

/** The server's data: the reference, whether the e-mail was sent, and the private page. */
function Receipt({ sent: { reference, link, sender } }: { readonly sent: SentInquiry }) {
  const { user } = useAuth()
  const { data, isPending, isError, refetch } = useQuery({
    ...inquiryQuery(useBackend(), link, user?.id ?? null),
    // The e-mail is sent a moment later.
    refetchInterval: ({ state }) =>
      state.data?.is_mailed === false && state.dataUpdateCount < maxLookups && lookupInterval,
  })
  const known = data?.reference ?? reference
  return (
    <>
      {known === null ? (
        <p className={classes.reference} role="status">
          {isPending ? 'Looking up your reference...' : 'We could not look up your reference.'}{' '}
          {isError && (
            <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
              Try Again
            </Button>
          )}
        </p>
      ) : (
        <p className={classes.reference}>
          Reference <strong>{known}</strong>
        </p>
      )}
      <p className={classes.text} role="status">
        {data?.is_mailed === true &&
          `We have sent an e-mail with the link to your inquiry to ${sender.email}.`}
      </p>
      <div className={`${classes.actions} no-print`}>
        {data !== undefined && (
          <Button component={Link} to={`/inquiry/${link}`} size="md">
            Open your inquiry
          </Button>
        )}
        <PrintButton size="md" />
        <Button component={Link} to="/catalogue" size="md" variant="subtle">
          Back to the catalogue
        </Button>
      </div>
    </>
  )
}
