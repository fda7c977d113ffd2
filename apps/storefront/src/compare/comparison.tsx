import { shortIdOf } from '@giftwell/shared/kernel/site-routes.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { CloseButton } from '@giftwell/shared/ui/close-button.tsx'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { Link, useLocation } from '../page/router.tsx'
import { type MarkClick, compareMarks } from '../page/product-marks.tsx'
import { announce } from '../page/page-arrival.tsx'
import classes from './comparison.module.css'
import {
  comparedKey as storageKey,
  onChangeForTabs,
  readForTabs,
  writeForTabs,
} from '../page/browser-storage.ts'

/** Handles the check boxes "Compare", and leads to the comparison while it has products. */
export function CompareBar() {
  const products = useComparedProducts()
  const toasts = useToasts()
  const { pathname } = useLocation()
  useEffect(() => {
    compareMarks.show(products.map(({ id }) => id))
    // Cards show their check boxes to touch screens, too.
    document.documentElement.toggleAttribute('data-comparing', products.length > 0)
  }, [products])

  const handle = useEffectEvent(({ product, isMarked }: MarkClick) => {
    const id = shortIdOf(product.id)
    const others = comparedProducts().filter((other) => other.id !== id)
    if (isMarked && others.length >= maxCompared) {
      toasts.show({
        title: `${maxCompared} products at most`,
        description: 'Remove one from the comparison first.',
      })
      return
    }
    const next = isMarked ? [...others, { id, key: product.key }] : others
    compareProducts(next)
    announce(`${next.length} of ${maxCompared} in the comparison`)
  })
  useEffect(() => compareMarks.handle((click) => handle(click)), [])

  if (products.length === 0 || pathname === '/compare') return null
  return (
    <aside className="no-print" aria-label="Comparison">
      <CompareLink />
      <CloseButton size="sm" aria-label="Clear comparison" onClick={() => compareProducts([])} />
    </aside>
  )
}

/** How many products are compared, and the way to them; nothing without any. */
export function CompareLink({ onLeave }: { readonly onLeave?: () => void }) {
  const products = useComparedProducts()
  if (products.length === 0) return null
  return (
    <span className={classes.link}>
      <span>
        {products.length} of {maxCompared}
      </span>
      <Link to={comparePath(products)} onClick={onLeave}>
        Compare
      </Link>
    </span>
  )
}

/** A product of the comparison. */
export interface ComparedProduct {
  /** The short one. */
  readonly id: string
  /** The key that opens it by a shared link, if known. */
  readonly key?: string | undefined
}

/** Products beside each other. */
const maxCompared = 4

const none: readonly ComparedProduct[] = []
let read: { readonly text: string | null; readonly products: readonly ComparedProduct[] } = {
  text: null,
  products: none,
}

/** The products that this browser compares, which its tabs share. */
export function comparedProducts(): readonly ComparedProduct[] {
  const text = readForTabs(storageKey)
  if (text !== read.text) read = { text, products: comparedIn(new URLSearchParams(text ?? '')) }
  return read.products
}

/** Compares these products from now on. */
export function compareProducts(products: readonly ComparedProduct[]): void {
  writeForTabs(storageKey, comparePath(products).split('?')[1] ?? '')
}

/** The compared products, synchronised across tabs. */
function useComparedProducts(): readonly ComparedProduct[] {
  return useSyncExternalStore(subscribe, comparedProducts, () => none)
}

const subscribe = onChangeForTabs(storageKey)

/** The address of a comparison, with the keys that open its products without an account. */
export function comparePath(products: readonly ComparedProduct[]): string {
  const keys = products.map(({ key = '' }) => key)
  const ids = products.map(({ id }) => id)
  if (ids.length === 0) return '/compare'
  return `/compare?products=${ids.join()}${keys.some(Boolean) ? `&keys=${keys.join()}` : ''}`
}

/** The products of an address, each once, at most four. */
export function comparedIn(search: URLSearchParams): readonly ComparedProduct[] {
  const keys = (search.get('keys') ?? '').split(',')
  const products = (search.get('products') ?? '')
    .toLowerCase()
    .split(',')
    .map((id, index) => ({
      id,
      key: /^[\w-]{22}$/.exec(keys[index] ?? '')?.[0],
    }))
  const valid = products.filter(
    ({ id }, index) =>
      /^[\da-f]{12,32}$/.test(id) && products.findIndex((other) => other.id === id) === index,
  )
  return valid.slice(0, maxCompared)
}
