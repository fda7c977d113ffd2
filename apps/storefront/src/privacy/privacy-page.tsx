import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { SiteDetails } from '@giftwell/shared/kernel/brand.ts'
import { cleanEmail, emailProblem } from '@giftwell/shared/kernel/email-address.ts'
import { phoneTexts } from '@giftwell/shared/kernel/phones.ts'
import type { NoticeForm } from '@giftwell/shared/legal/privacy-text.ts'
import { privacyTextQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { PlainField } from '../lead/plain-field.tsx'
import { PlainForm } from '../lead/plain-form.tsx'
import { PrivacyNotice } from '../lead/privacy-notice.tsx'
import { LoadFailure } from '../page/load-failure.tsx'
import { PageHead } from '../page/page-head.tsx'
import classes from './privacy-page.module.css'
import { requestMyData } from './privacy-queries.ts'

/** The privacy text: the owner's, or else the default. */
export function PrivacyPage() {
  const site = useSite()
  const text = useQuery(privacyTextQuery(useBackend()))
  return (
    <main id="content" className={classes.page}>
      <PageHead
        title={`Privacy · ${site.name}`}
        description="What this website stores about you, why and for how long."
        path="/privacy"
      />
      <h1 className={`page-title ${classes.title}`}>Privacy</h1>
      {text.isPending && <p role="status">Loading...</p>}
      {text.isError && <LoadFailure what="this page" onRetry={() => void text.refetch()} />}
      {text.data !== undefined && (
        <div className={classes.text}>
          {(text.data ?? ownPrivacyText(site)).split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      )}
      <section aria-labelledby="notices" className={classes.notices}>
        <h2 id="notices" className={classes.heading}>
          Notices at our forms
        </h2>
        {Object.entries(forms).map(([form, summary]) => (
          // The keys of the object.
          <PrivacyNotice key={form} form={form as NoticeForm} summary={summary} />
        ))}
      </section>
      <RequestForm />
      <section aria-labelledby="grievance">
        <h2 id="grievance" className={classes.heading}>
          Grievance contact
        </h2>
        <div className={classes.text}>
          <p>{site.grievance_contact ?? contactOf(site)}</p>
          <p>
            We answer within 90 days. If you are not satisfied with the answer, you may complain to the Data
            Protection Board of India.
          </p>
        </div>
      </section>
    </main>
  )
}

/** The forms that have a notice, as their readers know them. */
const forms: Readonly<Record<NoticeForm, string>> = {
  inquiry: 'When you send an inquiry or ask for a quote',
  sign_up: 'When you create an account',
  quotation: 'When you answer a quotation',
  comment: 'When you comment on a quotation',
  data_request: 'When you ask for your data',
}

/** Requests a link to an address's data; the answer does not reveal whether there is any. */
function RequestForm() {
  // Uncontrolled, so input from before hydration counts.
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const request = useMutation(requestMyData(useBackend()))
  const address = () => cleanEmail(field.current?.value ?? '')
  function check() {
    const found = emailProblem(address())
    setProblem(found)
    return found === null
  }
  return (
    <section id="request" aria-labelledby="request-title">
      <h2 id="request-title" className={classes.heading}>
        Request my data
      </h2>
      <p className={classes.intro}>
        Read, save, correct or delete what we store about you. We send a link to your address, which shows
        that it is yours. You need no account.
      </p>
      <PlainForm
        aria-labelledby="request-title"
        className={classes.form}
        isSending={request.isPending}
        check={check}
        failure={request.error}
        send={() => request.mutate(address())}
      >
        <PlainField
          label="E-mail"
          isRequired
          type="email"
          autoComplete="email"
          maxLength={320}
          ref={field}
          error={problem ?? undefined}
          onChange={() => setProblem(null)}
        />
        <div>
          <Button type="submit" size="md" loading={request.isPending}>
            Send me a link
          </Button>
        </div>
        <p role="status">
          {request.isSuccess &&
            `If we store anything about ${request.variables}, we have sent a link to that address. It works for 48 hours.`}
        </p>
        <div role="note" aria-label="Privacy notice">
          <PrivacyNotice form="data_request" />
        </div>
      </PlainForm>
    </section>
  )
}

/** The contact if the owner has named none for complaints. */
function contactOf(site: SiteDetails): string {
  return (
    [site.contact_email, ...phoneTexts(site), site.contact_address].filter(Boolean).join('\n') ||
    'Send us an inquiry with your complaint.'
  )
}

/** The default text, which holds for every site without one of its own; paragraphs are separated by empty lines. */
function ownPrivacyText({ name, contact_email: email }: SiteDetails & { readonly name: string }): string {
  return `${name} stores what you tell us so that we can answer you. We do not track you: this website has no advertising and no cookies, and no analytics but daily counts of what is searched and seen and of how fast pages are, which hold nothing about who you are.

When you send an inquiry or ask for a quote, we store your name, company, e-mail address, phone number and message, the products that you ask for with quantities and notes, the date, budget and city that you enter, and the time, the notice about privacy that you saw, and whether you allow us to write about offers. With it goes what led you here: the campaign that the link names, the website that you came from and the page at which your visit began, unless your browser asks not to be tracked. None of it is stored before you send. The people who answer inquiries at ${name} read it, and we note how we answered. We send you an e-mail with a private link to your inquiry: everyone who has the link can read the inquiry and your details, add to it, withdraw it and delete your details, so share it with care. We end a link when you ask us to.

When you answer a quotation, we store what you enter: your name and designation, purchase order number, comments and reasons, and the addresses of colleagues whom you ask. With an acceptance we store the time, the network address and the browser, as evidence.

When you create an account, we store your e-mail address, your password in a form that cannot be read back, the time, network address and browser of sign-ins, your favourites, the delivery places that you save, and for 60 days the baskets that you share with colleagues.

To stop misuse, the server counts requests by network address, and inquiries also by the e-mail address in them. These counts are deleted after about an hour.

In your browser, this website remembers your basket, products that you have viewed, what you typed into forms, your last inquiry, and your sign-in. Signing out removes your basket and your inquiry. You can clear this in your browser at any time.

Some pictures and videos come from other websites. Videos and WhatsApp are loaded only when you press them. Where a form asks you to prove that you are human, Cloudflare does the check.

We keep inquiries as long as we need them to serve you, and backups for a time after that. An inquiry's page has buttons to download and to delete your details. With “Request my data” on this page you get a copy of all that we store about you, and can correct or delete it${
    email === undefined ? '' : `, or write to ${email}`
  }.`
}
