import type { Database } from '../database/database.ts'
import { type RequestContext, requestContext, statementTimeLimits } from '../database/request-context.ts'
import { type CacheableRequest, catalogueArguments } from './cacheable-request.ts'

/**
 * Calls one of the catalogue's functions for an account in one statement. The library needs nine, too many for 600 pages
 * a second (docs/decisions/30).
 * @param account whose rights apply; null for a visitor
 * @param session of the account's token, where it names one
 * @returns the JSON, or null for every other request, an ended session and every failure, which the gateway answers
 * @throws StatementTimeoutError and DatabaseBusyError, because asking again would take as long
 */
export type CallCatalogue = (
  request: CacheableRequest,
  account: string | null,
  session?: string,
) => Promise<string | null>

const statement = `select private.call_as($1, $2, $3) as answer
  where $4::uuid is null or exists (select from auth.sessions where id = $4::uuid)`

/** Calls the catalogue's functions in one statement each, as the caller's role. */
export function createCallCatalogue(query: Database['query']): CallCatalogue {
  return async (request, account, session) => {
    const named = catalogueArguments(request)
    if (named === null) return null
    const parameters = [
      account,
      request.resource.slice('rpc/'.length),
      JSON.stringify(named),
      session ?? null,
    ]
    const timeLimitMs = account === null ? statementTimeLimits.visitor : statementTimeLimits.account
    const context: RequestContext = { id: 'catalogue', redirectTo: '', timeLimitMs }
    const querying = requestContext.run(context, async () => query(statement, parameters))
    const result = await querying.catch(() => {
      if (context.timedOut !== undefined) throw context.timedOut
      return null
    })
    const answer = result?.rows[0]?.['answer']
    return typeof answer === 'string' ? answer : null
  }
}
