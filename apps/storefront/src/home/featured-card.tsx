import { type ComponentProps, useId } from 'react'
import { Link } from 'react-router-dom'

import card from '../catalogue/product-card.module.css'
import { ProductPicture } from '../pictures/product-picture.tsx'
import classes from './featured-products.module.css'

const maxIndustries = 2
const cardSizes = '(min-width: 652px) 400px, calc(100vw - 34px)'

interface FeaturedCardProps {
  /** The product's id, whose card the link leads to. */
  readonly product: string
  readonly name: string
  readonly image: ComponentProps<typeof ProductPicture>['image']
  readonly category: string | null
  readonly industries: readonly string[]
}

/** A featured product with its badges and at most two industries (product.md, section 9, Card limits). */
export function FeaturedCard({ product, name, image, category, industries }: FeaturedCardProps) {
  const id = useId()
  return (
    <article className={card.card} aria-labelledby={id}>
      <ProductPicture image={image} sizes={cardSizes} className={card.picture}>
        <span className={classes.ribbon}>Featured</span>
      </ProductPicture>
      <div className={card.words}>
        {category !== null && <p className={classes.category}>{category}</p>}
        <h3 id={id} className={card.name}>
          {name}
        </h3>
        {industries.length > 0 && (
          <ul className={card.themes} aria-label="Industries">
            {industries.slice(0, maxIndustries).map((industry) => (
              <li key={industry} className={card.theme}>
                {industry}
              </li>
            ))}
          </ul>
        )}
        <Link to="/catalogue" state={{ product }} className={card.add} aria-describedby={id}>
          View in Catalogue
        </Link>
      </div>
    </article>
  )
}
