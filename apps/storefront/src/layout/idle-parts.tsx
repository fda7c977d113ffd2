import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useSiteColours } from '@giftwell/shared/ui/site-colours.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'

import { VideoPlayer } from '../catalogue/video-player.tsx'
import { CompareBar } from '../compare/compare-bar.tsx'
import { Favourites } from '../favourites/favourites.tsx'
import { changeInquiryDetails, useInquiryDetails } from '../inquiry/inquiry-details.ts'
import { useFreshKeys } from '../inquiry/use-fresh-keys.ts'
import { useFailedDrawings } from '../pictures/failed-drawings.ts'
import { ProductOverlay } from '../product/product-overlay.tsx'
import { SecondPicture } from '../product/second-picture.tsx'
import classes from './idle-parts.module.css'
import { SearchBox } from './search-box.tsx'
import { usePreload } from './use-preload.ts'
import { useVisitCounts } from './use-visit-counts.ts'

/**
 * The parts of the site that are loaded when it is idle, each of which owns its listeners; and the owner's settings,
 * fetched where the page did not bring them.
 */
export function IdleParts() {
  usePreload()
  useHeaderHeight()
  useFailedDrawings()
  useFreshKeys()
  useQuery(siteDetailsQuery(useBackend()))
  useSiteColours()
  return (
    <>
      <VisitCounts />
      <OfflineStrip />
      <VideoPlayer />
      <SecondPicture />
      <ProductOverlay />
      <Favourites />
      <SearchBox />
      <div className={classes.floating}>
        <JoinedStrip />
        <CompareBar />
      </div>
    </>
  )
}

/** Renders nothing, and follows the address. */
function VisitCounts() {
  useVisitCounts()
  return null
}

/** Pixels of the header in one line, as in the style sheet. */
const lineHeight = 64

/** Lets what sticks below the header follow its height, which large text makes two lines (site-header.module.css). */
function useHeaderHeight() {
  useEffect(() => {
    const header = document.querySelector('header')
    if (header === null) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      // An unset variable costs no new style of the whole page.
      const height = header.clientHeight === lineHeight ? '' : `${header.clientHeight}px`
      style.setProperty('--gw-header-height', height)
    })
    observer.observe(header)
    return () => {
      observer.disconnect()
      style.removeProperty('--gw-header-height')
    }
  }, [])
}

/** To which inquiry the basket is added. */
function JoinedStrip() {
  const { joins } = useInquiryDetails()
  if (joins === null) return null
  return (
    <p className="no-print">
      <span>
        Adding to <Link to={`/inquiry/${joins.token}`}>{joins.reference}</Link>
      </span>
      <CloseButton
        size="sm"
        aria-label={`Stop adding to ${joins.reference}`}
        onClick={() => changeInquiryDetails({ joins: null })}
      />
    </p>
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
