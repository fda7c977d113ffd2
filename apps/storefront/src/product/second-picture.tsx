import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { readFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { Picture } from '@giftwell/shared/images/picture.tsx'
import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { canPrefetch } from '@giftwell/shared/kernel/prefetcher.ts'
import { shareIn } from '@giftwell/shared/kernel/shared-link.ts'
import { shortIdIn } from '@giftwell/shared/kernel/site-routes.ts'
import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import { cardSizes } from '../catalogue/product-card.tsx'
import { PageAddressContext } from '../page/page-address.ts'
import classes from './second-picture.module.css'
import { productQuery } from './use-product.ts'

/** Sweeping the pointer over a list asks for nothing. */
const delayMs = 150

/** A card that the mouse or the keyboard points at. */
interface PointedCard {
  readonly frame: Element
  readonly pathname: string
  readonly search: string
}

/**
 * Shows the second picture of a product on its card while the mouse is on it or the keyboard's focus in it (product.md,
 * section 2, Catalogue). It is asked for then, with the product, which a click opens from the cache.
 */
export function SecondPicture() {
  const backend = useBackend()
  const { user, isSessionReady } = useAuth()
  const { browser } = use(PageAddressContext)
  const pointed = usePointedCard()
  const { pathname, search } = pointed ?? { pathname: '', search: '' }
  // A link without filters of its own opens the product under those of the page.
  const parameters = new URLSearchParams(search || browser.search)
  const shortId = shortIdIn(pathname)
  const { data: product } = useQuery({
    ...productQuery(backend, user?.id ?? null, shortId ?? '', readFilters(parameters), shareIn(parameters)),
    enabled: isSessionReady && shortId !== null,
    retry: false,
  })
  const second = product?.pictures?.[0]
  if (pointed === null || second === undefined) return null
  return createPortal(
    <Picture
      address={imageAddress(backend.config, second.url)}
      widths={second.widths}
      sizes={cardSizes}
      width={480}
      height={360}
      isUrgent
      className={classes.picture}
    >
      {() => null}
    </Picture>,
    pointed.frame,
  )
}

/** The card that is pointed at; null for none, for touch, and where the network has no room for it. */
function usePointedCard(): PointedCard | null {
  const [pointed, setPointed] = useState<PointedCard | null>(null)
  useEffect(() => {
    let card: Element | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = () => {
      clearTimeout(timer)
      setPointed(null)
    }
    // A card is reused for another product.
    const reuse = new MutationObserver(leave)
    function point(event: Event) {
      const target = event.target instanceof Element ? event.target : null
      const isPointing =
        event instanceof PointerEvent ? event.pointerType === 'mouse' : target?.matches(':focus-visible')
      const next = target?.closest('article') ?? null
      if (isPointing !== true || next === card) return
      card = next
      leave()
      reuse.disconnect()
      const link = card?.querySelector<HTMLAnchorElement>('h3 > a[href^="/product/"]')
      const frame = card?.querySelector('img')?.parentElement
      if (!card || !link || !frame || !canPrefetch()) return
      reuse.observe(card, { attributeFilter: ['id'] })
      const { pathname, search } = link
      timer = setTimeout(() => setPointed({ frame, pathname, search }), delayMs)
    }
    document.addEventListener('pointerover', point)
    document.addEventListener('focusin', point)
    return () => {
      clearTimeout(timer)
      reuse.disconnect()
      document.removeEventListener('pointerover', point)
      document.removeEventListener('focusin', point)
    }
  }, [])
  return pointed
}
