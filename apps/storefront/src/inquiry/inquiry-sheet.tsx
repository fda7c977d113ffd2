import { from } from '@giftwell/shared/ui/breakpoints.ts'
import { type ColourQuantity, coloursText } from '@giftwell/shared/catalogue/inquiry-line.ts'
import type { Pictured, Shade } from '@giftwell/shared/catalogue/product-details.ts'
import { type ReactNode, useId } from 'react'

import { useAuthDialog } from '../account/auth-dialog-provider.tsx'
import { longDate } from '../page/long-date.ts'
import { ProductPicture } from '../page/product-picture.tsx'
import { Shades } from '../page/shades.tsx'
import classes from './inquiry-sheet.module.css'
import type { InquiryContent } from './inquiry.ts'

/** A product with the requested quantity, colours and note. */
interface SheetLine {
  readonly product: Pictured & {
    readonly name: string
    readonly budget?: string | null | undefined
    readonly shades?: readonly Shade[] | undefined
  }
  readonly quantity: number | null
  readonly note: string
  readonly colours?: readonly ColourQuantity[] | null | undefined
  /** The product's page, which a click opens over this one (useProductLinks). */
  readonly href?: string | undefined
  /** Whether it is one of a presentation, whose pictures are large. */
  readonly isLarge?: boolean
  /** The content below it. */
  readonly children?: ReactNode
}

interface ProductSheetProps {
  readonly label: string
  /** Whether the pictures are large, for a presentation. */
  readonly isLarge?: boolean
  readonly children: ReactNode
}

/** A list of cards, on paper three to a row, or two large ones. */
export function ProductSheet({ label, isLarge = false, children }: ProductSheetProps) {
  return (
    <ul className={`${classes.sheet} ${isLarge ? classes.large : ''}`} aria-label={label}>
      {children}
    </ul>
  )
}

/** One product on it: picture, name, budget band, quantity, colours and note. */
export function SheetCard({ product, quantity, note, colours, href, isLarge = false, children }: SheetLine) {
  const id = useId()
  return (
    <li className={classes.cell}>
      <article className={classes.card} aria-labelledby={id}>
        <ProductPicture
          image={product}
          sizes={`${from('sm')} ${isLarge ? '600px' : '400px'}, 90vw`}
          className={classes.picture}
        />
        <h2 id={id} className={classes.name}>
          {href === undefined ? product.name : <a href={href}>{product.name}</a>}
        </h2>
        {product.budget && <p className={classes.budget}>{product.budget}</p>}
        {quantity !== null && <p className={classes.quantity}>Quantity {quantity.toLocaleString('en-IN')}</p>}
        {colours != null && <p className={classes.budget}>{coloursText(colours)}</p>}
        <Shades shades={product.shades} />
        {note !== '' && <p className={classes.note}>{note}</p>}
        {children}
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

/** The details of the whole inquiry, and further facts. */
export function InquiryFacts({
  inquiry,
  more,
}: {
  readonly inquiry: InquiryContent
  readonly more?: Readonly<Record<string, string>>
}) {
  const { neededBy, budgetPerGift, deliveryCity, wantsBranding, isShared = false, samples = [] } = inquiry
  const facts = {
    'Needed by': neededBy && longDate(new Date(`${neededBy}T00:00`)),
    'Budget per gift': budgetPerGift === null ? '' : `Rs.${budgetPerGift.toLocaleString('en-IN')}`,
    'Delivery city': deliveryCity,
    Branding: wantsBranding ? 'Our logo on the gifts' : '',
    Shared: isShared ? 'With your company' : '',
    Samples: samples.join(', '),
    ...more,
  }
  return <NamedFacts facts={facts} className={classes.facts} />
}

interface NamedFactsProps {
  /** By their names; empty ones are left out. */
  readonly facts: Readonly<Record<string, string>>
  readonly className: string | undefined
}

/** Facts with their names; nothing without any. */
export function NamedFacts({ facts, className }: NamedFactsProps) {
  const known = Object.entries(facts).filter(([, value]) => value !== '')
  if (known.length === 0) return null
  return (
    <dl className={className}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The sum of the quantities as a further fact; nothing without any. */
export function totalOf(
  lines: readonly { readonly quantity: number | null }[],
): Readonly<Record<string, string>> {
  const total = lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  return total === 0 ? {} : { Total: `${total.toLocaleString('en-IN')} gifts` }
}
