import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { LazyDialog } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { addLines } from '../inquiry/add-lines.ts'
import { BasketDialog } from '../inquiry/basket-button.tsx'
import { useBasketStore } from '../inquiry/basket-context.ts'
import { longDate } from '../inquiry/inquiry-facts.tsx'
import classes from '../inquiry/inquiry-page.module.css'
import { PrintButton } from '../inquiry/print-button.tsx'
import { LockedSheetCard, ProductSheet, SheetCard } from '../inquiry/product-sheet.tsx'
import { readShortlist, type ShortlistItem } from '../inquiry/shortlist-address.ts'
import { useCloseOnPopState } from '../page/use-close-on-pop-state.ts'
import { type ShortlistProduct, shortlistQuery } from './shortlist-queries.ts'

/** A basket that was shared by a link, read-only, to be added to one's own. */
export function ShortlistPage() {
  const site = useSite()
  const { hash } = useLocation()
  const fragment = hash.slice(1)
  const [today] = useState(() => longDate(new Date()))
  const shared = useQuery({
    queryKey: ['shortlist', 'link', fragment],
    staleTime: Infinity,
    queryFn: () => readShortlist(fragment),
  })
  return (
    <main id="content" className={classes.page}>
      <title>{`Shortlist · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="page-title">Shortlist</h1>
      <p className="print-only">
        {site.name}, {today}
      </p>
      {shared.data === null && (
        <p className={classes.words} role="alert">
          This link holds no basket. It may have been cut off: ask for it again, or{' '}
          <Link to="/catalogue">choose gifts yourself</Link>.
        </p>
      )}
      {shared.data && <SharedList key={fragment} items={shared.data} />}
    </main>
  )
}

type OpenItem = ShortlistItem & { readonly product: ShortlistProduct }

function SharedList({ items }: { readonly items: readonly ShortlistItem[] }) {
  const backend = useBackend()
  const { user, isSessionReady } = useAuth()
  const ids = items.map(({ id }) => id)
  const products = useQuery({
    ...shortlistQuery(backend, user?.id ?? null, ids),
    enabled: isSessionReady,
  })
  if (products.isError) {
    return (
      <div className={classes.words} role="alert">
        <p>The products could not be loaded. Please check your connection and try again.</p>
        <Button onClick={() => void products.refetch()}>Try Again</Button>
      </div>
    )
  }
  if (products.data === undefined) {
    return (
      <p className={classes.words} role="status">
        Loading...
      </p>
    )
  }
  const shown = items.flatMap((item) => {
    const product = products.data.get(item.id)
    return product === undefined ? [] : [{ ...item, product }]
  })
  const open = shown.filter((item): item is OpenItem => item.product !== 'locked')
  return (
    <>
      <Summary open={open.length} locked={shown.length - open.length} gone={items.length - shown.length} />
      {open.length > 0 && <ListActions items={open} />}
      <ProductSheet label="Shortlist">
        {shown.map(({ product, quantity, note, id }) =>
          product === 'locked' ? (
            <LockedSheetCard key={id} />
          ) : (
            <SheetCard
              key={id}
              product={product}
              quantity={quantity}
              note={note}
              href={product.hasPage ? productPath(product) : undefined}
            />
          ),
        )}
      </ProductSheet>
    </>
  )
}

const products = (count: number) => `${count.toLocaleString('en-IN')} ${count === 1 ? 'product' : 'products'}`

function Summary({ open, locked, gone }: Readonly<Record<'open' | 'locked' | 'gone', number>>) {
  return (
    <p className={classes.words}>
      {products(open + locked)}, shared with you.
      {locked > 0 && ` Sign in to see ${locked === 1 ? 'the locked one' : `the ${locked} locked ones`}.`}
      {gone > 0 && ` ${products(gone)} of the list ${gone === 1 ? 'is' : 'are'} no longer available.`}
    </p>
  )
}

function ListActions({ items }: { readonly items: readonly OpenItem[] }) {
  const store = useBasketStore()
  const toasts = useToasts()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  useCloseOnPopState(isOpen, close)

  const addAll = () => addLines(store, items)

  return (
    <div className={`${classes.actions} no-print`}>
      <Button
        size="md"
        onClick={() => {
          addAll()
          setOpen(true)
        }}
      >
        Send inquiry
      </Button>
      <Button
        size="md"
        variant="default"
        onClick={() => {
          addAll()
          toasts.show({ title: 'Added to your inquiry basket', description: products(items.length) })
        }}
      >
        Add all to my basket
      </Button>
      <PrintButton size="md" />
      <LazyDialog what="The inquiry basket" dialog={BasketDialog} opened={isOpen} onClose={close} />
    </div>
  )
}
