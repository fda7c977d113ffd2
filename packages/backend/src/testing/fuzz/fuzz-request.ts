/** The sender of a generated request; the last one uses forged tokens. */
export const roles = ['anonymous', 'customer', 'administrator', 'forger'] as const
export type Role = (typeof roles)[number]

/** The framing of a body, correct or not. */
export type Framing = 'length' | 'chunked' | 'too-short' | 'unfinished' | 'none'

/** A generated request. */
export interface FuzzRequest {
  readonly method: string
  /** The target of the request line, not normalized. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | null
  readonly framing: Framing
}

/** Bytes that are not HTTP; the connection is closed after them. */
export interface BrokenBytes {
  readonly raw: Buffer
}

export type FuzzInput = FuzzRequest | BrokenBytes

/** The headers of each role. */
export type Credentials = readonly (readonly [string, string])[]

/** Whether the server may wait for more bytes; such a request times out without a response. */
export function isUnfinished(input: FuzzInput): boolean {
  return 'raw' in input || input.framing === 'unfinished'
}

/** The bytes of a request. Header values are UTF-8, which HTTP does not guarantee to support. */
export function onTheWire(input: FuzzInput, host: string, credentials: Credentials): Buffer {
  if ('raw' in input) return input.raw
  const { method, target, body, framing } = input
  const given = new Set(input.headers.map(([name]) => name.toLowerCase()))
  const headers = [
    ...(given.has('host') ? [] : [['host', host] as const]),
    ['connection', 'close'] as const,
    ...credentials.filter(([name]) => !given.has(name)),
    ...input.headers,
    ...framingHeaders(framing, body),
  ]
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(head.join('\r\n')), ...framed(framing, body)])
}

function framingHeaders(framing: Framing, body: Buffer | null): (readonly [string, string])[] {
  const length = body?.byteLength ?? 0
  switch (framing) {
    case 'length':
      return body === null ? [] : [['content-length', String(length)]]
    case 'chunked':
      return [['transfer-encoding', 'chunked']]
    case 'too-short':
      return [['content-length', String(Math.floor(length / 2))]]
    case 'unfinished':
      return [['content-length', String(length + 10)]]
    case 'none':
      return []
  }
}

function framed(framing: Framing, body: Buffer | null): Buffer[] {
  if (framing !== 'chunked') return body === null ? [] : [body]
  const chunk = (bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  const last = Buffer.from('0\r\n\r\n')
  if (body === null || body.byteLength === 0) return [last]
  const middle = Math.ceil(body.byteLength / 2)
  const parts = [body.subarray(0, middle), body.subarray(middle)].filter((part) => part.byteLength > 0)
  return [...parts.map(chunk), last]
}

/** A request in one line, for a report. */
export function inWords(input: FuzzInput): string {
  if ('raw' in input) return `raw ${JSON.stringify(input.raw.toString('latin1').slice(0, 300))}`
  const headers = input.headers.map(([name, value]) => `${name}: ${value}`)
  const body = input.body === null ? '' : ` ${JSON.stringify(input.body.toString().slice(0, 400))}`
  return `${input.method} ${input.target.slice(0, 600)} ${JSON.stringify(headers).slice(0, 400)} ${input.framing}${body}`
}
