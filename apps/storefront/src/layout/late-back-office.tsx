import { FullScreenLoader } from '@giftwell/shared/ui/full-screen-loader.tsx'
import { NotLoaded } from '@giftwell/shared/ui/late/not-loaded.tsx'
import { useLateCode } from '@giftwell/shared/ui/late/use-late-code.ts'

import { backOffice } from '../pages.ts'
import classes from './late-page.module.css'
import { NotFoundPage } from './not-found-page.tsx'

/** The back office, which is code of its own. */
export function LateBackOffice() {
  const { code: AdminRoutes, hasFailed, tryAgain } = useLateCode(backOffice)
  if (AdminRoutes !== undefined) return <AdminRoutes notFound={<NotFoundPage />} />
  if (!hasFailed) return <FullScreenLoader />
  return (
    <main className={classes.place}>
      <NotLoaded what="The back office" onTryAgain={tryAgain} />
    </main>
  )
}
