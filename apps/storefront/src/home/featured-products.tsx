import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { featuredProductsQuery } from './home-queries.ts'
import { imageAddress } from '@giftwell/shared/images/stored-image.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { StructuredData } from '../page/structured-data.tsx'
import { FeaturedCard } from './featured-card.tsx'
import classes from './featured-products.module.css'
import { SectionHead } from './section-head.tsx'

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
          itemListElement: products.map((product, place) => ({
            '@type': 'ListItem',
            position: place + 1,
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
