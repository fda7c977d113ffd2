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
function useIsFavourite(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => favourites.has(id),
    () => false,
  )
}

/** Handled at once, or as soon as the handler is loaded. */
function clickFavourite(click: FavouriteClick): void {
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

interface FavouriteButtonProps {
  readonly product: { readonly id: string; readonly name: string }
  readonly className?: string | undefined
}

/** A product's heart. */
export function FavouriteButton({ product: { id, name }, className }: FavouriteButtonProps) {
  const isFavourite = useIsFavourite(id)
  return (
    <button
      type="button"
      className={className}
      data-on={isFavourite || undefined}
      aria-label={isFavourite ? `Remove ${name} from favourites` : `Add ${name} to favourites`}
      onClick={() => clickFavourite({ product: id, isFavourite: !isFavourite })}
    >
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d="M12 20 4.5 12.6A5 5 0 1 1 12 6a5 5 0 1 1 7.5 6.6Z" />
      </svg>
    </button>
  )
}
