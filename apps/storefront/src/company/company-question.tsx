import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useMutation } from '@tanstack/react-query'

import { Link } from '../page/router.tsx'
import classes from './company-page.module.css'
import { sharingWithColleagues, useOwnCompany } from './company-requests.ts'

/** Asks an account once whether it shares with its colleagues; nothing where there are none to share with. */
export function CompanyQuestion() {
  const { data: company } = useOwnCompany()
  const answer = useMutation(sharingWithColleagues(useBackend()))
  if (!company || company.domain === null || company.is_asked) return null
  return (
    <section aria-labelledby="colleagues" className={`${classes.question} no-print`}>
      <h2 id="colleagues">Share with colleagues at {company.domain}?</h2>
      <p>
        You see the inquiries, quotations and baskets that colleagues share, and they see those that you
        choose to share. They also see your e-mail address. <Link to="/account/company">More about this</Link>
      </p>
      <div className={classes.actions}>
        <Button size="md" loading={answer.isPending} onClick={() => answer.mutate(true)}>
          Share with colleagues
        </Button>
        <Button size="md" variant="default" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
          Not now
        </Button>
      </div>
    </section>
  )
}
