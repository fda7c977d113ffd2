/** The API's maximum for a body that is no upload, in bytes. */
export const maxJsonBytes = 256 * 1024

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
