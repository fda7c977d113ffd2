import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useSiteColours } from '@giftwell/shared/ui/use-site-colours.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { CloseButton } from '@giftwell/shared/ui/close-button.tsx'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from '../page/router.tsx'
import { VideoPlayer } from '../catalogue/video-player.tsx'
import { CompareBar } from '../compare/comparison.tsx'
import { Favourites } from '../favourites/favourites.tsx'
import { changeInquiryDetails, useInquiryDetails } from '../inquiry/inquiry.ts'
import { useFreshKeys } from '../inquiry/basket-products.ts'
import { ProductDialog, ProductOverlay } from '../product/product-overlay.tsx'
import { SecondPicture } from '../product/second-picture.tsx'
import classes from './idle-parts.module.css'
import { SearchBox } from './search-box.tsx'
import { useVisitCounts } from './use-visit-counts.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { type CatalogueFilters, readFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { preloadRest } from '@giftwell/shared/kernel/backend.ts'
import { preloadWhenIdle } from '@giftwell/shared/kernel/prefetcher.ts'
import { useResultsPrefetch } from '../catalogue/use-results-prefetch.ts'
import { BasketDialog } from '../inquiry/basket-button.tsx'
import { backOffice, cataloguePage, homePage, preloadPage } from '../pages.ts'
import offline from '../pictures/offline.svg'

/**
 * The parts of the site that load on idle, each with its own listeners, and the owner's settings, fetched if the
 * page did not include them.
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
        <p className={classes.strip}>No connection to {site.name}. Your choices and entries are not lost.</p>
      )}
    </div>
  )
}

const noFilters: CatalogueFilters = {}

/** Preloads the likely next chunks while the page is idle, and the target of a hovered link. */
function usePreload(): void {
  useIdlePreload()
  useLinkPrefetch()
}

/** Forms of sign-in and the rules of forms are loaded when a button or field is hovered or focused. */
function useIdlePreload(): void {
  const { isStaff } = useAuth()
  const hasData = useIsFetching() === 0

  useEffect(() => {
    if (!hasData) return undefined
    return preloadWhenIdle([
      preloadRest,
      cataloguePage.preload,
      homePage.preload,
      ProductDialog.preload,
      BasketDialog.preload,
      preloadOfflineDrawing,
      ...(isStaff ? [backOffice.preload] : []),
    ])
  }, [hasData, isStaff])
}

/** Preloads the page of a hovered or focused link, and prefetches its results if it leads to the catalogue. */
function useLinkPrefetch(): void {
  const results = useResultsPrefetch(noFilters)

  useEffect(() => {
    function onHover({ target }: Pick<Event, 'target'>) {
      const link = internalLink(target)
      if (link === null) return
      void preloadPage(link.pathname)
      if (isCatalogue(link)) results.onHover(link.href, () => readFilters(new URLSearchParams(link.search)))
    }
    function onLeave({ target, relatedTarget }: PointerEvent | FocusEvent) {
      const link = internalLink(target)
      if (link !== null && link !== internalLink(relatedTarget)) results.onLeave()
    }

    // The pointer may be on a link since before hydration.
    onHover({ target: document.querySelector('a:hover') })
    const listening = new AbortController()
    const options = { signal: listening.signal, passive: true }
    document.addEventListener(
      'pointerover',
      (event) => event.pointerType !== 'touch' && onHover(event),
      options,
    )
    document.addEventListener('focusin', onHover, options)
    document.addEventListener('pointerout', onLeave, options)
    document.addEventListener('focusout', onLeave, options)
    return () => listening.abort()
  }, [results])
}

function internalLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null
  return link?.origin === window.location.origin ? link : null
}

function isCatalogue({ pathname }: HTMLAnchorElement): boolean {
  return /^\/catalogue\/?$/.test(pathname)
}

/** Loads the drawing of a load failure, which could not be loaded when it is needed. */
async function preloadOfflineDrawing(): Promise<void> {
  const image = new Image()
  image.src = offline
  await image.decode()
}

/** Hides drawings that fail to load: browsers draw a frame instead. Pictures of products, which have sources, replace theirs. */
function useFailedDrawings(): void {
  useEffect(() => {
    document.addEventListener('error', hideDrawing, true)
    return () => document.removeEventListener('error', hideDrawing, true)
  }, [])
}

function hideDrawing({ target }: Event): void {
  if (target instanceof HTMLImageElement && target.matches('[alt=""]:not([srcset])')) {
    target.style.visibility = 'hidden'
  }
}
