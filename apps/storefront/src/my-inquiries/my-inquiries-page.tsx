import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { AccountPage, EmptyAccountList } from '../account/account-page.tsx'
import { LoadFailure } from '../catalogue/load-failure.tsx'
import { productCount } from '../catalogue/use-catalogue.ts'
import { useBasketStore } from '../inquiry/basket.ts'
import { addLines } from '../inquiry/inquiry-details.ts'
import { InquiryFacts } from '../inquiry/inquiry-sheet.tsx'
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
          {lines.map(({ name, quantity, note, product }, index) => (
            // Two lines may be alike.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
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
          description: productCount(open.length) + (gone > 0 ? `; ${gone} no longer in the catalogue` : ''),
        })
      }}
    >
      Ask again
    </Button>
  )
}

/** A line of an inquiry that was sent before. */
interface MyInquiryLine {
  readonly name: string
  readonly quantity: number | null
  readonly note: string | null
  /** Null when it has left the catalogue. */
  readonly product: Pick<CatalogueProduct, 'id' | 'name' | 'image_url' | 'image_widths' | 'budget'> | null
}

/** An inquiry that an account has sent. */
interface MyInquiry {
  readonly reference: string
  readonly created_at: string
  readonly message: string | null
  readonly needed_by: string | null
  readonly budget_per_gift: number | null
  readonly delivery_city: string | null
  readonly wants_branding: boolean
  /** Its progress, if the seller has set one. */
  readonly state: 'in_progress' | 'quoted' | null
  readonly lines: readonly MyInquiryLine[]
}

/** What an account has sent while it was signed in, newest first. */
function myInquiriesQuery(backend: Backend, account: string) {
  return queryOptions({
    queryKey: ['my inquiries', account],
    // Others may have been sent since, from this tab or another.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly MyInquiry[]> => {
      const data = await send(backend, (rest) =>
        rest.rpc('my_inquiries', {}, { get: true }).abortSignal(signal),
      )
      // The database's tests hold the shape of the list.
      return data as unknown as readonly MyInquiry[]
    },
  })
}
