import { useSyncExternalStore } from 'react'

/** A click on a product's favourite button. */
export interface FavouriteClick {
  readonly product: string
  /** Whether it is to be a favourite. */
  readonly isFavourite: boolean
}

const listeners = new Set<() => void>()
let favourites: ReadonlySet<string> = new Set()
let handler: ((click: FavouriteClick) => void) | undefined
/** A click before the handler is loaded. */
let pending: FavouriteClick | undefined

/** Sets which products are favourites, and notifies their buttons. */
export function showFavourites(ids: readonly string[]): void {
  favourites = new Set(ids)
  for (const listener of listeners) listener()
}

/** Whether a product is a favourite; renders again only when that changes. */
export function useIsFavourite(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => favourites.has(id),
    () => false,
  )
}

/** Handled at once, or as soon as the handler is loaded. */
export function clickFavourite(click: FavouriteClick): void {
  if (handler) handler(click)
  else pending = click
}

/** Handles every click from now on, and the last one from before. Returns a function that unsubscribes. */
export function handleFavouriteClicks(newHandler: (click: FavouriteClick) => void): () => void {
  handler = newHandler
  if (pending) handler(pending)
  pending = undefined
  return () => (handler = undefined)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
