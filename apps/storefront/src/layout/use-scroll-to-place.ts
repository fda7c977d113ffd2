import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/**
 * After a link: at the anchor it names, else at the top, also of the page that is shown already. Back and forward keep the
 * browser's own place, and a filter that is chosen keeps the person's.
 */
export function useScrollToPlace() {
  const { key, pathname, hash, state } = useLocation()
  const navigation = useNavigationType()
  const shown = useRef({ key, pathname })
  useEffect(() => {
    const { key: keyBefore, pathname: pathBefore } = shown.current
    shown.current = { key, pathname }
    const isNewPlace = key !== keyBefore && (pathname !== pathBefore || isByLink(state))
    if (hash !== '') scrollToPlace(hash)
    else if (isNewPlace && navigation !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key, pathname, hash, state, navigation])
}

/** What a page asks of itself carries a state along; links carry none. */
function isByLink(state: unknown): boolean {
  return state === null || state === undefined
}

/** Scrolls to the anchor that an address ends with, if it has one and the page has it. */
export function scrollToPlace(hash: string): void {
  if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
}
