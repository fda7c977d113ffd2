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

/** A product's public facts (product.md, section 2, A product). Unknown facts are left out. */
export interface ProductFacts extends KnownColumns {
  /** The second to the eighth. */
  readonly pictures?: readonly FurtherPicture[]
  readonly colours?: readonly ProductColour[]
  readonly branding?: readonly ProductBranding[]
  readonly parts?: readonly { readonly name: string; readonly quantity: number }[]
}

/** A product's picture as its columns say it. */
export interface Pictured {
  readonly image_url: string | null
  readonly image_widths?: readonly number[] | null | undefined
  readonly image_colour?: string | null | undefined
}

/** A chosen colour with its picture. */
export interface Shade extends Pictured {
  readonly name: string
}

/** The chosen colours that have a picture, in their order. A line is pictured in the first of them. */
export function shadesOf(
  {
    image_url,
    image_widths,
    image_colour,
    colours = [],
    pictures = [],
  }: Pictured & Pick<ProductFacts, 'colours' | 'pictures'>,
  chosen: readonly { readonly name: string }[],
): readonly Shade[] {
  const shown: readonly (Pictured | undefined)[] = [
    { image_url, image_widths, image_colour },
    ...pictures.map(({ url, widths, colour }) => ({
      image_url: url,
      image_widths: widths,
      image_colour: colour,
    })),
  ]
  return chosen.flatMap(({ name }) => {
    const position = colours.find((colour) => colour.name === name)?.picture_position ?? 0
    const picture = shown[position - 1]
    return picture ? [{ name, ...picture }] : []
  })
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
