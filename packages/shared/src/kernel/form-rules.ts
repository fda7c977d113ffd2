import { z } from 'zod'

import { cleanEmail, emailProblem } from './email-address.ts'

// The Content-Security-Policy forbids eval, and the library's probe would be reported as a violation.
z.config({ jitless: true })

/** Maximum lengths; the database has the same limits. */
export const limits = {
  name: 200,
  company: 200,
  email: 254,
  phone: 50,
  message: 5000,
  description: 5000,
  value: 100,
  url: 2048,
  code: 100,
  /** A fact of a product in a few words. */
  fact: 200,
  /** A description or note of a product. */
  paragraph: 2000,
} as const

/** Trims, and removes NUL characters, which PostgreSQL cannot store. */
function trimmedText() {
  return z.string().overwrite((typed) => typed.replaceAll('\u0000', '').trim())
}

/** A non-empty text after trimming. */
export function requiredText(label: string, longest: number) {
  return trimmedText()
    .min(1, `${label} is required`)
    .max(longest, `${label} may have at most ${longest} characters`)
}

/** Reports the rule that an e-mail address breaks. */
function checkEmail({ value, issues }: z.core.ParsePayload<string | null>): void {
  const message = value === null ? null : emailProblem(value)
  if (message !== null) issues.push({ code: 'custom', input: value, message })
}

/** A required e-mail address (product.md, section 5), without what pasting brings. */
export function emailAddress(label: string) {
  return trimmedText()
    .overwrite(cleanEmail)
    .min(1, `${label} is required`)
    .max(limits.email, `${label} may have at most ${limits.email} characters`)
    .check(checkEmail)
}

/** An optional e-mail address; empty is saved as null. */
export function optionalEmailAddress(label: string) {
  return optionalText(label, limits.email)
    .transform((text) => text && cleanEmail(text))
    .check(checkEmail)
}

/** The optional message of a public form (product.md, section 5). */
export const optionalMessage = trimmedText().max(
  limits.message,
  `Message may have at most ${limits.message} characters`,
)

/** An optional text; empty is saved as null (product.md, section 5). */
export function optionalText(label: string, longest: number) {
  return trimmedText()
    .max(longest, `${label} may have at most ${longest} characters`)
    .transform((text) => text || null)
}

const webAddressForm = /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i

/** Images of our storage are stored without scheme and host, so that the site can move. */
const ownImageForm = /^\/storage\/v1\/object\/public\/product-images\/[\d.-]+\w+$/

/** So are the videos that the website has itself. */
const ownVideoForm = /^\/videos\/[a-z\d-]{1,80}\.mp4$/

/** An address as people write it, with neither scheme nor blanks: "example.com/watch?v=1". */
const withoutScheme = /^[\w-]+(\.[\w-]+)+([:/?#]\S*)?$/

function withScheme(text: string): string {
  return withoutScheme.test(text) ? `https://${text}` : text
}

const imageLocationMessage = 'Enter a URL like https://example.com/logo.png'

function isImageLocation(text: string | null): boolean {
  return !text || webAddressForm.test(text) || ownImageForm.test(text)
}

/** An http(s) URL, whose scheme is added where it is missing, or a path of our storage. */
export function imageLocation(label: string) {
  return requiredText(label, limits.url).overwrite(withScheme).refine(isImageLocation, imageLocationMessage)
}

/** The same, or nothing, which is saved as null. */
export function optionalImageLocation(label: string) {
  return optionalText(label, limits.url)
    .transform((text) => text && withScheme(text))
    .refine(isImageLocation, imageLocationMessage)
}

/**
 * An optional URL, whose scheme is added where it is missing, or a path of the website's own videos; empty is saved as null
 * (product.md, section 5).
 */
export function optionalVideoAddress(label: string, example: string) {
  return trimmedText()
    .overwrite(withScheme)
    .max(limits.url, `${label} may have at most ${limits.url} characters`)
    .refine(
      (text) => text === '' || webAddressForm.test(text) || ownVideoForm.test(text),
      `Enter a URL like ${example}`,
    )
    .transform((text) => text || null)
}

const [smallestInteger, largestInteger] = [-2_147_483_648, 2_147_483_647]

/** An optional integer; empty is saved as null (product.md, section 5). */
export function optionalInteger(label: string) {
  return trimmedText()
    .refine((text) => /^([+-]?\d+)?$/.test(text), `${label} must be a whole number`)
    .transform((text) => (text === '' ? null : Number.parseInt(text, 10)))
    .refine(
      (number) => number === null || (number >= smallestInteger && number <= largestInteger),
      `${label} is too large a number`,
    )
}

/** A number as people type it, with the digits of an Indian script as 0 to 9. Each script has its digits at 6 to 15 of a row. */
function numberText() {
  return trimmedText().overwrite((typed) =>
    typed.replaceAll(/[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g, (digit) => String((digit.charCodeAt(0) % 16) - 6)),
  )
}

/** An optional whole number from 1, as people write it ("1,200"); empty is saved as null. */
export function optionalCount(label: string, most: number) {
  return numberText()
    .transform((text) =>
      text === '' ? null : /^(?:\d+|\d[\d,]*,\d{3})$/.test(text) ? Number(text.replaceAll(',', '')) : NaN,
    )
    .refine(
      (count) => count === null || (count >= 1 && count <= most),
      `${label} must be a whole number from 1 to ${most.toLocaleString('en-IN')}`,
    )
}

/** A required whole number from 1. */
export function requiredCount(label: string, most: number) {
  return optionalCount(label, most)
    .refine((count) => count !== null, `${label} is required`)
    .transform(Number)
}

/** An optional percentage with at most two decimals, as people write it ("7.5 %"); empty is saved as null. */
export function optionalPercent(label: string) {
  return numberText()
    .transform((text) => {
      if (text === '') return null
      return /^\d+(\.\d{1,2})?\s*%?$/.test(text) ? Number.parseFloat(text) : NaN
    })
    .refine(
      (percent) => percent === null || percent <= 100,
      `${label} must be a percentage from 0 to 100, like 18 or 2.5`,
    )
}

/** Rs. 100 crore, also in price breaks, and in `cleaned_quotation` in the database. */
const mostPaise = 100_000_000_000

/** Optional rupees with at most two decimals, as people write them ("Rs. 1,245.50", "500/-"), in paise; empty is saved as null. */
export function optionalRupees(label: string) {
  return numberText()
    .transform((text) => (text === '' ? null : paiseIn(text)))
    .refine(
      (paise) => paise === null || !Number.isNaN(paise),
      `${label} must be an amount in rupees, like 245 or 245.50`,
    )
    .refine(
      (paise) => paise === null || !(paise > mostPaise),
      `${label} may be at most Rs. ${mostPaise / 1_000_000_000} crore`,
    )
}

/** Required rupees, in paise. */
export function requiredRupees(label: string) {
  return optionalRupees(label)
    .refine((paise) => paise !== null, `${label} is required`)
    .transform(Number)
}

/** The paise of an amount in rupees; NaN when it is none, as "245,50", whose comma may be a point. Of its digits, since 1.15 * 100 is not 115. */
export function paiseIn(text: string): number {
  const [, rupees, paise = ''] =
    /^(?:rs\.?|inr|rupees|₹)?\s*(\d+|\d[\d,]*,\d{3}|\d[\d,]*(?=\.))(?:\.(\d{1,2}))?\s*(?:\/[-=]?|rs\.?|inr|rupees|₹)?$/i.exec(
      text,
    ) ?? []
  return rupees === undefined ? NaN : Number(rupees.replaceAll(',', '') + paise.padEnd(2, '0'))
}

/** Paise as rupees, with decimals where there are some: "245", "245.50". */
export function rupeesOf(paise: number): string {
  const digits = String(paise).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.00$/, '')
}
