import { createAssurance } from './assurance.ts'
import { type AuthMailer, redirectOpenedLink } from './auth-mailer.ts'
import type { AuthRules } from './auth-request.ts'
import { createLinkRequests, createRepeatedSignUp, createSignInRejection } from './account-enumeration.ts'
import { createMailLimit } from './mail-limit.ts'
import { createNewPassword } from './new-password.ts'
import { createSecondFactor, type SecondFactorParts } from './second-factor.ts'

export interface AuthRulesParts extends SecondFactorParts {
  readonly mailer: AuthMailer
  /** The file with the first administrator's password. */
  readonly credentialsFile: string
  readonly jwtSecret: string
  readonly confirmEmail: boolean
}

/** Combines the rules of this folder for requests to Auth. */
export function createAuthRules(parts: AuthRulesParts): AuthRules {
  const { database, mailer, callerOf, credentialsFile, jwtSecret, confirmEmail } = parts
  const assurance = createAssurance(database.query, jwtSecret)
  const mailLimit = createMailLimit(database.query, callerOf, confirmEmail)
  const steps = [
    createRepeatedSignUp(database.query, mailer),
    createSignInRejection(database.query),
    createNewPassword(database.query, callerOf, credentialsFile),
    assurance,
    mailLimit.complete,
  ]
  const links = createLinkRequests(database.query, mailer)
  const factors = createSecondFactor(parts)
  return {
    async respond(request) {
      const response =
        (await redirectOpenedLink(request)) ??
        (await mailLimit.respond(request)) ??
        (await links(request)) ??
        (await factors(request))
      return response === null ? null : assurance(request, response)
    },
    async complete(request, response) {
      let current = response
      for (const step of steps) current = await step(request, current)
      return current
    },
  }
}
