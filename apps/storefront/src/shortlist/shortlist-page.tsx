import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { type CatalogueProduct, catalogueQuery } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { preview } from '@giftwell/shared/catalogue/preview.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import { LazyDialog } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { BasketDialog } from '../inquiry/basket-button.tsx'
import { useBasketStore } from '../inquiry/basket.ts'
import { addLines } from '../inquiry/inquiry-details.ts'
import classes from '../inquiry/inquiry-sheet.module.css'
import { LockedSheetCard, longDate, ProductSheet, SheetCard, totalOf } from '../inquiry/inquiry-sheet.tsx'
import { readShortlist, type Shortlist, type ShortlistItem } from '../inquiry/shortlist-address.ts'
import { productsStillThereQuery } from '../inquiry/use-basket-check.ts'
import { EmptyNote } from '../page/load-failure.tsx'
import { PrintButton } from '../page/print-button.tsx'
import { useCloseOnPopState } from '../page/use-close-on-pop-state.ts'
import cover from './shortlist-page.module.css'

/** A basket that was shared by a link, as a presentation: read-only, to be printed, or added to one's own. */
export function ShortlistPage() {
  const site = useSite()
  const { hash } = useLocation()
  const fragment = hash.slice(1)
  const { siteOrigin } = usePlatform()
  const shared = useQuery({
    queryKey: ['shortlist', 'link', fragment],
    staleTime: Infinity,
    queryFn: () => readShortlist(fragment),
  })
  return (
    <main id="content" className={classes.page}>
      <title>{`Shortlist · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className={cover.cover}>
        <p className={cover.site}>{site.name}</p>
        <h1 className={`page-title ${cover.title}`}>Shortlist</h1>
        {shared.data && <CoverFacts {...shared.data} />}
        <p className="print-only">
          {[site.contact_phone, site.contact_email, siteOrigin].filter(Boolean).join(', ')}
        </p>
      </header>
      {shared.data === null && (
        <EmptyNote>
          <p role="alert">
            This link does not contain a shortlist. It may have been cut off: please ask for it again, or{' '}
            <Link to="/catalogue">choose gifts yourself</Link>.
          </p>
        </EmptyNote>
      )}
      {shared.data && <SharedList key={fragment} items={shared.data.items} />}
    </main>
  )
}

/** What the link says for all of its products. */
function CoverFacts({ items, facts: { madeOn, neededBy, deliveryCity } }: Shortlist) {
  const day = (date: string) => date && longDate(new Date(`${date}T00:00`))
  const facts = Object.entries({
    Date: day(madeOn),
    ...totalOf(items),
    'Needed by': day(neededBy),
    'Delivery city': deliveryCity,
  }).filter(([, value]) => value !== '')
  if (facts.length === 0) return null
  return (
    <dl className={cover.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
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
      <div className={classes.text} role="alert">
        <p>The products could not be loaded. Please check your connection and try again.</p>
        <Button onClick={() => void products.refetch()}>Try Again</Button>
      </div>
    )
  }
  if (products.data === undefined) {
    return (
      <p className={classes.text} role="status">
        Loading...
      </p>
    )
  }
  const found = items.flatMap((item) => {
    const product = products.data.get(item.id)
    return product === undefined ? [] : [{ ...item, product }]
  })
  const open = found.filter((item): item is OpenItem => item.product !== 'locked')
  return (
    <>
      <Summary
        open={open.length}
        locked={found.length - open.length}
        gone={items.length - found.length}
        corrected={items.filter(({ isCorrected }) => isCorrected === true).length}
      />
      {open.length > 0 && <ListActions items={open} />}
      <ProductSheet label="Shortlist" isLarge>
        {found.map(({ product, quantity, note, id }) =>
          product === 'locked' ? (
            <LockedSheetCard key={id} />
          ) : (
            <SheetCard
              key={id}
              isLarge
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

function Summary(counts: Readonly<Record<'open' | 'locked' | 'gone' | 'corrected', number>>) {
  const { open, locked, gone, corrected } = counts
  const sentences = [
    `${products(open + locked)}, shared with you.`,
    locked > 0 && `Sign in to see ${locked === 1 ? 'the one that is' : `the ${locked} that are`} locked.`,
    gone > 0 && `${products(gone)} of the list ${gone === 1 ? 'is' : 'are'} no longer available.`,
    corrected > 0 &&
      (corrected === 1
        ? 'A quantity was not a whole number of at least 1, and has been corrected.'
        : `${corrected} quantities were not whole numbers of at least 1, and have been corrected.`),
  ]
  return <p className={classes.text}>{sentences.filter(Boolean).join(' ')}</p>
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

/** What a shortlist shows of a product. */
type ShortlistProduct = Pick<
  CatalogueProduct,
  'id' | 'name' | 'image_url' | 'image_widths' | 'image_colour' | 'budget'
> & {
  /** Whether the viewer may open its page: visitors those of the preview. */
  readonly hasPage?: boolean
}

/** The products of a shared basket, by id: `locked` where the viewer may not see one, missing where it is none any more. */
type ShortlistProducts = ReadonlyMap<string, ShortlistProduct | 'locked'>

/** Ids in one request, whose address has a limit. */
const partSize = 100

/**
 * The products of a shared basket. The server decides what the viewer sees: a customer all of them, visitors those of the
 * home page and of the preview that are not blurred (product.md, section 4).
 */
function shortlistQuery(backend: Backend, viewer: string | null, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['shortlist', 'products', viewer, ids],
    queryFn: async ({ client, signal }): Promise<ShortlistProducts> => {
      const [there, open, ...parts] = await Promise.all([
        client.query(productsStillThereQuery(backend, ids)),
        viewer === null
          ? client
              .infiniteQuery(catalogueQuery(backend, null, {}))
              .then(({ pages }) => pages.flatMap(({ products }) => products).slice(0, preview.fullCards))
          : [],
        ...partsOf(ids).map((part) => readProducts(backend, part, signal)),
      ])
      const seen = new Map<string, ShortlistProduct>(
        parts.flat().map((product) => [product.id, { ...product, hasPage: viewer !== null }]),
      )
      for (const product of open) seen.set(product.id, { ...product, hasPage: true })
      return new Map(there.map((id) => [id, seen.get(id) ?? 'locked']))
    },
  })
}

async function readProducts(
  backend: Backend,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly ShortlistProduct[]> {
  return readRows(backend, (rest) =>
    rest
      .from('products')
      .select('id, name, image_url, image_widths, image_colour, budget')
      .in('id', ids)
      .eq('is_sample', true)
      .abortSignal(signal),
  )
}

function partsOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / partSize) }, (_none, part) =>
    ids.slice(part * partSize, (part + 1) * partSize),
  )
}
