import type { ProductDetails } from '@giftwell/shared/catalogue/product-details.ts'
import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { preview } from '@giftwell/shared/catalogue/preview.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import type { ReactNode } from 'react'

import { useAuthDialog } from '../account/auth-dialog-provider.tsx'
import { ProductPicture } from '../page/product-picture.tsx'
import classes from './product-view.module.css'
import { useRecentlyViewed } from './recently-viewed.ts'

/** Similar products: for visitors those of their preview, with a sign-in for others. */
export function Similar(props: { readonly product: ProductDetails; readonly isAnonymous: boolean }) {
  const { product, isAnonymous } = props
  const authDialog = useAuthDialog()
  const { similar } = product
  const { own_products: count = Infinity } = useSite()
  return (
    <Strip title="Similar products" products={similar}>
      {isAnonymous && count > preview.fullCards && (
        <Button variant="default" className={classes.signIn} {...authDialog}>
          {similar.length === 0 ? 'Sign in to see similar products' : 'Sign in to see more'}
        </Button>
      )}
    </Strip>
  )
}

/** Products that this browser displayed before. */
export function RecentlyViewed({ product }: { readonly product: CatalogueProduct }) {
  return <Strip title="Recently viewed" products={useRecentlyViewed(product)} />
}

type Pictured = Pick<CatalogueProduct, 'id' | 'name' | 'image_url' | 'image_widths' | 'image_colour'>

interface StripProps {
  readonly title: string
  readonly products: readonly Pictured[]
  /** The content below them. */
  readonly children?: ReactNode
}

/** A few products to go on to; nothing without any. */
function Strip({ title, products, children = false }: StripProps) {
  if (products.length === 0 && children === false) return null
  return (
    <section className={classes.strip} aria-label={title}>
      <h2>{title}</h2>
      {products.length > 0 && (
        <ul>
          {products.map((product) => (
            <li key={product.id}>
              <ProductPicture image={product} sizes="160px" className={classes.stripPicture} />
              <a href={productPath(product)}>{product.name}</a>
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}
