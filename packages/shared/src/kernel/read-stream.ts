/**
 * Reads a stream to its end.
 *
 * @throws RangeError as soon as it is longer than `maxBytes`
 */
export async function readStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined)
      throw new RangeError(`More than ${maxBytes} bytes`)
    }
    chunks.push(value)
  }
}
