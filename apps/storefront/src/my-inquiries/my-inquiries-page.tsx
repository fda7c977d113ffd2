import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type MyInquiry, myInquiriesQuery } from './my-inquiries-query.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { AccountPage, EmptyAccountList } from '../account/account-page.tsx'
import { useBasketStore } from '../inquiry/basket-context.ts'
import { LoadFailure } from '../catalogue/load-failure.tsx'
import { addLines } from '../inquiry/add-lines.ts'
import { InquiryFacts } from '../inquiry/inquiry-facts.tsx'
import classes from './my-inquiries-page.module.css'

/** The inquiries that a customer sent while signed in, and a button that repeats one. */
export function MyInquiriesPage() {
  return (
    <AccountPage title="My inquiries" invitation="Sign in to see what you have asked for.">
      {(account) => <InquiriesOf account={account} />}
    </AccountPage>
  )
}

function InquiriesOf({ account }: { readonly account: string }) {
  const { data: inquiries, isError, refetch } = useQuery(myInquiriesQuery(useBackend(), account))
  if (isError) return <LoadFailure what="your inquiries" onRetry={() => void refetch()} />
  if (inquiries === undefined) return <p role="status">Loading...</p>
  if (inquiries.length === 0) {
    return <EmptyAccountList>What you send while you are signed in is listed here.</EmptyAccountList>
  }
  return (
    <ul className={classes.list} aria-label="My inquiries">
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
    <article className={classes.card} aria-labelledby={reference}>
      <div className={classes.head}>
        <h2 id={reference} className={classes.reference}>
          {reference}
        </h2>
        {state !== null && <span className={classes.state}>{states[state]}</span>}
        <time dateTime={inquiry.created_at} className={classes.time}>
          {at}
        </time>
      </div>
      {lines.length > 0 && (
        <ul className={classes.lines}>
          {lines.map(({ name, quantity, note, product }, place) => (
            // Two lines may be alike.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              {quantity !== null && `${quantity.toLocaleString('en-IN')} × `}
              {name}
              {note !== null && <span className={classes.quiet}> {note}</span>}
              {product === null && <span className={classes.quiet}> No longer in the catalogue</span>}
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
      {message !== null && <p className={classes.message}>{message}</p>}
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
