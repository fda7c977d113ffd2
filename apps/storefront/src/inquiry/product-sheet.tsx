import { type ReactNode, useId } from 'react'

import { useAuthDialog } from '../account/auth-dialog-provider.tsx'
import { ProductPicture } from '../pictures/product-picture.tsx'
import type { ShortlistProduct } from '../shortlist/shortlist-queries.ts'
import classes from './product-sheet.module.css'

/** A product with what is wanted of it. */
export interface SheetLine {
  readonly product: Pick<ShortlistProduct, 'name' | 'image_url' | 'image_colour'> & {
    readonly image_widths?: readonly number[] | null | undefined
    readonly budget?: string | null | undefined
  }
  readonly quantity: number | null
  readonly note: string
  /** The product's page, which a click opens over this one (useProductLinks). */
  readonly href?: string | undefined
}

/** A list of cards, three to a row on paper. */
export function ProductSheet({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={classes.sheet} aria-label={label}>
      {children}
    </ul>
  )
}

/** One product on it: picture, name, budget band, quantity and note. */
export function SheetCard({ product, quantity, note, href }: SheetLine) {
  const id = useId()
  return (
    <li className={classes.cell}>
      <article className={classes.card} aria-labelledby={id}>
        <ProductPicture image={product} sizes="(min-width: 48em) 240px, 45vw" className={classes.picture} />
        <h2 id={id} className={classes.name}>
          {href === undefined ? product.name : <a href={href}>{product.name}</a>}
        </h2>
        {product.budget && <p className={classes.budget}>{product.budget}</p>}
        {quantity !== null && <p className={classes.quantity}>Quantity {quantity.toLocaleString('en-IN')}</p>}
        {note !== '' && <p className={classes.note}>{note}</p>}
      </article>
    </li>
  )
}

/** A product that visitors may not see (product.md, section 4). */
export function LockedSheetCard() {
  const authDialog = useAuthDialog()
  return (
    <li className={`${classes.cell} no-print`}>
      <button type="button" className={`${classes.card} ${classes.locked}`} {...authDialog}>
        <span className={classes.quantity}>Premium Product</span>{' '}
        <span className={classes.budget}>Sign In to View</span>
      </button>
    </li>
  )
}
