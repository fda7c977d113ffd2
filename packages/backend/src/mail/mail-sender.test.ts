import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../database/database.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator, type TestServer } from '../testing/test-server.ts'
import { startSmtpServer } from '../testing/start-smtp-server.ts'
import { startMailSender } from './mail-sender.ts'
import { createOutbox } from './outbox.ts'
import { createSmtpDelivery } from './smtp.ts'

const from = 'Giftwell <gifts@giftwell.test>'
const never = 2 ** 30

// Its own sender is disabled, and the tests start theirs.
const server = sharedServer({ TRUSTED_PROXY: '127.0.0.1' }, { mailsEveryMs: never })
beforeAll(async () => {
  const seller = await server.signedIn(administrator)
  const { error } = await seller
    .from('site_settings')
    .update({ name: 'Gifts & Co', notice_emails: ['sales@seller.example'] })
    .gte('version', 0)
  expect(error).toBeNull()
})

const sql = async (statement: string, parameters: readonly unknown[] = []) =>
  (await server.database!.query(statement, parameters)).rows

let stack: AsyncDisposableStack
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  await sql('delete from public.leads where true')
  await sql('delete from private.sent_mails where true')
})
afterEach(async () => stack.disposeAsync())

/** An SMTP server until the end of the test. */
async function smtpServer(...given: Parameters<typeof startSmtpServer>) {
  const smtp = await startSmtpServer(...given)
  stack.defer(smtp.close)
  return smtp
}

const killedBeforeItFinished: Database['query'] = async (statement, parameters) => {
  if (statement.includes('finish_mail')) throw new Error('killed')
  return server.database!.query(statement, parameters)
}

const folder = () => join(server.dataFolder, 'mail')

/** Sends what is queued, to a port of this machine or to files. */
function startSender(port: number | null, { query = server.database!.query, timeLimitMs = 20_000 } = {}) {
  const logged: string[] = []
  const smtp =
    port === null
      ? null
      : createSmtpDelivery({ url: `smtp://127.0.0.1:${port}`, from, retryAfterMs: [], timeLimitMs })
  const log = (line: string) => logged.push(line)
  const close = startMailSender({
    query,
    outbox: createOutbox(folder(), log),
    smtp,
    origins: { site: 'https://gifts.example', images: null },
    log,
    everyMs: 20,
  })
  stack.defer(close)
  return { logged, close }
}

async function send(email: string, message = 'Ten mugs') {
  const { error } = await server
    .client()
    .from('leads')
    .insert({ name: 'Asha', company: 'Nova', email, phone: '98765', message })
  expect(error).toBeNull()
}

const states = async () =>
  (
    await sql(
      `select kind || ' ' || state || coalesce(' ' || last_error, '') as state from public.outbox order by kind, recipient`,
    )
  ).map(({ state }) => state)
const bothSent = ['acknowledgement sent', 'notice sent']
const untilStates = async (expected: readonly string[]) =>
  vi.waitFor(async () => expect(await states()).toEqual(expected), { timeout: 20_000, interval: 50 })
const dueNow = async () => sql(`update public.outbox set next_attempt_at = now() where state = 'queued'`)
const header = (data: string, name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(data)?.[1]?.trim()

describe('with an SMTP server', () => {
  it('an inquiry with quantities reaches the buyer and the seller once', async () => {
    const { received, port } = await smtpServer()
    startSender(port)
    const { data: reference, error } = await server.client().rpc('send_inquiry', {
      name: 'Asha',
      company: 'Nova',
      email: 'asha@nova.example',
      phone: '98765',
      items: [
        { name: 'Brass lamp', quantity: 400, note: 'Engraved' },
        { name: 'Tea set', quantity: 20 },
      ],
      needed_by: '2026-12-12',
    })
    expect(error).toBeNull()
    await untilStates(bothSent)
    const [buyer, seller] = received.toSorted((one, other) => one.to.localeCompare(other.to))
    expect([received.length, buyer?.to, seller?.to]).toEqual([2, 'asha@nova.example', 'sales@seller.example'])
    for (const { data } of received) {
      const plain = data.replaceAll('=C3=97', '×').replaceAll('=\r\n', '')
      for (const words of [
        '400 × Brass lamp',
        'Engraved',
        '20 × Tea set',
        '12 December 2026',
        String(reference),
      ])
        expect(plain).toContain(words)
    }
    expect(header(buyer!.data, 'Subject')).toBe(`Your inquiry ${String(reference)}`)
    expect(header(seller!.data, 'Subject')).toBe(`New inquiry ${String(reference)}`)
    expect(header(seller!.data, 'Reply-To')).toBe('asha@nova.example')
    expect(header(buyer!.data, 'From')).toBe(from)
  })

  it('the sender of the settings is the sender', async () => {
    await sql(`update public.site_settings set sender_email = 'post@seller.example' where true`)
    const { received, port } = await smtpServer()
    startSender(port)
    await send('asha@nova.example')
    await untilStates(bothSent)
    expect(header(received[0]!.data, 'From')).toBe('"Gifts & Co" <post@seller.example>')
    await sql('update public.site_settings set sender_email = null where true')
  })

  it('a server that refuses for good fails an e-mail, and an administrator sends it again', async () => {
    let isStrict = true
    const { received, port } = await smtpServer(() => (isStrict ? 550 : undefined))
    const { logged } = startSender(port)
    await send('asha@nova.example')
    await untilStates(['acknowledgement failed EENVELOPE 550', 'notice failed EENVELOPE 550'])
    expect(logged.join()).not.toMatch(/asha|sales/)
    isStrict = false
    const [mail] = await sql(`select id::text from public.outbox where kind = 'notice'`)
    const customer = await server.client().rpc('retry_mail', { mail_id: mail?.['id'] })
    expect(customer.error?.code).toBe('42501')
    const { error } = await (
      await server.signedIn(administrator)
    ).rpc('retry_mail', { mail_id: mail?.['id'] })
    expect(error).toBeNull()
    await untilStates(['acknowledgement failed EENVELOPE 550', 'notice sent'])
    expect(received.map(({ to }) => to)).toEqual(['sales@seller.example'])
  })

  it('a server that hangs keeps no visitor waiting, and gets each e-mail once when it answers again', async () => {
    let isSilent = true
    const { received, port } = await smtpServer(() => (isSilent ? 'hang' : undefined))
    const withShortTimeout = startSender(port, { timeLimitMs: 300 })
    await send('asha@nova.example')
    await untilStates(['acknowledgement queued ETIMEDOUT', 'notice queued ETIMEDOUT'])
    await withShortTimeout.close()
    isSilent = false
    startSender(port)
    await dueNow()
    await untilStates(bothSent)
    expect(received.map(({ to }) => to).toSorted()).toEqual(['asha@nova.example', 'sales@seller.example'])
  })

  it('a server that is down gets each e-mail once when it comes back', async () => {
    const { port, close } = await smtpServer()
    await close()
    startSender(port)
    await send('asha@nova.example')
    await vi.waitFor(async () => expect((await states()).join()).toMatch(/queued E.*queued E/), 20_000)
    const { received } = await smtpServer(undefined, port)
    await dueNow()
    await untilStates(bothSent)
    expect(received).toHaveLength(2)
  })

  it('an e-mail that a killed server had taken is sent by the next one, once', async () => {
    const { received, port } = await smtpServer()
    await send('asha@nova.example')
    await sql('select public.claim_mails(5)')
    startSender(port)
    expect(await states()).toEqual(['acknowledgement queued', 'notice queued'])
    await dueNow()
    await untilStates(bothSent)
    expect(received).toHaveLength(2)
  })

  it(
    'an e-mail that was sent by a server that was killed before it said so is sent again with its Message-ID',
    { tags: 'full' },
    async () => {
      const { received, port } = await smtpServer()
      await send('asha@nova.example')
      const killed = startSender(port, { query: killedBeforeItFinished })
      await vi.waitFor(() => expect(received).toHaveLength(2), 20_000)
      await killed.close()
      startSender(port)
      await dueNow()
      await untilStates(bothSent)
      const ids = received.map(({ data }) => header(data, 'Message-ID'))
      expect([ids.length, new Set(ids).size]).toEqual([4, 2])
    },
  )
})

describe('without an SMTP server', () => {
  const files = async () => readdir(folder())

  it('a notice is one file, also when a killed server did not say that it wrote it; an acknowledgement has another link', async () => {
    await send('sales@seller.example')
    const killed = startSender(null, { query: killedBeforeItFinished })
    await vi.waitFor(async () => expect(await files()).toHaveLength(2), 20_000)
    await killed.close()
    startSender(null)
    await dueNow()
    await untilStates(bothSent)
    const names = await files()
    expect(names).toHaveLength(3)
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-sales@seller\.example\.json$/)
      const mail = JSON.parse(await readFile(join(folder(), name), 'utf8')) as Record<string, string>
      expect(Object.keys(mail)).toEqual(['to', 'subject', 'text', 'html'])
    }
  })
})

describe('a reply of the staff', () => {
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4_900_000, 7)])
  const attachments = [{ name: 'Prices.pdf', content: pdf.toString('base64') }]

  /** A lead with a reply to it, with the server's other e-mails sent. */
  async function reply(by: Awaited<ReturnType<TestServer['signedIn']>>, given: object = { attachments }) {
    const [lead] = await sql('select id::text from public.leads')
    const answer = await by.rpc('reply_to_lead', {
      lead: lead?.['id'],
      reply: randomUUID(),
      subject: 'Re: Your inquiry – lamps',
      text: 'Hello Asha,\n\nhere are our prices: https://gifts.example/a\nBest',
      ...given,
    })
    return { error: answer.error, status: answer.status }
  }

  it('reaches the buyer with its attachment, in the name of the site, to be answered to who wrote it', async () => {
    const { received, port } = await smtpServer()
    startSender(port)
    await send('asha@nova.example')
    await untilStates(bothSent)
    const seller = await server.signedIn(administrator)
    expect(await reply(seller)).toEqual({ error: null, status: 200 })
    await untilStates([...bothSent, 'reply sent'])
    const { to, data } = received.at(-1)!
    expect([received.length, to, header(data, 'From')]).toEqual([3, 'asha@nova.example', from])
    expect(header(data, 'Reply-To')).toBe(administrator.email)
    // A person wrote it: who is absent may say so.
    expect(header(data, 'Auto-Submitted')).toBeUndefined()
    const parts = [...data.matchAll(/^Content-Type: ([^;\r]*)/gm)].map(([, type]) => type)
    expect(parts).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'text/html',
      'application/pdf',
    ])
    expect(header(data, 'Content-Disposition')).toBe('attachment; filename=Prices.pdf')
    const [, file = ''] = data.split('Content-Type: application/pdf')
    const body = file.slice(file.indexOf('\r\n\r\n')).split('\r\n--')[0] ?? ''
    expect(Buffer.from(body, 'base64').equals(pdf)).toBe(true)
    expect(await sql('select files from public.lead_replies')).toEqual([{ files: null }])
  })

  it('is refused by a server that has no SMTP server, and of more than 5 MB', async () => {
    await send('asha@nova.example')
    const seller = await server.signedIn(administrator)
    const tooMuch = [...attachments, { name: 'b.pdf', content: pdf.toString('base64').slice(0, 800_000) }]
    expect((await reply(seller, { attachments: tooMuch })).error).toMatchObject({
      message: 'Attachments may have at most 5 MB together',
    })
    expect((await reply(seller, { attachments: [...attachments, ...attachments] })).status).toBe(413)
    expect((await reply(server.client())).status).toBe(413)
    startSender(null)
    await untilStates(bothSent)
    expect((await seller.rpc('delivers_mail')).data).toBe(false)
    expect((await reply(seller, {})).error).toMatchObject({
      message: 'This site sends no e-mails: answer in your mail program',
    })
  })
})

const callRounds = 50
const callsAtOnce = 20

it(
  `${callRounds * callsAtOnce} calls in the name of one mailbox send it six e-mails, and another buyer gets theirs`,
  { tags: 'full', timeout: 120_000 },
  async () => {
    let stored = 0
    for (let round = 0; round < callRounds; round += 1) {
      const calls = Array.from({ length: callsAtOnce }, async (_, place) => {
        const n = round * callsAtOnce + place
        const response = await server.send('/rest/v1/leads', {
          headers: { 'x-forwarded-for': `10.0.${place}.${round}` },
          body: {
            name: `https://evil.example/${n}`,
            company: 'Nova',
            email: n % 2 === 0 ? `victim+${n}@nova.example` : 'Victim@nova.example',
            phone: '1',
            message: `www.evil.example ${n}`,
          },
        })
        await response.arrayBuffer()
        if (response.ok) stored += 1
      })
      await Promise.all(calls)
    }
    await send('honest@buyer.example')
    const rows = await sql(
      `select recipient, count(*)::integer as mails from public.outbox where kind = 'acknowledgement' group by private.normalized_mailbox(recipient), recipient`,
    )
    const to = (part: string) =>
      rows
        .filter(({ recipient }) => String(recipient).toLowerCase().includes(part))
        .reduce((sum, { mails }) => sum + Number(mails), 0)
    expect(stored).toBeGreaterThan(100)
    expect([to('victim'), to('honest')]).toEqual([6, 1])
    const [notices] = await sql(`select count(*)::integer as mails from public.outbox where kind = 'notice'`)
    expect(Number(notices?.['mails'])).toBeLessThanOrEqual(500)
  },
)
