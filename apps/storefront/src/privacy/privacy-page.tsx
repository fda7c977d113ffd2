import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { privacyTextQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useQuery } from '@tanstack/react-query'

import { LoadFailure } from '../catalogue/load-failure.tsx'
import { PageHead } from '../page/page-head.tsx'
import classes from './privacy-page.module.css'
import { ownPrivacyText } from './privacy-text.ts'

/** What the site stores of people: the owner's text, or else the default one. */
export function PrivacyPage() {
  const site = useSite()
  const text = useQuery(privacyTextQuery(useBackend()))
  return (
    <main id="content" className={classes.page}>
      <PageHead
        title={`Privacy · ${site.name}`}
        description="What this website stores of you, what for and for how long."
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
