import { z } from 'zod'

import type { FormRow } from '../kernel/entity.ts'
import {
  limits,
  optionalCount,
  optionalPercent,
  optionalRupees,
  optionalText,
  requiredCount,
  requiredRupees,
  requiredText,
  rupeesOf,
} from '../kernel/form-rules.ts'
import { nameKey } from '../kernel/name-key.ts'
import type { Row } from '../kernel/table.ts'

/** The rows of a product's facts, as its table embeds them; those of terms and prices for staff alone. */
export interface FactRows {
  readonly product_pictures: readonly Omit<Row<'product_pictures'>, 'product_id'>[]
  readonly product_colours: readonly Omit<Row<'product_colours'>, 'product_id'>[]
  readonly product_branding_methods: readonly Omit<Row<'product_branding_methods'>, 'product_id'>[]
  readonly product_parts: readonly Omit<Row<'product_parts'>, 'product_id'>[]
  readonly product_terms: Terms | readonly Terms[] | null
  readonly product_price_breaks: readonly Omit<Row<'product_price_breaks'>, 'product_id'>[]
}

type Terms = Omit<Row<'product_terms'>, 'product_id'>

/** The columns of `FactRows`: all that the history has of them. */
export const factColumns = [
  'product_pictures(position, url, alt, widths, colour)',
  'product_colours(position, name, hex, picture, picture_position)',
  'product_branding_methods(branding_method_id, area, colours)',
  'product_parts(position, name, quantity)',
  'product_terms(supplier, supplier_code, cost_paise, mrp_paise, hsn, gst_rate, gst_rate_from, note)',
  'product_price_breaks(quantity, price_paise)',
]

/** The tables of these rows, by the names that a product's history has for them. */
export const factTables = {
  pictures: 'product_pictures',
  colours: 'product_colours',
  branding_methods: 'product_branding_methods',
  parts: 'product_parts',
  terms: 'product_terms',
  price_breaks: 'product_price_breaks',
} as const

/** Pictures of a product, the first with them. */
export const maxPictures = 8
const maxRows = 50

/** The terms of a product; a product without terms has no row. */
export function termsOf({ product_terms: terms }: Pick<FactRows, 'product_terms'>): Partial<Terms> {
  return [terms].flat()[0] ?? {}
}

/** Rejects a row with the value of an earlier one. */
function distinct<Item>(field: keyof Item & string, message: string) {
  return ({ value: rows, issues }: z.core.ParsePayload<Item[]>) => {
    const seen = new Set<string>()
    for (const [index, row] of rows.entries()) {
      const key = nameKey(String(row[field]))
      if (seen.has(key)) issues.push({ code: 'custom', input: rows, path: [index, field], message })
      seen.add(key)
    }
  }
}

const hundredMetres = 100_000
const oneThousandLitres = 1_000_000
const tenTonnes = 10_000_000
const mostPieces = 1_000_000
const oneYear = 365

/** The facts of the form in the order of its sections (product.md, section 5, Products). */
export const factFields = {
  image_alt: optionalText('Alternative text', limits.fact),
  pictures: z
    .array(
      z.object({
        url: z.string(),
        alt: optionalText('Alternative text', limits.fact),
        widths: z.string().transform((widths) => (widths === '' ? null : widths.split(',').map(Number))),
        colour: z.string().transform((colour) => colour || null),
      }),
    )
    .max(maxPictures - 1, `A product may have at most ${maxPictures} pictures`),
  description: optionalText('Description', limits.paragraph),
  code: optionalText('Code', limits.code),
  material: optionalText('Material', limits.fact),
  care: optionalText('Care', limits.fact),
  origin: optionalText('Origin', limits.fact),
  is_brand_reminder: z.boolean(),
  length_mm: optionalCount('Length', hundredMetres),
  width_mm: optionalCount('Width', hundredMetres),
  height_mm: optionalCount('Height', hundredMetres),
  capacity_ml: optionalCount('Capacity', oneThousandLitres),
  weight_g: optionalCount('Weight', tenTonnes),
  min_quantity: optionalCount('Minimum quantity', mostPieces),
  lead_days_from: optionalCount('Lead time from', oneYear),
  lead_days_to: optionalCount('Lead time to', oneYear),
  branding_methods: z
    .array(
      z.object({
        branding_method_id: z.string().min(1, 'Choose a branding method'),
        area: optionalText('Area', 100),
        colours: optionalCount('Number of colours', 20),
      }),
    )
    .check(distinct('branding_method_id', 'This branding method is already in the list')),
  packaging: optionalText('Packaging', limits.fact),
  logo_x: optionalCount('The logo’s place from the left', 100),
  logo_y: optionalCount('The logo’s place from the top', 100),
  logo_width: optionalCount('The logo’s width', 100),
  colours: z
    .array(
      z.object({
        name: requiredText('Name', 60),
        hex: optionalText('Colour', 7)
          .transform((hex) => hex && hex.toLowerCase().replace(/^#?/, '#'))
          .refine((hex) => hex === null || /^#[\da-f]{6}$/.test(hex), 'Enter a colour like #b3402e'),
        picture: z.string(),
      }),
    )
    .max(maxRows, `A product may have at most ${maxRows} colours`)
    .check(distinct('name', 'This colour is already in the list')),
  parts: z
    .array(z.object({ name: requiredText('Name', limits.name), quantity: requiredCount('Quantity', 10_000) }))
    .max(maxRows, `A set may have at most ${maxRows} parts`),
  supplier: optionalText('Supplier', limits.fact),
  cost: optionalRupees('Cost'),
  mrp: optionalRupees('MRP'),
  price_breaks: z
    .array(z.object({ quantity: requiredCount('Quantity', mostPieces), price: requiredRupees('Price') }))
    .max(maxRows, `A product may have at most ${maxRows} prices`)
    .check(distinct('quantity', 'There is already a price for this quantity')),
  hsn: optionalText('HSN', limits.fact).refine(
    (code) => code === null || /^(\d{4}|\d{6}|\d{8})$/.test(code),
    'HSN must have 4, 6 or 8 digits',
  ),
  gst_rate: optionalPercent('GST rate'),
  gst_rate_from: z
    .string()
    .transform((day) => day || null)
    .refine(
      (day) => day === null || (day >= '2000-01-01' && day < '3000-01-01'),
      'Enter a date from 2000 onwards',
    ),
  note: optionalText('Internal note', limits.paragraph),
}

/** The facts in a line of text. Bulk edit, import and export derive from this list (docs/architecture.md, A text field of a product). */
export const textFacts = ['material', 'packaging', 'care', 'origin'] as const

/** Refuses a lead time that ends before it begins. */
export function checkLeadTime({ value, issues }: z.core.ParsePayload<LeadTime>): void {
  const { lead_days_from: from, lead_days_to: to } = value
  if (from != null && to != null && from > to)
    issues.push({
      code: 'custom',
      input: value,
      path: ['lead_days_to'],
      message: 'The longest lead time must not be less than the shortest',
    })
}

interface LeadTime {
  readonly lead_days_from?: number | null | undefined
  readonly lead_days_to?: number | null | undefined
}

/** The labels of facts, where history and conflicts name them. */
export const factLabels = {
  image_alt: 'Alternative text',
  pictures: 'Pictures',
  code: 'Code',
  description: 'Description',
  material: 'Material',
  length_mm: 'Length (mm)',
  width_mm: 'Width (mm)',
  height_mm: 'Height (mm)',
  capacity_ml: 'Capacity (ml)',
  weight_g: 'Weight (g)',
  min_quantity: 'Minimum quantity',
  lead_days_from: 'Lead time from (days)',
  lead_days_to: 'Lead time to (days)',
  care: 'Care',
  origin: 'Origin',
  is_brand_reminder: 'Brand reminder',
  branding_methods: 'Branding',
  packaging: 'Packaging',
  logo_x: 'Logo from the left (%)',
  logo_y: 'Logo from the top (%)',
  logo_width: 'Width of the logo (%)',
  colours: 'Colours',
  parts: 'In the set',
  supplier: 'Supplier',
  cost: 'Cost (Rs.)',
  mrp: 'MRP (Rs.)',
  price_breaks: 'Price breaks',
  hsn: 'HSN',
  gst_rate: 'GST rate (%)',
  gst_rate_from: 'GST rate since',
  note: 'Internal note',
} as const

/** The lists and boxes of an empty form. */
export const noFacts = {
  is_brand_reminder: false,
  pictures: [],
  branding_methods: [],
  colours: [],
  parts: [],
  price_breaks: [],
}

type FactValues = z.input<z.ZodObject<typeof factFields>>
type SavedFacts = z.output<z.ZodObject<typeof factFields>>

/** The facts of a product as its form has them. */
export function factsInForm(
  product: FactRows & { readonly image_url: string | null },
): Partial<FactValues> & { supplier_code: string } {
  const terms = termsOf(product)
  const pictures = product.product_pictures.toSorted(byPosition)
  // The history of 1.0.0 has positions among the pictures of the same version.
  const addresses = [product.image_url, ...pictures.map(({ url }) => url)]
  return {
    pictures: pictures.map(pictureRow),
    colours: product.product_colours
      .toSorted(byPosition)
      .map(({ name, hex, picture, picture_position: position }) => ({
        name,
        hex: textOf(hex),
        picture: picture ?? addresses[(position ?? 0) - 1] ?? '',
      })),
    branding_methods: product.product_branding_methods
      .map(({ branding_method_id, area, colours }) => ({
        branding_method_id,
        area: textOf(area),
        colours: textOf(colours),
      }))
      .toSorted((one, other) => (one.branding_method_id < other.branding_method_id ? -1 : 1)),
    parts: product.product_parts
      .toSorted(byPosition)
      .map(({ name, quantity }) => ({ name, quantity: textOf(quantity) })),
    price_breaks: product.product_price_breaks
      .toSorted((one, other) => one.quantity - other.quantity)
      .map(({ quantity, price_paise }) => ({ quantity: textOf(quantity), price: rupeesOf(price_paise) })),
    supplier: textOf(terms.supplier),
    supplier_code: textOf(terms.supplier_code),
    cost: terms.cost_paise == null ? '' : rupeesOf(terms.cost_paise),
    mrp: terms.mrp_paise == null ? '' : rupeesOf(terms.mrp_paise),
    hsn: textOf(terms.hsn),
    gst_rate: textOf(terms.gst_rate),
    gst_rate_from: textOf(terms.gst_rate_from),
    note: textOf(terms.note),
  }
}

/** A stored picture as a row of the form. */
export function pictureRow(picture: {
  readonly url: string
  readonly alt?: string | null
  readonly widths: readonly number[] | null
  readonly colour: string | null
}) {
  const { url, alt, widths, colour } = picture
  return { url, alt: textOf(alt), widths: widths?.join(',') ?? '', colour: textOf(colour) } satisfies FormRow
}

/** The fields of `save_product` that hold facts. */
export function factsToSave<
  Values extends SavedFacts & { image_url: string | null; supplier_code: string | null },
>(values: Values) {
  const { supplier, supplier_code, cost, mrp, hsn, gst_rate, gst_rate_from, note, ...facts } = values
  const { colours, branding_methods, price_breaks, ...others } = facts
  const addresses = new Set([values.image_url, ...values.pictures.map(({ url }) => url)])
  return {
    ...others,
    colours: colours.map(({ picture, ...colour }) => ({
      ...colour,
      picture: addresses.has(picture) ? picture : null,
    })),
    branding: branding_methods,
    price_breaks: price_breaks.map(({ quantity, price }) => ({ quantity, price_paise: price })),
    terms: { supplier, supplier_code, cost_paise: cost, mrp_paise: mrp, hsn, gst_rate, gst_rate_from, note },
  }
}

function textOf(value: string | number | null | undefined): string {
  return String(value ?? '')
}

function byPosition(one: { readonly position: number }, other: { readonly position: number }): number {
  return one.position - other.position
}
