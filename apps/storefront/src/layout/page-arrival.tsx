import { focusPlace } from '@giftwell/shared/ui/focus-place.ts'
import { useEffect } from 'react'
import { useLocation, useOutletContext } from 'react-router-dom'

import { announce } from '../page/announcer.tsx'
import { goToAnchor } from './use-scroll-to-place.ts'

/** What the layout provides to its pages. */
export interface LayoutContext {
  /** Whether the page is the one that the site was opened at. */
  readonly isFirstPage: boolean
  /** To be called once a page is shown. */
  readonly onArrival: () => void
}

/**
 * Announces a page once it is shown, and takes the focus along: to the anchor of the address, else to the page's
 * heading. Scrolls only now, since the anchors were not there when the address changed. The first page leaves the focus
 * to the browser.
 * @param name what is announced
 */
export function PageArrival({ name }: { readonly name: string }) {
  const { hash } = useLocation()
  const { isFirstPage, onArrival } = useOutletContext<LayoutContext>()
  useEffect(onArrival, [onArrival])
  useEffect(() => {
    if (isFirstPage) return
    announce(name)
    focusPlace(document.querySelector('main h1'))
  }, [isFirstPage, name])
  useEffect(() => goToAnchor(hash), [hash])
  return null
}
