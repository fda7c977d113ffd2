import { emailCases } from '@giftwell/shared/testing/email-addresses.ts'
import { expect, it } from 'vitest'
import { sharedServer } from '../testing/shared-server.ts'

const server = sharedServer({ TRUSTED_PROXY: '127.0.0.1' })

let addresses = 0
/** Sends a request from a new client address. */
async function post(path: string, body: object): Promise<Response> {
  return server.send(`/${path}`, {
    body,
    headers: { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` },
  })
}
const signUp = async (email: string, password = 'open sesame') =>
  (await post('auth/v1/signup', { email, password })).status
const mailsTo = async (part: string) => (await server.mails()).filter(({ to }) => to.includes(part)).length
const rowsOf = async (text: string, parameters: unknown[] = []) =>
  (await server.database?.query(text, parameters))?.rows ?? []

it('a mailbox gets six e-mails of sign-ups a day, and the seventh sign-up is told when to try again', async () => {
  const statuses: number[] = []
  for (let number = 1; number <= 20; number += 1) statuses.push(await signUp(`Victim+${number}@nova.example`))
  expect(statuses.filter((status) => status === 200)).toHaveLength(6)
  expect(await mailsTo('victim')).toBe(6)
  expect(await rowsOf(`select from auth.users where email like 'victim%'`)).toHaveLength(6)

  const refused = await post('auth/v1/recover', { email: 'victim@nova.example' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
  expect(await refused.json()).toMatchObject({
    msg: 'Too many e-mails to this address. Please try again in 24 hours.',
  })
})

it.each(['recover', 'otp', 'magiclink', 'resend'])(
  'requests of %s count whether or not the address has an account',
  async (path) => {
    const email = `${path}@nova.example`
    const statuses: number[] = []
    for (let number = 1; number <= 8; number += 1)
      statuses.push((await post(`auth/v1/${path}`, { email, type: 'signup' })).status)
    // From the sixth on the quota of an hour refuses.
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(await rowsOf('select from private.sent_mails where mailbox = $1', [email])).toHaveLength(5)
  },
)

it('acknowledgements of inquiries count with the e-mails of sign-ups', async () => {
  const lead = { name: 'Asha', company: 'Nova', phone: '1' }
  for (let number = 1; number <= 8; number += 1) {
    const { status } = await post('rest/v1/leads', { ...lead, email: `mixed+${number}@nova.example` })
    expect(status).toBe(201)
  }
  const acknowledged = await rowsOf(`select from public.outbox where recipient like 'mixed%'`)
  expect(acknowledged).toHaveLength(6)
  expect(await signUp('mixed@nova.example')).toBe(429)
})

it('a rejected sign-up does not count', async () => {
  for (let number = 1; number <= 9; number += 1) expect(await signUp('weak@nova.example', 'short')).toBe(422)
  expect(await signUp('weak@nova.example')).toBe(200)
})

it('a domain gets a hundred e-mails a day, a public mail host any number', async () => {
  await rowsOf(
    `select private.take_mail('p' || n || '@catch-all.example'), private.take_mail('p' || n || '@outlook.com')
     from generate_series(1, 100) as n`,
  )
  expect(await signUp('somebody@mail.catch-all.example')).toBe(429)
  expect(await signUp('somebody@outlook.com')).toBe(200)
})

it('an address that is not written plainly is refused', async () => {
  for (const email of [String.raw`"v\ictim"@nova.example`, 'victim@nova.example.', 'victim@bücher.example'])
    expect(await signUp(email)).toBe(400)
})

it.each(emailCases)('the database accepts of $typed what the form stores', async (known) => {
  const { typed, cleaned, mailbox } = known
  const [row] = await rowsOf(
    `select private.is_deliverable($1) as is_typed_accepted, private.is_deliverable($2) as is_cleaned_accepted,
       private.normalized_mailbox($2) as mailbox`,
    [typed, cleaned],
  )
  expect(row).toEqual({
    is_typed_accepted: cleaned === typed,
    is_cleaned_accepted: cleaned !== null,
    mailbox: mailbox ?? null,
  })
})
