import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { cleanGstin, gstinProblem } from '@giftwell/shared/quotations/gstin.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { AccountPage } from '../account/account-page.tsx'
import { PlainField } from '../lead/plain-field.tsx'
import { PlainForm } from '../lead/plain-form.tsx'
import { LoadFailure } from '../page/load-failure.tsx'
import { longDate } from '../page/long-date.ts'
import classes from './company-page.module.css'
import {
  type OwnCompany,
  savingCompanyDetails,
  sharingWithColleagues,
  useOwnCompany,
} from './company-requests.ts'
import { DeliveryPlaces } from './delivery-places.tsx'

/** The colleagues who share inquiries, and the company's suggestions for quotations (product.md, section 2, Your company). */
export function CompanyPage() {
  return (
    <AccountPage title="Your company" invitation="Sign in to share with your colleagues.">
      {() => <Company />}
    </AccountPage>
  )
}

function Company() {
  const { data: company, isError, isFetchedAfterMount, refetch } = useOwnCompany()
  if (isError) return <LoadFailure what="your company" onRetry={() => void refetch()} />
  if (company === undefined) return <p role="status">Loading...</p>
  const isMember = company.domain !== null && company.since !== null
  return (
    <div className={classes.root}>
      {company.domain === null && (
        <p>
          Colleagues can share their inquiries and quotations here. For this you need a confirmed e-mail
          address at your company’s own domain, not at Gmail or another public mail host. If your company has
          no domain of its own, ask us.
        </p>
      )}
      {company.domain !== null && company.since === null && <Invitation domain={company.domain} />}
      {isMember && <Membership company={company} domain={company.domain} />}
      {/* The input stays when the user joins or leaves; it starts with the stored values. */}
      {isFetchedAfterMount && <DeliveryPlaces places={company.delivery_places} />}
      {isMember && <Leaving domain={company.domain} />}
    </div>
  )
}

function Invitation({ domain }: { readonly domain: string }) {
  const answer = useMutation(sharingWithColleagues(useBackend()))
  return (
    <>
      <p>
        You can share with colleagues at {domain}: everyone with a confirmed address there who also shares.
      </p>
      <ul className={classes.terms}>
        <li>
          You see the inquiries, quotations and baskets that they share, and your e-mail address is listed for
          them.
        </li>
        <li>
          They see the inquiries that you share, with your name, your message and their quotations. You decide
          for each inquiry in the basket. Inquiries that you sent before stay private until you share them.
        </li>
        <li>They see a basket only if you share it with them. Favourites are never shared.</li>
        <li>You can leave whenever you like. Everything shared until then stays with your colleagues.</li>
      </ul>
      <Button size="md" loading={answer.isPending} onClick={() => answer.mutate(true)}>
        Share with colleagues
      </Button>
    </>
  )
}

interface MembershipProps {
  readonly company: OwnCompany
  readonly domain: string
}

function Membership({ company, domain }: MembershipProps) {
  const { members = [] } = company
  return (
    <>
      <section aria-labelledby="members">
        <h2 id="members">Colleagues who share at {domain}</h2>
        <ul className={classes.members}>
          {members.map(({ email, since }) => (
            <li key={email}>
              <span>{email}</span>
              <span className={classes.quiet}>since {longDate(new Date(since))}</span>
            </li>
          ))}
        </ul>
        {members.length === 1 && (
          <p className={classes.quiet}>
            You are the first. Colleagues join by signing in with their address at {domain} and pressing
            “Share with colleagues” on this page.
          </p>
        )}
      </section>
      <DetailsForm company={company} />
    </>
  )
}

function Leaving({ domain }: Pick<MembershipProps, 'domain'>) {
  const leaving = useMutation(sharingWithColleagues(useBackend()))
  const [isAsking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  return (
    <>
      <section aria-labelledby="leaving">
        <h2 id="leaving">Leave</h2>
        <p>You no longer see what your colleagues share, and only you see your new inquiries.</p>
        <Button size="md" variant="default" onClick={() => setAsking(true)}>
          Leave the company
        </Button>
      </section>
      <Dialog opened={isAsking} onClose={stay} size="28rem" title={`Stop sharing with ${domain}?`}>
        <p>
          You no longer see the inquiries, quotations and baskets of your colleagues. Everything that you have
          shared stays with them, unless you stop sharing it first: an inquiry on its page, a basket under “My
          inquiries”.
        </p>
        <div className={classes.actions}>
          <Button
            color="brick"
            loading={leaving.isPending}
            onClick={() => leaving.mutate(false, { onSuccess: stay })}
          >
            Leave the company
          </Button>
          <Button variant="default" onClick={stay}>
            Stay
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function DetailsForm({ company }: { readonly company: OwnCompany }) {
  const saving = useMutation(savingCompanyDetails(useBackend()))
  const [gstin, setGstin] = useState(company.gstin ?? '')
  const [address, setAddress] = useState(company.billing_address ?? '')
  const [problem, setProblem] = useState<string>()

  function check() {
    const found = gstin.trim() === '' ? null : gstinProblem(cleanGstin(gstin))
    setProblem(found ?? undefined)
    return found === null
  }

  return (
    <section aria-labelledby="details">
      <h2 id="details">For your quotations</h2>
      <p>
        These details are proposed to you and your colleagues on the page of each quotation. We receive them
        only when you save them there.
      </p>
      <PlainForm
        className={classes.form}
        aria-label="For your quotations"
        isSending={saving.isPending}
        check={check}
        send={() => saving.mutate({ gstin, billing_address: address })}
      >
        <PlainField
          label="Your GSTIN"
          maxLength={20}
          value={gstin}
          error={problem}
          onChange={({ currentTarget }) => setGstin(currentTarget.value)}
        />
        <PlainField
          label="Billing address"
          lines={3}
          maxLength={400}
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <Button type="submit" size="md" disabled={saving.isPending}>
          Save details
        </Button>
      </PlainForm>
    </section>
  )
}
