import { apiError } from '../http/api-errors.ts'
import { type KyselyPlugin, OperationNodeTransformer, type OperatorNode, type RawNode } from 'kysely'
import { requestContext } from '../database/request-context.ts'

/** The public's limits on embedding, in total and nested. */
const maxEmbeds = 8
const maxEmbeddingDepth = 2
/** The largest answer to the public, in bytes. */
const maxAnswerBytes = 2 * 1024 * 1024

/** Whether the limits do not hold for the caller: an administrator, or the secret key. */
export type IsExempt = () => Promise<boolean>

/** The tables that may be embedded in an embedded one: short ones, so a response's rows do not multiply. */
const embeddedTwice = ['categories', 'subcategories', 'industry_tags', 'doctor_type_tags', 'themes']
/** The longest filter with a full-text search, in characters; each of its words is searched for in each row. */
const maxFullText = 200

/**
 * The error of a `select` that cannot be parsed or embeds more than the public may, or of a filter that would take too
 * long, or null.
 */
export async function queryError(query: URLSearchParams, isExempt: IsExempt): Promise<Response | null> {
  for (const [field, value] of query) {
    const isFullText = /(?:^|[.(,])(?:pl|ph|w)?fts(?:\(|\.)/i.test(value)
    if (isFullText && value.length > maxFullText && !(await isExempt()))
      return invalid(`${field}: a full-text search may have at most ${maxFullText} characters`)
  }
  for (const select of query.getAll('select')) {
    const embedding = embeddingOf(select)
    if (embedding === null) return invalid('select cannot be parsed')
    const isTooMuch = embedding.count > maxEmbeds || embedding.depth > maxEmbeddingDepth
    if (isTooMuch && !(await isExempt())) {
      return invalid(`select may embed at most ${maxEmbeds} tables, ${maxEmbeddingDepth} levels deep`)
    }
    const refused = embedding.inner.find((name) => !embeddedTwice.includes(name))
    if (refused !== undefined && !(await isExempt()))
      return invalid(`select may embed ${embeddedTwice.join(', ')} in another table, not ${refused}`)
  }
  return null
}

/** The response, or an error when it is larger than the public may have. */
export async function withinSize(response: Response, isExempt: IsExempt): Promise<Response> {
  if (response.body === null) return response
  const bytes = await response.arrayBuffer()
  return bytes.byteLength <= maxAnswerBytes || (await isExempt())
    ? new Response(bytes, response)
    : invalid('The answer is larger than 2 MB; ask for fewer rows or columns with limit and select')
}

/** The error of a filter with a regular expression. */
export function regexRefused(query: URLSearchParams): Response {
  const [field = 'A filter'] = [...query].find(([, value]) => /match/i.test(value)) ?? []
  return invalid(`${field}: regular expressions (match, imatch) are not available; use like or ilike`)
}

/** PostgREST's code for a parameter of the URL that it does not accept. */
function invalid(message: string): Response {
  return apiError('rest', 400, 'PGRST100', message)
}

/** How much a `select` embeds. */
interface Embedding {
  /** The number of embedded tables, at all levels. */
  readonly count: number
  /** The levels below the requested table. */
  readonly depth: number
  /** The names of the tables that are embedded in an embedded one. */
  readonly inner: readonly string[]
}

const aggregate = /(?:^|[.:])(?:count|sum|avg|min|max)$/
const quotedName = /"(?:[^"\\]|\\.)+("?)/gs

/**
 * Measures what a `select` parameter embeds.
 * Upstream: answers some that PostgREST cannot parse with every column, and others with a failure.
 * @returns null when it cannot be parsed
 */
export function embeddingOf(select: string): Embedding | null {
  // Quoted names may contain any separator.
  const text = select.replace(quotedName, (_, end: string) => (end === '' ? '"' : 'quoted'))
  if (text.includes('"')) return null
  let [count, depth, level] = [0, 0, 0]
  const inner: string[] = []
  const open: ('aggregate' | 'embedded')[] = []
  let previous = ','
  for (const token of text.match(/[^(),]+|[(),]/g) ?? []) {
    const follows = (separators: string): boolean => separators.includes(previous)
    switch (token) {
      case '(': {
        if (follows('(),')) return null
        const kind = aggregate.test(previous) ? 'aggregate' : 'embedded'
        open.push(kind)
        if (kind === 'embedded') {
          count += 1
          level += 1
          depth = Math.max(depth, level)
          // `alias:name!hint`, or `...name`.
          if (level > 1) inner.push(previous.replace(/^(?:.*:|\.\.\.)/, '').replace(/!.*$/, ''))
        }
        break
      }
      case ')': {
        const kind = open.pop()
        if (kind === undefined || follows(',') || (kind === 'aggregate' && !follows('('))) return null
        if (kind === 'embedded') level -= 1
        break
      }
      case ',':
        if (follows('(,')) return null
        break
      default:
        if (token.trim() === '') continue
        // Only a cast may follow an aggregate.
        if (follows(')') && !token.startsWith('::')) return null
    }
    previous = token.trim()
  }
  const isComplete = open.length === 0 && (previous !== ',' || select === '')
  return isComplete ? { count, depth, inner } : null
}

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
