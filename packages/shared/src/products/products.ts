import { z } from 'zod'

import { rowIn } from '../kernel/app-error.ts'
import { defineEntity } from '../kernel/entity.ts'
import { send } from '../kernel/rest-request.ts'
import type { Row } from '../kernel/table.ts'
import { limits, optionalText, optionalVideoAddress, requiredText } from '../kernel/form-rules.ts'
import {
  factColumns,
  factFields,
  factLabels,
  type FactRows,
  factsInForm,
  factsToSave,
  checkLeadTime,
  factTables,
  noFacts,
} from './product-facts.ts'

/** Id and name of a record, to display or choose it. */
export interface Named {
  readonly id: string
  readonly name: string
}

/** A product with the names of its category and subcategory, its tags and its facts (product.md, section 3). */
export interface Product extends Row<'products'>, FactRows {
  readonly categories: { readonly name: string } | null
  readonly subcategories: { readonly name: string } | null
  readonly product_industry_tags: readonly { readonly industry_tags: Named }[]
  readonly product_doctor_type_tags: readonly { readonly doctor_type_tags: Named }[]
  readonly product_themes: readonly { readonly themes: Named }[]
}

/** The columns of a `Product` (product.md, section 7, Admin side). */
export const productColumns = [
  '*',
  'categories(name)',
  'subcategories(name)',
  'product_industry_tags(industry_tags(id, name))',
  'product_doctor_type_tags(doctor_type_tags(id, name))',
  'product_themes(themes(id, name))',
  ...factColumns,
].join(', ')

/** The value of a choice; "None", which is empty, is saved as null (product.md, section 5). */
const choice = z.string().transform((value) => value || null)
const choices = z.array(z.string())
/** Widths in pixels; none is saved as null. */
const widths = choices.transform((chosen) => (chosen.length === 0 ? null : chosen.map(Number)))

/** The gifts of the catalogue with their tags and facts (product.md, sections 3, 5 and 7). */
export const products = defineEntity({
  table: 'products',
  label: { one: 'product', many: 'Products' },
  route: '/admin/products',
  schema: z
    .object({
      name: requiredText('Name', limits.name),
      category_id: choice,
      subcategory_id: choice,
      budget: choice,
      video_url: optionalVideoAddress('Video URL', 'https://example.com/video'),
      image_url: choice,
      image_widths: widths,
      image_colour: choice,
      supplier_code: optionalText('Supplier code', limits.code),
      industry_ids: choices,
      doctor_type_ids: choices,
      theme_ids: choices,
      is_sample: z.boolean(),
      is_featured: z.boolean(),
      ...factFields,
    })
    .check(checkLeadTime),
  empty: {
    image_widths: [],
    industry_ids: [],
    doctor_type_ids: [],
    theme_ids: [],
    is_sample: false,
    is_featured: false,
    ...noFacts,
  },
  fields: {
    name: 'Name',
    category_id: 'Category',
    subcategory_id: 'Subcategory',
    budget: 'Budget',
    video_url: 'Video URL',
    image_url: 'Product Image',
    supplier_code: 'Supplier code',
    industry_ids: 'Industries',
    doctor_type_ids: 'Doctor Types',
    theme_ids: 'Themes',
    is_sample: 'Sample Product',
    is_featured: 'Featured Product',
    ...factLabels,
  },
  rows: factTables,
  together: [
    ['category_id', 'subcategory_id'],
    ['image_url', 'image_widths', 'image_colour', 'image_alt', 'pictures'],
  ],
  keptForNext: [
    'category_id',
    'subcategory_id',
    'budget',
    'industry_ids',
    'doctor_type_ids',
    'theme_ids',
    'is_sample',
  ],
  clearedOnDuplicate: ['code', 'supplier_code'],
  select: productColumns,
  toForm: (product: Product) => ({
    industry_ids: product.product_industry_tags.map((link) => link.industry_tags.id),
    doctor_type_ids: product.product_doctor_type_tags.map((link) => link.doctor_type_tags.id),
    theme_ids: product.product_themes.map((link) => link.themes.id),
    ...factsInForm(product),
  }),
  // With its tags and facts in one transaction: docs/decisions/17.
  async save(backend, { industry_ids, doctor_type_ids, theme_ids, ...product }, edited) {
    const data = await send(backend, (rest) =>
      rest.rpc('save_product', {
        product: factsToSave(product),
        industry_tag_ids: industry_ids,
        theme_ids,
        doctor_type_tag_ids: doctor_type_ids,
        ...(edited && { product_id: edited.id, product_version: edited.version }),
      }),
    )
    rowIn(data)
  },
  shownIn: ['catalogue', 'dashboard'],
})
