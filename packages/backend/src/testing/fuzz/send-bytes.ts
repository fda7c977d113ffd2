import { connect } from 'node:net'

/** The response on one connection; `status` is null when it is not HTTP. */
export interface Answer {
  readonly status: number | null
  readonly headers: ReadonlyMap<string, string>
  /** The whole response as text; requests accept no compression. */
  readonly text: string
  /** The connection was still open at the timeout. */
  readonly timedOut: boolean
}

/**
 * Sends bytes on a new connection and reads until the server closes it.
 * @param timeoutMs after which the connection is destroyed
 */
export async function sendBytes(port: number, bytes: Buffer, timeoutMs: number): Promise<Answer> {
  const chunks: Buffer[] = []
  let timedOut = false
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const last = setTimeout(() => {
      timedOut = true
      socket.destroy()
    }, timeoutMs)
    socket.on('data', (chunk) => chunks.push(chunk))
    // The server may close during the write; its response still counts.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(last)
      resolve()
    })
    socket.write(bytes)
  })
  // 100 Continue is not the response.
  const text = Buffer.concat(chunks).toString()
  return answerIn(text.replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/, ''), timedOut)
}

function answerIn(text: string, timedOut: boolean): Answer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { status: status === undefined ? null : Number(status), headers, text, timedOut }
}
