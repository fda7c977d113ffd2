import { plural } from '@giftwell/shared/kernel/counted.ts'
import type { ProductFacts } from '@giftwell/shared/catalogue/product-details.ts'

/** A fact in the words and units that people use. */
export interface ProductFact {
  readonly term: string
  /** One text, or a line each. */
  readonly values: readonly string[]
}

/** The known facts of a product, those that decide first (product.md, section 2, A product). */
export function factsOf(product: ProductFacts): readonly ProductFact[] {
  const facts: Readonly<Record<string, string | readonly string[] | undefined>> = {
    'Minimum quantity': known(product.min_quantity, (least) => `from ${withNoun(least, 'piece')}`),
    'Lead time': leadTime(product),
    Colours: product.colours?.map(({ name }) => name).join(', '),
    Material: product.material,
    Size: size(product),
    Capacity: known(product.capacity_ml, (ml) => (ml < 1000 ? `${ml} ml` : withNoun(ml / 1000, 'litre'))),
    Weight: known(product.weight_g, (g) => (g < 1000 ? `${g} g` : `${number(g / 1000)} kg`)),
    Branding: product.branding?.map(({ name, area, colours }) =>
      [name, area, colours && (colours === 1 ? '1 colour' : `up to ${colours} colours`)]
        .filter(Boolean)
        .join(', '),
    ),
    'In the set': product.parts?.map(({ name, quantity }) => `${number(quantity)} × ${name}`),
    Packaging: product.packaging,
    Care: product.care,
    Origin: product.origin,
    Code: product.code,
  }
  return Object.entries(facts).flatMap(([term, value]) => {
    const values = [value ?? []].flat().filter(Boolean)
    return values.length === 0 ? [] : [{ term, values }]
  })
}

function known(value: number | undefined, text: (value: number) => string): string | undefined {
  return value === undefined ? undefined : text(value)
}

/** With India's groups of digits, without trailing zeros. */
const number = (value: number) => value.toLocaleString('en-IN')

const withNoun = (count: number, noun: string) => `${number(count)} ${plural(count, noun)}`

function leadTime({ lead_days_from: from, lead_days_to: to }: ProductFacts): string | undefined {
  if (from === undefined) return known(to, (most) => `up to ${withNoun(most, 'working day')}`)
  if (to === undefined) return `from ${withNoun(from, 'working day')}`
  return `${from === to ? '' : `${from} to `}${withNoun(to, 'working day')}`
}

/** In centimetres if all sides are whole centimetres, else in millimetres. */
function size({ length_mm: length, width_mm: width, height_mm: height }: ProductFacts): string | undefined {
  const known = [length, width, height].filter((side) => side !== undefined)
  const [divisor, unit] = known.every((side) => side % 10 === 0) ? [10, 'cm'] : [1, 'mm']
  const measure = (side: number) => number(side / divisor)
  if (length !== undefined && width !== undefined) return `${known.map(measure).join(' × ')} ${unit}`
  const sides = Object.entries({ long: length, wide: width, high: height }).flatMap(([word, side]) =>
    side === undefined ? [] : [`${measure(side)} ${unit} ${word}`],
  )
  return sides.join(', ') || undefined
}
