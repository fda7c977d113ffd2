import { request as httpRequest } from 'node:http'
import type { SupabaseClient } from '@supabase/supabase-js'
import bcrypt from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { limitsOfRequest } from './limits.ts'
import { administrator, startTestServer, type TestServer } from '../testing/test-server.ts'

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Record<string, unknown>
}

let server: TestServer
let admin: SupabaseClient
beforeAll(async () => {
  // A wrong password is refused without its tenth of a second of hashing.
  // Without the overload for callbacks.
  const hashing: { compare(password: string, hash: string): Promise<boolean> } = bcrypt
  const compare = hashing.compare.bind(bcrypt)
  vi.spyOn(hashing, 'compare').mockImplementation(async (password, hash) =>
    password === administrator.password ? compare(password, hash) : false,
  )
  server = await startTestServer({ TRUSTED_PROXY: '127.0.0.1', CONFIRM_EMAIL: '1' }, { now: () => 0 })
  admin = await server.signedIn(administrator)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})

/** Sends a request through a proxy, or directly from another loopback address. */
async function post(path: string, body: unknown, from: string, direct?: string): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${server.url}${path}`,
      {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          'x-forwarded-for': from,
        },
        ...(direct === undefined ? {} : { localAddress: direct }),
      },
      (answer) => {
        let received = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (received += part))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            retryAfter: answer.headers['retry-after'],
            headers: answer.headers,
            // A response of the API is an object or empty.
            body: received.startsWith('{') ? (JSON.parse(received) as Record<string, unknown>) : {},
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

async function many(count: number, send: (number: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, async (_, number) => send(number)))
}

const statuses = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

const signIn = '/auth/v1/token?grant_type=password'
const lead = (email: string, name = 'Asha') => ({ name, company: 'Acme', email, phone: '+91 98' })

describe('signing in', () => {
  let pathIndex = 0

  it('sign-in is limited to ten wrong passwords for one e-mail address at one client address', async () => {
    const guesses = await many(30, async (number) =>
      post(
        signIn,
        // In any case and with spaces.
        { email: number % 2 === 0 ? 'victim@acme.test' : ' Victim@ACME.test ', password: `${number}` },
        '198.51.100.1',
      ),
    )
    expect(statuses(guesses, 400)).toBe(10)
    expect(statuses(guesses, 429)).toBe(20)
    const refused = guesses.find(({ status }) => status === 429)
    expect(refused?.body).toEqual({
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: expect.stringMatching(/^Too many attempts\. Please try again in \d+ seconds?\.$/),
    })
    expect(refused?.retryAfter).toMatch(/^[1-9]\d?$/)
    expect(String(refused?.body['msg'])).toContain(` ${refused?.retryAfter} second`)
    expect(refused?.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('retry-after'),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect((await post(signIn, { email: 'other@acme.test', password: 'x' }, '198.51.100.1')).status).toBe(400)
    expect((await post(signIn, { email: 'victim@acme.test', password: 'x' }, '198.51.100.2')).status).toBe(
      400,
    )
  })

  it('sign-in is limited to a hundred wrong passwords for one e-mail address, from any client address', async () => {
    const guesses = await many(105, async (number) =>
      post(signIn, { email: 'hunted@acme.test', password: `${number}` }, `198.51.110.${number + 1}`),
    )
    expect(statuses(guesses, 400)).toBe(100)
    expect(statuses(guesses, 429)).toBe(5)
  })

  it('sign-in is limited to thirty wrong passwords at one client address, for any e-mail address', async () => {
    const guess = async (number: number) =>
      post(signIn, { email: `person${number}@acme.test`, password: 'x' }, '198.51.101.1')
    const guesses = await many(40, guess)
    expect(statuses(guesses, 400)).toBe(30)
    expect(statuses(guesses, 429)).toBe(10)
    expect((await post(signIn, administrator, '198.51.101.1')).status).toBe(429)
    expect((await post(signIn, administrator, '198.51.101.2')).status).toBe(200)
  })

  it('a client at another address does not lock an account out', async () => {
    const wrong = { ...administrator, password: 'x' }
    const guesses = await many(40, async () => post(signIn, wrong, '198.51.103.1'))
    expect(statuses(guesses, 429)).toBe(30)
    expect((await post(signIn, administrator, '198.51.103.2')).status).toBe(200)
  })

  it.each([
    ['/auth/v1/token?grant_type=password&grant_type=refresh_token'],
    ['/auth/v1/token?grant_type=refresh_token&grant_type=password'],
    ['/auth/v1/token?%67rant_type=password'],
    ['/auth/v1/token?grant_type=%70assword'],
    ['/auth/v1/%74oken?grant_type=password'],
    ['/auth/v1/%2574oken?grant_type=password'],
    ['/auth/v1//token?grant_type=password'],
    ['/auth/v1/token/?grant_type=password'],
    ['/auth/v1/token%2F?grant_type=password'],
    ['/auth/v1/x/../token?grant_type=password'],
    ['/auth/v1/TOKEN?grant_type=password'],
  ])('the path %s bypasses no limit of sign-in', async (path) => {
    pathIndex += 1
    const index = pathIndex
    const answers = await many(34, async (number) =>
      post(path, { email: `path${number}@acme.test`, password: 'x' }, `2001:db8:1:${index}::${number + 1}`),
    )
    const tried = answers.filter(({ body }) => body['error_code'] === 'invalid_credentials').length
    expect([0, 30]).toContain(tried)
  })

  it('the limits of sign-in normalize the e-mail address as the service does', async () => {
    const guesses = await many(14, async (number) =>
      post(
        signIn,
        `{"email":"decoy${number}@acme.test","password":"x","\\u0065mail":"twice@acme.test"}`,
        '198.51.104.1',
      ),
    )
    expect(statuses(guesses, 429)).toBe(4)
  })
})

describe('a byte order mark', () => {
  it('a byte order mark before the body bypasses no limit', async () => {
    const marked = (body: object) => `\ufeff${JSON.stringify(body)}`
    const guesses = await many(14, async (number) =>
      post(signIn, marked({ email: 'marked@acme.test', password: `${number}` }), '198.51.112.1'),
    )
    expect([statuses(guesses, 400), statuses(guesses, 429)]).toEqual([10, 4])
    const resets = await many(9, async (number) =>
      post('/auth/v1/recover', marked({ email: 'marked@acme.test' }), `198.51.112.${number + 2}`),
    )
    expect([statuses(resets, 200), statuses(resets, 429)]).toEqual([5, 4])
    const leads = await many(45, async (number) =>
      post('/rest/v1/leads', marked(lead('marked@acme.test', `${number}`)), '198.51.112.20'),
    )
    expect([statuses(leads, 201), statuses(leads, 429)]).toEqual([40, 5])
  })
})

describe('renewing sessions', () => {
  it('renewing a session has limits of its own', async () => {
    const renew = async () =>
      post('/auth/v1/token?grant_type=refresh_token', { refresh_token: 'x' }, '198.51.101.1')
    const answers = await many(305, renew)
    expect(statuses(answers, 429)).toBe(5)
  })
})

describe('e-mails', () => {
  it('e-mails to one address are limited to five an hour, from any client address', async () => {
    const recover = async (number: number, email: string) =>
      post('/auth/v1/recover', { email }, `198.51.105.${number}`)
    const answers = await many(9, async (number) => recover(number, 'mailbox@acme.test'))
    expect(statuses(answers, 200)).toBe(5)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body['msg']).toBe('Too many attempts. Please try again in 12 minutes.')
    expect(Number(refused?.retryAfter)).toBeGreaterThan(700)
    expect((await recover(1, 'neighbour@acme.test')).status).toBe(200)
  })

  it('e-mails are limited to thirty an hour for one client address', async () => {
    const answers = await many(33, async (number) =>
      post('/auth/v1/recover', { email: `many${number}@acme.test` }, '198.51.106.1'),
    )
    expect(statuses(answers, 429)).toBe(3)
  })
})

describe('links to data', () => {
  it.each([
    'open_my_data',
    'ask_about_my_data',
    'erase_my_data',
    'inquiry_data',
    'delete_inquiry_details',
    'take_back_consent',
  ])('guesses at the tokens of %s are limited as those of other links are', (name) => {
    const path = `/rest/v1/rpc/${name}`
    expect(limitsOfRequest({ method: 'POST', path, query: new URLSearchParams() })).toEqual(['failedLink'])
  })

  it('what is read by a link is limited by GET, too, and links are mailed as other e-mails are', () => {
    const request = { path: '/rest/v1/rpc/inquiry_data', query: new URLSearchParams() }
    expect(limitsOfRequest({ ...request, method: 'GET' })).toEqual(['failedLink'])
    expect(limitsOfRequest({ ...request, path: '/rest/v1/rpc/request_my_data', method: 'POST' })).toEqual([
      'otherMail',
    ])
  })
})

describe('leads', () => {
  it('leads are limited to sixty a minute for one client address, and a flood does not limit others', async () => {
    const flood = await many(90, async (number) =>
      post('/rest/v1/leads', lead(`flood${number}@acme.test`), `2001:db8:5:5::${number + 1}`),
    )
    expect(statuses(flood, 201)).toBe(60)
    const refused = flood.find(({ status }) => status === 429)
    expect(refused?.body).toEqual({
      code: 'PT429',
      message: expect.stringMatching(/^Too many inquiries\. Please try again in \d seconds?\.$/),
      details: null,
      hint: null,
    })
    expect(refused?.retryAfter).toMatch(/^\d$/)
    const others = [
      await post('/rest/v1/leads', lead('honest1@acme.test'), '2001:db8:5:6::1'),
      await post('/rest/v1/leads', lead('honest2@acme.test'), '203.0.113.1'),
      // Not a trusted proxy: the header is ignored.
      await post('/rest/v1/leads', lead('honest3@acme.test'), '2001:db8:5:5::1', '127.0.0.2'),
    ]
    expect(others.map(({ status }) => status)).toEqual([201, 201, 201])
    const { data } = await admin.from('leads').select('email').like('email', 'flood%')
    expect(data).toHaveLength(60)
  })

  it('leads are limited to forty an hour for one e-mail address at one client address, and others are not limited', async () => {
    const flood = await many(100, async (number) =>
      post(
        '/rest/v1/leads',
        number % 2 === 0 ? [lead('one@acme.test', `${number}`)] : lead(' One@acme.test', `${number}`),
        '203.0.113.2',
      ),
    )
    expect(statuses(flood, 201)).toBe(40)
    expect(statuses(flood, 429)).toBe(60)
    expect((await post('/rest/v1/leads', lead('two@acme.test'), '203.0.113.2')).status).toBe(201)
    expect((await post('/rest/v1/leads', lead('one@acme.test'), '203.0.113.7')).status).toBe(201)
  })

  it('inquiries with quantities count as leads, and an equal one is stored once', async () => {
    const inquiry = (name: string) => ({
      ...lead('lines@acme.test', name),
      items: [{ name: 'Mug', quantity: 5 }],
    })
    const flood = await many(50, async (number) =>
      number % 2 === 0
        ? post('/rest/v1/rpc/send_inquiry', inquiry(`${number}`), '203.0.113.12')
        : post('/rest/v1/leads', lead('lines@acme.test', `${number}`), '203.0.113.12'),
    )
    expect(flood.filter(({ status }) => status < 300)).toHaveLength(40)
    expect(statuses(flood, 429)).toBe(10)
    const again = await many(5, async () =>
      post('/rest/v1/rpc/send_inquiry', inquiry('Again'), '203.0.113.13'),
    )
    expect(statuses(again, 200)).toBe(5)
    const { data } = await admin.from('leads').select('lead_items(name, quantity)').eq('name', 'Again')
    expect(data).toEqual([{ lead_items: [{ name: 'Mug', quantity: 5 }] }])
  })

  it('an inquiry is not sent by GET', async () => {
    const query = new URLSearchParams({ ...lead('get@acme.test'), items: '[]' })
    const answer = await server.send(`/rest/v1/rpc/send_inquiry?${query}`)
    expect(answer.status).toBe(405)
    const { data } = await admin.from('leads').select('id').eq('email', 'get@acme.test')
    expect(data).toEqual([])
  })

  it(
    'leads are limited to two hundred an hour for one e-mail address, from any client address',
    { tags: 'full' },
    async () => {
      const flood = await many(205, async (number) =>
        post('/rest/v1/leads', lead('every@acme.test', `${number}`), `198.51.111.${number + 1}`),
      )
      expect(statuses(flood, 201)).toBe(200)
      expect(statuses(flood, 429)).toBe(5)
    },
  )

  it('leads are limited by the database, too, with the same time to wait', async () => {
    await server.database?.transaction(async (session) =>
      session.run(
        `insert into public.leads (name, company, email, phone, created_at)
         select 'Earlier ' || n, 'Acme', 'kept@acme.test', '1', now() - interval '57 minutes 30 seconds' + n * interval '0.1 seconds'
         from generate_series(1, 200) as n`,
      ),
    )
    const refused = await post('/rest/v1/leads', lead('Kept@acme.test'), '203.0.113.4')
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({
      code: 'PT429',
      message: 'Too many inquiries. Please try again in 3 minutes.',
    })
    expect(Number(refused.retryAfter)).toBeGreaterThan(120)
    expect(refused.headers['access-control-allow-origin']).toBe('*')
    expect((await post('/rest/v1/leads', lead('unkept@acme.test'), '203.0.113.4')).status).toBe(201)
  })

  it('a repeated or concurrent lead is accepted and stored once', async () => {
    const answers = await many(8, async () => post('/rest/v1/leads', lead('again@acme.test'), '203.0.113.5'))
    expect(statuses(answers, 201)).toBe(8)
    expect((await post('/rest/v1/leads', lead('again@acme.test', 'Usha'), '203.0.113.5')).status).toBe(201)
    const { data } = await admin.from('leads').select('name').eq('email', 'again@acme.test').order('name')
    expect(data).toEqual([{ name: 'Asha' }, { name: 'Usha' }])
  })

  it.each([
    ['text/csv', 'name,company,email,phone\nAsha,Acme,csv@acme.test,1'],
    ['application/x-www-form-urlencoded', 'name=Asha&company=Acme&email=form@acme.test&phone=1'],
    ['application/json', '{"name":"Asha","company":"Acme","email":'],
  ])('a lead as %s that the limits cannot read is a bad request', async (type, body) => {
    const answer = await server.send('/rest/v1/leads', { body, headers: { 'content-type': type } })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'PGRST102' }])
  })

  it('rejected leads are not counted', async () => {
    const refused = await many(80, async () => post('/rest/v1/leads', lead('nobody'), '203.0.113.3'))
    expect(statuses(refused, 400)).toBeGreaterThan(0)
    expect((await post('/rest/v1/leads', lead('somebody@acme.test'), '203.0.113.3')).status).toBe(201)
  })
})

it('every function that opens a link has a limit, and none that changes anything answers to GET', async () => {
  const { rows = [] } =
    (await server.database?.query(
      `select proname as name, provolatile = 'v' as changes, 'token' = any (proargnames) as opens from pg_proc
       where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute')`,
    )) ?? {}
  const named = (column: string) => rows.filter((row) => row[column] === true).map(({ name }) => String(name))
  expect(named('opens')).toContain('attach_artwork')
  const unlimited = named('opens').filter(
    (name) =>
      limitsOfRequest({ method: 'POST', path: `/rest/v1/rpc/${name}`, query: new URLSearchParams() })
        .length === 0,
  )
  expect(unlimited).toEqual([])
  const read = named('changes').flatMap((name) => ['GET', 'HEAD'].map((method) => [method, name] as const))
  const answered = await Promise.all(
    read.map(async ([method, name]) => {
      const { status } = await server.send(`/rest/v1/rpc/${name}`, {
        method,
        headers: { 'x-forwarded-for': `198.51.100.${read.length}` },
      })
      return [method, name, status]
    }),
  )
  expect(answered.filter(([, , status]) => status !== 405)).toEqual([])
})

it('wrong links of files are limited by their address, whatever the length of the file', async () => {
  const attach = async (content: string) =>
    post('/rest/v1/rpc/attach_artwork', { token: 'x'.repeat(43), name: 'Logo.png', content }, '203.0.113.40')
  const long = await attach('A'.repeat(300_000))
  expect(long.status).toBe(404)
  for (let count = 0; count < 59; count += 1) await attach('AAAA')
  expect((await attach('AAAA')).status).toBe(429)
})

it('public reads are not limited, and 429 reveals nothing about accounts', async () => {
  const reads = await Promise.all(Array.from({ length: 100 }, async () => server.send('/rest/v1/leads')))
  expect(reads.every(({ status }) => status !== 429)).toBe(true)
  expect(server.logged.join('\n')).not.toMatch(/acme|198\.51|203\.0|2001:db8/)
})

describe('a server without a trusted proxy', () => {
  it('a server without a trusted proxy limits by the socket and warns once', async () => {
    const plain = await startTestServer({}, { now: () => 0 })
    try {
      const statusOf = async (number: number) =>
        (
          await plain.send('/rest/v1/leads', {
            headers: { 'x-forwarded-for': `198.51.100.${number}` },
            body: lead(`person${number}@acme.test`),
          })
        ).status
      const answers = await Promise.all(Array.from({ length: 70 }, async (_, number) => statusOf(number)))
      expect(answers.filter((status) => status === 429)).toHaveLength(10)
      expect(plain.logged.filter((line) => line.includes('TRUSTED_PROXY'))).toHaveLength(1)
    } finally {
      await plain.close()
    }
  })
})
