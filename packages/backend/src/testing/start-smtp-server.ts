import { SMTPServer } from 'smtp-server'
import { portOf } from './port-of.ts'

/** What an SMTP server does with an e-mail: it refuses it with a status, does not answer, or takes it. */
export type Treat = () => number | 'hang' | undefined

/** A real SMTP server on this machine. */
export async function startSmtpServer(treat: Treat = () => undefined, wantedPort = 0) {
  const received: { readonly to: string; readonly data: string }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, callback) {
      const status = treat()
      if (status === 'hang') return
      callback(status === undefined ? null : Object.assign(new Error('no'), { responseCode: status }))
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address).join()
        received.push({ to, data: Buffer.concat(chunks).toString() })
        callback()
      })
    },
  })
  const port = await portOf(smtp.server, wantedPort)
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    close: async () => new Promise<void>((resolve) => smtp.close(resolve)),
  }
}
