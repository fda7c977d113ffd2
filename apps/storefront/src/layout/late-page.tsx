import { brand } from '@giftwell/shared/domain/brand.ts'
import { NotLoaded } from '@giftwell/shared/ui/late/not-loaded.tsx'
import { useLateCode } from '@giftwell/shared/ui/late/use-late-code.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import type { SitePage } from '../pages.ts'
import classes from './late-page.module.css'
import { scrollToPlace } from './use-scroll-to-place.ts'

/**
 * A public page between header and footer. Where its code is there already, as it is on the page that somebody arrives
 * at, it shows at once; otherwise its place is kept, and when the code does not come, that is said there.
 */
export function LatePage({ page }: { readonly page: SitePage }) {
  const { hash } = useLocation()
  const { code: Page, hasFailed, tryAgain } = useLateCode(page)
  const [isLate] = useState(Page === undefined)
  const isShown = Page !== undefined

  // The place that the link names was not there yet when the address changed.
  useEffect(() => {
    if (isLate && isShown) scrollToPlace(hash)
  }, [isLate, isShown, hash])

  if (isShown) return <Page />
  return (
    <main id="content" className={classes.place} aria-busy={!hasFailed}>
      <title>{brand.name}</title>
      {hasFailed ? (
        <NotLoaded what="This page" onTryAgain={tryAgain} />
      ) : (
        <p className={classes.waiting} role="status">
          Loading...
        </p>
      )}
    </main>
  )
}
