import { coloursText } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '../page/router.tsx'

import { AccountPage, EmptyAccountList } from '../account/account-page.tsx'
import { CompanyQuestion } from '../company/company-question.tsx'
import { LoadFailure } from '../page/load-failure.tsx'
import { OrderAgainButton } from '../inquiry/order-again-button.tsx'
import { InquiryFacts } from '../inquiry/inquiry-sheet.tsx'
import { longMoment } from '../page/long-date.ts'
import { contentOf, inquiryStateTexts, type OwnInquiry } from '../inquiry/inquiry-requests.ts'
import { OwnQuotations } from '../inquiry/own-quotations.tsx'
import { ProductPicture } from '../page/product-picture.tsx'
import { Shades } from '../page/shades.tsx'
import classes from './my-inquiries-page.module.css'
import { SharedBaskets } from './shared-baskets.tsx'

/** As in my-inquiries-page.module.css. */
const pictureWidth = '56px'

/** A customer's quotations, and the inquiries that they sent or that colleagues share, each with a link to its page and a button that repeats it. */
export function MyInquiriesPage() {
  return (
    <AccountPage title="My inquiries" invitation="Sign in to see your inquiries.">
      {(account) => (
        <>
          <CompanyQuestion />
          <OwnQuotations account={account} />
          <SharedBaskets />
          <InquiriesOf account={account} />
        </>
      )}
    </AccountPage>
  )
}

function InquiriesOf({ account }: { readonly account: string }) {
  const { data: inquiries, isError, refetch } = useQuery(myInquiriesQuery(useBackend(), account))
  if (isError) return <LoadFailure what="your inquiries" onRetry={() => void refetch()} />
  if (inquiries === undefined) return <p role="status">Loading...</p>
  if (inquiries.length === 0) {
    return (
      <EmptyAccountList>
        All inquiries that you send are listed here, with earlier ones from your confirmed address.
      </EmptyAccountList>
    )
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

function Inquiry({ inquiry }: { readonly inquiry: OwnInquiry }) {
  const { reference, lines, message, state, sent_by: colleague, is_shared: isShared = false } = inquiry
  return (
    <article className={classes.card} aria-labelledby={reference}>
      <div className={classes.head}>
        <h2 id={reference} className={classes.reference}>
          <Link to={`/inquiry/${reference}`}>{reference}</Link>
        </h2>
        <span className={classes.state}>{inquiryStateTexts(state)[0]}</span>
        <time dateTime={inquiry.created_at} className={classes.time}>
          {longMoment(inquiry.created_at)}
        </time>
        {colleague !== undefined && <span className={classes.shared}>Sent by {colleague}</span>}
        {isShared && <span className={classes.shared}>Shared with your company</span>}
      </div>
      {lines.length > 0 && (
        <ul className={classes.lines}>
          {lines.map(({ name, quantity, note, colours, product }, index) => (
            // Two lines may be alike.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <ProductPicture
                image={{ image_url: null, ...product }}
                sizes={pictureWidth}
                className={classes.picture}
              />
              <span>
                {quantity !== null && <span>{quantity.toLocaleString('en-IN')} × </span>}
                {product === null ? <span>{name}</span> : <a href={productPath(product)}>{name}</a>}
                {colours !== null && <span> in {coloursText(colours)}</span>}
                {note !== null && <span className={classes.quiet}> {note}</span>}
                {product === null && <span className={classes.quiet}> No longer in the catalogue</span>}
                <Shades shades={product?.shades} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <InquiryFacts inquiry={contentOf(inquiry)} />
      {message !== null && <p className={classes.message}>{message}</p>}
      <OrderAgainButton lines={lines} describedBy={reference} />
    </article>
  )
}

/** An account's inquiries, newest first. */
function myInquiriesQuery(backend: Backend, account: string) {
  return queryOptions({
    queryKey: ['my inquiries', account],
    // Others may have been sent since, from this tab or another.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly OwnInquiry[]> => {
      const data = await send(backend, (rest) =>
        rest.rpc('my_inquiries', {}, { get: true }).abortSignal(signal),
      )
      // The database's tests hold the shape of the list.
      return data as unknown as readonly OwnInquiry[]
    },
  })
}
