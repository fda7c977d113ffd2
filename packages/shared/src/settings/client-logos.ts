import { z } from 'zod'

import { defineEntity } from '../kernel/entity.ts'
import { limits, requiredText, imageLocation } from '../kernel/form-rules.ts'

/** The home page's client logos (product.md, sections 3 and 7). */
export const clientLogos = defineEntity({
  table: 'client_logos',
  label: { one: 'client logo', many: 'Client Logos' },
  schema: z.object({ name: requiredText('Client Name', limits.name), logo_url: imageLocation('Logo URL') }),
  fields: { name: 'Client Name', logo_url: 'Logo URL' },
  orderBy: { column: 'created_at', ascending: false },
})
