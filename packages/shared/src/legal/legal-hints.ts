/** A legal hint: its text, its source, and the day of its last check. */
export interface LegalHint {
  readonly text: string
  /** The rule by its number or heading. */
  readonly clause: string
  readonly source: { readonly name: string; readonly url: string }
  /** The day on which text and clause were compared with the source, as 2026-12-31. */
  readonly checkedOn: string
}

/**
 * All legal hints (product.md, section 2, Legal hints). After checking one against its source, set its day; after
 * a year each asks for a check.
 */
export const legalHints = {
  brandReminders: {
    text: 'Pharmaceutical companies may give doctors informational and educational items, such as books, calendars, diaries and dummy models, of at most Rs.1000 each and without a value of their own to the doctor.',
    clause: 'UCPMP 2024, “Brand reminders”',
    source: {
      name: 'Department of Pharmaceuticals, F. No. 31026/23/2022-Policy, March 2024',
      url: 'https://pharma-dept.gov.in/',
    },
    checkedOn: '2026-11-26',
  },
  mixedSupply: {
    text: 'Several goods at one price: as a mixed supply, the highest GST rate among them applies to the whole. Goods that naturally go together may follow the rate of the main one.',
    clause: 'CGST Act, sections 2(74) and 8(b)',
    source: {
      name: 'CBIC, Tax Information Portal',
      url: 'https://taxinformation.cbic.gov.in/content/html/tax_repository/gst/acts/2017_CGST_act/active/chapter3/section8_v1.00.html',
    },
    checkedOn: '2026-11-28',
  },
  giftCredit: {
    text: 'Credit for the tax on goods that are given away as gifts is usually blocked: ask your accountant.',
    clause: 'CGST Act, section 17(5)(h)',
    source: { name: 'CBIC, Tax Information Portal', url: 'https://taxinformation.cbic.gov.in/' },
    checkedOn: '2026-11-28',
  },
  breaches: {
    text: 'After a breach each person and the Board are informed without delay, and the Board in detail within 72 hours.',
    clause: 'DPDP Rules 2025, rule 7',
    source: { name: 'Digital Personal Data Protection Rules, rule 7', url: 'https://dpdpa.co.in/rule-7' },
    checkedOn: '2026-11-26',
  },
} as const satisfies Readonly<Record<string, LegalHint>>

/** Stands wherever hints do. */
export const noLegalAdvice = 'These hints are not legal or tax advice. Ask your accountant or counsel.'

/** Whether a hint was last checked more than a year before a day like 2026-12-31. */
export function needsChecking({ checkedOn }: Pick<LegalHint, 'checkedOn'>, today: string): boolean {
  const [year, ...rest] = checkedOn.split('-')
  return today > [Number(year) + 1, ...rest].join('-')
}

const highestPaise = 100_000
/** The bands whose gifts cost more. */
const higherBands = new Set(['Rs.1000-2000', 'Rs.2000+'])

/** A gift as far as the rule on brand reminders is about it. */
interface CheckedGift {
  readonly isBrandReminder: boolean
  /** The price of one before tax; without prices its budget band. */
  readonly highest: { readonly paise: number | null } | { readonly band: string | null }
}

/** Why a gift is not one that pharmaceutical companies may give to doctors, in words behind its name; none where it may be one. */
export function pharmaReasons({ isBrandReminder, highest }: CheckedGift): readonly string[] {
  const isAbove =
    'paise' in highest ? (highest.paise ?? 0) > highestPaise : higherBands.has(highest.band ?? '')
  return [
    ...(isAbove ? [`above Rs.1000 each${'band' in highest ? ', by its budget band' : ''}`] : []),
    ...(isBrandReminder ? [] : ['not marked as a brand reminder']),
  ]
}

/** Whether a buyer is taken for a pharmaceutical company: by the name, or by a product that may have doctor types. */
export function isPharmaceutical(company: string, hasDoctorTypes: boolean): boolean {
  return /pharma|laborator(?:y|ies)|life ?sciences/i.test(company) || hasDoctorTypes
}

/** A part of a set, or a line of a group, with its GST rate in hundredths of a per cent; null where it is not known. */
export interface RatedPart {
  readonly name: string
  readonly gst_rate: number | null
}

/** The highest of known rates; null where none is known. */
export function highestRate(parts: readonly RatedPart[]): number | null {
  const rates = parts.flatMap(({ gst_rate: rate }) => rate ?? [])
  return rates.length === 0 ? null : Math.max(...rates)
}

/** Paise of GST on parts at their own rates, and as one mixed supply. */
export function taxOfParts(parts: readonly (RatedPart & { readonly taxable: number })[]): {
  readonly itemised: number
  readonly mixed: number
} {
  const taxOf = (taxable: number, rate: number) => Math.round((taxable * rate) / 10_000)
  const whole = parts.reduce((sum, { taxable }) => sum + taxable, 0)
  return {
    itemised: parts.reduce((sum, { taxable, gst_rate: rate }) => sum + taxOf(taxable, rate ?? 0), 0),
    mixed: taxOf(whole, highestRate(parts) ?? 0),
  }
}
