import { shortIdOf } from '@giftwell/shared/kernel/site-routes.ts'

import { createMarks, type MarkedProduct } from '../page/product-marks.ts'

/** The products of the comparison by their short ids, as check boxes show them. */
export const compareMarks = createMarks()

interface CompareBoxProps {
  readonly product: MarkedProduct
  readonly className?: string | undefined
}

/** Takes a product into the comparison (product.md, section 2, Compare). */
export function CompareBox({ product, className }: CompareBoxProps) {
  const isMarked = compareMarks.useIsMarked(shortIdOf(product.id))
  return (
    <label className={className}>
      <input
        type="checkbox"
        aria-label={`Compare ${product.name}`}
        checked={isMarked}
        onChange={() => compareMarks.press({ product, isMarked: !isMarked })}
      />{' '}
      Compare
    </label>
  )
}
