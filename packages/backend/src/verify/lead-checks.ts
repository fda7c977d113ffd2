import { type Actor, described } from './actor.ts'
import type { Check } from './check.ts'

const section = '1. The database'
/**
 * Without a phone number, so that a constraint rejects the row even if the limit passes. PostgreSQL checks constraints in
 * the order of their names.
 */
const lead = { name: 'Check', company: 'Check', email: 'check@example.com', phone: '' }

/** The limits on leads, by leads that are refused: one that is stored could not be removed through the API. */
export function leadChecks(visitor: Actor): Check[] {
  const limits: readonly [constraint: string, values: object][] = [
    ['leads_company_length', { company: 'x'.repeat(201) }],
    ['leads_email_form', { email: '"check"@example.com' }],
    ['leads_message_length', { message: 'x'.repeat(5001) }],
    ['leads_name_length', { name: 'x'.repeat(201) }],
  ]
  return limits.map(([constraint, values]) => ({
    name: `an inquiry keeps to ${constraint}`,
    section,
    isForHumans: true,
    async run() {
      const answer = await visitor.send('POST', '/rest/v1/leads', { ...lead, ...values })
      return JSON.stringify(answer.body).includes(constraint)
        ? null
        : `it is answered with ${described(answer)}`
    },
  }))
}
