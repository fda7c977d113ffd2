import { apiError } from '../http/api-errors.ts'
import { embeddingOf } from './embedding.ts'

/** What the public may embed, in all and in each other. */
const maxEmbeds = 8
const maxEmbeddingDepth = 2
/** The largest answer to the public, in bytes. */
const maxAnswerBytes = 2 * 1024 * 1024

/** Whether the limits do not hold for the caller: an administrator, or the secret key. */
export type IsExempt = () => Promise<boolean>

/** What may be embedded in what is embedded: short tables, so that an answer's rows do not multiply. */
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

/** The response, or an error when it is larger than the public may ask for. */
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
