import { shortIdOf } from '@giftwell/shared/kernel/site-routes.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { CloseButton } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { MarkClick } from '../page/product-marks.ts'
import { announce } from '../page/page-arrival.tsx'
import classes from './compare-bar.module.css'
import { compareMarks } from './compare-box.tsx'
import {
  comparedProducts,
  comparePath,
  compareProducts,
  maxCompared,
  useComparedProducts,
} from './compared-products.ts'

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
        description: 'Take one out of the comparison first.',
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
