import type { Pictured, Shade } from '@giftwell/shared/catalogue/product-details.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { CloseButton } from '@giftwell/shared/ui/close-button.tsx'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'

import { useOnSignOut } from '../page/browser-storage.ts'
import { CompareBox } from '../page/product-marks.tsx'
import { ProductPicture } from '../page/product-picture.tsx'
import { Shades } from '../page/shades.tsx'
import classes from './basket-list.module.css'
import type { BasketItem } from './basket.ts'

/** As in basket-list.module.css. */
const pictureWidth = '72px'

/** An item in the colours that are chosen of it. */
interface PicturedItem extends BasketItem {
  readonly image: Pictured
  readonly shades: readonly Shade[]
}

interface BasketListProps {
  readonly basket: readonly PicturedItem[]
  readonly onRemove: (id: string) => void
  /** Empties the basket; returns what puts everything back. */
  readonly onClear: () => () => void
  /** Called when a product's page is opened. */
  readonly onLeave: () => void
  readonly fields?: ((item: BasketItem) => ReactNode) | undefined
  /** A mark of a product, beside that which compares it. */
  readonly mark?: ((item: BasketItem) => ReactNode) | undefined
  /** The notes below a product's name. */
  readonly about: (item: BasketItem) => readonly string[]
  /** What paper shows of a product instead. */
  readonly onPaper: (item: BasketItem) => string
  /** The content above the list; the list's fields follow it in the tab order. */
  readonly above: ReactNode
  /** The content below the list. */
  readonly children: ReactNode
}

/** The selected products, each with a link to its page and its remove X, and Clear All. */
export function BasketList(props: BasketListProps) {
  const { basket, onRemove, onClear, onLeave, fields, mark, about, onPaper, above, children } = props
  const root = useRef<HTMLElement>(null)
  const [undo, setUndo] = useState<() => void>()
  useOnSignOut(() => setUndo(undefined))

  /** Moves the focus to the next product before its own is removed. */
  function remove({ currentTarget }: MouseEvent<HTMLElement>, id: string) {
    const item = currentTarget.closest('li')
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
    const next = neighbour?.querySelector('button') ?? root.current
    next?.focus()
    onRemove(id)
  }

  /** A long list lies above the form. */
  function goToForm() {
    root.current?.parentElement?.querySelector<HTMLElement>('form input, form textarea')?.focus()
  }

  function clear() {
    root.current?.focus()
    const restore = onClear()
    setUndo(() => restore)
  }

  return (
    <section ref={root} tabIndex={-1} aria-label="Selected products" className={classes.root}>
      <div className={classes.head}>
        <h3 className={classes.title}>Selected products</h3>
        <Button variant="subtle" size="compact-sm" onClick={clear} disabled={basket.length === 0}>
          Clear All
        </Button>
      </div>
      {basket.length === 0 && (
        <p className={classes.empty}>Your basket is empty. Add products from the catalogue.</p>
      )}
      {basket.length === 0 && undo !== undefined && (
        <Button
          variant="default"
          onClick={() => {
            root.current?.focus()
            undo()
          }}
        >
          Undo
        </Button>
      )}
      {basket.length > 2 && (
        <button type="button" className={classes.toForm} onClick={goToForm}>
          Your details <span aria-hidden>↓</span>
        </button>
      )}
      {above}
      <ul className={classes.list}>
        {basket.map((item) => (
          <li key={item.id} className={classes.item} data-paper={onPaper(item)}>
            {fields?.(item)}
            <ProductPicture image={item.image} sizes={pictureWidth} className={classes.picture} />
            <span className={classes.name}>
              <a href={productPath(item)} onClick={onLeave}>
                {item.name}
              </a>
              {item.budget && <span className={classes.budget}>{item.budget}</span>}
              <span aria-live="polite" className="no-print">
                {about(item).map((text) => (
                  <span key={text} className={classes.budget}>
                    {text}
                  </span>
                ))}
              </span>
              <Shades shades={item.shades} />
              <CompareBox product={item} className={`${classes.compare} no-print`} />
              {mark?.(item)}
            </span>
            <CloseButton
              className={classes.remove}
              aria-label={`Remove ${item.name}`}
              onClick={(event) => remove(event, item.id)}
            />
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
