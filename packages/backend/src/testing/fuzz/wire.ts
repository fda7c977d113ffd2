import { connect, type Socket } from 'node:net'

/** The sender of a generated request; the last one uses forged tokens. */
export const roles = ['anonymous', 'customer', 'administrator', 'forger'] as const
export type Role = (typeof roles)[number]

export type Header = readonly [name: string, value: string]

/** The framing of a body, correct or not. */
export type Framing = 'length' | 'chunked' | 'too-short' | 'none'

/** A generated request. */
export interface FuzzRequest {
  readonly method: string
  /** The target of the request line, not normalized. */
  readonly target: string
  readonly headers: readonly Header[]
  readonly body: Buffer | null
  readonly framing: Framing
}

/** Bytes that are not HTTP; the connection is closed after them. */
export interface BrokenBytes {
  readonly raw: Buffer
}

export type FuzzInput = FuzzRequest | BrokenBytes

/** The bytes of a request. Header values are UTF-8, which HTTP does not guarantee to support. */
export function onTheWire(input: FuzzInput, host: string, credentials: readonly Header[]): Buffer {
  if ('raw' in input) return input.raw
  const { method, target, body, framing } = input
  const own = new Set(input.headers.map(([name]) => name.toLowerCase()))
  const headers: readonly Header[] = [
    ...(own.has('host') ? [] : [['host', host] as const]),
    ['connection', 'close'],
    ...credentials.filter(([name]) => !own.has(name)),
    ...input.headers,
    ...framingHeaders(framing, body),
  ]
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`),
    framing === 'chunked' ? chunked(body ?? Buffer.alloc(0)) : (body ?? Buffer.alloc(0)),
  ])
}

function framingHeaders(framing: Framing, body: Buffer | null): readonly Header[] {
  if (framing === 'none' || (framing === 'length' && body === null)) return []
  if (framing === 'chunked') return [['transfer-encoding', 'chunked']]
  const length = body?.byteLength ?? 0
  return [['content-length', String(framing === 'length' ? length : Math.floor(length / 2))]]
}

function chunked(body: Buffer): Buffer {
  const middle = Math.ceil(body.byteLength / 2)
  const parts = [body.subarray(0, middle), body.subarray(middle)].filter((part) => part.byteLength > 0)
  return Buffer.concat([...parts.map(chunk), Buffer.from('0\r\n\r\n')])
}

function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

/** A request in one line, for a report. */
export function inOneLine(input: FuzzInput): string {
  if ('raw' in input) return `raw ${JSON.stringify(input.raw.toString('latin1').slice(0, 300))}`
  const headers = input.headers.map(([name, value]) => `${name}: ${value}`)
  const body = input.body === null ? '' : ` ${JSON.stringify(input.body.toString().slice(0, 400))}`
  return `${input.method} ${input.target.slice(0, 600)} ${JSON.stringify(headers).slice(0, 400)} ${input.framing}${body}`
}

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
  return exchange(port, timeoutMs, (socket) => void socket.write(bytes))
}

/** Sends an endless chunked body, with backpressure, until the server ends the request. */
export async function sendNeverEnding(
  port: number,
  target: string,
  credentials: readonly Header[],
): Promise<Answer> {
  const headers = [...credentials, ['content-type', 'application/json'] as const]
  const request = { method: 'POST', target, headers, body: null, framing: 'chunked' } as const
  const head = onTheWire(request, `127.0.0.1:${port}`, [])
  const part = chunk(Buffer.alloc(65_536, '['))
  return exchange(port, 10_000, (socket) => {
    const push = (): void => {
      while (!socket.destroyed && socket.write(part));
    }
    socket.on('drain', push)
    // Without the last chunk.
    socket.write(head.subarray(0, -5))
    push()
  })
}

async function exchange(port: number, timeoutMs: number, send: (socket: Socket) => void): Promise<Answer> {
  const chunks: Buffer[] = []
  let timedOut = false
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const last = setTimeout(() => {
      timedOut = true
      socket.destroy()
    }, timeoutMs)
    socket.on('data', (bytes) => chunks.push(bytes))
    // The server may close during the write; its response still counts.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(last)
      resolve()
    })
    send(socket)
  })
  // 100 Continue is not the response.
  const text = Buffer.concat(chunks)
    .toString()
    .replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/, '')
  const [first = '', ...lines] = text.slice(0, Math.max(text.indexOf('\r\n\r\n'), 0)).split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]
  const headers = lines.map((line): Header => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: status === undefined ? null : Number(status), headers: new Map(headers), text, timedOut }
}
