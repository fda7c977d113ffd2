import { z } from 'zod'

import { emailAddress, limits, optionalText, requiredText } from '../kernel/form-rules.ts'

/** Minimum length of a new password, in characters; the auth service has the same rule. */
const minPasswordLength = 6
/** The auth service's maximum password length, in bytes of UTF-8. */
const maxPasswordBytes = 72

/** The sign-in form; `emailLabel` names the field in messages. */
export function credentialsForm(emailLabel: string) {
  return z.object({
    email: emailAddress(emailLabel),
    password: z.string().min(1, 'Password is required'),
  })
}

const newPassword = z
  .string()
  .min(1, 'Password is required')
  .min(minPasswordLength, `Password needs at least ${minPasswordLength} characters`)
  .refine(
    (password) => new TextEncoder().encode(password).length <= maxPasswordBytes,
    `Password may have at most ${maxPasswordBytes} characters; accented and non-Latin characters count more than once`,
  )

/** The sign-up form, with the rules for new passwords. */
export function newCredentialsForm(emailLabel: string) {
  return credentialsForm(emailLabel).extend({ password: newPassword })
}

/** The form to request a password reset. */
export function passwordResetForm(emailLabel: string) {
  return z.object({ email: emailAddress(emailLabel) })
}

/** The form to choose a new password after a reset. */
export const newPasswordForm = z.object({ password: newPassword })

/** The form to replace a password that is known. */
export const changedPasswordForm = z.object({
  current: z.string().min(1, 'Current Password is required'),
  password: newPassword,
})

/** The form of what others read of a person of the back office. */
export const ownDetailsForm = z.object({
  name: requiredText('Name', limits.name),
  telephone: optionalText('Telephone', limits.phone),
  signature: optionalText('Signature', 500),
})

/** The form for a recovery code, typed with or without its separators. */
export const recoveryCodeForm = z.object({
  code: z
    .string()
    .refine((code) => code.replace(/[^\da-z]/gi, '').length === 16, 'A recovery code has 16 characters'),
})

/** The form to accept an invitation to the back office. */
export const invitedForm = z.object({ name: requiredText('Name', limits.name), password: newPassword })

/** The form for a code of an authenticator app, which shows it as two groups. */
export const codeForm = z.object({
  code: z
    .string()
    .transform((code) => code.replace(/\s/g, ''))
    .refine((code) => /^\d{6}$/.test(code), 'The code has 6 digits'),
})

/** An e-mail address and a password, validated. */
export type Credentials = z.output<ReturnType<typeof credentialsForm>>

/** The empty form. */
export const noCredentials: Credentials = { email: '', password: '' }
