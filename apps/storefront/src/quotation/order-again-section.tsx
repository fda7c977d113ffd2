import type { QuotationChoice } from '@giftwell/shared/quotations/quotation.ts'
import { useRef, useState } from 'react'

import { type BasketStore, createBasketStore } from '../inquiry/basket.ts'
import { orderAgain, type PastLine } from '../inquiry/order-again.ts'
import { basketOpenKey, writeStored } from '../page/browser-storage.ts'
import { ActionForm, usePage } from './form-parts.tsx'
import { type OpenedQuotation, storedSession } from './open-quotation.ts'

interface OrderAgainSectionProps {
  readonly opened: OpenedQuotation
  readonly choice: QuotationChoice
}

/** Puts the quotation's gifts into the website's basket, and reports changes since then. */
export function OrderAgainSection({ opened, choice }: OrderAgainSectionProps) {
  const { call } = usePage()
  const store = useRef<BasketStore>(null)
  const [texts, setTexts] = useState<readonly string[]>([])
  if (opened.purpose === 'approval') return null

  async function send() {
    const lines = await call<readonly PastLine[]>('order_again', { choice })
    store.current ??= createBasketStore()
    setTexts(orderAgain(store.current, lines, storedSession() !== null))
  }

  return (
    <section aria-labelledby="again" className="no-print">
      <h2 id="again">Need these gifts again?</h2>
      <ActionForm label="Order again" send={send}>
        <p>
          This puts them into your inquiry basket on our website, with their quantities, notes and colours.
        </p>
        <div role="status">
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        {texts.length > 0 && (
          <p>
            <a href="/catalogue" onClick={() => writeStored('sessionStorage', basketOpenKey, 'next')}>
              Open your inquiry basket
            </a>
          </p>
        )}
      </ActionForm>
    </section>
  )
}
