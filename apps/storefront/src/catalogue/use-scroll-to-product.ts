import { focusPlace } from '@giftwell/shared/ui/focus-place.ts'
import { useEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

import { cardId } from './product-card.tsx'

/** Scrolls to the product that a link named, once, when its card is among the first results. */
export function useScrollToProduct(isShown: boolean): void {
  const { state } = useLocation()
  const isNew = useNavigationType() === NavigationType.Push
  const product: unknown = Object(state).product
  useEffect(() => {
    if (!isShown || !isNew || typeof product !== 'string') return undefined
    // After the page has scrolled to its top and taken the focus.
    const frame = requestAnimationFrame(() => {
      const card = document.getElementById(cardId(product))
      card?.scrollIntoView({ block: 'center' })
      focusPlace(card?.querySelector('h3'))
    })
    return () => cancelAnimationFrame(frame)
  }, [isShown, isNew, product])
}
