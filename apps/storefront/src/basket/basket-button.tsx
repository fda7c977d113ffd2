import { loadAhead } from '@giftwell/shared/ui/late/late-code.ts'
import { LateDialog } from '@giftwell/shared/ui/late/late-dialog.tsx'
import { IconBasket } from '@tabler/icons-react'
import { useState } from 'react'

import { useClosingOnTheWayBack } from '../layout/use-closing-on-the-way-back.ts'
import classes from './basket-button.module.css'
import { useBasket } from './basket-context.ts'
import { basketDialogCode } from './basket-dialog-code.ts'

const prepare = () => loadAhead(basketDialogCode)

/** The floating basket with its count; absent while the basket is empty (specification, section 2, Inquiry basket). */
export function BasketButton() {
  const basket = useBasket()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  useClosingOnTheWayBack(isOpen, close)

  return (
    <>
      {basket.length > 0 && (
        <button
          type="button"
          className={classes.button}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => setOpen(true)}
        >
          <IconBasket size={22} aria-hidden />
          <span>Inquiry Basket</span> <span className={classes.count}>{basket.length}</span>
        </button>
      )}
      <LateDialog what="The inquiry basket" dialog={basketDialogCode} opened={isOpen} onClose={close} />
    </>
  )
}
