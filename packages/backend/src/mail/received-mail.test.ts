import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startImapServer } from '../testing/imap-server.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'
import { startSmtpServer } from '../testing/start-smtp-server.ts'
import { incomingMailPath } from '../http/incoming-mail.ts'
import { maxHeadBytes } from './read-mail.ts'
import { answeredBy, receiveMail } from './received-mail.ts'
import { watchMailbox } from './watch-mailbox.ts'
import { idOfAddress, replyAddress } from './reply-address.ts'

const key = 'a-key-of-a-mail-service'
const smtp = await startSmtpServer()
const imap = await startImapServer('secret')
afterAll(async () => {
  await imap.close()
  await smtp.close()
})

const server = sharedServer(
  {
    SMTP_URL: smtp.url,
    INCOMING_MAIL: 'replies@mail.example',
    INCOMING_MAIL_KEY: key,
    IMAP_URL: `imap://staff:secret@127.0.0.1:${imap.port}/INBOX`,
  },
  { mailsEveryMs: 100 },
)

let staff: SupabaseClient
beforeAll(async () => {
  staff = await server.signedIn(administrator)
  const { error } = await staff
    .from('site_settings')
    .update({ notice_emails: ['sales@seller.example'] })
    .gte('version', 0)
  expect(error).toBeNull()
})
beforeEach(() => {
  smtp.received.length = 0
})

/** A header of an e-mail, with its folded lines. */
const headerOf = (mail: string, name: string) =>
  new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(mail)?.[1]?.replaceAll(/\s+/g, ' ').trim() ?? ''

const mailTo = async (address: string, subject: RegExp | string = /./): Promise<string> => {
  let mail: string | undefined
  await expect
    .poll(() => {
      mail = smtp.received.findLast(
        ({ data }) => headerOf(data, 'To').includes(address) && headerOf(data, 'Subject').match(subject),
      )?.data
      return mail
    })
    .toBeDefined()
  return mail ?? ''
}

/** Sends an inquiry; returns its lead's id, and the address that its acknowledgement is answered to. */
async function asked(name: string) {
  const email = `${name}@buyer.example`
  const { error } = await server
    .client()
    .from('leads')
    .insert({ name: 'Test Buyer', company: 'Test Company', email, phone: '1' })
  expect(error).toBeNull()
  const replyTo = headerOf(await mailTo(email), 'Reply-To')
  const { data } = await staff.from('leads').select('id').eq('email', email).single()
  return { id: String(data?.id), email, replyTo }
}

interface Written {
  readonly from: string
  readonly to: string
  readonly id?: string
  readonly text?: string
  readonly headers?: readonly string[]
}

let written = 0
/** An e-mail as a mail program writes it. */
function eMail({ from, to, text = 'Yes, please.', id, headers = [] }: Written): string {
  return [
    `From: Test Buyer <${from}>`,
    `To: Gifts <${to}>`,
    'Subject: =?UTF-8?Q?Re=3A_Your_inquiry_=E2=9C=93?=',
    `Message-ID: ${id ?? `<${(written += 1)}@buyer.example>`}`,
    ...headers,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
  ].join('\r\n')
}

const post = (
  body: BodyInit,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${key}` },
) => fetch(server.url + incomingMailPath, { method: 'POST', body, headers })
const postMail = async (mail: string) =>
  (await post(mail, { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' })).json()

const historyOf = async (lead: string) => {
  const { data, error } = await staff
    .from('lead_events')
    .select('number, kind, actor_email, value, received_mails(id, subject, is_automatic, attachments)')
    .eq('lead_id', lead)
    .eq('kind', 'received')
    .order('number')
  expect(error).toBeNull()
  return data ?? []
}

it('a reply to an acknowledgement that went out by SMTP is in the history of its lead, and the seller is notified', async () => {
  const { id, email, replyTo } = await asked('asha')
  expect(replyTo).toMatch(/^replies\+[\da-f]{52}@mail\.example$/)
  const quoted =
    'By Friday, please.\n\nOn Mon, 30 Nov 2026 at 10:00, Gifts <a@b.example> wrote:\n> Thank you\n> for it\n'
  expect(await postMail(eMail({ from: email, to: replyTo.toUpperCase(), text: quoted }))).toEqual({
    result: 'stored',
  })
  expect(await historyOf(id)).toMatchObject([
    {
      actor_email: email,
      value: 'By Friday, please.',
      received_mails: { subject: 'Re: Your inquiry ✓', is_automatic: false, attachments: [] },
    },
  ])
  const notice = await mailTo('sales@seller.example', /^Reply to inquiry GW-/)
  expect(notice).toContain('By Friday, please.')
  expect(headerOf(notice, 'Reply-To'), 'the notice is answered to the buyer').toBe(email)
})

it('a reply arrives by IMAP once and is marked as read, and other e-mails stay unread', async () => {
  const { id, email, replyTo } = await asked('ravi')
  const other = imap.deliver(eMail({ from: email, to: 'staff@mail.example' }))
  const reply = imap.deliver(eMail({ from: email, to: replyTo, id: '<imap@buyer.example>' }))
  await expect.poll(() => reply.flags.has('\\Seen')).toBe(true)
  expect(await postMail(reply.raw), 'the same one by another way').toEqual({ result: 'stored' })
  expect(await historyOf(id)).toHaveLength(1)
  expect([...other.flags]).toEqual([])
})

it('of an e-mail that answers nothing only the beginning is read, and of a long answer all', async () => {
  const { id, email, replyTo } = await asked('long')
  const text = 'long '.repeat(40_000)
  const other = imap.deliver(eMail({ from: email, to: 'staff@mail.example', text }))
  const reply = imap.deliver(eMail({ from: email, to: replyTo, text }))
  await expect.poll(() => reply.flags.has('\\Seen')).toBe(true)
  expect(other.read).toBe(maxHeadBytes)
  expect((await historyOf(id))[0]?.value).toHaveLength(5000)
})

it('an e-mail is known by its headers alone, folded or noted by a mail server, and by no other text', () => {
  const mailbox = { address: 'replies@mail.example', secret: 'a secret' }
  const lead = '0189f7d2-1111-4222-8333-444455556666'
  const [toLead, toQuotation] = (['lead', 'quotation'] as const).map((about) =>
    replyAddress(mailbox.address, mailbox.secret, lead, about),
  )
  const answered = (mail: string) => answeredBy(Buffer.from(mail), mailbox)
  expect(answered(`From: a@b.example\r\nTo: "Gifts, Ltd" <x@y.example>,\r\n\t<${toLead}>\r\n\r\nHi`)).toEqual(
    { lead },
  )
  expect(answered(`Delivered-To: ${toQuotation?.toUpperCase()}\nTo: list@b.example\n\nHi`)).toEqual({
    quotation: lead,
  })
  expect(answered(`Cc: team: <${toLead}>;\n\n`)).toEqual({ lead })
  const others = [
    `Subject: ${toLead}\n\n`,
    `To: x@y.example\n\nTo: ${toLead}`,
    `To: x${toLead}\n\n`,
    `To: ${toLead}.evil.example\n\n`,
    `X: ${'a'.repeat(maxHeadBytes)}\nTo: ${toLead}\n\n`,
  ]
  expect(others.map(answered)).toEqual(others.map(() => null))
})

/** What is stored of an e-mail to a lead, and the longest time that the main thread had no turn meanwhile. */
async function received(headers: readonly string[], body: string, timeoutMs?: number) {
  const mailbox = { address: 'replies@mail.example', secret: 'a secret' }
  const to = replyAddress(mailbox.address, mailbox.secret, '0189f7d2-1111-4222-8333-444455556666')
  const raw = Buffer.from(
    [`From: a@buyer.example`, `To: ${to}`, 'Subject: Mugs', ...headers, '', body].join('\r\n'),
  )
  let stored: unknown = null
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const result = await receiveMail(
    raw,
    mailbox,
    async (_text, [mail] = []) => {
      stored = JSON.parse(String(mail))
      return { rows: [{ result: 'stored' }] }
    },
    timeoutMs,
  )
  delays.disable()
  expect(result).toBe('stored')
  return { stored: Object(stored), longestMs: delays.max / 1e6 }
}

it.each([
  ['flowed lines', ['Content-Type: text/plain; format=flowed'], ' \n'.repeat(1_500_000)],
  ['parts', ['Content-Type: multipart/mixed; boundary=p'], '--p\n\na\n'.repeat(500_000)],
  ['lines', ['Content-Type: text/plain'], '\n'.repeat(20_000_000)],
])('an e-mail of millions of %s is stored as unread in time, and stops nothing', async (_, headers, body) => {
  const { stored, longestMs } = await received(headers, body, 250)
  expect(stored).toMatchObject({ sender: 'a@buyer.example', subject: 'Mugs', files: [] })
  expect(stored.text).toBe(
    '[This e-mail could not be read. Ask its sender to write it again, as plain text.]',
  )
  // Read in this thread each would take far longer.
  expect(longestMs, 'milliseconds without a turn').toBeLessThan(4000)
})

it('HTML of blanks that no expression may count is read', async () => {
  const html = `<p>Mugs${'\u00a0'.repeat(900_000)}please</p>`
  const { stored } = await received(['Content-Type: text/html; charset=utf-8'], html)
  expect(stored.text).toBe('Mugs please')
})

it('a mailbox that cannot be read is named once in the log, without its password', async () => {
  const lines: string[] = []
  const close = watchMailbox({
    url: `imap://staff:wrong@127.0.0.1:${imap.port}`,
    receive: async () => 'unknown',
    isAnswer: () => false,
    log: (line) => lines.push(line),
    everyMs: 20,
  })
  await expect.poll(imap.refusals).toBeGreaterThan(2)
  await close()
  expect(lines).toEqual([expect.stringMatching(/^mail: the mailbox of IMAP_URL cannot be read \(\w+\)$/)])
  expect(lines[0]).not.toContain('wrong')
})

it('mail services post an e-mail as it is, in a form and in JSON, with the key as a password or a token', async () => {
  const { id, email, replyTo } = await asked('services')
  const mail = (name: string) => eMail({ from: email, to: replyTo, text: `By ${name}` })
  const form = new FormData()
  form.set('email', mail('SendGrid'))
  const basic = { authorization: `Basic ${Buffer.from(`any:${key}`).toString('base64')}` }
  const responses = [
    await post(form, basic),
    await post(new URLSearchParams({ 'body-mime': mail('Mailgun') }), basic),
    await post(JSON.stringify({ RawEmail: mail('Postmark') }), {
      ...basic,
      'content-type': 'application/json',
    }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await historyOf(id)).map(({ value }) => value)).toEqual([
    'By SendGrid',
    'By Mailgun',
    'By Postmark',
  ])
  const wrong = { authorization: 'Bearer another', 'content-type': 'message/rfc822' }
  expect((await post(mail('a stranger'), wrong)).status).toBe(401)
  expect((await post(mail('a stranger'), {})).status).toBe(401)
  expect((await post('{}', { ...basic, 'content-type': 'application/json' })).status).toBe(400)
  expect((await fetch(server.url + incomingMailPath)).status).toBe(405)
  expect(await historyOf(id)).toHaveLength(3)
})

it('a forged address, an erased inquiry and what is no e-mail change nothing', async () => {
  const { id, email, replyTo } = await asked('forged')
  const forged = replyTo.replace(/.(?=@)/, (digit) => (digit === '0' ? '1' : '0'))
  expect(await postMail(eMail({ from: email, to: forged }))).toEqual({ result: 'unknown' })
  expect(await postMail('no e-mail')).toEqual({ result: 'malformed' })
  expect(await postMail(eMail({ from: email, to: replyTo }))).toEqual({ result: 'stored' })
  expect((await staff.rpc('erase_person', { email, dry_run: false })).error).toBeNull()
  expect(await postMail(eMail({ from: email, to: replyTo }))).toEqual({ result: 'unknown' })
  expect(await historyOf(id), 'the text is erased').toMatchObject([
    { actor_email: 'erased', value: 'erased', received_mails: null },
  ])
})

it('an automatic e-mail is stored without a notice, so that no two programs answer each other', async () => {
  const { id, email, replyTo } = await asked('absent')
  const kinds = ['Auto-Submitted: auto-replied', 'Precedence: bulk', 'X-Autoreply: yes', 'Return-Path: <>']
  for (const header of kinds) await postMail(eMail({ from: email, to: replyTo, headers: [header] }))
  const history = await historyOf(id)
  expect(history.map((each) => Object(each.received_mails).is_automatic)).toEqual([true, true, true, true])
  const { data } = await staff.from('outbox').select('kind').eq('lead_id', id).not('event_number', 'is', null)
  expect(data).toEqual([])
})

it('a lead takes 50 e-mails a day', async () => {
  const { id, email, replyTo } = await asked('flood')
  const read = { lead: id, sender: email, subject: '', text: 'Away', is_automatic: true, files: [] }
  // To read each of these in a thread takes seconds, and so do notices of them.
  await server.database?.query(
    `select private.receive_mail($1::text::jsonb || jsonb_build_object('message_id', number::text))
    from generate_series(1, 49) as number`,
    [JSON.stringify(read)],
  )
  const one = async () => postMail(eMail({ from: email, to: replyTo }))
  const results = (await Promise.all([one(), one()])).map(({ result }) => String(result))
  expect(results.toSorted()).toEqual(['full', 'stored'])
  expect(await historyOf(id)).toHaveLength(50)
})

it('attachments of known kinds are stored for the staff, others are named, and a long text is cut with a word', async () => {
  const { id, email, replyTo } = await asked('files')
  const part = (name: string, content: Buffer) =>
    [
      '--part',
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      content.toString('base64'),
    ].join('\r\n')
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const mail = [
    `From: ${email}`,
    `To: ${replyTo}`,
    'Message-ID: <files@buyer.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>See &amp; tell</p><p>${'long '.repeat(1200)}</p>`,
    part('logo.png', png),
    part('run.exe', Buffer.from('MZ')),
    part('../../logo.png', png),
    part('large.pdf', Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(11 * 1024 * 1024)])),
    '--part--',
    '',
  ].join('\r\n')
  expect(await postMail(mail)).toEqual({ result: 'stored' })
  const [event] = await historyOf(id)
  expect(event?.value).toMatch(/^See & tell/)
  expect(event?.value).toMatch(/\[The rest of this e-mail was left out\.\]$/)
  const { id: mailId, attachments } = Object(event?.received_mails)
  expect(attachments.map(({ name, stored }: { name: string; stored: boolean }) => [name, stored])).toEqual([
    ['logo.png', true],
    ['run.exe', false],
    ['../../logo.png', false],
    ['large.pdf', false],
  ])
  const { data } = await staff.rpc('received_file', { mail: mailId, place: 1 })
  expect(data).toEqual({ name: 'logo.png', type: 'image/png', content: png.toString('base64') })
  const { error } = await staff.rpc('received_file', { mail: mailId, place: 2 })
  expect(error?.code).toBe('PT404')
})

it('an address names its lead for the site that has signed it', () => {
  const lead = '0189f7d2-1111-4222-8333-444455556666'
  const address = replyAddress('replies@mail.example', 'a secret', lead)
  expect(address.indexOf('@')).toBeLessThanOrEqual(64)
  expect(idOfAddress('replies@mail.example', 'a secret', address)).toBe(lead)
  expect(idOfAddress('replies@mail.example', 'another', address)).toBeNull()
  expect(idOfAddress('other@mail.example', 'a secret', address)).toBeNull()
  expect(idOfAddress('replies@mail.example', 'a secret', address, 'quotation')).toBeNull()
})
