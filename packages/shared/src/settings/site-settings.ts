import { z } from 'zod'
import { themeColours } from '../kernel/brand.ts'
import { defineEntity } from '../kernel/entity.ts'
import { cleanEmail, emailProblem } from '../kernel/email-address.ts'
import {
  limits,
  optionalCount,
  optionalEmailAddress,
  optionalImageLocation,
  optionalText,
} from '../kernel/form-rules.ts'

const colour = (label: string) =>
  optionalText(label, limits.name).refine(
    (text) => text === null || isColour(text),
    'Enter a colour like #4a2545',
  )

const phone = (label: string) =>
  optionalText(label, limits.phone).refine(
    (text) => text === null || /^\+?[-\d ()./]*\d[-\d ()./]*$/.test(text),
    'Enter a number like +91 22 2345 6789',
  )

/** The most characters of the home page's words and of a label; the database has the same limits. */
export const siteLimits = {
  headline: 60,
  text: 160,
  imageAlt: limits.name,
  phoneLabel: 40,
  claim: 40,
  terms: 20_000,
} as const

const linesOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** The owner's settings of the site. Empty ones fall back to the website's defaults. */
export const siteSettings = defineEntity({
  table: 'site_settings',
  label: { one: 'site settings', many: 'Site Settings' },
  route: '/admin/settings',
  schema: z
    .object({
      name: optionalText('Name', 60),
      footer_tagline: optionalText('Tagline', 160),
      logo_url: optionalImageLocation('Logo URL'),
      logo_dark_url: optionalImageLocation('Logo for dark backgrounds'),
      icon_url: optionalImageLocation('Icon'),
      colour_scheme: z.string().transform((scheme) => scheme || null),
      colour_primary: colour('Primary colour'),
      colour_accent: colour('Accent colour'),
      contact_email: optionalEmailAddress('E-mail'),
      hero_headline: optionalText('Headline', siteLimits.headline),
      hero_text: optionalText('Text below', siteLimits.text),
      hero_image_url: optionalImageLocation('Picture'),
      hero_image_alt: optionalText('Alternative text', siteLimits.imageAlt),
      claimed_products: optionalText('Number of products', siteLimits.claim),
      claimed_members: optionalText('Number of members', siteLimits.claim),
      claimed_answer: optionalText('Time to answer', siteLimits.claim),
      claimed_compliance: optionalText('Word for pharma gifts', siteLimits.claim),
      contact_phone: phone('Phone'),
      second_phone: phone('Second phone'),
      second_phone_label: optionalText('Label of the second phone', siteLimits.phoneLabel),
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
      terms: optionalText('Terms', siteLimits.terms),
      pharma_hints: z.boolean(),
      counts_visits: z.boolean(),
      offers_samples: z.boolean(),
      sample_charge: optionalCount('Charge for a sample', 100_000),
      // As in the database.
      samples_a_month: optionalCount('Samples a month', 100).transform((count) => count ?? 3),
      sample_return_days: optionalCount('Days', 365),
    })
    .superRefine(({ second_phone: number, second_phone_label: label }, { addIssue }) => {
      if (label !== null && number === null)
        addIssue({
          code: 'custom',
          path: ['second_phone'],
          message: `Enter the number of “${label}”, or remove the label`,
        })
    })
    .superRefine(({ colour_primary: primary, colour_accent: accent }, { addIssue }) => {
      const [ofPrimary, ofAccent, both] = colourPairs(primary ?? '', accent ?? '')
      const refuse = (path: string, pair: typeof both) =>
        pair.ratio < pair.least && addIssue({ code: 'custom', path: [path], message: describeContrast(pair) })
      if (refuse('colour_primary', ofPrimary) || refuse('colour_accent', ofAccent)) return
      refuse(accent === null ? 'colour_primary' : 'colour_accent', both)
    }),
  // As the database has them before the first save.
  empty: { pharma_hints: true, counts_visits: true, offers_samples: true },
  fields: {
    name: 'Name',
    footer_tagline: 'Footer tagline',
    logo_url: 'Logo URL',
    logo_dark_url: 'Logo for dark backgrounds',
    icon_url: 'Icon',
    colour_scheme: 'Colour scheme',
    colour_primary: 'Primary colour',
    colour_accent: 'Accent colour',
    contact_email: 'E-mail',
    hero_headline: 'Headline of the home page',
    hero_text: 'Text below the headline',
    hero_image_url: 'Picture of the home page',
    hero_image_alt: 'Alternative text of the picture',
    claimed_products: 'Number of products',
    claimed_members: 'Number of members',
    claimed_answer: 'Time to answer',
    claimed_compliance: 'Word for pharma gifts',
    contact_phone: 'Phone',
    second_phone: 'Second phone',
    second_phone_label: 'Label of the second phone',
    contact_address: 'Address',
    whatsapp_number: 'WhatsApp number',
    notice_emails: 'Notices of new leads',
    sender_email: 'Sender of e-mails',
    privacy_text: 'Privacy',
    grievance_contact: 'Grievance contact',
    terms: 'Text of the terms',
    pharma_hints: 'Pharmaceutical hints',
    counts_visits: 'Count visits',
    offers_samples: 'Offer samples',
    sample_charge: 'Charge for a sample (Rs.)',
    samples_a_month: 'Samples per company and month',
    sample_return_days: 'Return samples after (days)',
  },
  together: [
    ['colour_primary', 'colour_accent'],
    ['hero_image_url', 'hero_image_alt'],
    ['second_phone', 'second_phone_label'],
  ],
  orderBy: { column: 'id', ascending: true },
  toForm: (row) => ({ notice_emails: row.notice_emails?.join('\n') ?? '' }),
  shownIn: ['site_details'],
})

/** How a colour like "#4A2545" stands out from another: 1 for not at all, 21 for black on white (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Whether a text is a colour like "#4a2545". */
export const isColour = (text: string): boolean => /^#[\da-f]{6}$/i.test(text)

/** The darkest of the grounds that the primary colour is read on, and the ink on the accent. */
const paper = '#f4ede3'
const ink = '#241b2f'

/** A foreground and a background colour. */
interface ColourPair {
  /** "Text in this colour on the website's paper". */
  readonly what: string
  readonly ratio: number
  readonly least: number
}

/**
 * The contrasts of the selected colours, with the theme's as defaults. The form rejects low ones.
 */
export function colourPairs(
  primary: string,
  accent: string,
): readonly [primary: ColourPair, accent: ColourPair, both: ColourPair] {
  const first = isColour(primary) ? primary : themeColours.primary
  const second = isColour(accent) ? accent : themeColours.accent
  return [
    { what: 'Text in this colour on the website’s paper', ratio: contrast(first, paper), least: 4.5 },
    { what: 'Dark text on this colour', ratio: contrast(second, ink), least: 4.5 },
    { what: 'The two colours on each other', ratio: contrast(first, second), least: 3 },
  ]
}

/** "Dark text on this colour: 3.2 to 1, and at least 4.5 to 1 is needed". */
export function describeContrast({ what, ratio, least }: ColourPair): string {
  // Rounded down, so no rejected ratio looks like an accepted one.
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1)
  return ratio < least
    ? `${what}: ${shown} to 1, and at least ${least} to 1 is needed`
    : `${what}: ${shown} to 1`
}
