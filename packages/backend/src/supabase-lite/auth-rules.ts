import type { CallerOf } from '../accounts/caller.ts'
import type { Database } from '../database/database.ts'
import type { AuthMailer } from './auth-mailer.ts'
import type { AuthRules } from './auth-step.ts'
import { nameExpiredLink } from './expired-link.ts'
import { createLinkRequests } from './link-requests.ts'
import { createNewPassword } from './new-password.ts'
import { createRepeatedSignUp } from './repeated-sign-up.ts'
import { createSignInRefusal } from './sign-in-refusal.ts'

export interface AuthRulesParts {
  readonly database: Database
  readonly mailer: AuthMailer
  readonly callerOf: CallerOf
  /** The file with the first administrator's password. */
  readonly credentialsFile: string
}

export function createAuthRules({ database, mailer, callerOf, credentialsFile }: AuthRulesParts): AuthRules {
  const steps = [
    createRepeatedSignUp(database.query, mailer),
    createSignInRefusal(database.query),
    createNewPassword(database.query, callerOf, credentialsFile),
    nameExpiredLink,
  ]
  return {
    respond: createLinkRequests(database.query, mailer),
    async complete(request, response) {
      let current = response
      for (const step of steps) current = await step(request, current)
      return current
    },
  }
}
