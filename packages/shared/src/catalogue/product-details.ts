import type { CatalogueProduct } from './catalogue-queries.ts'

/** A picture beside the first one of a product. */
export interface FurtherPicture {
  readonly url: string
  /** What it shows. */
  readonly alt?: string
  /** As of `CatalogueProduct`. */
  readonly widths?: readonly number[]
  readonly colour?: string
}

/** A colour in which a product is made. */
export interface ProductColour {
  readonly name: string
  /** Like `#b3402e`. */
  readonly hex: string
  /** The picture that shows it, from 1. */
  readonly picture_position?: number
}

/** How a logo is put on a product. */
export interface ProductBranding {
  readonly name: string
  readonly area?: string
  /** The most colours of a logo. */
  readonly colours?: number
}

/** What is known of a product, for everyone who may see it (product.md, section 2, A product). Unknown facts are left out. */
export interface ProductFacts {
  /** The seller's own code. */
  readonly code?: string
  /** In the subset of Markdown that the page renders. */
  readonly description?: string
  /** What the first picture shows. */
  readonly image_alt?: string
  readonly material?: string
  readonly length_mm?: number
  readonly width_mm?: number
  readonly height_mm?: number
  readonly capacity_ml?: number
  readonly weight_g?: number
  readonly min_quantity?: number
  /** In working days. */
  readonly lead_days_from?: number
  readonly lead_days_to?: number
  readonly packaging?: string
  readonly care?: string
  readonly origin?: string
  /** The second to the eighth. */
  readonly pictures?: readonly FurtherPicture[]
  readonly colours?: readonly ProductColour[]
  readonly branding?: readonly ProductBranding[]
  readonly parts?: readonly { readonly name: string; readonly quantity: number }[]
}

/** The picture of the first of the chosen colours that has one; undefined where that is the product's first picture, or none has one. */
export function pictureInColour(
  { colours = [], pictures = [] }: Pick<ProductFacts, 'colours' | 'pictures'>,
  chosen: readonly { readonly name: string }[],
): FurtherPicture | undefined {
  const [position = 1] = chosen.flatMap(
    ({ name }) => colours.find((colour) => colour.name === name)?.picture_position ?? [],
  )
  return pictures[position - 2]
}

/** A product as its page shows it; lists of tags are in alphabetical order. */
export interface ProductDetails extends CatalogueProduct, ProductFacts {
  readonly category: string | null
  readonly subcategory: string | null
  readonly industries: readonly string[]
  readonly doctor_types: readonly string[]
  /** The first of its industries that has doctor types. */
  readonly doctor_type_industry?: string
  /** At most eight, the most similar first; for anonymous visitors those of their preview. */
  readonly similar: readonly CatalogueProduct[]
}
