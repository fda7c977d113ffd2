/** A request's body is larger than its kind may be. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/** A request's body ended before its end: the client went away, so nobody reads the answer. */
export class BodyCutOffError extends Error {
  override readonly name = 'BodyCutOffError'
}

/**
 * Reads a request's body into memory, whether it says its length beforehand or comes in chunks.
 * @param cap the most bytes that are taken
 * @returns null when there is no body
 * @throws BodyTooLargeError as soon as the length that is said, or the bytes that came, pass the cap
 * @throws BodyCutOffError when the client goes away before it has sent all
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
    throw error instanceof BodyTooLargeError ? error : new BodyCutOffError()
  }
  return Buffer.concat(chunks, length)
}
