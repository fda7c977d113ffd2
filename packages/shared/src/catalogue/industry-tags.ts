import { z } from 'zod'

import { defineEntity } from '../kernel/entity.ts'
import { limits, requiredText } from '../kernel/form-rules.ts'

/** Industries that a product is for (product.md, sections 3 and 7). */
export const industryTags = defineEntity({
  table: 'industry_tags',
  label: { one: 'industry tag', many: 'Industry Tags' },
  schema: z.object({ name: requiredText('Name', limits.name) }),
  fields: { name: 'Name' },
  orderBy: { column: 'created_at', ascending: false },
  shownIn: ['products', 'catalogue', 'filter-options', 'dashboard'],
})
