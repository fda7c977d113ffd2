import type { PaletteName } from '../drawing/palette.ts'
import type { DrawingName } from '../pictures/stagings.ts'
import { arrange } from './arrange.ts'
import { demoId } from './fingerprint.ts'
import { type DemoProduct, demoProducts, sharing } from './products.ts'
import { categories, type CategoryName, doctorTypes, industries, themes } from './vocabulary.ts'

/** A product with its place in the catalogue's order. */
export interface PlacedProduct extends DemoProduct {
  readonly id: string
  readonly isFeatured: boolean
  readonly createdAt: Date
}

/** A stat block of the home page (specification, section 3). */
export interface DemoStat {
  readonly title: string
  readonly value: string
  readonly description: string
}

/** The demo catalogue as data: the same on every run and every machine. Products are newest first. */
export interface DemoCatalogue {
  readonly products: readonly PlacedProduct[]
  readonly categories: readonly CategoryName[]
  readonly subcategories: readonly { readonly name: string; readonly categories: readonly CategoryName[] }[]
  readonly industries: readonly string[]
  readonly doctorTypes: readonly string[]
  readonly themes: readonly { readonly name: string; readonly description: string }[]
  readonly stats: readonly DemoStat[]
}

/** The home page's products, the first one first. */
const featured: readonly (readonly [DrawingName, PaletteName])[] = [
  ['hamper', 'marigold'],
  ['loopBottle', 'teal'],
  ['diarySet', 'aubergine'],
  ['copperTumblers', 'leaf'],
  ['backpack', 'blush'],
  ['dryFruitBox', 'navy'],
]

const stats: readonly DemoStat[] = [
  {
    title: 'Products in the Catalogue',
    value: '3000+',
    description: 'An example figure of the demo catalogue',
  },
  { title: 'Companies Delighted', value: '500+', description: 'An example figure of the demo catalogue' },
  { title: 'On-Time Delivery', value: '95%', description: 'An example figure of the demo catalogue' },
  { title: 'Gifts Delivered', value: '10,000+', description: 'An example figure of the demo catalogue' },
]

const newest = Date.UTC(2026, 0, 31, 12)
const spacing = 41 * 60_000

/** Makes the demo catalogue. */
export function demoCatalogue(): DemoCatalogue {
  const products = arrange(demoProducts()).map((product, index): PlacedProduct => ({
    ...product,
    id: demoId('product', product.name),
    isFeatured: index < featured.length && isFeatured(product),
    createdAt: new Date(newest - index * spacing),
  }))
  return {
    products,
    // The keys of `categories` are its names by definition; Object.keys forgets it.
    categories: Object.keys(categories) as CategoryName[],
    subcategories: [...new Set<string>(Object.values(categories).flat())].map((name) => ({
      name,
      categories: sharing(name),
    })),
    industries,
    doctorTypes,
    themes: Object.entries(themes).map(([name, description]) => ({ name, description })),
    stats,
  }
}

function isFeatured({ drawing, palette }: DemoProduct): boolean {
  return featured.some(
    ([wantedDrawing, wantedPalette]) => drawing === wantedDrawing && palette === wantedPalette,
  )
}
