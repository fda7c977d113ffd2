import { gstStates } from './gst-states.ts'

/** The kinds of registration by the forms of their numbers. */
export type GstinKind =
  | 'taxpayer'
  | 'department'
  | 'tax_deductor'
  | 'tax_collector'
  | 'non_resident'
  | 'online_services'
  | 'uin'

/** The label of each kind of holder. */
export const gstinKinds: Readonly<Record<GstinKind, string>> = {
  taxpayer: 'Taxpayer: ordinary, composition, casual or input service distributor',
  department: 'Government department',
  tax_deductor: 'Tax deductor (TDS)',
  tax_collector: 'Tax collector, an e-commerce operator (TCS)',
  non_resident: 'Non-resident taxable person',
  online_services: 'Online services from abroad (OIDAR)',
  uin: 'UIN of a United Nations body, an embassy or another notified person',
}

/** As `private.gstin_kind` in the database, which names the source. */
const forms: readonly (readonly [GstinKind, RegExp])[] = [
  ['tax_deductor', /^\d{2}[A-Z]{4}[\dA-Z]\d{4}[A-Z][1-9A-Z]D[\dA-Z]$/],
  ['tax_collector', /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]C[\dA-Z]$/],
  ['taxpayer', /^\d{2}[A-Z]{5}\d{4}[A-Z][\dA-Z][Z1-9ABD-J][\dA-Z]$/],
  ['department', /^\d{2}[A-Z]{4}\d{5}[A-Z]\dZ[\dA-Z]$/],
  ['non_resident', /^\d{4}[A-Z]{3}\d{5}NR[\dA-Z]$/],
  ['online_services', /^\d{4}[A-Z]{3}\d{5}OS[\dA-Z]$/],
  ['uin', /^\d{4}[A-Z]{3}\d{5}[UO]N[\dA-Z]$/],
]

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A GSTIN without blanks, in capitals. */
export function cleanGstin(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}

/** The kind of a right GSTIN or UIN; null of any other text. */
export function gstinKind(gstin: string): GstinKind | null {
  return gstinProblem(gstin) === null ? formOf(gstin) : null
}

function formOf(gstin: string): GstinKind | null {
  return forms.find(([, form]) => form.test(gstin))?.[0] ?? null
}

/** The error of a GSTIN or UIN, as a sentence; null for a valid one. */
export function gstinProblem(gstin: string): string | null {
  if (formOf(gstin) === null) return 'Enter a GSTIN like 27AAPFU0939F1ZV'
  const code = gstin.slice(0, 2)
  if (code !== '99' && !gstStates.some((state) => state.code === code)) return `No state has the code ${code}`
  const sum = gstin
    .slice(0, 14)
    .split('')
    .reduce((total, digit, index) => {
      const product = digits.indexOf(digit) * (1 + (index % 2))
      return total + Math.floor(product / 36) + (product % 36)
    }, 0)
  const check = digits[(36 - (sum % 36)) % 36]
  return gstin.endsWith(String(check)) ? null : 'The last character is not the check digit of this GSTIN'
}

/** The state that a right GSTIN begins with; null of a holder outside the states, and of any other text. */
export function stateOfGstin(gstin: string): string | null {
  const code = gstin.slice(0, 2)
  return gstinKind(gstin) === null || code === '96' || code === '99' ? null : code
}
