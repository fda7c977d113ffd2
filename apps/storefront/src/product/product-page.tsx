import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { writeFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import type { ProductDetails } from '@giftwell/shared/catalogue/product-details.ts'
import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { claimsOf, descriptionOf } from '@giftwell/shared/kernel/brand.ts'
import { shareIn } from '@giftwell/shared/kernel/shared-link.ts'
import { productPath, shortIdIn } from '@giftwell/shared/kernel/site-routes.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Link, useLocation } from '../page/router.tsx'

import { NotFoundPage } from '../page/not-found-page.tsx'
import { PageHead, StructuredData } from '../page/page-head.tsx'
import { usePublicOrigin, useSearch } from '../page/rendered-page.ts'
import { plainDescription } from '../page/description.tsx'
import classes from './product-view.module.css'
import { ProductView, SignInWall } from './product-view.tsx'
import { useProduct } from './use-product.ts'

/** Characters that search engines show. */
const maxMetaDescription = 160

/** A product's own page: for links, search engines and reload. */
export function ProductPage() {
  const site = useSite()
  const found = useProduct()
  const { isSessionReady } = useAuth()
  const { pathname } = useLocation()
  const search = useSearch()
  const isShared = shareIn(new URLSearchParams(search)) !== undefined
  const { details, card, isAnonymous } = found
  const name = details?.name ?? card?.name

  if (details === null && (shortIdIn(pathname) === null || (isSessionReady && !isAnonymous)))
    return <NotFoundPage />
  return (
    <main id="content" className={classes.page}>
      {details ? <ProductHead product={details} /> : <title>{`Product · ${site.name}`}</title>}
      {(details === null || isShared) && <meta name="robots" content="noindex" />}
      <Link to={{ pathname: '/catalogue', search: isShared ? '' : search }} className={classes.back}>
        Product Catalogue
      </Link>
      {details === null ? (
        <SignInWall heading="h1" />
      ) : (
        <>
          <h1 className={classes.title}>{name ?? <span className="visually-hidden">Product</span>}</h1>
          <ProductView found={found} />
        </>
      )}
    </main>
  )
}

function ProductHead({ product }: { readonly product: ProductDetails }) {
  const site = useSite()
  const origin = usePublicOrigin()
  const { config } = useBackend()
  const { name, category, budget, description } = product
  const path = productPath(product) as `/${string}`
  const address = product.image_url && imageAddress(config, product.image_url)
  return (
    <>
      <PageHead
        title={`${name} · ${site.name}`}
        description={
          description === undefined
            ? `${[name, category, budget].filter(Boolean).join(', ')}. ${descriptionOf(claimsOf(site))}`
            : plainDescription(description, maxMetaDescription)
        }
        path={path}
        image={address}
      />
      <StructuredData facts={breadcrumbs(product, origin)} />
    </>
  )
}

/** The way to a product. A `Product` would need an offer, and prices are never shown. */
function breadcrumbs({ name, category }: ProductDetails, origin: string | null) {
  const catalogue = `${origin ?? ''}/catalogue`
  const steps = [
    { name: 'Product Catalogue', item: catalogue },
    ...(category === null
      ? []
      : [
          {
            name: category,
            item: `${catalogue}?${writeFilters(new URLSearchParams(), { category: [category] }).toString()}`,
          },
        ]),
    { name },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}
