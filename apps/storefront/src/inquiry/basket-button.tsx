import { lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { LazyDialog } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { useIsHydrated } from '@giftwell/shared/ui/use-is-hydrated.ts'
import { IconBasket } from '@tabler/icons-react'
import { useCallback, useState } from 'react'

import { basketOpenKey as openKey, readStored, writeStored } from '../page/browser-storage.ts'
import { useCloseOnPopState } from '../page/page-address.ts'
import classes from './basket-button.module.css'
import { useBasket } from './basket.ts'

/** The basket's list and inquiry form. */
export const BasketDialog = lazyComponent(async () => (await import('./basket-dialog.tsx')).BasketDialog)

const preload = () => void BasketDialog.preload().catch(() => undefined)

/** The floating basket with its count; absent while the basket is empty (product.md, section 2, Inquiry basket). */
export function BasketButton() {
  const basket = useBasket()
  const isHydrated = useIsHydrated()
  const [ownOpen, setOpen] = useState<boolean>()
  const isOpen = ownOpen ?? (isHydrated && isOpenAtStart())
  const open = useCallback((isOpening: boolean) => {
    setOpen(isOpening)
    writeStored('sessionStorage', openKey, String(isOpening))
  }, [])
  const close = useCallback(() => open(false), [open])
  useCloseOnPopState(isOpen, close)

  return (
    <>
      {basket.length > 0 && (
        <button
          type="button"
          className={classes.button}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => open(true)}
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

/** Whether the page was reloaded with the basket open, or the page before asked for it. */
function isOpenAtStart(): boolean {
  const stored = readStored('sessionStorage', openKey)
  const [navigation] = performance.getEntriesByType('navigation')
  // The only entries of this type.
  const { type } = (navigation ?? {}) as Partial<PerformanceNavigationTiming>
  return stored === 'next' || (type === 'reload' && stored === 'true')
}
