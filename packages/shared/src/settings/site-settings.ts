import { z } from 'zod'

import { defineEntity } from '../kernel/entity.ts'
import { colourPairs, describeContrast, isColour } from './contrast.ts'
import { cleanEmail, emailProblem } from '../kernel/email-address.ts'
import { limits, optionalEmailAddress, optionalImageLocation, optionalText } from '../kernel/form-rules.ts'

const colour = (label: string) =>
  optionalText(label, limits.name).refine(
    (text) => text === null || isColour(text),
    'Enter a colour like #4a2545',
  )

const linesOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** The owner's settings of the site. Empty ones fall back to the website's defaults. */
export const siteSettings = defineEntity({
  table: 'site_settings',
  label: { one: 'site settings', many: 'Site Settings' },
  schema: z
    .object({
      name: optionalText('Name', 60),
      footer_tagline: optionalText('Tagline', 160),
      logo_url: optionalImageLocation('Logo URL'),
      colour_primary: colour('Primary colour'),
      colour_accent: colour('Accent colour'),
      contact_email: optionalEmailAddress('E-mail'),
      contact_phone: optionalText('Phone', limits.phone).refine(
        (text) => text === null || /^\+?[-\d ()./]*\d[-\d ()./]*$/.test(text),
        'Enter a number like +91 22 2345 6789',
      ),
      contact_address: optionalText('Address', 400),
      whatsapp_number: optionalText('WhatsApp number', 40).refine(
        (text) => text === null || /^\+[1-9]\d{6,14}$/.test(text.replaceAll(/[-\s()./]/g, '')),
        'Enter the number with its country code, like +91 98765 43210',
      ),
      notice_emails: z
        .string()
        .transform((text) => linesOf(text).map(cleanEmail))
        .refine((list) => list.length <= 10, 'Enter at most 10 addresses')
        .refine(
          (list) => list.every((address) => emailProblem(address) === null && address.length <= limits.email),
          'Enter one e-mail address per line, like name@company.com',
        ),
      sender_email: optionalEmailAddress('Sender'),
      privacy_text: optionalText('Privacy', 20_000),
      grievance_contact: optionalText('Grievance contact', 400),
      pharma_hints: z.boolean(),
      counts_visits: z.boolean(),
    })
    .superRefine(({ colour_primary: primary, colour_accent: accent }, { addIssue }) => {
      const [ofPrimary, ofAccent, both] = colourPairs(primary ?? '', accent ?? '')
      const refuse = (path: string, pair: typeof both) =>
        pair.ratio < pair.least && addIssue({ code: 'custom', path: [path], message: describeContrast(pair) })
      if (refuse('colour_primary', ofPrimary) || refuse('colour_accent', ofAccent)) return
      refuse(accent === null ? 'colour_primary' : 'colour_accent', both)
    }),
  // As the database has them before the first save.
  empty: { pharma_hints: true, counts_visits: true },
  fields: {
    name: 'Name',
    footer_tagline: 'Tagline of the footer',
    logo_url: 'Logo URL',
    colour_primary: 'Primary colour',
    colour_accent: 'Accent colour',
    contact_email: 'E-mail',
    contact_phone: 'Phone',
    contact_address: 'Address',
    whatsapp_number: 'WhatsApp number',
    notice_emails: 'Notices of new leads',
    sender_email: 'Sender of e-mails',
    privacy_text: 'Privacy',
    grievance_contact: 'Grievance contact',
    pharma_hints: 'Pharmaceutical hints',
    counts_visits: 'Count visits',
  },
  together: [['colour_primary', 'colour_accent']],
  orderBy: { column: 'id', ascending: true },
  toForm: (row) => ({ notice_emails: row.notice_emails?.join('\n') ?? '' }),
  shownIn: ['site_details'],
})
