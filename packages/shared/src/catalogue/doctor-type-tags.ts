import { z } from 'zod'

import { defineEntity } from '../kernel/entity.ts'
import { limits, requiredText } from '../kernel/form-rules.ts'

/** Kinds of doctors that a pharmaceutical product is for (product.md, sections 3 and 7). */
export const doctorTypeTags = defineEntity({
  table: 'doctor_type_tags',
  label: { one: 'doctor type tag', many: 'Doctor Type Tags' },
  schema: z.object({ name: requiredText('Name', limits.name) }),
  fields: { name: 'Name' },
  orderBy: { column: 'created_at', ascending: false },
  shownIn: ['products', 'catalogue', 'filter-options'],
})
