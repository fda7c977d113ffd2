import { z } from 'zod'

import { defineEntity } from '../kernel/entity.ts'
import { limits, requiredText } from '../kernel/form-rules.ts'

/** The placeholders of replies, such as `{name}`; the database has the same list. */
export const replyPlaceholders = {
  name: 'the person’s name',
  company: 'their company',
  reference: 'the reference of the inquiry',
  products: 'the products with quantities, as a list',
  quotation: '“quotation” and the number of the last one that was sent',
  site: 'the name of this site',
  signature: 'your signature of Your Account, or your name and that of this site',
} as const

/** The name of a placeholder in a reply template: `reference` for `{reference}`. */
export type ReplyPlaceholder = keyof typeof replyPlaceholders

const known = Object.keys(replyPlaceholders).map((name) => `{${name}}`)
const rule = `Use ${known.slice(0, -1).join(', ')} or ${known.at(-1)}, and no other braces`

/** The first unknown placeholder in braces, or a single brace. */
function unknownIn(body: string): string | undefined {
  return known.reduce((rest, name) => rest.replaceAll(name, ''), body).match(/\{[^{}\n]*\}|[{}]/)?.[0]
}

/** Texts of replies to leads, by which administrators answer. */
export const replyTemplates = defineEntity({
  table: 'reply_templates',
  label: { one: 'reply template', many: 'Reply Templates' },
  route: '/admin/reply-templates',
  schema: z.object({
    name: requiredText('Name', limits.name),
    body: requiredText('Text', 1500).refine((text) => unknownIn(text) === undefined, {
      error: ({ input }) => `${unknownIn(String(input))} is not a placeholder. ${rule}`,
    }),
  }),
  fields: { name: 'Name', body: 'Text' },
  orderBy: { column: 'name', ascending: true },
})
