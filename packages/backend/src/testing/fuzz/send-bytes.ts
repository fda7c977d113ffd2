import { connect } from 'node:net'

/** What came back on one connection; `status` is null when there was no answer in HTTP. */
export interface Answer {
  readonly status: number | null
  readonly headers: ReadonlyMap<string, string>
  /** Everything that came, as text: a body that is compressed cannot be read here, so nobody asks for one. */
  readonly text: string
  /** The connection stayed open and silent until the time was up. */
  readonly timedOut: boolean
}

/**
 * Sends bytes on a connection of their own and reads until the other side closes it.
 * @param patience milliseconds until it is given up
 */
export async function sendBytes(port: number, bytes: Buffer, patience: number): Promise<Answer> {
  const chunks: Buffer[] = []
  let timedOut = false
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const last = setTimeout(() => {
      timedOut = true
      socket.destroy()
    }, patience)
    socket.on('data', (chunk) => chunks.push(chunk))
    // The server may close while this side still writes; what it answered before counts.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(last)
      resolve()
    })
    socket.write(bytes)
  })
  // "Go on" is no answer yet.
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
