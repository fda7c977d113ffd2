import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { SiteDetails } from '@giftwell/shared/kernel/brand.ts'
import { privacyTextQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useQuery } from '@tanstack/react-query'

import { LoadFailure } from '../page/load-failure.tsx'
import { PageHead } from '../page/page-head.tsx'
import classes from './privacy-page.module.css'

/** What the site stores of people: the owner's text, or else the default one. */
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
    </main>
  )
}

/** The default text, which holds for every site without one of its own; paragraphs are separated by empty lines. */
function ownPrivacyText({ name, contact_email: email }: SiteDetails & { readonly name: string }): string {
  return `${name} stores what you tell us so that we can answer you. We do not track you: this website has no advertising, no analytics and no cookies.

When you send an inquiry or ask for a quote, we store your name, company, e-mail address, phone number and message, the products that you ask for with quantities and notes, the date, budget and city that you enter, and the time. The people who answer inquiries at ${name} read it, and we note how we answered. We send you an e-mail with a private link to your inquiry: everyone who has the link can read the inquiry, add to it and withdraw it, so share it with care. We end a link when you ask us to.

When you create an account, we store your e-mail address, your password in a form that cannot be read back, the times of sign-ins, and your favourites.

To stop misuse, the server counts requests by network address, and inquiries also by the e-mail address in them. These counts are deleted after about an hour.

In your browser, this website remembers your basket, products that you have viewed, what you typed into forms, your last inquiry, and your sign-in. Signing out removes your basket and your inquiry. You can clear this in your browser at any time.

Some pictures and videos come from other websites. Videos and WhatsApp are loaded only when you press them. Where a form asks you to prove that you are human, Cloudflare does the check.

We keep inquiries as long as we need them to serve you, and backups for a time after that. You can ask us for a copy of what we store about you, to correct it, or to delete it: ${
    email === undefined ? 'send us an inquiry that says so' : `write to ${email}`
  }.`
}
