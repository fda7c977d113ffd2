import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useQuery } from '@tanstack/react-query'

import { AccountPage, EmptyAccountList } from '../account/account-page.tsx'
import { LoadFailure } from '../page/load-failure.tsx'
import { ProductCard } from '../catalogue/product-card.tsx'
import { asBasketItem, isInBasket, useBasket, useBasketStore } from '../inquiry/basket.ts'
import { announce } from '../page/page-arrival.tsx'
import { favouriteProductsQuery } from './favourites.tsx'
import classes from './favourites-page.module.css'

/** The products that a customer has saved, and a button that adds them all to the inquiry. */
export function FavouritesPage() {
  return (
    <AccountPage title="Favourites" invitation="Sign in to see your favourites.">
      {(account) => <FavouritesOf account={account} />}
    </AccountPage>
  )
}

function FavouritesOf({ account }: { readonly account: string }) {
  const { data: products, isError, refetch } = useQuery(favouriteProductsQuery(useBackend(), account))
  if (isError) return <LoadFailure what="your favourites" onRetry={() => void refetch()} />
  if (products === undefined) return <p role="status">Loading...</p>
  if (products.length === 0) {
    return <EmptyAccountList>Press the heart on a product to save it here.</EmptyAccountList>
  }
  return (
    <>
      <AddAll products={products} />
      <h2 className="visually-hidden">Products</h2>
      <ul className={classes.grid} aria-label="Favourites">
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} isUrgent={index === 0} />
          </li>
        ))}
      </ul>
    </>
  )
}

function AddAll({ products }: { readonly products: readonly CatalogueProduct[] }) {
  const basket = useBasket()
  const store = useBasketStore()
  const left = products.filter(({ id }) => !isInBasket(basket, id))
  return (
    <Button
      className={classes.all}
      aria-disabled={left.length === 0 || undefined}
      variant={left.length === 0 ? 'default' : 'filled'}
      onClick={() => {
        if (left.length === 0) return
        for (const product of left) store.add(asBasketItem(product))
        announce(`Added to your inquiry: ${store.get().length} products`)
      }}
    >
      {left.length === 0 ? 'All added to Inquiry' : 'Add all to Inquiry'}
    </Button>
  )
}
