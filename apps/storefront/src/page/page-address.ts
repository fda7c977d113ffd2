import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { createContext, use, useEffect, useEffectEvent, useRef } from 'react'
import { type Location, type NavigationType, useLocation } from './router.tsx'

/** The address of the browser, and how the page came to its own, which stays while a product is open over it. */
interface PageAddress {
  readonly browser: Location
  readonly navigationType: NavigationType
}

/** While a product is open over a page, the router's location within the page is the page's own. */
export const PageAddressContext = createContext<PageAddress>({
  browser: { pathname: '/', search: '', hash: '', state: null, key: 'default' },
  navigationType: 'POP',
})

/** How the browser came to the page; the router's own hook does not know it of a fixed location. */
export function usePageNavigation(): NavigationType {
  return use(PageAddressContext).navigationType
}

/**
 * The state of a navigation to a product that opens over the page. After a reload it names a document that is gone.
 * @param position of the product among the results, from 1, by which a reload finds it there again
 */
export function overPage(position?: number) {
  return { over: performance.timeOrigin, ...(position !== undefined && { position }) }
}

/** The position in the state of an address; 0 without one. */
export function positionIn({ state }: Location): number {
  const { position } = recordOf(state)
  return typeof position === 'number' ? position : 0
}

/** Whether an address is that of a product over the page. */
export function isOverPage({ state }: Location): boolean {
  return recordOf(state)['over'] === performance.timeOrigin
}

/** Closes a dialog on the browser's Back and Forward: the page below it has been left. */
export function useCloseOnPopState(opened: boolean, onClose: () => void): void {
  const { key } = useLocation()
  const navigation = usePageNavigation()
  const shown = useRef(key)
  const leave = useEffectEvent(() => {
    if (opened && navigation === 'POP') onClose()
  })
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    leave()
  }, [key])
}
