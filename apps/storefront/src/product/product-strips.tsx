import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { Button } from '@mantine/core'

import { useAuthDialog } from '../account/auth-dialog-provider.tsx'
import { ProductPicture } from '../pictures/product-picture.tsx'
import classes from './product-view.module.css'
import { useRecentlyViewed } from './recently-viewed.ts'
import type { ProductDetails } from './use-product.ts'

/** What is similar, which visitors sign in for. */
export function Similar(props: { readonly product: ProductDetails; readonly isAnonymous: boolean }) {
  const { product, isAnonymous } = props
  const authDialog = useAuthDialog()
  if (!isAnonymous) return <Strip title="Similar products" products={product.similar} />
  return (
    <section className={classes.strip} aria-label="Similar products">
      <h2>Similar products</h2>
      <Button variant="default" className={classes.signIn} {...authDialog}>
        Sign in to see similar products
      </Button>
    </section>
  )
}

/** Products that this browser displayed before. */
export function RecentlyViewed({ product }: { readonly product: CatalogueProduct }) {
  return <Strip title="Recently viewed" products={useRecentlyViewed(product)} />
}

type Pictured = Pick<CatalogueProduct, 'id' | 'name' | 'image_url' | 'image_widths' | 'image_colour'>

/** A few products to go on to; nothing without any. */
function Strip({ title, products }: { readonly title: string; readonly products: readonly Pictured[] }) {
  if (products.length === 0) return null
  return (
    <section className={classes.strip} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {products.map((product) => (
          <li key={product.id}>
            <ProductPicture image={product} sizes="160px" className={classes.stripPicture} />
            <a href={productPath(product)}>{product.name}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
