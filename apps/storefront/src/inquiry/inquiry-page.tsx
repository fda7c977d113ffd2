import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { tokenIn } from '@giftwell/shared/kernel/link-token.ts'
import { phoneTexts } from '@giftwell/shared/kernel/phones.ts'
import { inquiryReference, productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useMutation, type UseMutationResult, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { decodedPath, Link, useLocation, useNavigate } from '../page/router.tsx'

import { EmptyNote, LoadFailure } from '../page/load-failure.tsx'
import { PrintButton } from '../page/print-button.tsx'
import { DataCopy, type PersonData, useSaveCopy } from '@giftwell/shared/legal/data-copy.tsx'
import { sharingInquiry, useOwnCompany } from '../company/company-requests.ts'
import { Erased } from '../privacy/erased.tsx'
import {
  acceptedText,
  deleteInquiryDetails,
  type ErasedCounts,
  readInquiryData,
} from '../privacy/privacy-queries.ts'
import { changeInquiryDetails } from './inquiry.ts'
import { InquiryArtwork } from './inquiry-artwork.tsx'
import classes from './inquiry-sheet.module.css'
import { InquiryFacts, ProductSheet, SheetCard } from './inquiry-sheet.tsx'
import { longMoment } from '../page/long-date.ts'
import {
  contentOf,
  inquiryQuery,
  inquiryStateTexts,
  type OwnInquiry,
  takeBackConsent,
  withdrawInquiry,
} from './inquiry-requests.ts'
import { SamplesSection } from './samples-section.tsx'
import { OrderAgainButton } from './order-again-button.tsx'
import { OwnQuotations } from './own-quotations.tsx'

/** The private page of an inquiry: its address, or the account that sent it, gives access. Opening it changes nothing. */
export function InquiryPage() {
  const site = useSite()
  const [, , segment = ''] = decodedPath(useLocation()).split('/')
  const token = tokenIn(tokenIn(segment), inquiryReference)
  const { user, isSessionReady } = useAuth()
  const inquiry = useQuery({
    ...inquiryQuery(useBackend(), token, user?.id ?? null),
    enabled: isSessionReady,
  })
  const { error } = inquiry
  const missing = error instanceof AppError && error.kind === 'missing' ? error.message : null
  return (
    <main id="content" className={classes.page}>
      <title>{`Your inquiry · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      {inquiry.data === undefined && <h1 className="page-title">Your inquiry</h1>}
      {missing !== null && (
        <EmptyNote>
          <p>{missing} Sign in with the address that you gave, or use the link in the latest e-mail.</p>
          <Link to="/account/inquiries">My inquiries</Link>
        </EmptyNote>
      )}
      {error && missing === null && (
        <LoadFailure what="your inquiry" onRetry={() => void inquiry.refetch()} />
      )}
      {inquiry.isPending && <p role="status">Loading...</p>}
      {inquiry.data && missing === null && <Opened key={token} inquiry={inquiry.data} token={token} />}
    </main>
  )
}

function Opened({ inquiry, token }: { readonly inquiry: OwnInquiry; readonly token: string }) {
  const site = useSite()
  const { user } = useAuth()
  const { reference, lines, state, message, sent_by: colleague } = inquiry
  const [name, sentence] = inquiryStateTexts(state)
  const deletion = useMutation(deleteInquiryDetails(useBackend(), token))
  const reading = useMutation(readInquiryData(useBackend(), token))
  // Another tab may have erased it since it was opened.
  const isErased = deletion.isSuccess || Boolean(inquiry.erased_at ?? reading.data?.['erased_at'])
  if (isErased) return <Erased counts={deletion.data ?? {}} />
  return (
    <>
      <h1 className="page-title">Inquiry {reference}</h1>
      <p className="print-only">
        {[site.name, ...phoneTexts(site), site.contact_email].filter(Boolean).join(', ')}
      </p>
      <p className={classes.text}>
        Sent on {longMoment(inquiry.created_at)}
        {colleague !== undefined && ` by ${colleague}, who shares it with your company`}.
      </p>
      <p className={classes.text} role="status">
        <strong className={classes.state}>{name}</strong> {sentence}
      </p>
      {colleague === undefined ? <Actions inquiry={inquiry} token={token} /> : <PrintButton size="md" />}
      <ShareBox inquiry={inquiry} />
      {user && <OwnQuotations account={user.id} reference={reference} />}
      <InquiryFacts inquiry={contentOf(inquiry)} more={{ Message: message ?? '' }} />
      <ProductSheet label="Products">
        {lines.map(({ name: lineName, quantity, note, colours, product }, index) => (
          <SheetCard
            // Two lines may be alike.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            product={{ image_url: null, ...product, name: lineName }}
            quantity={quantity}
            note={note ?? ''}
            colours={colours}
            href={product === null ? undefined : productPath(product)}
          />
        ))}
      </ProductSheet>
      <OrderAgainButton lines={lines} />
      {colleague === undefined && <InquiryArtwork inquiry={inquiry} token={token} />}
      {colleague === undefined && <SamplesSection inquiry={inquiry} token={token} />}
      {colleague === undefined && <OwnDetails {...{ inquiry, token, reading, deletion }} />}
    </>
  )
}

interface OwnDetailsProps {
  readonly inquiry: OwnInquiry
  readonly token: string
  readonly reading: UseMutationResult<PersonData, Error, void>
  readonly deletion: UseMutationResult<ErasedCounts, Error, void>
}

/** A copy of an inquiry's data, its erasure, and the withdrawal of a consent to offers, all by the inquiry's link. */
function OwnDetails({ inquiry, token, reading, deletion }: OwnDetailsProps) {
  const { reference, marketing_consent: hasConsent = false } = inquiry
  const heading = useRef<HTMLHeadingElement>(null)
  const takingBack = useMutation(takeBackConsent(useBackend(), token))
  const [isAsking, setAsking] = useState(false)
  const save = useSaveCopy()
  const keep = () => setAsking(false)
  const { data } = reading
  const erasing = useSubmitOnce(async () => {
    try {
      await deletion.mutateAsync()
    } catch {
      // The toast says why.
    }
  })
  return (
    <section aria-labelledby="own-details" className={data === undefined ? 'no-print' : undefined}>
      <h2 ref={heading} id="own-details" className={classes.heading} tabIndex={-1}>
        Your details
      </h2>
      <p className={`${classes.text} no-print`}>
        Save a copy of what we store with this inquiry, or delete it. For everything that we store about you,
        use “Request my data” on the <Link to="/privacy#request">Privacy</Link> page.
      </p>
      <div className={`${classes.actions} no-print`}>
        <Button
          size="md"
          variant="default"
          loading={reading.isPending}
          onClick={() =>
            reading.mutate(undefined, {
              onSuccess(copy) {
                if (!copy['erased_at']) void save(reference, copy)
              },
            })
          }
        >
          Download my details
        </Button>
        <Button size="md" variant="default" onClick={() => setAsking(true)}>
          Delete my details
        </Button>
      </div>
      {hasConsent && (
        <div className="no-print">
          <p className={classes.text}>You have agreed that we may write to you about new gifts and offers.</p>
          <div className={classes.actions}>
            <Button
              size="md"
              variant="default"
              loading={takingBack.isPending}
              // The button goes, and the focus with it.
              onClick={() => takingBack.mutate(undefined, { onSuccess: () => heading.current?.focus() })}
            >
              Withdraw marketing consent
            </Button>
          </div>
        </div>
      )}
      <p role="status" className="no-print">
        {takingBack.isSuccess && 'We no longer write to you about offers.'}
      </p>
      <p role="status">{data && 'Saved as a file with these contents:'}</p>
      {data && <DataCopy data={data} heading="h3" />}
      <Dialog opened={isAsking} onClose={keep} size="30rem" title="Delete your details?">
        <p>
          We stop working on {reference} and erase your name, company, e-mail address, telephone number,
          messages and notes, and the e-mails that contain them.{' '}
          {acceptedText(inquiry.accepted_quotations ?? [])} This cannot be undone.
        </p>
        <div className={classes.actions}>
          <Button color="brick" loading={erasing.isRunning} onClick={() => void erasing.run()}>
            Delete my details
          </Button>
          <Button variant="default" onClick={keep}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </section>
  )
}

/** Whether colleagues see it, for its sender who shares with them. */
function ShareBox({ inquiry: { reference, is_shared: isShared } }: { readonly inquiry: OwnInquiry }) {
  const { data: company } = useOwnCompany(isShared !== undefined)
  const sharing = useMutation(sharingInquiry(useBackend(), reference))
  if (isShared === undefined || !(isShared || company?.since)) return null
  return (
    <label className={`${classes.share} no-print`}>
      <input
        type="checkbox"
        checked={sharing.isPending ? sharing.variables : isShared}
        disabled={sharing.isPending}
        onChange={({ currentTarget }) => sharing.mutate(currentTarget.checked)}
      />
      Share with my company
    </label>
  )
}

function Actions({ inquiry: { reference, state }, token }: Parameters<typeof Opened>[0]) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const withdrawal = useMutation(withdrawInquiry(useBackend(), token))
  const keep = () => setAsking(false)
  return (
    <div className={`${classes.actions} no-print`}>
      {state !== 'withdrawn' && (
        <Button
          size="md"
          onClick={() => {
            changeInquiryDetails({ joins: { token, reference } })
            navigate('/catalogue')
          }}
        >
          Add to this inquiry
        </Button>
      )}
      {['new', 'in_progress', 'quoted'].includes(state) && (
        <Button size="md" variant="default" onClick={() => setAsking(true)}>
          Withdraw inquiry
        </Button>
      )}
      <PrintButton size="md" />
      <Dialog opened={isAsking} onClose={keep} size="28rem" title="Withdraw this inquiry?">
        <p>We stop working on {reference}. To ask again, send a new inquiry.</p>
        <div className={classes.actions}>
          <Button
            color="brick"
            loading={withdrawal.isPending}
            onClick={() => withdrawal.mutate(undefined, { onSuccess: keep })}
          >
            Withdraw inquiry
          </Button>
          <Button variant="default" onClick={keep}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
