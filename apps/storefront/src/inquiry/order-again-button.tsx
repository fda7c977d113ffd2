import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useState } from 'react'

import { useBasketStore } from './basket.ts'
import classes from './inquiry-sheet.module.css'
import { orderAgain, type PastLine } from './order-again.ts'

interface OrderAgainButtonProps {
  readonly lines: readonly PastLine[]
  /** The id of its inquiry or quotation, if there are several. */
  readonly describedBy?: string
}

/** Puts the ordered products into the basket, and reports changes since then. */
export function OrderAgainButton({ lines, describedBy }: OrderAgainButtonProps) {
  const store = useBasketStore()
  const { user } = useAuth()
  const [texts, setTexts] = useState<readonly string[]>([])
  if (lines.length === 0) return null
  return (
    <div className={`${classes.again} no-print`}>
      <Button
        variant="default"
        size="md"
        aria-describedby={describedBy}
        onClick={() => setTexts(orderAgain(store, lines, user !== null))}
      >
        Order again
      </Button>
      <div role="status">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  )
}
