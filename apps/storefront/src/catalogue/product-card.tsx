import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { useTooltip } from '@giftwell/shared/ui/use-tooltip.ts'
import { IconCheck, IconPlayerPlayFilled } from '@tabler/icons-react'
import { replaceEqualDeep } from '@tanstack/react-query'
import { createContext, memo, type ReactNode, use, useEffect, useId, useMemo, useState } from 'react'

import { CompareBox, FavouriteButton } from '../page/product-marks.tsx'
import { asBasketItem, useBasketStore, useIsInBasket } from '../inquiry/basket.ts'
import { announce } from '../page/page-arrival.tsx'
import { ProductPicture } from '../page/product-picture.tsx'
import classes from './product-card.module.css'
import type { Marker } from './search-help.tsx'
import { productCount } from './use-catalogue.ts'

const maxThemes = 3

/** The `sizes` of a picture in the catalogue's grid; a column is a little narrower at some widths. */
export const cardSizes =
  '(min-width: 1440px) 250px, (min-width: 1260px) calc(25vw - 111px), (min-width: 481px) 320px, (min-width: 340px) calc(50vw - 24px), calc(100vw - 34px)'

/** The id of a product's card in the document. */
export function cardId(product: string): string {
  return `product-${product}`
}

interface ProductCardProps {
  readonly product: CatalogueProduct
  readonly isUrgent: boolean
  /** The filters under which a visitor may open it, as a query. */
  readonly search?: string
}

/**
 * A product that can be added to the inquiry (product.md, section 2, Product grid). Rendered again only when it shows
 * something else, which another answer about the same product is not.
 */
export const ProductCard = memo(function ProductCard({ product, isUrgent, search = '' }: ProductCardProps) {
  const id = useId()
  return (
    <article id={cardId(product.id)} className={classes.card} aria-labelledby={`${id}-name`}>
      <ProductPicture image={product} sizes={cardSizes} isUrgent={isUrgent} className={classes.frame}>
        <FavouriteButton product={product} className={classes.heart} />
        <CompareBox product={product} className={classes.compare} />
        {product.video_url !== null && <VideoLink url={product.video_url} name={product.name} />}
      </ProductPicture>
      <CardText product={product} nameId={`${id}-name`} href={productPath(product) + search}>
        <InquiryButton product={product} nameId={`${id}-name`} />
      </CardText>
    </article>
  )
}, showsTheSame)

function showsTheSame(before: ProductCardProps, now: ProductCardProps): boolean {
  if (before.isUrgent !== now.isUrgent || before.search !== now.search) return false
  if (before.product.id !== now.product.id) return false
  return replaceEqualDeep(before.product, now.product) === before.product
}

function VideoLink({ url, name }: { url: string; name: string }) {
  const { anchor, tooltipId } = useTooltip()
  return (
    <a
      className={classes.video}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Watch the video of ${name}`}
      {...anchor}
    >
      <IconPlayerPlayFilled size={16} aria-hidden />
      {tooltipId !== undefined && (
        <span role="tooltip" id={tooltipId} className={classes.tooltip}>
          Watch the video
        </span>
      )}
    </a>
  )
}

/** The name, the budget band, at most three themes, and the content below them. */
export function CardText(props: {
  product: CatalogueProduct
  nameId?: string
  /** The product's page, which a click opens over this one (useProductLinks). */
  href?: string
  children: ReactNode
}) {
  const { product, nameId, href, children } = props
  const mark = use(MarkerContext)
  const name = mark(product.name)
  return (
    <div className={classes.text}>
      <h3 id={nameId} className={classes.name}>
        {href === undefined ? name : <a href={href}>{name}</a>}
      </h3>
      {product.budget !== null && <p className={classes.budget}>{product.budget}</p>}
      {product.themes.length > 0 && (
        <ul className={classes.themes} aria-label="Themes">
          {product.themes.slice(0, maxThemes).map((theme, index) => (
            // By position: another product in the card changes the text and reuses the element.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className={classes.theme}>
              {mark(theme)}
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}

interface InquiryButtonProps {
  readonly product: CatalogueProduct
  readonly nameId: string
  readonly colour?: string | null
}

/** Adds a product to the inquiry, once. */
export function InquiryButton({ product, nameId, colour }: InquiryButtonProps) {
  const store = useBasketStore()
  const isAdded = useIsInBasket(product.id)

  function add() {
    if (isAdded) return
    store.add({ ...asBasketItem(product), ...(colour && { colour }) })
    announce(`Added to your inquiry: ${productCount(store.get().length)}`)
  }

  return (
    <button
      type="button"
      className={classes.add}
      aria-describedby={nameId}
      // Disabled for people and programs; the attribute "disabled" would drop the focus.
      aria-disabled={isAdded || undefined}
      onClick={add}
    >
      {isAdded ? (
        <>
          <IconCheck size={18} aria-hidden /> <span>Added to Inquiry</span>
        </>
      ) : (
        'Add to Inquiry'
      )}
    </button>
  )
}

const unmarked: Marker = (text) => text

/** Provides the function that marks the words of a search. */
export const MarkerContext = createContext<Marker>(unmarked)

/** The marker of the words that a search has found, once its chunk is loaded. */
export function useMarker(terms: readonly string[] | undefined): Marker {
  const [create, setCreate] = useState<((terms: readonly string[]) => Marker) | null>(null)
  const isNeeded = terms !== undefined && create === null
  useEffect(() => {
    if (!isNeeded) return
    // Without it the results are as good, if unmarked.
    import('./search-help.tsx').then(({ markerOf }) => setCreate(() => markerOf)).catch(() => undefined)
  }, [isNeeded])
  return useMemo(() => (terms && create ? create(terms) : unmarked), [terms, create])
}
