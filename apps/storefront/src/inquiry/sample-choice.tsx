import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useEffect } from 'react'

import { useDraft } from '../page/use-draft.ts'
import type { Basket, BasketItem } from './basket.ts'
import fields from './inquiry-fields.module.css'
import type { InquiryLine } from './inquiry.ts'

const idsIn = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []

/** The basket's products to sample, with a check box for each, if the owner offers samples. */
export function useSampleChoice(basket: Basket) {
  const { offers_samples: isOffered } = useSite()
  const [chosen, setChosen] = useDraft('samples', idsIn)
  const isOffering = isOffered !== false && basket.length > 0
  // What left the basket and comes back is another wish.
  const hasLeft = basket.length > 0 && chosen.some((one) => basket.every(({ id }) => id !== one))
  useEffect(() => {
    if (hasLeft) setChosen(chosen.filter((one) => basket.some(({ id }) => id === one)))
  })
  return {
    clear: () => setChosen([]),
    wanted: isOffering ? basket.filter(({ id }) => chosen.includes(id)) : [],
    box: isOffering
      ? ({ id, name }: BasketItem) => (
          <label className={`${fields.choice} no-print`}>
            <input
              type="checkbox"
              aria-label={`Request a sample of ${name}`}
              checked={chosen.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                setChosen(checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
            Request a sample
          </label>
        )
      : undefined,
  }
}

/** A sample of a line, in its colour if it has one alone. */
export function sampleOf({ id, name }: BasketItem, line: InquiryLine | undefined) {
  const [colour, ...others] = line?.colours ?? []
  return { id, name, ...(colour && others.length === 0 && { colour: colour.name }) }
}
