import { z } from 'zod'

import { defineEntity } from '../kernel/entity.ts'
import { optionalCount, optionalPercent, optionalText, requiredCount } from '../kernel/form-rules.ts'
import { cleanGstin, gstinProblem } from '../quotations/gstin.ts'

/** An optional GSTIN in capitals, with its check digit; empty is saved as null. */
function optionalGstin() {
  return optionalText('GSTIN', 40)
    .transform((text) => text && cleanGstin(text))
    .superRefine((gstin, { addIssue }) => {
      const message = gstin && gstinProblem(gstin)
      if (message) addIssue({ code: 'custom', message })
    })
}

/** A name and a link, as the database has it. */
const courierForm = /^(.{1,100}) https:\/\/\S*\{number\}\S*$/

/** The names of the couriers of a seller. */
export function courierNames(couriers: string | null | undefined): string[] {
  return (couriers ?? '').split('\n').flatMap((line) => courierForm.exec(line)?.[1]?.trim() ?? [])
}

/** What quotations say of the seller, and their rules (product.md, section 2, Quotations). There is one, as of the site's settings. */
export const sellerProfile = defineEntity({
  table: 'seller_profile',
  label: { one: 'seller', many: 'Seller' },
  route: '/admin/settings',
  schema: z.object({
    legal_name: optionalText('Legal name', 200),
    address: optionalText('Address of the seller', 400),
    gstin: optionalGstin(),
    state: z.string().transform((code) => code || null),
    is_composition: z.boolean(),
    lut_number: optionalText('LUT number', 50),
    lut_valid_until: z
      .string()
      .refine(
        (day) => day === '' || day.endsWith('-03-31'),
        'A LUT ends with its financial year, on 31 March',
      )
      .transform((day) => day || null),
    number_series: z
      .string()
      .overwrite((text) => text.trim().toUpperCase())
      .regex(/^[A-Z]{1,4}$/, 'Number series must be one to four letters, like GW'),
    min_hsn_digits: z.string().transform(Number),
    discount_limit: optionalPercent('Discount limit'),
    valid_days: requiredCount('Valid for', 365),
    rounds_off: z.boolean(),
    bank_details: optionalText('Bank details', 1000),
    terms: optionalText('Terms', 5000),
    credit_note: optionalText('Input tax credit', 1000),
    needs_code: z.boolean(),
    next_steps: optionalText('What happens next', 1000),
    couriers: optionalText('Couriers', 5000)
      .transform((text) => text && text.replaceAll(/\s*\n\s*/g, '\n'))
      .refine(
        (text) => text === null || text.split('\n').every((line) => courierForm.test(line)),
        'Enter on each line a name and a link that begins with https:// and contains {number}',
      ),
    kept_years: optionalCount('Years', 20),
  }),
  // As the database has them before the first save.
  empty: { is_composition: false, rounds_off: true, needs_code: false },
  fields: {
    legal_name: 'Legal name',
    address: 'Address of the seller',
    gstin: 'GSTIN',
    state: 'State of the seller',
    is_composition: 'Composition dealer',
    lut_number: 'LUT number',
    lut_valid_until: 'LUT valid until',
    number_series: 'Number series',
    min_hsn_digits: 'Minimum HSN digits',
    discount_limit: 'Discount limit (%)',
    valid_days: 'Valid for (days)',
    rounds_off: 'Round off to the rupee',
    bank_details: 'Bank details',
    terms: 'Terms',
    credit_note: 'Input tax credit',
    needs_code: 'Code on acceptance',
    next_steps: 'What happens next',
    couriers: 'Couriers',
    kept_years: 'Years to keep accepted quotations',
  },
  together: [
    ['gstin', 'state'],
    ['lut_number', 'lut_valid_until'],
  ],
  orderBy: { column: 'id', ascending: true },
})

/** The form of a seller who has not saved any, with the database's defaults. */
export const newSeller: typeof sellerProfile.empty = {
  ...sellerProfile.empty,
  number_series: 'GW',
  min_hsn_digits: '4',
  valid_days: '15',
  kept_years: '8',
}
