import { limits, optionalInteger, optionalText, requiredText, imageLocation } from '../kernel/form-rules.ts'
import { z } from 'zod'
import { defineEntity } from '../kernel/entity.ts'

/** The home page's numbers (product.md, sections 3 and 7). */
export const statsBlocks = defineEntity({
  table: 'stats_blocks',
  label: { one: 'stat block', many: 'Stats Blocks' },
  route: '/admin/stats',
  nameField: 'title',
  schema: z.object({
    title: requiredText('Title', limits.name),
    value: requiredText('Value', limits.value),
    description: optionalText('Description', limits.description),
    order_index: optionalInteger('Display Order'),
  }),
  fields: { title: 'Title', value: 'Value', description: 'Description', order_index: 'Display Order' },
  orderBy: { column: 'order_index', ascending: true },
})

/** The home page's client logos (product.md, sections 3 and 7). */
export const clientLogos = defineEntity({
  table: 'client_logos',
  label: { one: 'client logo', many: 'Client Logos' },
  route: '/admin/client-logos',
  schema: z.object({ name: requiredText('Client Name', limits.name), logo_url: imageLocation('Logo URL') }),
  fields: { name: 'Client Name', logo_url: 'Logo URL' },
})
