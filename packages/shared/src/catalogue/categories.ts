import { z } from 'zod'

import { defineEntity } from '../kernel/entity.ts'
import { limits, optionalText, requiredText } from '../kernel/form-rules.ts'

/** What products are sorted into (product.md, sections 3 and 7). */
export const categories = defineEntity({
  table: 'categories',
  label: { one: 'category', many: 'Categories' },
  schema: z.object({
    name: requiredText('Name', limits.name),
    description: optionalText('Description', limits.description),
  }),
  fields: { name: 'Name', description: 'Description' },
  orderBy: { column: 'created_at', ascending: false },
  shownIn: ['subcategories', 'products', 'catalogue', 'filter-options', 'dashboard'],
})
