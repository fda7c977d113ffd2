import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { preview } from '@giftwell/shared/catalogue/preview.ts'
import { type Claims, specifiedClaims } from '@giftwell/shared/kernel/brand.ts'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useClaims, useSite } from '@giftwell/shared/ui/use-site.ts'
import { IconCheck, IconLock, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'

import { useAuthDialog } from '../account/auth-dialog-provider.tsx'
import { ProductPicture } from '../page/product-picture.tsx'
import classes from './preview-cards.module.css'
import cardClasses from './product-card.module.css'
import { cardSizes, CardText } from './product-card.tsx'

/**
 * A product of the preview's second part: a blurred card under a button that unlocks it (product.md, section 4). Programs
 * that read the page learn nothing of the product.
 */
export function BlurredCard({ product }: { product: CatalogueProduct }) {
  const authDialog = useAuthDialog()
  return (
    <article className={`${cardClasses.card} ${classes.veiled}`} aria-label={lockedLabel}>
      <div className={classes.blurred} aria-hidden>
        <ProductPicture image={product} sizes={cardSizes} />
        <CardText product={product}>
          <span className={cardClasses.add}>&nbsp;</span>
        </CardText>
      </div>
      <div className={classes.veil}>
        <span className={classes.lock}>
          <IconLock size={20} aria-hidden />
        </span>
        <p className={classes.veilText}>{lockedLabel}</p>
        <Button size="sm" {...authDialog}>
          Unlock
        </Button>
      </div>
    </article>
  )
}

const lockedLabel = 'Sign in to view details'

/**
 * A small card that stands for products beyond the preview (product.md, section 4).
 * @param number among the locked cards, from 1
 */
export function LockedCard({ number }: { number: number }) {
  const authDialog = useAuthDialog()
  const id = useId()
  return (
    <button
      type="button"
      className={`${cardClasses.card} ${classes.locked}`}
      aria-describedby={id}
      {...authDialog}
    >
      <span className={classes.lock}>
        <IconLock size={20} aria-hidden />
      </span>
      <span className={classes.veilText}>Premium Product</span>{' '}
      <span className={classes.lockedText}>Sign In to View</span>
      <span id={id} hidden>
        Locked product {number}
      </span>
    </button>
  )
}

/**
 * The card across the whole row after the last full one (product.md, section 4).
 * @param total how many products were found
 */
export function InterruptionCard({ total }: { total: number }) {
  const authDialog = useAuthDialog()
  const claims = useClaims()
  const benefits = [
    'Full product catalogue',
    'Every filter and theme',
    claims.answer && `Quotes within ${claims.answer}`,
  ].filter(Boolean)
  return (
    <section className={classes.interruption} aria-label="You've reached the preview limit">
      <div>
        <p className={classes.labels}>
          <span>Premium Access</span>
          {claims.members && <span>Join {claims.members}</span>}
        </p>
        <h3 className={classes.interruptionTitle}>You've reached the preview limit</h3>
        <p className={classes.interruptionText}>
          Sign in to unlock {moreProducts(claims, total)} more products...
        </p>
      </div>
      <ul className={classes.benefits}>
        {benefits.map((benefit) => (
          <li key={benefit}>
            <IconCheck size={18} aria-hidden /> {benefit}
          </li>
        ))}
      </ul>
      <div className={classes.interruptionAction}>
        <Button size="md" color="marigold.5" className={classes.interruptionButton} {...authDialog}>
          Sign In to Continue
        </Button>
        <p className={classes.small}>Free account • No credit card required</p>
      </div>
    </section>
  )
}

/** How many products there are beside the preview's: as many as are claimed, else as many as were found. */
function moreProducts({ products }: Claims, total: number): string {
  if (products === specifiedClaims.products) return `${Number.parseInt(products, 10) - preview.results}+`
  const shown = total > preview.results ? preview.results : preview.fullCards
  return String(total - shown)
}

/** Tells anonymous visitors that they see a preview, unless it has every product; dismissed until the page is opened again (product.md, section 2). */
export function PreviewBanner() {
  const authDialog = useAuthDialog()
  const [isDismissed, setDismissed] = useState(false)
  const { products } = useClaims()
  const { own_products: count = Infinity } = useSite()
  if (isDismissed || count <= preview.fullCards) return null
  return (
    <aside className={classes.banner} aria-label="Preview">
      <div className={classes.bannerText}>
        <strong>Viewing limited preview</strong>
        <span className={classes.bannerHint}>Sign in to see all {products && `${products} `}products</span>
      </div>
      <Button size="compact-md" color="marigold.5" {...authDialog}>
        View All
      </Button>
      <button
        type="button"
        aria-label="Dismiss"
        className={classes.dismiss}
        onClick={() => {
          focusElement(document.getElementById('results'))
          setDismissed(true)
        }}
      >
        <IconX size={18} aria-hidden />
      </button>
    </aside>
  )
}
