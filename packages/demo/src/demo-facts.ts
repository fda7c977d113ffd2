import facts from '../data/facts.json' with { type: 'json' }
import type { DemoCatalogue } from './demo-catalogue.ts'

type DemoProduct = DemoCatalogue['products'][number]

/** Ways to put a logo on the demo's products. */
export const demoBranding = ['Screen printing', 'Engraving', 'Embroidery', 'Debossing', 'UV printing']

/** By category. */
const kinds: Readonly<Record<string, (typeof facts.kinds)['Bags']>> = facts.kinds
/** Exceptions to a category's material, tariff heading or rate, by subject of the picture. */
const materials: Readonly<Record<string, (typeof facts.materials)['mug']>> = facts.materials
/** By palette of the picture. */
const colours: Readonly<Record<string, (typeof facts.colours)['teal']>> = facts.colours
/** In ml, by subject of the picture. */
const capacities: Readonly<Record<string, number>> = facts.capacities
/** By subject of the picture. */
const parts: Readonly<Record<string, Readonly<Record<string, number>>>> = facts.parts
const { prices } = facts
const minimums = [10, 25, 50, 100, 250, 500]
const leads = [
  [2, 3],
  [4, 7],
  [7, 10],
  [10, 15],
  [15, 21],
  [21, 30],
] as const

/** One product in so many has a rate that has not been checked for more than a year. */
const uncheckedEvery = 50

/** A rate's first day, in one of the last six months, so it stays under a year old for half a year. */
function rateSince(index: number, today: Date): string {
  const months = index % uncheckedEvery === 7 ? 14 : index % 6
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1))
    .toISOString()
    .slice(0, 10)
}

/**
 * The facts of a demo product, plausible for its kind of object and budget. The same at every start but for the day of its GST
 * rate: they depend on the position of the product alone.
 * @param others the pictures of the same object in other colours
 * @param today the day on which the demo is loaded
 */
export function demoFacts(
  product: DemoProduct,
  index: number,
  picture: DemoCatalogue['pictures'][number],
  others: DemoCatalogue['pictures'],
  today: Date,
) {
  const kind = kinds[product.category]
  if (kind === undefined) throw new Error(`There are no facts of ${product.category}.`)
  const { subject } = picture
  const { material, hsn, gst } = materials[subject] ?? kind
  const scale = 90 + ((index * 7) % 21)
  const scaled = (number: number) => Math.round((number * scale) / 100)
  // Dear gifts are ordered in smaller numbers.
  const dear = Object.keys(prices).indexOf(product.budget)
  const minimum = minimums[Math.max(0, 4 - dear + (index % 3) - 1)] ?? 50
  const [from, to] = leads[(index * 5 + dear) % leads.length] ?? [10, 15]
  const { low, high } = prices[product.budget]
  const rupees = low + ((index * 37) % (high - low))
  const supplier = 'ABCDEF'[index % 6] ?? 'A'
  const pictures = others.slice(0, index % 3 === 0 ? 2 : 1)
  const number = String(index + 1).padStart(4, '0')
  return {
    row: {
      code: `DEMO-${number}`,
      description: `A demo product: ${product.name}.\n\n- ${material}\n- From ${minimum} pieces, with your logo by ${kind.methods.join(' or ').toLowerCase()}`,
      material,
      length_mm: scaled(kind.length),
      width_mm: scaled(kind.width),
      height_mm: scaled(kind.height),
      capacity_ml: capacities[subject] ?? null,
      weight_g: scaled(kind.weight),
      min_quantity: minimum,
      lead_days_from: from,
      lead_days_to: to,
      packaging: dear > 2 ? 'Gift box' : 'Recycled card sleeve',
      care: kind.care,
      origin: 'India',
    },
    pictures,
    colours: [{ ...picture, image: product.image }, ...pictures].map(({ palette, image }) => ({
      ...(colours[palette] ?? { name: palette, hex: null }),
      picture: image,
    })),
    methods: kind.methods,
    area: `${Math.min(80, Math.round(kind.length / 3))} × ${Math.min(50, Math.round(kind.width / 3))} mm`,
    parts: Object.entries(parts[subject] ?? {}).map(([name, quantity]) => ({ name, quantity })),
    terms: {
      supplier: `Demo Supplier ${supplier}`,
      supplier_code: `${supplier}-${number}`,
      cost_paise: Math.round(rupees * 70),
      hsn,
      gst_rate: gst,
      gst_rate_from: rateSince(index, today),
    },
    breaks: [1, 3, 6].map((times, index) => ({
      quantity: minimum * times,
      price_paise: Math.round(rupees * (1 - index * 0.05)) * 100,
    })),
  }
}
