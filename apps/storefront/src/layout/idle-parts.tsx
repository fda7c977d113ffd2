import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useSiteColours } from '@giftwell/shared/ui/site-colours.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useQuery } from '@tanstack/react-query'

import { VideoPlayer } from '../catalogue/video-player.tsx'
import { Favourites } from '../favourites/favourites.tsx'
import { useFailedDrawings } from '../pictures/failed-drawings.ts'
import { ProductOverlay } from '../product/product-overlay.tsx'
import classes from './idle-parts.module.css'
import { SearchBox } from './search-box.tsx'
import { usePreload } from './use-preload.ts'

/**
 * The parts of the site that are loaded when it is idle, each of which owns its listeners; and the owner's settings,
 * fetched where the page did not bring them.
 */
export function IdleParts() {
  usePreload()
  useFailedDrawings()
  useQuery(siteDetailsQuery(useBackend()))
  useSiteColours()
  return (
    <>
      <OfflineStrip />
      <VideoPlayer />
      <ProductOverlay />
      <Favourites />
      <SearchBox />
    </>
  )
}

/** A notice while the backend is unreachable. */
function OfflineStrip() {
  const isOnline = useIsOnline()
  const site = useSite()
  return (
    // Rendered before its text, so that screen readers announce it.
    <div aria-live="polite">
      {!isOnline && (
        <p className={classes.strip}>
          No connection to {site.name}. What you have chosen and typed is not lost.
        </p>
      )}
    </div>
  )
}
