import { useSyncExternalStore } from 'react'

/** A press of a product's heart. */
export interface FavouritePress {
  readonly product: string
  /** Whether it is to be a favourite. */
  readonly isFavourite: boolean
}

const listeners = new Set<() => void>()
let favourites: ReadonlySet<string> = new Set()
let answer: ((press: FavouritePress) => void) | undefined
let waiting: FavouritePress | undefined

/** Tells the hearts which products are favourites. */
export function showFavourites(ids: readonly string[]): void {
  favourites = new Set(ids)
  for (const listener of listeners) listener()
}

/** Whether a product's heart is full; renders again only when that changes. */
export function useIsFavourite(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => favourites.has(id),
    () => false,
  )
}

/** Answered at once, or as soon as the part of the site that does is loaded. */
export function pressHeart(press: FavouritePress): void {
  if (answer) answer(press)
  else waiting = press
}

/** Answers every press from now on, and one from before. Returns a function that stops it. */
export function answerHearts(newAnswer: (press: FavouritePress) => void): () => void {
  answer = newAnswer
  if (waiting) answer(waiting)
  waiting = undefined
  return () => (answer = undefined)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
