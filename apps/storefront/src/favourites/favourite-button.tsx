import { clickFavourite, useIsFavourite } from './favourite-store.ts'

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
