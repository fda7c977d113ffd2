import { connect } from 'node:net'

/** A server's reaction to an endless body. */
export interface NeverEndingResult {
  readonly target: string
  readonly status: number | null
  readonly ended: boolean
}

/** The server must end the request within this. */
const timeoutMs = 10_000

/** Sends an endless chunked body, with backpressure, until the server ends the request. */
export async function sendNeverEnding(
  port: number,
  target: string,
  headers: readonly (readonly [string, string])[],
): Promise<NeverEndingResult> {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, '['), Buffer.from('\r\n')])
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  let answer = ''
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const done = (ended: boolean): void => {
      clearTimeout(last)
      socket.destroy()
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]
      resolve({ target, status: status === undefined ? null : Number(status), ended })
    }
    const last = setTimeout(() => done(false), timeoutMs)
    const push = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
    })
    socket.on('drain', push)
    socket.on('error', () => undefined)
    socket.on('close', () => done(true))
    socket.write(
      `POST ${target} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    push()
  })
}
