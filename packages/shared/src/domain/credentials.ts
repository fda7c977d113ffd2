import { z } from 'zod'

import { emailAddress, limits } from './form-rules.ts'

/** The fewest characters a new password has; the authentication service holds the same rule. */
const shortestPassword = 6

/** E-mail and password as the sign-in forms ask for them; `emailLabel` names the field in its messages. */
export function credentialsForm(emailLabel: string) {
  return z.object({
    email: emailAddress(emailLabel),
    password: z.string().min(1, 'Password is required'),
  })
}

const newPassword = z
  .string()
  .min(1, 'Password is required')
  .min(shortestPassword, `Password needs at least ${shortestPassword} characters`)
  .max(limits.password, `Password may have at most ${limits.password} characters`)

/** E-mail and password for a new account: the same, with the rule for new passwords said before the server has to. */
export function newCredentialsForm(emailLabel: string) {
  return credentialsForm(emailLabel).extend({ password: newPassword })
}

/** The address that a link for a new password is sent to. */
export function passwordResetForm(emailLabel: string) {
  return z.object({ email: emailAddress(emailLabel) })
}

/** The form in which whoever has followed that link chooses the new password. */
export const newPasswordForm = z.object({ password: newPassword })

/** What both sign-in forms hold. */
export type Credentials = z.output<ReturnType<typeof credentialsForm>>

/** A form nobody has typed into. */
export const noCredentials: Credentials = { email: '', password: '' }
