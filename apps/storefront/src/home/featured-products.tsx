import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { Link } from '../page/router.tsx'

import card from '../catalogue/product-card.module.css'
import { StructuredData } from '../page/page-head.tsx'
import { ProductPicture } from '../page/product-picture.tsx'
import classes from './featured-products.module.css'
import { featuredProductsQuery } from './home-queries.ts'
import { SectionHead } from './static-sections.tsx'

/** The featured products; nothing where there are none (product.md, section 2, Featured Products). */
export function FeaturedProducts() {
  const backend = useBackend()
  const { data: products } = useQuery(featuredProductsQuery(backend))
  if (products === undefined || products.length === 0) return null
  return (
    <section className={classes.root} aria-labelledby="featured">
      <StructuredData
        facts={{
          '@type': 'ItemList',
          name: 'Featured Products',
          itemListElement: products.map((product, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            item: {
              '@type': 'Product',
              name: product.name,
              ...(product.image_url && { image: imageAddress(backend.config, product.image_url) }),
            },
          })),
        }}
      />
      <SectionHead id="featured" title="Featured Products">
        <Link to="/catalogue" className={classes.explore}>
          Explore All Products
        </Link>
      </SectionHead>
      <ul className={classes.grid}>
        {products.map((product) => (
          <li key={product.id}>
            <FeaturedCard
              product={product.id}
              name={product.name}
              image={product}
              category={product.categories?.name ?? null}
              industries={product.product_industry_tags.flatMap((link) => link.industry_tags?.name ?? [])}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const maxIndustries = 2
const cardSizes = '(min-width: 992px) 400px, (min-width: 576px) 50vw, calc(100vw - 34px)'

interface FeaturedCardProps {
  /** The product's id, whose card the link leads to. */
  readonly product: string
  readonly name: string
  readonly image: ComponentProps<typeof ProductPicture>['image']
  readonly category: string | null
  readonly industries: readonly string[]
}

/** A featured product, whose page opens over this one, with its badges and at most two industries (product.md, section 9, Card limits). */
function FeaturedCard({ product, name, image, category, industries }: FeaturedCardProps) {
  const id = useId()
  return (
    <article className={card.card} aria-labelledby={id}>
      <ProductPicture image={image} sizes={cardSizes} className={card.picture}>
        <span className={classes.ribbon}>Featured</span>
      </ProductPicture>
      <div className={card.text}>
        {category !== null && <p className={classes.category}>{category}</p>}
        <h3 id={id} className={card.name}>
          <a href={productPath({ id: product, name })}>{name}</a>
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
