import { z } from 'zod'

/** Longest values that the public may send; the database checks the same numbers. */
export const limits = { name: 200, company: 200, email: 254, phone: 50, message: 5000, password: 72 } as const

const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** A text that must be there once the spaces around it are gone. */
export function requiredText(label: string, longest: number) {
  return z
    .string()
    .trim()
    .min(1, `${label} is required`)
    .max(longest, `${label} may have at most ${longest} characters`)
}

/** An e-mail address in e-mail form. */
export function emailAddress(label: string) {
  return requiredText(label, limits.email).regex(emailForm, 'Enter an e-mail address like name@company.com')
}

/** What the public may add to its contact details. */
export const optionalMessage = z
  .string()
  .trim()
  .max(limits.message, `Message may have at most ${limits.message} characters`)
