import { connect } from 'node:net'

/** How a server took a body that does not end. */
export interface EndOfPatience {
  readonly target: string
  readonly status: number | null
  readonly ended: boolean
}

/** Milliseconds within which the server must have ended it. */
const patience = 10_000

/** Sends a body without an end, in chunks, as fast as it is taken, until the server ends it. */
export async function sendNeverEnding(
  port: number,
  target: string,
  headers: readonly (readonly [string, string])[],
): Promise<EndOfPatience> {
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
    const last = setTimeout(() => done(false), patience)
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
