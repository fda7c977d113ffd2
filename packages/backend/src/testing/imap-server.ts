import { createServer, type Socket } from 'node:net'
import { portOf } from './port-of.ts'

interface StoredMail {
  readonly uid: number
  readonly raw: string
  readonly flags: Set<string>
  /** The bytes of its source that were sent. */
  read: number
}

/**
 * A mailbox on loopback with the part of IMAP (RFC 3501) that a reading client needs: one folder, INBOX, without
 * extensions. It rejects a wrong password (6.2.3), commands before a sign-in (3.1) and before a folder is selected
 * (3.2), and marks nothing as read, since it only supports BODY.PEEK (6.4.5).
 */
export async function startImapServer(password: string) {
  const mails: StoredMail[] = []
  let refusals = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let state: 'greeted' | 'signed in' | 'selected' = 'greeted'
    const send = (...lines: readonly string[]) => socket.write(lines.map((line) => `${line}\r\n`).join(''))
    const found = (set: string) => mails.filter(({ uid }) => String(uid) === set)

    function answer(tag: string, command: string, rest: string): void {
      const done = (...lines: readonly string[]) => send(...lines, `${tag} OK done`)
      if (command === 'CAPABILITY') return void done('* CAPABILITY IMAP4rev1')
      if (command === 'NOOP') return void done()
      if (command === 'LOGOUT') {
        done('* BYE')
        socket.end()
        return
      }
      if (state === 'greeted') {
        if (command !== 'LOGIN') return void send(`${tag} BAD sign in first`)
        if (!rest.includes(password)) {
          refusals += 1
          return void send(`${tag} NO [AUTHENTICATIONFAILED] wrong password`)
        }
        state = 'signed in'
        return void done()
      }
      if (command === 'LIST' || command === 'LSUB') return void done(`* ${command} () "/" INBOX`)
      if (command === 'SELECT') {
        if (!/^"?INBOX"?$/i.test(rest)) return void send(`${tag} NO there is no such folder`)
        state = 'selected'
        return void send(
          '* FLAGS (\\Seen)',
          `* ${mails.length} EXISTS`,
          '* OK [UIDVALIDITY 7] valid',
          `* OK [UIDNEXT ${mails.length + 1}] next`,
          `${tag} OK [READ-WRITE] selected`,
        )
      }
      if (state !== 'selected') return void send(`${tag} BAD select a folder first`)
      if (command === 'UID SEARCH' && /^(?:ALL )?(?:UNSEEN|NOT SEEN)$/.test(rest))
        return void done(
          `* SEARCH ${mails
            .filter(({ flags }) => !flags.has('\\Seen'))
            .map(({ uid }) => uid)
            .join(' ')}`,
        )
      const [, set = '', items = ''] = /^(\S+) (.*)$/.exec(rest) ?? []
      if (command === 'UID FETCH' && items.includes('BODY.PEEK[]')) {
        const most = Number(/BODY\.PEEK\[\]<0\.(\d+)>/.exec(items)?.[1] ?? Infinity)
        for (const mail of found(set)) {
          const { uid, raw, flags } = mail
          const part = Buffer.from(raw).subarray(0, most)
          mail.read += part.length
          send(
            `* ${uid} FETCH (UID ${uid} FLAGS (${[...flags].join(' ')}) RFC822.SIZE ${Buffer.byteLength(raw)} BODY[]<0> {${part.length}}`,
            `${part.toString()})`,
          )
        }
        return void done()
      }
      if (command === 'UID STORE' && items.startsWith('+FLAGS')) {
        for (const { flags } of found(set)) flags.add('\\Seen')
        return void done()
      }
      send(`${tag} BAD unknown command`)
    }

    send('* OK [CAPABILITY IMAP4rev1] ready')
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
      for (;;) {
        const [line, tag, command, rest] = /^(\S+) (UID \w+|\w+) ?(.*)\r\n/.exec(text) ?? []
        if (line === undefined || tag === undefined || command === undefined) return
        text = text.slice(line.length)
        answer(tag, command.toUpperCase(), rest ?? '')
      }
    })
  })
  return {
    port: await portOf(server),
    /** How many sign-ins were refused. */
    refusals: () => refusals,
    deliver(raw: string): StoredMail {
      const mail = { uid: mails.length + 1, raw, flags: new Set<string>(), read: 0 }
      mails.push(mail)
      return mail
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}
