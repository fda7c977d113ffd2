/** The API's maximum for a body that is no upload, in bytes. */
export const maxJsonBytes = 256 * 1024

/** The functions that take a buyer's file, in bodies that are larger than others. */
export const filePaths: ReadonlySet<string> = new Set(
  ['attach_purchase_order', 'attach_artwork'].map((name) => `/rest/v1/rpc/${name}`),
)

/** A request's body exceeds the cap. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/** The client disconnected before the end of the body. */
export class BodyAbortedError extends Error {
  override readonly name = 'BodyAbortedError'
}

/**
 * Buffers a request's body, with or without a `content-length`.
 * @param cap the maximum in bytes
 * @returns null when there is no body
 * @throws BodyTooLargeError as soon as the declared length or the received bytes exceed the cap
 * @throws BodyAbortedError when the client disconnects before the end
 */
export async function readBody(request: Request, cap: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > cap) throw new BodyTooLargeError()
  if (request.body === null) return null
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body) {
      length += chunk.byteLength
      if (length > cap) throw new BodyTooLargeError()
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof BodyTooLargeError ? error : new BodyAbortedError()
  }
  return Buffer.concat(chunks, length)
}

/**
 * Buffers a body that is read again later.
 * @returns undefined for one that the API refuses by its size
 */
export async function readBodyCopy(request: Request): Promise<Buffer<ArrayBuffer> | null | undefined> {
  return readBody(request.clone(), maxJsonBytes).catch((error: unknown) => {
    if (error instanceof BodyTooLargeError) return undefined
    throw error
  })
}

/**
 * The value of a JSON body; undefined when there is no body or an empty one.
 *
 * Every check before the library reads bodies with this function, and the library reads them alike: as UTF-8 whatever the
 * headers say, without one byte order mark, the last of two equal keys.
 * @throws MalformedBodyError for invalid JSON, and for text that PostgreSQL cannot store
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

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\[]{}')

/**
 * The maximum nesting in a text by its brackets, whether they belong to JSON, to JSON in a string, or to neither.
 */
export function bracketDepth(text: string): number {
  let [depth, deepest] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    let code = text.charCodeAt(at)
    if (code === backslash && text.startsWith('u00', at + 1)) code = parseInt(text.slice(at + 4, at + 6), 16)
    if (code === openBracket || code === openBrace) deepest = Math.max(deepest, (depth += 1))
    // A text that begins with closing brackets must not make room for what follows it.
    else if (code === closeBracket || code === closeBrace) depth = Math.max(0, depth - 1)
  }
  return deepest
}

/**
 * The nesting of a JSON text, without parsing it. Bytes that are no JSON have some nesting, too.
 * @returns 0 for a plain value
 */
export function jsonDepth(bytes: Uint8Array): number {
  let [depth, deepest] = [0, 0]
  let isQuoted = false
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote:
        isQuoted = !isQuoted
        break
      case backslash:
        if (isQuoted) at += 1
        break
      case openBracket:
      case openBrace:
        if (!isQuoted) deepest = Math.max(deepest, (depth += 1))
        break
      case closeBracket:
      case closeBrace:
        if (!isQuoted) depth -= 1
        break
      default:
    }
  }
  return deepest
}
