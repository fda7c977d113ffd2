import { apiError } from '../http/api-errors.ts'
import { isObject, MalformedBodyError, readJson } from '../http/request-body.ts'

/** The database's limit for the name of a product, in characters. */
const maxNameLength = 200

/**
 * The response to a lead with a field of another kind, or null; the database checks the rest.
 * Upstream: writes a nested value as text, and fails with 500 where it is nested deeply.
 */
export function leadFieldsError(method: string, path: string, body: Buffer | null): Response | null {
  if (method !== 'POST' || decodeURIComponent(path).replace(/\/+$/, '') !== '/rest/v1/leads') return null
  let value: unknown
  try {
    value = readJson(body)
  } catch (error) {
    if (!(error instanceof MalformedBodyError)) throw error
    return null // CSV and forms, for the operator's programs
  }
  const problem = (Array.isArray(value) ? value : [value]).map(problemOf).find((found) => found !== null)
  return problem === undefined ? null : apiError('rest', 400, '23514', problem)
}

/** A sentence that names the field and its rule. */
function problemOf(lead: unknown): string | null {
  if (!isObject(lead)) return null
  for (const [field, value] of Object.entries(lead)) {
    if (field === 'selected_products' && Array.isArray(value)) {
      if (value.some((name) => typeof name !== 'string'))
        return 'selected_products: every product is a name, as text'
      // A character may be two units of a string.
      if (value.some((name) => Array.from(String(name)).length > maxNameLength))
        return `selected_products: a product's name may have at most ${maxNameLength} characters`
    } else if (typeof value === 'object' && value !== null) return `${field}: must be text`
  }
  return null
}
