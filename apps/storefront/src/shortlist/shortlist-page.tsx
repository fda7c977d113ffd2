import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from '../page/router.tsx'

import { counted } from '@giftwell/shared/kernel/counted.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { type ColourQuantity, lineHints } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { phoneTexts } from '@giftwell/shared/kernel/phones.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { LazyDialog } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { BasketDialog } from '../inquiry/basket-button.tsx'
import { useBasketStore } from '../inquiry/basket.ts'
import { addLines, changeInquiryDetails, inquiryDetails } from '../inquiry/inquiry.ts'
import classes from '../inquiry/inquiry-sheet.module.css'
import { LockedSheetCard, NamedFacts, ProductSheet, SheetCard, totalOf } from '../inquiry/inquiry-sheet.tsx'
import { longDate } from '../page/long-date.ts'
import { readShortlist, type Shortlist, type ShortlistItem, maxKeys } from '../inquiry/shortlist-address.ts'
import { EmptyNote } from '../page/load-failure.tsx'
import { PrintButton } from '../page/print-button.tsx'
import { useCloseOnPopState } from '../page/page-address.ts'
import { factsOf } from '../product/product-facts.ts'
import answerClasses from './answers.module.css'
import { answerCounts, AnswerFields, AnswerPanel, GivenAnswer, isAnswer, useAnswer } from './answers.tsx'
import cover from './shortlist-page.module.css'
import { type CatalogueProduct, catalogueQuery } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { preview } from '@giftwell/shared/catalogue/preview.ts'
import { shadesOf, type ProductFacts } from '@giftwell/shared/catalogue/product-details.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { sharedProductPath } from '@giftwell/shared/kernel/shared-link.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { featuredProductsQuery } from '../home/home-queries.ts'
import { productsStillThereQuery, readShared } from '../inquiry/basket-products.ts'

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
          {[...phoneTexts(site), site.contact_email, siteOrigin].filter(Boolean).join(', ')}
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
      {shared.data && <SharedList key={fragment} fragment={fragment} shared={shared.data} />}
    </main>
  )
}

/** The link's details for all of its products. */
function CoverFacts({ items, from, neededBy, deliveryCity, budgetPerGift, wantsBranding }: Shortlist) {
  const wanted = items.filter(({ answer }) => answer !== 'no')
  const [first] = wanted
  // Of alternatives the same quantity is wanted, and their sum would mislead.
  const isEach = wanted.length > 1 && wanted.every(({ quantity }) => quantity === first?.quantity)
  const facts = {
    From: from,
    ...(isEach && first?.quantity != null
      ? { Quantity: `${first.quantity.toLocaleString('en-IN')} of each` }
      : totalOf(wanted)),
    'Budget per gift': budgetPerGift === undefined ? '' : `Rs.${budgetPerGift.toLocaleString('en-IN')}`,
    'Needed by': neededBy && longDate(new Date(`${neededBy}T00:00`)),
    'Delivery city': deliveryCity,
    Branding: wantsBranding === true ? 'Logo on the gifts' : '',
  }
  return <NamedFacts facts={facts} className={cover.facts} />
}

type OpenItem = ShortlistItem & { readonly product: ShortlistProduct }

function SharedList({ fragment, shared }: { readonly fragment: string; readonly shared: Shortlist }) {
  const { items, from, message, neededBy } = shared
  const backend = useBackend()
  const { user, isSessionReady } = useAuth()
  const products = useQuery({
    ...shortlistQuery(backend, user?.id ?? null, items),
    enabled: isSessionReady,
  })
  const { draft, changeFrom, changeItem } = useAnswer(fragment, shared)
  const isAnswered = isAnswer(shared)
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
      {isAnswered && (
        <p className={classes.text}>
          {from === '' ? 'The answer' : `The answer of ${from}`}: {answerCounts(found)}
        </p>
      )}
      {message !== '' && <blockquote className={answerClasses.message}>{message}</blockquote>}
      {open.length > 0 && <ListActions shared={shared} items={open} />}
      <ProductSheet label="Shortlist" isLarge>
        {found.map((item) => {
          const { product, quantity, note, colours, id } = item
          return product === 'locked' ? (
            <LockedSheetCard key={id} />
          ) : (
            <SheetCard
              key={id}
              isLarge
              product={inColours(product, colours ?? [])}
              quantity={quantity}
              note={note}
              colours={colours}
              href={product.path}
            >
              <Facts product={product} />
              {lineHints(product, item, neededBy).map((hint) => (
                <p key={hint} className={answerClasses.hint}>
                  {hint}
                </p>
              ))}
              {isAnswered ? (
                <GivenAnswer item={item} />
              ) : (
                <AnswerFields
                  name={product.name}
                  item={draft.items.find((other) => other.id === id)}
                  onChange={(answer) => changeItem(id, answer)}
                />
              )}
            </SheetCard>
          )
        })}
      </ProductSheet>
      {!isAnswered && open.length > 0 && (
        <AnswerPanel
          draft={draft}
          names={new Map(open.map(({ id, product }) => [id, product.name]))}
          onFrom={changeFrom}
        />
      )}
    </>
  )
}

/** What decides at a glance; the product's page has the rest. */
const glance = new Set(['Minimum quantity', 'Lead time', 'Material', 'Size', 'Branding'])

function Facts({ product }: { readonly product: ShortlistProduct }) {
  const facts = factsOf(product).filter(({ term }) => glance.has(term))
  if (facts.length === 0) return null
  return (
    <dl className={answerClasses.facts}>
      {facts.map(({ term, values }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{values.join('; ')}</dd>
        </div>
      ))}
    </dl>
  )
}

function inColours(product: ShortlistProduct, chosen: readonly ColourQuantity[]) {
  const shades = shadesOf(product, chosen)
  return { ...product, ...shades[0], name: product.name, shades }
}

function Summary(counts: Readonly<Record<'open' | 'locked' | 'gone' | 'corrected', number>>) {
  const { open, locked, gone, corrected } = counts
  const sentences = [
    `${counted(open + locked, 'product')}, shared with you.`,
    locked > 0 && `Sign in to see ${locked === 1 ? 'the one that is' : `the ${locked} that are`} locked.`,
    gone > 0 && `${counted(gone, 'product of the list is', 'products of the list are')} no longer available.`,
    corrected > 0 &&
      (corrected === 1
        ? 'A quantity was not a whole number of at least 1, and has been corrected.'
        : `${corrected} quantities were not whole numbers of at least 1, and have been corrected.`),
  ]
  return <p className={classes.text}>{sentences.filter(Boolean).join(' ')}</p>
}

function ListActions({ shared, items }: { readonly shared: Shortlist; readonly items: readonly OpenItem[] }) {
  const store = useBasketStore()
  const toasts = useToasts()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  useCloseOnPopState(isOpen, close)

  // Leave out the rejected products of an answer.
  const wanted = items.filter(({ answer }) => answer !== 'no')
  function addAll() {
    addLines(
      store,
      wanted.map(({ key, product, ...line }) => ({
        ...line,
        product: { budget: null, ...(key !== undefined && { key }), ...product },
      })),
    )
    const { neededBy, deliveryCity, budgetPerGift, wantsBranding } = inquiryDetails()
    changeInquiryDetails({
      neededBy: neededBy || shared.neededBy,
      deliveryCity: deliveryCity || shared.deliveryCity,
      budgetPerGift: budgetPerGift || String(shared.budgetPerGift ?? ''),
      wantsBranding: wantsBranding || shared.wantsBranding === true,
    })
  }

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
          toasts.show({
            title: 'Added to your inquiry basket',
            description: counted(wanted.length, 'product'),
          })
        }}
      >
        Add all to my basket
      </Button>
      <PrintButton size="md" />
      <LazyDialog what="The inquiry basket" dialog={BasketDialog} opened={isOpen} onClose={close} />
    </div>
  )
}

/** A product's fields on a shortlist; those of the home page have neither budget nor facts. */
type ShortlistProduct = Pick<
  CatalogueProduct,
  'id' | 'name' | 'image_url' | 'image_widths' | 'image_colour' | 'key'
> &
  ProductFacts & {
    readonly budget?: string | null
    /** Its page, where the viewer may open it. */
    readonly path?: string
  }

/** The products of a shared basket, by id: `locked` where the viewer may not see one, missing where it is none any more. */
type ShortlistProducts = ReadonlyMap<string, ShortlistProduct | 'locked'>

/**
 * The products of a shared basket. The server decides what the viewer sees: a customer all of them, visitors those that the
 * link's keys open, of the home page, and of the preview that are not blurred (product.md, section 4).
 */
function shortlistQuery(backend: Backend, viewer: string | null, items: readonly ShortlistItem[]) {
  const ids = items.map(({ id }) => id)
  const keyed = viewer === null ? items.filter(({ key }) => key !== undefined).slice(0, maxKeys) : items
  return queryOptions({
    queryKey: ['shortlist', 'products', viewer, ids, keyed.map(({ key }) => key)],
    queryFn: async ({ client, signal }): Promise<ShortlistProducts> => {
      const [there, shared] = await Promise.all([
        client.query(productsStillThereQuery(backend, ids)),
        readShared(backend, keyed, signal),
      ])
      const seen = new Map<string, ShortlistProduct>()
      for (const product of shared) {
        seen.set(product.id, {
          ...product,
          colours: product.colours ?? [],
          path: viewer === null ? sharedProductPath(product) : productPath(product),
        })
      }
      if (viewer === null && there.some((id) => !seen.has(id))) {
        const [{ pages }, home] = await Promise.all([
          client.infiniteQuery(catalogueQuery(backend, null, {})),
          client.query(featuredProductsQuery(backend)),
        ])
        const open = pages.flatMap(({ products }) => products).slice(0, preview.fullCards)
        for (const product of [...open.map((card) => ({ ...card, path: productPath(card) })), ...home])
          if (!seen.has(product.id)) seen.set(product.id, product)
      }
      return new Map(there.map((id) => [id, seen.get(id) ?? 'locked']))
    },
  })
}
