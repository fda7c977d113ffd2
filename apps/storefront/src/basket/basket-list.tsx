import type { Basket } from '@giftwell/shared/domain/basket.ts'
import { Button, CloseButton } from '@mantine/core'

import { ProductPicture } from '../catalogue/product-picture.tsx'
import classes from './basket-list.module.css'

/** The style sheet says the same. */
const pictureWidth = '72px'

interface BasketListProps {
  readonly basket: Basket
  readonly onRemove: (id: string) => void
  readonly onClear: () => void
}

/** The selected products, each with its remove X, and Clear All. */
export function BasketList({ basket, onRemove, onClear }: BasketListProps) {
  return (
    <section aria-label="Selected products" className={classes.root}>
      <div className={classes.head}>
        <h3 className={classes.title}>Selected products</h3>
        <Button variant="subtle" size="compact-sm" onClick={onClear} disabled={basket.length === 0}>
          Clear All
        </Button>
      </div>
      {basket.length === 0 && (
        <p className={classes.empty}>Your basket is empty. Add products from the catalogue.</p>
      )}
      <ul className={classes.list}>
        {basket.map((item) => (
          <li key={item.id} className={classes.item}>
            <ProductPicture
              image={{ image_url: item.imageUrl, image_widths: item.imageWidths }}
              sizes={pictureWidth}
              className={classes.picture}
            />
            <span className={classes.name}>{item.name}</span>
            <CloseButton aria-label={`Remove ${item.name}`} onClick={() => onRemove(item.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
