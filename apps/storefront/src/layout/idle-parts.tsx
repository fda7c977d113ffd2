import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { type CatalogueFilters, readFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { preloadRest } from '@giftwell/shared/kernel/backend.ts'
import { preloadWhenIdle } from '@giftwell/shared/kernel/prefetcher.ts'
import { siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useSiteColours } from '@giftwell/shared/ui/site-colours.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { AuthDialog } from '../account/auth-dialog-provider.tsx'
import { preloadOfflineDrawing } from '../catalogue/load-failure.tsx'
import { useResultsPrefetch } from '../catalogue/use-results-prefetch.ts'
import { VideoPlayer } from '../catalogue/video-player.tsx'
import { Favourites } from '../favourites/favourites.tsx'
import { BasketDialog } from '../inquiry/basket-button.tsx'
import { inquiryRules, quoteRules } from '../lead/use-contact-form.ts'
import { backOffice, cataloguePage, homePage, preloadPage } from '../pages.ts'
import { ProductDialog, ProductOverlay } from '../product/product-overlay.tsx'
import classes from './idle-parts.module.css'
import { SearchBox } from './search-box.tsx'

const noFilters: CatalogueFilters = {}

/**
 * The parts of the site that are loaded when it is idle. They preload the public pages and the target of a hovered link,
 * play videos, show products over the page, save favourites, hide drawings that fail to load, show a lost connection,
 * and fetch the owner's settings where the page did not bring them.
 */
export function IdleParts() {
  useIdlePreload()
  useLinkPrefetch()
  useQuery(siteDetailsQuery(useBackend()))
  useSiteColours()
  useEffect(() => {
    document.addEventListener('error', hideDrawing, true)
    return () => document.removeEventListener('error', hideDrawing, true)
  }, [])
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

/** Browsers draw a frame in place of a picture. Those of products, which have sources, have a drawing of their own. */
function hideDrawing({ target }: Event): void {
  if (target instanceof HTMLImageElement && target.matches('[alt=""]:not([srcset])')) {
    target.style.visibility = 'hidden'
  }
}

function useIdlePreload(): void {
  const { user, isStaff } = useAuth()
  const isSignedIn = user !== null
  const hasData = useIsFetching() === 0

  useEffect(() => {
    if (!hasData) return undefined
    return preloadWhenIdle([
      preloadRest,
      ...(isSignedIn ? [] : [AuthDialog.preload]),
      cataloguePage.preload,
      homePage.preload,
      ProductDialog.preload,
      quoteRules,
      BasketDialog.preload,
      inquiryRules,
      preloadOfflineDrawing,
      ...(isStaff ? [backOffice.preload] : []),
    ])
  }, [hasData, isSignedIn, isStaff])
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

/** A notice while the backend is unreachable. */
export function OfflineStrip() {
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
