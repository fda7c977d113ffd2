import { type KyselyPlugin, OperationNodeTransformer, type OperatorNode, type RawNode } from 'kysely'
import { requestContext } from '../database/request-context.ts'

/** Operators that the library spells as SQL between its arguments, such as `name ~* any($1)`. */
const regexOperator = /^\s*!?~\*?(?:\s|$)/

class RegexDetector extends OperationNodeTransformer {
  protected override transformRaw(node: RawNode): RawNode {
    for (const fragment of node.sqlFragments) refuseRegex(fragment)
    return super.transformRaw(node)
  }

  protected override transformOperator(node: OperatorNode): OperatorNode {
    refuseRegex(node.operator)
    return super.transformOperator(node)
  }
}

const detector = new RegexDetector()

function refuseRegex(sql: string): void {
  const request = requestContext.getStore()
  if (request === undefined || !regexOperator.test(sql)) return
  request.regexes = 'refused'
  throw new Error('The request has a regular expression.')
}

/**
 * Refuses the statements with a regular expression of a request that may not have one: with back references, one of a
 * few characters takes hours. It judges the statement, so the spelling in the URL does not matter.
 */
export const refuseRegexes: KyselyPlugin = {
  transformQuery: ({ node }) =>
    requestContext.getStore()?.regexes === undefined ? node : detector.transformNode(node),
  transformResult: async ({ result }) => result,
}

/** Whether a query may have a filter with a regular expression, so that its statements are looked at. */
export function mentionsRegex(query: URLSearchParams): boolean {
  return [...query].some(([, value]) => /match/i.test(value))
}
