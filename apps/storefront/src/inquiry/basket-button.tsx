import { lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { LazyDialog } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { IconBasket } from '@tabler/icons-react'
import { useState } from 'react'

import { useCloseOnPopState } from '../page/use-close-on-pop-state.ts'
import classes from './basket-button.module.css'
import { useBasket } from './basket.ts'

/** The basket's list and inquiry form. */
export const BasketDialog = lazyComponent(async () => (await import('./basket-dialog.tsx')).BasketDialog)

const preload = () => void BasketDialog.preload().catch(() => undefined)

/** The floating basket with its count; absent while the basket is empty (product.md, section 2, Inquiry basket). */
export function BasketButton() {
  const basket = useBasket()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  useCloseOnPopState(isOpen, close)

  return (
    <>
      {basket.length > 0 && (
        <button
          type="button"
          className={classes.button}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => setOpen(true)}
        >
          <IconBasket size={22} aria-hidden />
          <span className={classes.label}>Inquiry Basket</span>{' '}
          <span className={classes.count}>{basket.length}</span>
        </button>
      )}
      <LazyDialog what="The inquiry basket" dialog={BasketDialog} opened={isOpen} onClose={close} />
    </>
  )
}
