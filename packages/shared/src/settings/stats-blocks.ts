import { z } from 'zod'

import { defineEntity } from '../kernel/entity.ts'
import { limits, optionalInteger, optionalText, requiredText } from '../kernel/form-rules.ts'

/** The home page's numbers (product.md, sections 3 and 7). */
export const statsBlocks = defineEntity({
  table: 'stats_blocks',
  label: { one: 'stat block', many: 'Stats Blocks' },
  schema: z.object({
    title: requiredText('Title', limits.name),
    value: requiredText('Value', limits.value),
    description: optionalText('Description', limits.description),
    order_index: optionalInteger('Display Order'),
  }),
  fields: { title: 'Title', value: 'Value', description: 'Description', order_index: 'Display Order' },
  orderBy: { column: 'order_index', ascending: true },
})
