import { useOnSignOut } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import classes from './inquiry-sheet.module.css'
import { InquiryFacts, PrintButton, ProductSheet, SheetCard } from './inquiry-sheet.tsx'
import { inquiryReferenceQuery, readSentInquiry, type SentInquiry } from './send-inquiry.ts'

/** What was just sent, what it is called by, and what happens next. */
export function SentPage() {
  const site = useSite()
  const [sent, setSent] = useState(readSentInquiry)
  useOnSignOut(() => setSent(null))
  return (
    <main id="content" className={classes.page}>
      <title>{`Inquiry sent · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      {sent === null ? (
        <>
          <h1 className="page-title">No inquiry yet</h1>
          <p className={classes.text}>
            Nothing was sent from this tab. <Link to="/catalogue">Choose gifts in the catalogue</Link>.
          </p>
        </>
      ) : (
        <Sent sent={sent} />
      )}
    </main>
  )
}

function Sent({ sent }: { readonly sent: SentInquiry }) {
  const site = useSite()
  const { sender, inquiry, looks } = sent
  const at = new Date(sent.at).toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short' })
  return (
    <>
      <h1 className="page-title">Inquiry sent</h1>
      <p className="print-only">{site.name}</p>
      <p className={classes.text}>
        {at}, by {sender.name}, {sender.company}
      </p>
      <Reference sent={sent} />
      <div className={`${classes.actions} no-print`}>
        <PrintButton size="md" />
        <Button component={Link} to="/catalogue" size="md" variant="subtle">
          Back to the catalogue
        </Button>
      </div>
      <section aria-labelledby="next">
        <h2 id="next" className={classes.heading}>
          What happens next
        </h2>
        <ol className={classes.steps}>
          <li>We check prices, quantities and delivery for your products.</li>
          <li>
            We'll get back to you within 24 hours, at {sender.email} or {sender.phone}.
          </li>
          <li>If you write or call before, name your reference.</li>
        </ol>
      </section>
      <section aria-labelledby="sent">
        <h2 id="sent" className={classes.heading}>
          What you sent
        </h2>
        <InquiryFacts inquiry={inquiry} more={{ Message: sender.message }} />
        <ProductSheet label="Products">
          {inquiry.lines.map(({ id, name, quantity, note }, index) => (
            <SheetCard
              key={id}
              product={{ name, image_url: null, ...looks[index] }}
              quantity={quantity}
              note={note}
            />
          ))}
        </ProductSheet>
      </section>
    </>
  )
}

/** The reference of the server's row, which an inquiry without quantities is not answered with. */
function Reference({ sent }: { readonly sent: SentInquiry }) {
  const products = sent.inquiry.lines.map(({ name }) => name)
  const lookup = useQuery({
    ...inquiryReferenceQuery(useBackend(), sent.sender, products),
    enabled: sent.reference === null,
  })
  const reference = sent.reference ?? lookup.data
  if (reference) {
    return (
      <p className={classes.reference}>
        Reference <strong>{reference}</strong>
      </p>
    )
  }
  return (
    <p className={classes.reference} role="status">
      {lookup.isPending ? 'Looking up your reference...' : 'We could not look up your reference.'}{' '}
      {lookup.isError && (
        <Button size="compact-sm" variant="default" onClick={() => void lookup.refetch()}>
          Try Again
        </Button>
      )}
    </p>
  )
}
