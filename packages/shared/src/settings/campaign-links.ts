import { z } from 'zod'

import { defineEntity } from '../kernel/entity.ts'
import { optionalText, requiredText } from '../kernel/form-rules.ts'

const longest = 100
const noAddress = (text: string | null) => text === null || !/@|%40/.test(text)
// The database stores no source of this name: it is how lists ask for leads without one.
const notNone = (text: string | null) => !/^\(?none\)?$/i.test(text?.trim() ?? '')

/** Short links of campaigns (product.md, section 2, Campaign links). */
export const campaignLinks = defineEntity({
  table: 'campaign_links',
  label: { one: 'campaign link', many: 'Campaign Links' },
  route: '/admin/campaign-links',
  schema: z.object({
    name: requiredText('Campaign', longest)
      .refine(noAddress, 'A campaign has no e-mail address')
      .refine(notNone, 'Choose another name than “none”'),
    word: requiredText('Short word', 40)
      .toLowerCase()
      .regex(
        /^(?=.{2})[a-z0-9]+(?:-[a-z0-9]+)*$/,
        'Use 2 to 40 letters and digits, with hyphens between them',
      ),
    path: requiredText('Page', 500)
      .regex(/^(?![^?]*\/(?:\.|%2e)*\/)\/[^\\#\s]*$/i, 'Enter a page of this site, such as /catalogue')
      .regex(
        /^(?!\/(?:admin|go|q|inquiry|calendar|auth|rest|storage)(?:[/?]|$))/i,
        'Choose a page that is open to visitors',
      ),
    source: requiredText('Source', longest)
      .toLowerCase()
      .refine(noAddress, 'A source has no e-mail address')
      .refine(notNone, 'Choose another name than “none”'),
    medium: optionalText('Medium', longest)
      .transform((text) => text?.toLowerCase() ?? null)
      .refine(noAddress, 'A medium has no e-mail address')
      .refine(notNone, 'Leave it empty, or choose another name than “none”'),
  }),
  fields: { name: 'Campaign', word: 'Short word', path: 'Page', source: 'Source', medium: 'Medium' },
})

/** The path of a short link. */
export const shortPath = (word: string) => `/go/${word}`
