import { z } from 'zod'

// The pages' policy allows no code that is made of text; the library would try whether it may, and be reported.
z.config({ jitless: true })

/** Longest values that may be sent; the database checks the same numbers. */
export const limits = {
  name: 200,
  company: 200,
  email: 254,
  phone: 50,
  message: 5000,
  password: 72,
  description: 5000,
  value: 100,
  url: 2048,
} as const

/** A text without the blanks around it, and without what copying from elsewhere may bring and no database keeps. */
function trimmedText() {
  return z.string().overwrite((typed) => typed.replaceAll('\u0000', '').trim())
}

const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** A text that must be there once the spaces around it are gone. */
export function requiredText(label: string, longest: number) {
  return trimmedText()
    .min(1, `${label} is required`)
    .max(longest, `${label} may have at most ${longest} characters`)
}

/** An e-mail address in e-mail form. */
export function emailAddress(label: string) {
  return requiredText(label, limits.email).regex(emailForm, 'Enter an e-mail address like name@company.com')
}

/** What the public may add to its contact details. */
export const optionalMessage = trimmedText().max(
  limits.message,
  `Message may have at most ${limits.message} characters`,
)

/** A text that may be left out, and then is saved as null (specification, section 5). */
export function optionalText(label: string, longest: number) {
  return trimmedText()
    .max(longest, `${label} may have at most ${longest} characters`)
    .transform((text) => text || null)
}

const webAddressForm = /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i

/** Images of our own storage are kept without scheme and host, so that the site can move. */
const ownImageForm = /^\/storage\/v1\/object\/public\/product-images\/[\d.-]+\w+$/

/** Where an image is found: an http(s) address, or a path of our own storage. */
export function imageLocation(label: string) {
  return requiredText(label, limits.url).refine(
    (text) => text === '' || webAddressForm.test(text) || ownImageForm.test(text),
    'Enter a URL like https://example.com/logo.png',
  )
}

/** An address that may be left out, and then is saved as null (specification, section 5). */
export function optionalWebAddress(label: string, example: string) {
  return trimmedText()
    .max(limits.url, `${label} may have at most ${limits.url} characters`)
    .refine((text) => text === '' || webAddressForm.test(text), `Enter a URL like ${example}`)
    .transform((text) => text || null)
}

const [smallestInteger, largestInteger] = [-2_147_483_648, 2_147_483_647]

/** A whole number that may be left out, and then is saved as null (specification, section 5). */
export function optionalInteger(label: string) {
  return trimmedText()
    .refine((text) => /^([+-]?\d+)?$/.test(text), `${label} must be a whole number`)
    .transform((text) => (text === '' ? null : Number.parseInt(text, 10)))
    .refine(
      (number) => number === null || (number >= smallestInteger && number <= largestInteger),
      `${label} is too large a number`,
    )
}
