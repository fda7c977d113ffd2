import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { createContext, use, useEffect, useRef } from 'react'
import { useLocation } from './router.tsx'

import { usePageNavigation } from './page-address.ts'

const id = 'announcements'

/** The one polite live region of the site. It has no role, so that it is not taken for a toast. */
export function Announcer() {
  return <div id={id} aria-live="polite" className="visually-hidden" />
}

/** Announces a message to screen readers once they have finished reading. */
export function announce(message: string): void {
  const region = document.getElementById(id)
  if (region !== null) region.textContent = message
}

/** The layout's services for its pages. */
interface Layout {
  /** Whether the page is the one that the site was opened at. */
  readonly isFirstPage: boolean
  /** To be called once a page is visible. */
  readonly onArrival: () => void
}

export const LayoutContext = createContext<Layout>({ isFirstPage: true, onArrival: () => undefined })

/**
 * Announces a page once it is visible, and moves the focus to the address's anchor, else to the page's heading.
 * Scrolls only now, since the anchors did not exist when the address changed. The first page leaves the focus to
 * the browser.
 * @param name the announced text
 */
export function PageArrival({ name }: { readonly name: string }) {
  const { hash } = useLocation()
  const { isFirstPage, onArrival } = use(LayoutContext)
  useEffect(onArrival, [onArrival])
  useEffect(() => {
    if (isFirstPage) return
    announce(name)
    focusElement(document.querySelector('main h1'))
  }, [isFirstPage, name])
  useEffect(() => goToAnchor(hash), [hash])
  return null
}

/**
 * Scrolls after a link: to its anchor, else to the top, also when the link leads to the current page. Back and forward
 * restore the browser's position, and choosing a filter does not scroll.
 */
export function useScrollAfterNavigation() {
  const { key, pathname, hash, state } = useLocation()
  const navigation = usePageNavigation()
  const latest = useRef({ key, pathname })
  useEffect(() => {
    const { key: keyBefore, pathname: pathBefore } = latest.current
    latest.current = { key, pathname }
    const isNewView = key !== keyBefore && (pathname !== pathBefore || isByLink(state))
    if (hash !== '') goToAnchor(hash)
    else if (isNewView && navigation !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key, pathname, hash, state, navigation])
}

/** Navigations of a page itself carry a state; links carry none. */
function isByLink(state: unknown): boolean {
  return state === null || state === undefined
}

/** Scrolls to the anchor of an address, if it has one and the page has it, and takes the focus along. */
function goToAnchor(hash: string): void {
  const target = hash === '' ? null : document.getElementById(hash.slice(1))
  target?.scrollIntoView()
  focusElement(target)
}
