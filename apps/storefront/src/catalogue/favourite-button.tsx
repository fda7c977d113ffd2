import { createMarks, type MarkedProduct } from '../page/product-marks.ts'

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
