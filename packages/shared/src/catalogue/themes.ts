import { z } from 'zod'

import { defineEntity } from '../kernel/entity.ts'
import { limits, optionalText, requiredText } from '../kernel/form-rules.ts'

/** Occasions and ideas that a product fits (product.md, sections 3 and 7). */
export const themes = defineEntity({
  table: 'themes',
  label: { one: 'theme', many: 'Themes' },
  schema: z.object({
    name: requiredText('Name', limits.name),
    description: optionalText('Description', limits.description),
  }),
  fields: { name: 'Name', description: 'Description' },
  orderBy: { column: 'created_at', ascending: false },
  shownIn: ['products', 'catalogue', 'filter-options'],
})
