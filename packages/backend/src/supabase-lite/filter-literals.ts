import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PrimitiveValueListNode,
  type ValueNode,
} from 'kysely'
import { requestContext } from '../database/request-context.ts'

/** The literals of a request's filters by their placeholders. */
export type Literals = Map<string, string>

/**
 * Replaces the literals of a table query that the library misreads by placeholders; `restoreLiterals` restores them.
 * Upstream: in `or=` the parser ignores escapes in quoted values, includes the quotes in a pattern and counts brackets
 * inside of quotes; elsewhere it does not read `null` and `12.50` as text, as PostgREST does.
 * @param query changed in place
 * @param id makes the placeholders unique
 */
export function extractLiterals(query: URLSearchParams, id: string): Literals {
  const literals: Literals = new Map()
  const placeholderFor = (value: string): string => {
    const placeholder = `value-${literals.size}-of-${id}`
    literals.set(placeholder, value)
    return placeholder
  }
  const changed = [...query].map(([name, value]): [string, string] => {
    if (isReserved(name)) return [name, value]
    return [name, isLogic(name) ? logicWithout(value, placeholderFor) : filterWithout(value, placeholderFor)]
  })
  for (const name of new Set(query.keys())) query.delete(name)
  for (const [name, value] of changed) query.append(name, value)
  return literals
}

type PlaceholderFor = (value: string) => string

/** Parameters that are not filters, of the table or an embedded one. */
function isReserved(name: string): boolean {
  return /^(?:.+\.)?(?:select|order|limit|offset|on_conflict|columns|apikey)$/.test(name)
}

function isLogic(name: string): boolean {
  return /^(?:.+\.)?(?:or|and)$/.test(name)
}

/** `name.eq."Mug, \"tall\""` in a tree of conditions. */
const quotedValue = /(?<=\.(eq|neq|gt|gte|lt|lte|like|ilike|match|imatch)\.)"((?:[^"\\]|\\.)*)"/gs

function logicWithout(tree: string, placeholderFor: PlaceholderFor): string {
  return tree.replace(quotedValue, (_, operator: string, escaped: string) => {
    const value = escaped.replace(/\\(.)/gs, '$1')
    // In a pattern an asterisk means a percent sign.
    return placeholderFor(operator.endsWith('like') ? value.replaceAll('*', '%') : value)
  })
}

function filterWithout(filter: string, placeholderFor: PlaceholderFor): string {
  const [, operator = '', value = ''] =
    /^((?:not\.)?(?:eq|neq|gt|gte|lt|lte|match|imatch)\.)(.*)$/s.exec(filter) ?? []
  return operator !== '' && isMisread(value) ? operator + placeholderFor(value) : filter
}

function isMisread(value: string): boolean {
  if (value !== value.trim() || /^(?:null|not_null|unknown)$/i.test(value) || /^".*"$/s.test(value))
    return true
  const number = Number(value)
  return value !== '' && Number.isFinite(number) && String(number) !== value
}

/** Restores the literals in the statements of the request. */
export const restoreLiterals: KyselyPlugin = {
  transformQuery: ({ node }) => (currentLiterals() === undefined ? node : transformer.transformNode(node)),
  transformResult: async ({ result }) => result,
}

class LiteralTransformer extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: restored(node.value) }
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(restored) }
  }
}

const transformer = new LiteralTransformer()

function currentLiterals(): ReadonlyMap<string, string> | undefined {
  const literals = requestContext.getStore()?.literals
  return literals?.size === 0 ? undefined : literals
}

function restored(value: unknown): unknown {
  return typeof value === 'string' ? (currentLiterals()?.get(value) ?? value) : value
}
