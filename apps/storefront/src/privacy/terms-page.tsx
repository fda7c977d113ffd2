import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { termsTextQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useQuery } from '@tanstack/react-query'

import { LoadFailure } from '../page/load-failure.tsx'
import { longDate } from '../page/long-date.ts'
import { NotFoundPage } from '../page/not-found-page.tsx'
import { PageHead } from '../page/page-head.tsx'
import { PrintButton } from '../page/print-button.tsx'
import { Description } from '../page/description.tsx'
import classes from './privacy-page.module.css'

/** The owner's terms, with the day of their last change; the 404 page where there are none (product.md, section 2, Terms). */
export function TermsPage() {
  const { name, terms_changed_on: changedOn } = useSite()
  const text = useQuery(termsTextQuery(useBackend()))
  if (text.data === null) return <NotFoundPage />
  return (
    <main id="content" className={classes.page}>
      <PageHead title={`Terms · ${name}`} description={`The terms of ${name}.`} path="/terms" />
      <h1 className={`page-title ${classes.title}`}>Terms</h1>
      {text.isPending && <p role="status">Loading...</p>}
      {text.isError && <LoadFailure what="this page" onRetry={() => void text.refetch()} />}
      {text.data !== undefined && (
        <>
          <div className={classes.facts}>
            {changedOn !== undefined && (
              <p>
                Last changed on <time dateTime={changedOn}>{longDate(new Date(changedOn), 'UTC')}</time>
              </p>
            )}
            <PrintButton />
          </div>
          <div className={classes.text}>
            <Description text={text.data} />
          </div>
          <p className="print-only">{name}</p>
        </>
      )}
    </main>
  )
}
