import { createContext } from 'react'
import { type Location, NavigationType, UNSAFE_LocationContext as LocationContext } from 'react-router-dom'

export { LocationContext }

/** Where the browser is, and how it came there. */
export interface Address {
  readonly location: Location
  readonly navigationType: NavigationType
}

/** The address of the browser. While a product is open over a page, the parts of the page see its own address. */
export const AddressContext = createContext<Address>({
  location: { pathname: '/', search: '', hash: '', state: null, key: 'default' },
  navigationType: NavigationType.Pop,
})

/**
 * The state of a navigation to a product that opens over the page. After a reload it names a document that is gone.
 * @param place of the product among the results, from 1, by which a reload finds it there again
 */
export function overPage(place?: number) {
  return { over: performance.timeOrigin, ...(place !== undefined && { place }) }
}

/** The place in the state of an address; 0 without one. */
export function placeIn({ state }: Location): number {
  const { place } = Object(state)
  return typeof place === 'number' ? place : 0
}

/** Whether an address is that of a product over the page. */
export function isOverPage({ state }: Location): boolean {
  return Object(state).over === performance.timeOrigin
}
