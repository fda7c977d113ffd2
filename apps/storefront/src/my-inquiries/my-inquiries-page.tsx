import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/data/backend-context.ts'
import { type MyInquiry, myInquiriesQuery } from '@giftwell/shared/data/my-inquiries.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { useAuthDialog } from '../account/auth-dialog-context.ts'
import { useBasketStore } from '../basket/basket-context.ts'
import { LoadFailure } from '../catalogue/load-failure.tsx'
import { addLines } from '../basket/add-lines.ts'
import { InquiryFacts } from '../inquiry/inquiry-facts.tsx'
import classes from '../inquiry/inquiry-page.module.css'
import own from './my-inquiries-page.module.css'

/** What a customer has asked for while signed in, and the way to ask again. */
export function MyInquiriesPage() {
  const { user, isSessionReady } = useAuth()
  const authDialog = useAuthDialog()
  const site = useSite()
  return (
    <main id="content" className={classes.page}>
      <title>{`My inquiries · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="page-title">My inquiries</h1>
      {user !== null && <InquiriesOf account={user.id} />}
      {user === null && isSessionReady && (
        <div className={classes.words}>
          <p>Sign in to see what you have asked for.</p>
          <Button {...authDialog}>Sign In</Button>
        </div>
      )}
    </main>
  )
}

function InquiriesOf({ account }: { readonly account: string }) {
  const { data: inquiries, isError, refetch } = useQuery(myInquiriesQuery(useBackend(), account))
  if (isError) return <LoadFailure what="your inquiries" onRetry={() => void refetch()} />
  if (inquiries === undefined) return <p role="status">Loading...</p>
  if (inquiries.length === 0) {
    return (
      <p className={classes.words}>
        Nothing yet. What you send while you are signed in is listed here.{' '}
        <Link to="/catalogue">Browse the catalogue</Link>
      </p>
    )
  }
  return (
    <ul className={own.list} aria-label="My inquiries">
      {inquiries.map((inquiry) => (
        <li key={inquiry.reference}>
          <Inquiry inquiry={inquiry} />
        </li>
      ))}
    </ul>
  )
}

const states = { in_progress: 'In progress', quoted: 'Quoted' }

function Inquiry({ inquiry }: { readonly inquiry: MyInquiry }) {
  const { reference, lines, message, state } = inquiry
  const at = new Date(inquiry.created_at).toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short' })
  return (
    <article className={own.card} aria-labelledby={reference}>
      <div className={own.head}>
        <h2 id={reference} className={own.reference}>
          {reference}
        </h2>
        {state !== null && <span className={own.state}>{states[state]}</span>}
        <time dateTime={inquiry.created_at} className={own.time}>
          {at}
        </time>
      </div>
      {lines.length > 0 && (
        <ul className={own.lines}>
          {lines.map(({ name, quantity, note, product }, place) => (
            // Two lines may be alike.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              {quantity !== null && `${quantity.toLocaleString('en-IN')} × `}
              {name}
              {note !== null && <span className={own.quiet}> {note}</span>}
              {product === null && <span className={own.quiet}> No longer in the catalogue</span>}
            </li>
          ))}
        </ul>
      )}
      <InquiryFacts
        inquiry={{
          lines: [],
          neededBy: inquiry.needed_by ?? '',
          budgetPerGift: inquiry.budget_per_gift,
          deliveryCity: inquiry.delivery_city ?? '',
          wantsBranding: inquiry.wants_branding,
        }}
      />
      {message !== null && <p className={own.message}>{message}</p>}
      <AskAgain inquiry={inquiry} />
    </article>
  )
}

function AskAgain({ inquiry: { reference, lines } }: { readonly inquiry: MyInquiry }) {
  const store = useBasketStore()
  const toasts = useToasts()
  const open = lines.flatMap(({ product, quantity, note }) =>
    product === null ? [] : [{ product, quantity, note: note ?? '' }],
  )
  if (open.length === 0) return null
  return (
    <Button
      variant="default"
      aria-describedby={reference}
      onClick={() => {
        addLines(store, open)
        const gone = lines.length - open.length
        toasts.show({
          title: 'Added to your inquiry',
          description:
            `${open.length} ${open.length === 1 ? 'product' : 'products'}` +
            (gone > 0 ? `; ${gone} no longer in the catalogue` : ''),
        })
      }}
    >
      Ask again
    </Button>
  )
}
