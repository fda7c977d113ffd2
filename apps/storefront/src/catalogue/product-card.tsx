import type { CatalogueProduct } from '@giftwell/shared/data/catalogue-queries.ts'
import { isInBasket } from '@giftwell/shared/domain/basket.ts'
import { Tooltip } from '@mantine/core'
import { IconCheck, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'

import { useBasket, useBasketStore } from '../basket/basket-context.ts'
import classes from './product-card.module.css'
import { ProductPicture } from './product-picture.tsx'

const mostThemes = 3

/** A product that can be added to the inquiry (specification, section 2, Product grid). */
export function ProductCard({ product, isUrgent }: { product: CatalogueProduct; isUrgent: boolean }) {
  const id = useId()
  return (
    <article className={classes.card} aria-labelledby={`${id}-name`}>
      <div className={classes.pictureArea}>
        <ProductPicture imageUrl={product.image_url} isUrgent={isUrgent} className={classes.picture} />
        {product.video_url !== null && (
          <Tooltip label="Watch the video">
            <a
              className={classes.video}
              href={product.video_url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Watch the video of ${product.name}`}
            >
              <IconPlayerPlayFilled size={16} aria-hidden />
            </a>
          </Tooltip>
        )}
      </div>
      <CardWords product={product} nameId={`${id}-name`}>
        <InquiryButton product={product} nameId={`${id}-name`} />
      </CardWords>
    </article>
  )
}

/** The name, at most three themes, and what stands below them. */
export function CardWords(props: { product: CatalogueProduct; nameId?: string; children: ReactNode }) {
  const { product, nameId, children } = props
  return (
    <div className={classes.words}>
      <h3 id={nameId} className={classes.name} title={product.name}>
        {product.name}
      </h3>
      {product.themes.length > 0 && (
        <ul className={classes.themes} aria-label="Themes">
          {product.themes.slice(0, mostThemes).map((theme) => (
            <li key={theme} className={classes.theme}>
              {theme}
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}

function InquiryButton({ product, nameId }: { product: CatalogueProduct; nameId: string }) {
  const store = useBasketStore()
  const isAdded = isInBasket(useBasket(), product.id)
  return (
    <button
      type="button"
      className={classes.add}
      aria-describedby={nameId}
      disabled={isAdded}
      onClick={() => store.add({ id: product.id, name: product.name, imageUrl: product.image_url })}
    >
      {isAdded ? (
        <>
          <IconCheck size={18} aria-hidden /> Added to Inquiry
        </>
      ) : (
        'Add to Inquiry'
      )}
    </button>
  )
}
