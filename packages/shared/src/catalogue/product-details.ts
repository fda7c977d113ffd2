import type { Row } from '../kernel/table.ts'
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

/** The columns of a product that its page has no fact of, or that every card has. */
type OtherColumn =
  | keyof CatalogueProduct
  | `${string}_id`
  | 'id'
  | 'created_at'
  | 'version'
  | 'is_sample'
  | 'is_featured'
  | 'featured_order'
  | 'is_brand_reminder'
type FactColumns = Omit<Row<'products'>, OtherColumn>
type KnownColumns = { readonly [Column in keyof FactColumns]?: NonNullable<FactColumns[Column]> }

/** What is known of a product, for everyone who may see it (product.md, section 2, A product). Unknown facts are left out. */
export interface ProductFacts extends KnownColumns {
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
