import { z } from 'zod'

import { rowIn } from '../kernel/app-error.ts'
import { defineEntity } from '../kernel/entity.ts'
import { limits, optionalText, requiredText } from '../kernel/form-rules.ts'
import { send } from '../kernel/rest-request.ts'
import type { Row } from '../kernel/table.ts'

/** What products are sorted into (product.md, sections 3 and 7). */
export const categories = defineEntity({
  table: 'categories',
  label: { one: 'category', many: 'Categories' },
  route: '/admin/categories',
  schema: z.object({
    name: requiredText('Name', limits.name),
    description: optionalText('Description', limits.description),
  }),
  fields: { name: 'Name', description: 'Description' },
  shownIn: ['subcategories', 'products', 'catalogue', 'filter-options', 'dashboard'],
})

/** A subcategory with the categories that it is linked to. */
export interface Subcategory extends Row<'subcategories'> {
  readonly subcategory_categories: readonly { readonly categories: { id: string; name: string } }[]
}

/** Finer parts of categories, each linked to any number of them (product.md, sections 3 and 7). */
export const subcategories = defineEntity({
  table: 'subcategories',
  label: { one: 'subcategory', many: 'Subcategories' },
  route: '/admin/subcategories',
  schema: z.object({
    name: requiredText('Name', limits.name),
    category_ids: z.array(z.string()),
    description: optionalText('Description', limits.description),
  }),
  empty: { category_ids: [] },
  fields: { name: 'Name', category_ids: 'Categories', description: 'Description' },
  keptForNext: ['category_ids'],
  select: '*, subcategory_categories(categories(id, name))',
  toForm: ({ subcategory_categories: links }: Subcategory) => ({
    category_ids: links.map((link) => link.categories.id),
  }),
  // With its links in one transaction: docs/decisions/17.
  async save(backend, { name, description, category_ids }, edited) {
    const changed = edited && { subcategory_id: edited.id, subcategory_version: edited.version }
    const data = await send(backend, (rest) =>
      rest.rpc('save_subcategory', {
        name,
        description: description ?? '', // an empty one is stored as null
        category_ids,
        ...changed,
      }),
    )
    rowIn(data)
  },
  shownIn: ['products', 'catalogue', 'filter-options'],
})

/** Industries that a product is for (product.md, sections 3 and 7). */
export const industryTags = defineEntity({
  table: 'industry_tags',
  label: { one: 'industry tag', many: 'Industry Tags' },
  route: '/admin/industries',
  schema: z.object({ name: requiredText('Name', limits.name), has_doctor_types: z.boolean() }),
  empty: { has_doctor_types: false },
  fields: { name: 'Name', has_doctor_types: 'Has doctor types' },
  shownIn: ['products', 'catalogue', 'filter-options', 'dashboard'],
})

/** Kinds of doctors that a product is for (product.md, sections 3 and 7). */
export const doctorTypeTags = defineEntity({
  table: 'doctor_type_tags',
  label: { one: 'doctor type tag', many: 'Doctor Type Tags' },
  route: '/admin/doctor-types',
  schema: z.object({ name: requiredText('Name', limits.name) }),
  fields: { name: 'Name' },
  shownIn: ['products', 'catalogue', 'filter-options'],
})

/** Occasions and ideas that a product fits (product.md, sections 3 and 7). */
export const themes = defineEntity({
  table: 'themes',
  label: { one: 'theme', many: 'Themes' },
  route: '/admin/themes',
  schema: z.object({
    name: requiredText('Name', limits.name),
    description: optionalText('Description', limits.description),
  }),
  fields: { name: 'Name', description: 'Description' },
  shownIn: ['products', 'catalogue', 'filter-options'],
})

/** Ways to put a logo on a product (product.md, section 3). */
export const brandingMethods = defineEntity({
  table: 'branding_methods',
  label: { one: 'branding method', many: 'Branding Methods' },
  route: '/admin/branding-methods',
  schema: z.object({ name: requiredText('Name', limits.name) }),
  fields: { name: 'Name' },
  shownIn: ['products', 'catalogue', 'filter-options'],
})
