import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { type CatalogueFilters, readFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { preloadRest } from '@giftwell/shared/kernel/backend.ts'
import { preloadWhenIdle } from '@giftwell/shared/kernel/prefetcher.ts'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useResultsPrefetch } from '../catalogue/use-results-prefetch.ts'
import { BasketDialog } from '../inquiry/basket-button.tsx'
import { backOffice, cataloguePage, homePage, preloadPage } from '../pages.ts'
import { preloadOfflineDrawing } from '../pictures/failed-drawings.ts'
import { ProductDialog } from '../product/product-overlay.tsx'

const noFilters: CatalogueFilters = {}

/** Preloads the likely next chunks while the page is idle, and the target of a hovered link. */
export function usePreload(): void {
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
