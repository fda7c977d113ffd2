import { useSyncExternalStore } from 'react'
import { shortIdOf } from '@giftwell/shared/kernel/site-routes.ts'

/** A product as its controls name it. */
interface MarkedProduct {
  readonly id: string
  readonly name: string
  readonly key?: string | undefined
}

/** A press on a control that marks a product. */
export interface MarkClick {
  readonly product: MarkedProduct
  readonly isMarked: boolean
}

/** The marked products, for controls of the first view; the code of a press is loaded later. */
function createMarks() {
  const listeners = new Set<() => void>()
  let marked: ReadonlySet<string> = new Set()
  let handler: ((click: MarkClick) => void) | undefined
  /** Presses before the handler is loaded. */
  let pending: MarkClick[] = []

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    /** Sets which products are marked, and notifies their controls. */
    show(ids: readonly string[]): void {
      marked = new Set(ids)
      for (const listener of listeners) listener()
    },
    /** Whether a product is marked; renders again only when that changes. */
    useIsMarked: (id: string): boolean =>
      useSyncExternalStore(
        subscribe,
        () => marked.has(id),
        () => false,
      ),
    /** Handled at once, or as soon as the handler is loaded. */
    press(click: MarkClick): void {
      if (handler) handler(click)
      else pending.push(click)
    },
    /** Handles every press from now on, and those from before. Returns a function that unsubscribes. */
    handle(newHandler: (click: MarkClick) => void): () => void {
      handler = newHandler
      for (const click of pending) newHandler(click)
      pending = []
      return () => (handler = undefined)
    },
  }
}

/** The products of the comparison by their short ids, as check boxes show them. */
export const compareMarks = createMarks()

interface CompareBoxProps {
  readonly product: MarkedProduct
  readonly className?: string | undefined
}

/** Takes a product into the comparison (product.md, section 2, Compare). */
export function CompareBox({ product, className }: CompareBoxProps) {
  const isMarked = compareMarks.useIsMarked(shortIdOf(product.id))
  return (
    <label className={className}>
      <input
        type="checkbox"
        aria-label={`Compare ${product.name}`}
        checked={isMarked}
        onChange={() => compareMarks.press({ product, isMarked: !isMarked })}
      />{' '}
      Compare
    </label>
  )
}

/** The favourites, as hearts show them. */
export const favouriteMarks = createMarks()

interface FavouriteButtonProps {
  readonly product: MarkedProduct
  readonly className?: string | undefined
}

/** A product's heart. */
export function FavouriteButton({ product, className }: FavouriteButtonProps) {
  const isFavourite = favouriteMarks.useIsMarked(product.id)
  return (
    <button
      type="button"
      className={className}
      data-on={isFavourite || undefined}
      aria-label={
        isFavourite ? `Remove ${product.name} from favourites` : `Add ${product.name} to favourites`
      }
      onClick={() => favouriteMarks.press({ product, isMarked: !isFavourite })}
    >
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d="M12 20 4.5 12.6A5 5 0 1 1 12 6a5 5 0 1 1 7.5 6.6Z" />
      </svg>
    </button>
  )
}
