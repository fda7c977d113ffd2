import { beforeAll, describe, expect, it } from 'vitest'
import { sharedServer } from './testing/shared-server.ts'

describe('a quotation', { timeout: 60_000 }, () => {
  /** Of the rate limits. */
  let time = 0
  const server = sharedServer({ TRUSTED_PROXY: '127.0.0.1', LOG_LEVEL: 'info' }, { now: () => time })
  beforeAll(async () => {
    await sql(`insert into public.site_settings (name, notice_emails) values ('Gifts', array['sales@seller.example'])
      on conflict (id) do update set name = excluded.name, notice_emails = excluded.notice_emails`)
  })
  const sql = async (text: string, parameters: unknown[] = []) =>
    (await server.database!.query(text, parameters)).rows

  let last = 0
  /** A quotation that was sent, of one line of ten thousand rupees without tax, and its link's token. */
  async function quote(state = 'sent', linkToken?: string) {
    last += 1
    const token = linkToken ?? `${last}`.padStart(40, 'q7')
    await sql(
      `with quotation as (
        insert into public.quotations (number, state, owner_email) values ($1, $2, 'sales@seller.example') returning id
      ), version as (
        insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256)
        select id, 1, $3::jsonb, '2999-12-31', now(), $4::jsonb, repeat('0', 64) from quotation returning id, quotation_id
      )
      insert into public.quotation_links (quotation_id, version_id, purpose, hash)
      select quotation_id, id, 'buyer', private.link_hash($5) from version`,
      [
        `GW2627/${`${last}`.padStart(4, '0')}`,
        state,
        JSON.stringify({
          buyer: {
            name: 'Asha </script> Rao',
            company: 'Nova',
            email: `asha${last}@nova.example`,
            phone: '1',
          },
          lines: [
            {
              id: crypto.randomUUID(),
              name: 'Mug',
              option: null,
              gst_rate: 1800,
              quantities: [{ quantity: 100, price_paise: 10_000 }],
            },
          ],
        }),
        JSON.stringify({
          seller: { state: '27', rounds_off: true },
          place: { state: '27', tax: 'none', why: 'seller' },
          choice: {},
          figures: { total: 1_000_000, lines: [] },
        }),
        token,
      ],
    )
    return token
  }

  let client = 0
  const page = async (token: string, method = 'GET', address = `198.51.100.${(client += 1)}`) =>
    fetch(`${server.url}/q/${token}`, { method, headers: { 'x-forwarded-for': address } })
  const call = async (name: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    server.send(`/rest/v1/rpc/${name}`, { body, headers })
  const acceptance = (token: string, name: string) => ({
    token,
    choice: {},
    total_paise: 1_000_000,
    name,
    designation: 'Buyer',
  })

  it('its page has its data, is stored nowhere, names itself to no other site and sets no cookie', async () => {
    const token = await quote()
    const answer = await page(token)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    const html = await answer.text()
    const [, json = ''] = /<script[^>]* id="served">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      config: { supabaseKey: server.publishableKey },
      opened: { number: 'GW2627/0001', state: 'sent', buyer: { name: 'Asha </script> Rao' } },
    })
  })

  it.each(['GET', 'HEAD'])('fifty programs that open its link by %s change nothing', async (method) => {
    const token = await quote()
    const [before] = await sql(
      'select count(*) from public.quotation_events union all select count(*) from public.outbox',
    )
    await Promise.all(Array.from({ length: 50 }, async () => page(token, method)))
    expect(
      await sql('select count(*) from public.quotation_events union all select count(*) from public.outbox'),
    ).toContainEqual(before)
    expect(await sql(`select kind from public.quotation_events where kind = 'seen'`)).toEqual([])
  })

  it('takes a purchase order of 10 MB by its link, two at a time, and gives it back by it', async () => {
    const token = await quote()
    const content = Buffer.alloc(10 * 1024 * 1024, '%PDF-1.7').toString('base64')
    const attach = async (more = '') =>
      call('attach_purchase_order', { token, name: 'PO.pdf', content: content + more })
    const answers = await Promise.all([attach(), attach(), attach()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 204, 429])
    const { purchase_orders: files } = (await (await call('open_quotation', { token })).json()) as {
      purchase_orders: { id: string; size: number }[]
    }
    expect(files).toMatchObject([{ name: 'PO.pdf', size: 10 * 1024 * 1024 }])
    const file = await call('purchase_order_file', { token, id: files[0]?.id })
    expect(await file.json()).toEqual({ name: 'PO.pdf', type: 'application/pdf', content })
    expect((await attach(content)).status).toBe(413)
    expect((await call('comment_on_quotation', { token, text: content })).status).toBe(413)
  })

  it('one that was withdrawn or replaced is gone, without its figures', async () => {
    const withdrawn = await quote('withdrawn')
    const replaced = await quote()
    await sql(
      `insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256)
      select quotation_id, 2, content, valid_until, now(), frozen, sha256 from public.quotation_versions
      where id = (select version_id from public.quotation_links where hash = private.link_hash($1))`,
      [replaced],
    )
    for (const token of [withdrawn, replaced]) {
      const answer = await page(token)
      expect(answer.status).toBe(410)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.text()).not.toMatch(/figures|nova\.example/)
    }
  })

  it('a link opens whatever a messenger has put around it, and none of it counts as a wrong token', async () => {
    const token = await quote('sent', '4f'.repeat(32))
    const address = '203.0.113.7'
    const around = [
      ...['.', ')', ',', ';', '>', '…', ' ', '\u200B', '"', '&fbclid=1', ' and more'].map(
        (end) => token + end,
      ),
      `<${token}>`,
      `(${token})`,
      `“${token}”`,
      `${token.slice(0, 30)}\n${token.slice(30)}`,
    ]
    for (let round = 0; round < 5; round += 1)
      for (const link of around)
        expect([link, (await page(encodeURIComponent(link), 'HEAD', address)).status]).toEqual([link, 200])
    expect((await page(`${token}0`, 'HEAD', address)).status).toBe(404)
  })

  it("an inquiry's page is 404 for a token that opens none, and 200 for its link and for a reference", async () => {
    const token = '5a'.repeat(32)
    await sql(
      `insert into public.leads (name, company, email, phone, link) values ('Asha', 'Nova', 'asha@nova.example', '1', private.link_hash($1))`,
      [token],
    )
    const inquiry = async (link: string) =>
      fetch(`${server.url}/inquiry/${encodeURIComponent(link)}`, {
        headers: { 'x-forwarded-for': '203.0.113.8' },
      })
    for (const link of [
      token,
      `${token}).`,
      `<${token}>`,
      `${token}&fbclid=1`,
      'GW-0ABCDEF1',
      'GW-0ABCDEF1.',
      'sent',
    ])
      expect([link, (await inquiry(link)).status]).toEqual([link, 200])
    for (const link of ['5b'.repeat(32), `${token}0`, 'short', 'GW-1'])
      expect([link, (await inquiry(link)).status]).toEqual([link, 404])
    for (let tried = 0; tried < 60; tried += 1) await inquiry(`${tried}`.padStart(64, '7'))
    expect((await inquiry(token)).status).toBe(404)
  })

  it.each(['0'.repeat(40), 'short', `%00${'0'.repeat(40)}`, '%E0%A4%A', "'", 'GW2627-0001'])(
    'the token %j opens none',
    async (token) => {
      const answer = await page(token)
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain('served')
    },
  )

  it('a client that has tried many wrong tokens is answered as if the right one were wrong, for a while', async () => {
    const token = await quote()
    const address = '203.0.113.9'
    for (let tried = 0; tried < 60; tried += 1)
      expect((await page(`${tried}`.padStart(40, '9'), 'HEAD', address)).status).toBe(404)
    expect((await page(token, 'HEAD', address)).status).toBe(404)
    expect((await page(token)).status).toBe(200)
    time += 3_600_000
    expect((await page(token, 'HEAD', address)).status).toBe(200)
  })

  it.each(['open_quotation', 'accept_quotation', 'see_quotation', 'ask_colleague'])(
    'wrong tokens for %s are limited',
    async (name) => {
      time += 3_600_000
      const headers = { 'x-forwarded-for': '203.0.113.10' }
      const wrong = {
        ...(name === 'accept_quotation'
          ? acceptance('', 'A')
          : name === 'ask_colleague' && { email: 'a@b.example' }),
        token: '9'.repeat(40),
      }
      const statuses: number[] = []
      for (let tried = 0; tried < 61; tried += 1) statuses.push((await call(name, wrong, headers)).status)
      expect(new Set(statuses.slice(0, 60))).toEqual(new Set([404]))
      expect(statuses.at(60)).toBe(429)
      time += 3_600_000
    },
  )

  it('of two who accept at once one does, and the other reads who', async () => {
    const token = await quote()
    const answers = await Promise.all(
      ['Asha', 'Ravi'].map(async (name) => call('accept_quotation', acceptance(token, name))),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409])
    const loser = answers.find(({ status }) => status === 409)
    const [stored] = await sql(
      `select accepted ->> 'name' as name from public.quotation_versions where accepted is not null and content #>> '{buyer,email}' = $1`,
      [`asha${last}@nova.example`],
    )
    expect(await loser?.json()).toMatchObject({ message: `Already accepted by ${String(stored?.['name'])}` })
  })

  it('its acceptance keeps the address and the browser, and no total but its own', async () => {
    const token = await quote()
    const headers = { 'user-agent': 'Browser/1', 'x-forwarded-for': '198.51.100.77' }
    const body = acceptance(token, 'Asha')
    expect((await call('accept_quotation', { ...body, total_paise: 999_999 }, headers)).status).toBe(400)
    expect((await call('accept_quotation', body, headers)).status).toBe(204)
    const stored = await sql(
      `select accepted ->> 'address' as address, accepted ->> 'user_agent' as browser from public.quotation_versions where content #>> '{buyer,email}' = $1`,
      [`asha${last}@nova.example`],
    )
    expect(stored).toEqual([{ address: '198.51.100.77', browser: 'Browser/1' }])
  })

  it('a colleague’s e-mail has a link that approves, and both sides read what was accepted', async () => {
    const token = await quote()
    expect((await call('ask_colleague', { token, email: 'ravi@nova.example', name: 'Ravi' })).status).toBe(
      204,
    )
    const linkFor = async (to: string) => {
      await expect.poll(async () => (await server.mails(to)).length, { timeout: 20_000 }).toBeGreaterThan(0)
      const [mail] = (await server.mails(to)).slice(-1)
      return { mail, token: /\/q\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '' }
    }
    const approval = await linkFor('ravi@nova.example')
    expect(approval.token).toMatch(/^[0-9a-f]{64}$/)
    const decision = { token: approval.token, is_approved: true, name: 'Ravi' }
    expect((await call('decide_approval', { ...decision, choice: {} })).status, 'half of it').toBe(409)
    expect((await call('decide_approval', { ...decision, total_paise: 1_000_000 })).status).toBe(204)
    expect((await call('accept_quotation', acceptance(approval.token, 'Ravi'))).status).toBe(401)
    expect((await call('accept_quotation', acceptance(token, 'Asha'))).status).toBe(204)
    const { mail } = await linkFor(`asha${last}@nova.example`)
    expect(mail?.text).toContain('Total: ₹10,000.00')
  })

  it('the log has no token', () => {
    expect(server.logged.some((line) => line.includes('"/q/*"'))).toBe(true)
    expect(server.logged.join('\n')).not.toMatch(/q7q7|[0-9a-f]{64}/)
  })
})
