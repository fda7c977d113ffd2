import { IconBasket } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

import classes from './basket-button.module.css'
import { useBasket } from './basket-context.ts'

const BasketDialog = lazy(async () => ({ default: (await import('./basket-dialog.tsx')).BasketDialog }))

/** The floating basket with its count; absent while the basket is empty (specification, section 2, Inquiry basket). */
export function BasketButton() {
  const basket = useBasket()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)

  return (
    <>
      {basket.length > 0 && (
        <button
          type="button"
          className={classes.button}
          onClick={() => {
            setOpened(true)
            setOpen(true)
          }}
        >
          <IconBasket size={22} aria-hidden />
          <span>Inquiry Basket</span> <span className={classes.count}>{basket.length}</span>
        </button>
      )}
      {wasOpened && (
        <Suspense>
          <BasketDialog opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
