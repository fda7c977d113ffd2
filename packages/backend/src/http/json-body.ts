/**
 * The value of a JSON body; undefined when there is no body or an empty one.
 *
 * Every check before the library reads bodies with this function, and the library reads them alike: as UTF-8 whatever the
 * headers say, without one byte order mark, the last of two equal keys.
 * @throws MalformedBodyError for what is not JSON, and for text that PostgreSQL cannot store
 */
export function readJson(body: Buffer | null): unknown {
  if (body === null || body.byteLength === 0) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(body), refuseUnstorable)
  } catch {
    throw new MalformedBodyError()
  }
}

/** The object in a JSON body; null for every other body. */
export function jsonObjectIn(body: Buffer | null): Readonly<Record<string, unknown>> | null {
  try {
    const value = readJson(body)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** A body that is not JSON. */
export class MalformedBodyError extends Error {
  override readonly name = 'MalformedBodyError'
}

/** Whether a JSON value is an object, and no array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Refused here, because the database would refuse it for a new account only. */
function refuseUnstorable(key: string, value: unknown): unknown {
  if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) throw new MalformedBodyError()
  return value
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
