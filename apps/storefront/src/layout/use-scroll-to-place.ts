import { focusPlace } from '@giftwell/shared/ui/focus-place.ts'
import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/**
 * Scrolls after a link: to its anchor, else to the top, also when the link leads to the current page. Back and forward
 * restore the browser's position, and choosing a filter does not scroll.
 */
export function useScrollToPlace() {
  const { key, pathname, hash, state } = useLocation()
  const navigation = useNavigationType()
  const shown = useRef({ key, pathname })
  useEffect(() => {
    const { key: keyBefore, pathname: pathBefore } = shown.current
    shown.current = { key, pathname }
    const isNewPlace = key !== keyBefore && (pathname !== pathBefore || isByLink(state))
    if (hash !== '') goToAnchor(hash)
    else if (isNewPlace && navigation !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key, pathname, hash, state, navigation])
}

/** Navigations of a page itself carry a state; links carry none. */
function isByLink(state: unknown): boolean {
  return state === null || state === undefined
}

/** Scrolls to the anchor of an address, if it has one and the page has it, and takes the focus along. */
export function goToAnchor(hash: string): void {
  const place = hash === '' ? null : document.getElementById(hash.slice(1))
  place?.scrollIntoView()
  focusPlace(place)
}
