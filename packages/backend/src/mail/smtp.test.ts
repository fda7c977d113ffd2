import { mkdir, readdir } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestServer } from '../testing/test-server.ts'
import { folderOfEachTest } from '../testing/shared-folder.ts'
import { portOf } from '../testing/port-of.ts'
import { linkMessage } from './auth-message.ts'
import { createOutbox } from './outbox.ts'
import { createSmtpDelivery } from './smtp.ts'

/** A message as an SMTP server gets it. */
interface Received {
  readonly commands: string[]
  readonly data: string
}

/** How the server treats a connection or a command: its reply, or `close`, or silence (null). */
type Treat = (command: string) => string | null | undefined

const replies: Readonly<Record<string, string>> = {
  EHLO: '250-fake\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  STARTTLS: '502 no',
  DATA: '354 go on',
  QUIT: '221 bye',
}

/** A small SMTP server on 127.0.0.1, as unkind as `treat` says; it accepts what that leaves undefined. */
async function startSmtpServer(treat: Treat = () => undefined) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    const commands: string[] = []
    let data: string[] | null = null
    const reply = (command: string, usual: string) => {
      const words = treat(command)
      if (words === 'close') socket.destroy()
      else if (words !== null) socket.write(`${words ?? usual}\r\n`)
    }
    reply('connect', '220 fake')
    let rest = ''
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (data === null) {
          commands.push(line)
          if (line === 'DATA') data = []
          const [word = ''] = line.split(' ')
          reply(line, replies[word] ?? '250 fine')
        } else if (line === '.') {
          received.push({ commands: [...commands], data: data.join('\n') })
          data = null
          reply('.', '250 taken')
        } else data.push(line)
      }
    })
  })
  const url = `smtp://127.0.0.1:${await portOf(server)}`
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }
  return { url, received, close }
}

const temporary = folderOfEachTest()
let folder: string
let stack: AsyncDisposableStack
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  folder = join(temporary.path, 'mail')
  await mkdir(folder)
})
afterEach(async () => stack.disposeAsync())

const from = 'Giftwell <gifts@giftwell.test>'
const link = 'http://127.0.0.1:3000/auth/v1/verify?token=secret'
const mailTo = (to: string) => linkMessage('signup', to, link)

function outboxAt(url: string, options: { retryAfterMs?: number[]; timeLimitMs?: number } = {}) {
  const logged: string[] = []
  const smtp = createSmtpDelivery({ url, from, retryAfterMs: [], ...options })
  const outbox = createOutbox(folder, (line) => logged.push(line), smtp)
  stack.defer(outbox.close)
  return { outbox, logged, files: async () => readdir(folder) }
}

async function smtpServer(treat?: Treat) {
  const server = await startSmtpServer(treat)
  stack.defer(server.close)
  return server
}

it('a message is delivered with its sender, texts and recipient, leaves no file, and its link is not printed', async () => {
  const server = await smtpServer()
  const { outbox, logged, files } = outboxAt(server.url.replace('//', '//me:p%40ss@'))
  await outbox.send(mailTo('Ada@Example.com'))
  await vi.waitFor(async () => expect(await files()).toEqual([]))
  expect(server.received).toHaveLength(1)
  const [{ commands, data } = { commands: [], data: '' }] = server.received
  expect(commands).toContain(`AUTH PLAIN ${Buffer.from('\0me\0p@ss').toString('base64')}`)
  expect(commands).toContain('MAIL FROM:<gifts@giftwell.test>')
  expect(commands.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<Ada@example.com>'])
  expect(data).toContain('From: Giftwell <gifts@giftwell.test>')
  expect(data).toContain('Subject: Confirm your Giftwell account')
  expect(data).toContain('Content-Type: text/plain')
  expect(data).toContain('Content-Type: text/html')
  expect(data).toContain('Auto-Submitted: auto-generated')
  expect(logged).toEqual([])
})

it('a message names whom to answer, and the messages that it goes on with', async () => {
  const server = await smtpServer()
  const references = ['<1@gifts.example>', '<2@gifts.example>']
  const message = {
    ...mailTo('ada@example.com'),
    replyTo: 'owner@gifts.example',
    messageId: '<3@gifts.example>',
    references,
  }
  await createSmtpDelivery({ url: server.url, from }).deliver(message, () => {})
  const headers = (server.received[0]?.data ?? '').split(/\r?\n/)
  expect(headers).toEqual(
    expect.arrayContaining([
      'Message-ID: <3@gifts.example>',
      'In-Reply-To: <2@gifts.example>',
      'References: <1@gifts.example> <2@gifts.example>',
      'Reply-To: owner@gifts.example',
    ]),
  )
})

it('the sender that the site chose is the sender, and the other one where that cannot be read', async () => {
  const server = await smtpServer()
  const chosen = [
    async () => ({ name: 'Gifts', address: 'post@seller.test' }),
    async () => null,
    async () => Promise.reject(new Error('down')),
  ]
  for (const chosenSender of chosen)
    await createSmtpDelivery({ url: server.url, from, chosenSender }).deliver(
      mailTo('ada@example.com'),
      () => {},
    )
  expect(server.received.map(({ data }) => /^From: (.*)$/m.exec(data)?.[1])).toEqual([
    'Gifts <post@seller.test>',
    from,
    from,
  ])
})

it('an address with a comma is one recipient, and neither sees the other', async () => {
  const server = await smtpServer()
  const { outbox } = outboxAt(server.url)
  await outbox.send(mailTo('a@first.example,b@second.example'))
  await outbox.send(mailTo('x,y@third.example'))
  await vi.waitFor(() => expect(server.received.length).toBeGreaterThan(0))
  for (const { commands } of server.received)
    expect(commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(1)
})

it.each<[what: string, treat: Treat, code: string]>([
  ['hangs', () => null, 'ETIMEDOUT'],
  ['hangs after the message', (command) => (command === '.' ? null : undefined), 'ETIMEDOUT'],
  ['closes the connection', () => 'close', 'ECONNECTION'],
  ['closes it in the middle', (command) => (command === 'DATA' ? 'close' : undefined), 'ECONNECTION'],
  ['greets with a rejection', (command) => (command === 'connect' ? '554 no' : undefined), '554'],
  [
    'refuses the recipient',
    (command) => (command.startsWith('RCPT') ? '550 no' : undefined),
    'EENVELOPE 550',
  ],
  ['refuses the message', (command) => (command === '.' ? '554 spam' : undefined), 'EMESSAGE 554'],
  ['answers nonsense', () => '\0\0\0 hello', 'EPROTOCOL'],
])(
  'a server that %s loses no message: the file stays, and the log has a code and no address',
  async (_what, treat, code) => {
    const server = await smtpServer(treat)
    const { outbox, logged, files } = outboxAt(server.url, { timeLimitMs: 300 })
    await outbox.send(mailTo('ada@example.com'))
    expect(await files()).toHaveLength(1)
    await vi.waitFor(() => expect(logged).toHaveLength(2), 5000)
    expect(logged[0]).toContain(code)
    expect(logged[1]).toBe(
      'mail: Confirm your Giftwell account: not delivered; it stays in the folder of mail',
    )
    expect(logged.join()).not.toMatch(/ada|secret/)
    expect(await files()).toHaveLength(1)
  },
)

it('a server that cannot be reached loses no message', async () => {
  const server = await startSmtpServer()
  await server.close()
  const { outbox, logged, files } = outboxAt(server.url)
  await outbox.send(mailTo('ada@example.com'))
  await vi.waitFor(() => expect(logged).toHaveLength(2))
  expect(logged[0]).toMatch(/\(E[A-Z]+\)$/)
  expect(await files()).toHaveLength(1)
})

it('a message that is refused for now is sent again, and one that is refused for good is not', async () => {
  let connections = 0
  const busy = await smtpServer((command) => {
    if (command === 'connect') connections += 1
    return command.startsWith('RCPT') && connections < 3 ? '451 later' : undefined
  })
  const withRetries = outboxAt(busy.url, { retryAfterMs: [10, 10] })
  await withRetries.outbox.send(mailTo('ada@example.com'))
  await vi.waitFor(async () => expect(await withRetries.files()).toEqual([]))
  expect([busy.received.length, withRetries.logged.length]).toEqual([1, 2])

  let asked = 0
  const strict = await smtpServer((command) => {
    if (command === 'connect') asked += 1
    return command.startsWith('RCPT') ? '550 no' : undefined
  })
  const refused = outboxAt(strict.url, { retryAfterMs: [10, 10] })
  await refused.outbox.send(mailTo('ada@example.com'))
  await vi.waitFor(() => expect(refused.logged).toHaveLength(2))
  expect(asked).toBe(1)
})

it('a password goes over TLS only, unless the server is on this machine', async () => {
  const server = await smtpServer()
  const { port } = new URL(server.url)
  // Another name of this machine, which looks like one elsewhere.
  const { outbox, logged } = outboxAt(`smtp://me:pw@[::ffff:127.0.0.1]:${port}`)
  await outbox.send(mailTo('ada@example.com'))
  await vi.waitFor(() => expect(logged).toHaveLength(2))
  expect(logged[0]).toContain('ETLS')
  expect(server.received).toEqual([])
})

it('closing waits for a delivery in flight, and not for a server that hangs', async () => {
  const server = await smtpServer()
  const quick = outboxAt(server.url)
  await quick.outbox.send(mailTo('ada@example.com'))
  await quick.outbox.close()
  expect(await quick.files()).toEqual([])
  const silent = await smtpServer(() => null)
  const stuck = outboxAt(silent.url, { retryAfterMs: [60_000] })
  await stuck.outbox.send(mailTo('ada@example.com'))
  await stuck.outbox.close()
  expect(await stuck.files()).toHaveLength(1)
})

it(
  'a sign-up is answered while the SMTP server hangs, and the site closes',
  { timeout: 120_000 },
  async () => {
    let connections = 0
    const silent = await smtpServer(() => {
      connections += 1
      return null
    })
    const site = await startTestServer({ SMTP_URL: silent.url })
    const ada = { email: 'ada@example.com', password: 'open sesame' }
    const { data, error } = await site.client().auth.signUp(ada)
    expect([error, data.user?.email]).toEqual([null, ada.email])
    await vi.waitFor(() => expect(connections).toBe(1))
    expect(await site.mails()).toHaveLength(1)
    await site.close()
  },
)
