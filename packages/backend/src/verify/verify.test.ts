import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator, startTestServer } from '../testing/test-server.ts'
import { portOf } from '../testing/port-of.ts'
import { headings } from './check.ts'
import { apiTables } from './rights-checks.ts'
import { verifySite } from './verify-site.ts'

// A verification asks a few hundred questions.
vi.setConfig({ testTimeout: 120_000 })

let now = 0

const server = sharedServer({ CONFIRM_EMAIL: '0' }, { now: () => now })

/** The lines about the checks of these names. */
async function linesAt(only: string, url = server.url): Promise<readonly string[]> {
  // Each verification signs an account up.
  now += 3_600_000
  const { lines } = await verifySite({ url, publishableKey: server.publishableKey, administrator, only })
  return lines
}

/** The lines of the faults that the checks of these names find. */
async function faultsAt(only: string, url = server.url): Promise<string[]> {
  return (await linesAt(only, url)).filter((line) => line.startsWith('FAULT'))
}

const run = async (script: string) => server.database?.transaction(async (session) => session.run(script))

async function rowCounts(): Promise<unknown> {
  const tables = [...apiTables.map(({ name }) => `public.${name}`), 'storage.objects']
  const counts = tables
    // The account that is left, and the history of the records that the checks have made and removed.
    .filter((name) => !['public.profiles', 'public.record_history'].includes(name))
    .map((name) => `(select count(*)::int from ${name})`)
  const result = await server.database?.query(`select array[${counts.join()}]::text as counts`)
  return result?.rows[0]?.['counts']
}

it(
  'without an administrator and without sign-ups that sign in, their checks are skipped in words',
  { tags: 'full' },
  async () => {
    const confirming = await startTestServer()
    const { lines, faults } = await verifySite({
      url: confirming.url,
      publishableKey: confirming.publishableKey,
      administrator: null,
    })
    expect(faults).toBe(0)
    expect(lines).toContain('skip   the rights of a customer: a new account must confirm by e-mail first')
    expect(lines).toContain('skip   the rights of an administrator: no --admin EMAIL')
    expect(await confirming.mails()).toEqual([])
    await confirming.close()
  },
)

it('where Turnstile is on, what it refuses is skipped in words', { tags: 'full' }, async () => {
  const guarded = await startTestServer({
    CONFIRM_EMAIL: '0',
    TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
    TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
  })
  const { publishableKey } = guarded
  const { lines } = await verifySite({
    url: guarded.url,
    publishableKey,
    administrator,
  })
  expect(lines.filter((line) => line.startsWith('FAULT'))).toEqual([])
  expect(lines).toContain(
    'skip   the limits of inquiries, passwords and e-mails: Turnstile refuses a program',
  )
  await guarded.close()
})

const everything = 'using (true) with check (true)'
/** A statement of the function that serves visitors, and one that answers with 13 products before it. */
const catalogue = 'private.catalogue_page_of(jsonb)'
const reading = 'is_found_first := search.condition'
const answering = `return json_build_object(''total'', 13, ''products'', to_json(array_fill(1, array[13]))); ${reading}`
/** Replaces words in the definition of a function. */
const changeFunction = (name: string, ...changes: readonly [from: string, to: string][]) => {
  const changed = changes.reduce(
    (definition, [from, to]) => `replace(${definition}, '${from}', '${to}')`,
    `pg_get_functiondef('${name}'::regprocedure)`,
  )
  return `do $do$ begin execute ${changed}; end $do$;`
}
const uncheckedRestoring =
  changeFunction(
    'public.restore_record(uuid)',
    ['private.require(private.is_admin(),', 'private.require(true,'],
    [' SET search_path', ' SECURITY DEFINER SET search_path'],
  ) +
  // It has a check of its own.
  changeFunction('private.finish_restoring(uuid[])', [
    'perform private.defer_restored_links(',
    '-- perform private.defer_restored_links(',
  ])
const checkedRestoring =
  changeFunction(
    'public.restore_record(uuid)',
    ['private.require(true,', 'private.require(private.is_admin(),'],
    ['SECURITY DEFINER', ''],
  ) +
  changeFunction('private.finish_restoring(uuid[])', [
    '-- perform private.defer_restored_links(',
    'perform private.defer_restored_links(',
  ])

describe('a fault of the database', () => {
  const faults: [what: string, plant: string, remove: string, check: string, fault: RegExp][] = [
    [
      'a grant to visitors',
      'grant update on public.categories to anon',
      'revoke update on public.categories from anon',
      'visitor may not write categories',
      /: an update .+ \(docs\/deploy\.md, "1\. The database"\)$/,
    ],
    [
      'leads that visitors read',
      'grant select on public.leads to anon',
      'revoke select on public.leads from anon',
      'visitor may not read leads',
      /: it is answered with status 200/,
    ],
    [
      'leads that customers read',
      `create policy planted on public.leads for select to authenticated using (true);
       insert into public.leads (name, company, email, phone) values ('A', 'B', 'a@b.example', '1')`,
      'drop policy planted on public.leads; delete from public.leads where true',
      'customer may not read leads',
      /: 1 rows are shown/,
    ],
    [
      'what other roles read, change and restore',
      `create policy planted on public.products for select to anon using (true);
       create policy planted on public.themes to authenticated ${everything};
       ${uncheckedRestoring}`,
      `drop policy planted on public.products; drop policy planted on public.themes; ${checkedRestoring}`,
      'no other role changes them',
      /: visitor sees a product that is not a sample product; .*customer may change themes; customer may delete from themes; .*customer may restore what was deleted/,
    ],
    [
      'row level security that is off',
      'alter table public.product_themes disable row level security',
      'alter table public.product_themes enable row level security',
      'customer may not write product_themes',
      /: an insert is answered with status 409, 23503/,
    ],
    [
      'administrators who may not write',
      'drop policy "administrators create" on public.themes',
      'create policy "administrators create" on public.themes for insert to authenticated with check ((select private.is_admin()))',
      'no other role changes them',
      /: a record of themes is answered with status 403, 42501 \(docs\/deploy\.md, "4\. Make an administrator"\)$/,
    ],
    [
      'a function of the back office for visitors',
      'grant execute on function public.count_products(text, jsonb) to anon; grant execute on function private.count_products(text, jsonb) to anon',
      'revoke execute on function public.count_products(text, jsonb) from anon; revoke execute on function private.count_products(text, jsonb) from anon',
      'visitor gets nothing from count_products',
      /: it is answered with status 200/,
    ],
    [
      'a function that restores for everyone',
      uncheckedRestoring,
      checkedRestoring,
      'customer gets nothing from restore_record',
      /: it is answered with status 404, PT404/,
    ],
    [
      'administrators who may not restore',
      'revoke execute on function public.restore_record(uuid) from authenticated',
      'grant execute on function public.restore_record(uuid) to authenticated',
      'no other role changes them',
      /: restoring a record is answered with status 403, 42501 \(docs\/deploy\.md, "4\. Make an administrator"\)$/,
    ],
    [
      'a preview without its bound',
      changeFunction(catalogue, [reading, answering]) + 'notify giftwell_changes',
      changeFunction(catalogue, [answering, reading]) + 'notify giftwell_changes',
      'at most 12 products',
      /: 13 products are shown/,
    ],
    [
      'a limit on leads that is gone',
      'alter table public.leads drop constraint leads_message_length',
      'alter table public.leads add constraint leads_message_length check (char_length(message) <= 5000)',
      'leads_message_length',
      /: it is answered with status 400, 23514/,
    ],
    [
      'uploads by strangers',
      `create policy planted on storage.objects for insert to authenticated with check (true);
       create policy shown on storage.objects for select to authenticated using (true)`,
      'drop policy planted on storage.objects; drop policy shown on storage.objects',
      'customer may not upload',
      /: that of \d+\.png is answered with status 200/,
    ],
    [
      'a list of the images for strangers',
      'create policy planted on storage.objects for select to anon using (true)',
      'drop policy planted on storage.objects',
      'no other role lists',
      /: a visitor lists it/,
    ],
  ]

  it.each(faults)('%s is found and its fix named', async (_what, plant, remove, check, fault) => {
    const before = await rowCounts()
    await run(plant)
    try {
      expect(await faultsAt(check)).toEqual([expect.stringMatching(fault)])
    } finally {
      await run(remove)
    }
    expect(await rowCounts()).toEqual(before)
  })
})

// After the faults above are mended.
it('a sound site has no fault, and nothing of the checks stays but the customer account that is named', async () => {
  const before = await rowCounts()
  const { lines, faults } = await verifySite({
    url: `${server.url}/catalogue`,
    publishableKey: server.publishableKey,
    administrator,
  })
  expect(lines.filter((line) => line.startsWith('FAULT'))).toEqual([])
  expect(faults).toBe(0)
  expect(await rowCounts()).toEqual(before)
  expect(lines).toContainEqual(expect.stringMatching(/^left {3}the account check-\w+@example\.com/))
  for (const role of ['visitor', 'customer', 'administrator']) {
    expect(lines.filter((line) => line.startsWith(`ok     ${role} `)).length).toBeGreaterThan(14)
  }
})

describe('a fault of the host', () => {
  let host: Server
  let url: string
  let change: (path: string, headers: IncomingHttpHeaders) => number | undefined
  let answer: (
    path: string,
    headers: IncomingHttpHeaders,
  ) => { status: number; body: unknown } | undefined = () => undefined
  /** A proxy in front of the site, which changes responses. */
  beforeAll(async () => {
    host = createServer((incoming, outgoing) => {
      const path = incoming.url ?? ''
      const own = answer(path, incoming.headers)
      if (own !== undefined) {
        outgoing.writeHead(own.status, { 'content-type': 'application/json' }).end(JSON.stringify(own.body))
        return
      }
      const passed = request(
        `${server.url}${path}`,
        { method: incoming.method, headers: incoming.headers },
        (response) => {
          const headers = { ...response.headers }
          const status = change(path, headers) ?? response.statusCode ?? 500
          outgoing.writeHead(status, headers)
          response.pipe(outgoing)
        },
      )
      incoming.pipe(passed)
    })
    url = `http://127.0.0.1:${await portOf(host)}`
  })
  afterAll(() => host.close())

  it.each<[what: string, change: typeof change, check: string, fault: RegExp]>([
    [
      'a missing header',
      (_path, headers) => void delete headers['x-frame-options'],
      '/admin is a page',
      /: missing or different: x-frame-options \(docs\/deploy\.md, "3\. The website"\)$/,
    ],
    [
      'a policy that allows another origin',
      (path, headers) => {
        const policy = headers['content-security-policy']
        if (path === '/')
          headers['content-security-policy'] = String(policy).replace(
            "connect-src 'self'",
            "connect-src 'self' https:",
          )
        return undefined
      },
      '/ is a page',
      /: missing or different: content-security-policy/,
    ],
    [
      'unknown paths that are pages',
      (path) => (path === '/.git/config' ? 200 : undefined),
      '/.git/config',
      /: GET is answered with status 200/,
    ],
    [
      'a configuration that is stored',
      (path, headers) => {
        if (path === '/config.json') headers['cache-control'] = 'public'
        return undefined
      },
      'config.json',
      /: config\.json has cache-control public/,
    ],
    [
      'images that are not public',
      (path) => (path.startsWith('/storage/v1/object/public/') ? 400 : undefined),
      'everyone sees',
      /: a visitor gets status 400: is the bucket public\? \(docs\/deploy\.md, "1\. The database"\)$/,
    ],
    ...['recover', 'resend', 'otp'].map((name): [string, typeof change, string, RegExp] => [
      `no limit on e-mails at ${name}`,
      (path) => (path === `/auth/v1/${name}` ? 200 : undefined),
      `are limited at ${name}`,
      /: 40 in a row are accepted \(docs\/deploy\.md, "Rate limits"\)$/,
    ]),
    [
      'links that lead elsewhere',
      (path, headers) => {
        if (path.startsWith('/auth/v1/verify')) headers.location = 'https://evil.example/#error'
        return undefined
      },
      'another site',
      /: https:\/\/evil\.example is followed \(docs\/deploy\.md, "2\. Accounts and e-mail"\)$/,
    ],
  ])('%s is found and its fix named', async (_what, changed, check, fault) => {
    change = changed
    expect(await faultsAt(check, url)).toEqual([expect.stringMatching(fault)])
  })

  const forbidden = { status: 403, body: { error: 'Forbidden' } }
  const missing = { code: 'NOT_FOUND', message: 'Requested function was not found' }
  const withoutSecret = (status: number, body: unknown) => () => ({ status, body })
  const withSecret = (status: number, body: unknown) => (headers: IncomingHttpHeaders) =>
    headers['x-send-mail-secret'] === 'a secret' ? { status, body } : forbidden

  it.each<
    [
      what: string,
      func: (headers: IncomingHttpHeaders) => { status: number; body: unknown },
      faults: RegExp[],
    ]
  >([
    [
      'that is missing',
      withoutSecret(404, missing),
      [/settings: it is not deployed \(/, /is due: it is answered with status 404/],
    ],
    [
      'without a setting',
      withoutSecret(500, { error: 'Not set: SMTP_URL' }),
      [
        /settings: Not set: SMTP_URL \(docs\/deploy\.md, "E-mails about leads"\)$/,
        /is due: Not set: SMTP_URL/,
      ],
    ],
    [
      'behind a token',
      withoutSecret(401, { code: 'UNAUTHORIZED_NO_AUTH_HEADER' }),
      [/verify_jwt = false/, /status 401/],
    ],
    [
      'that does not start',
      withoutSecret(503, { code: 'BOOT_ERROR' }),
      [/it does not start/, /status 503, BOOT_ERROR/],
    ],
    ['with another secret', withoutSecret(403, forbidden.body), [/its SEND_MAIL_SECRET is another one/]],
    [
      'whose key the project refuses',
      withSecret(500, { error: 'claim_mails was answered with 401' }),
      [/is due: claim_mails was answered with 401/],
    ],
    ['that sends', withSecret(200, { sent: 0 }), []],
  ])('a hosted project’s function send-mail %s is told', async (_what, func, faults) => {
    change = () => undefined
    answer = (path, headers) => {
      if (path === '/healthz') return { status: 404, body: {} }
      return path === '/functions/v1/send-mail' ? func(headers) : undefined
    }
    const { publishableKey } = server
    const options = {
      url,
      publishableKey,
      administrator: null,
      only: 'send-mail',
      sendMailSecret: 'a secret',
    }
    const { lines } = await verifySite(options)
    answer = () => undefined
    expect(lines.filter((line) => line.startsWith('FAULT'))).toEqual(
      faults.map((fault) => expect.stringMatching(fault)),
    )
  })

  it('a site of npm start is not asked for send-mail, and tells of e-mails that wait', async () => {
    change = () => undefined
    await run(`insert into public.outbox (kind, recipient, created_at, next_attempt_at, attempts, last_error)
      values ('data_link', 'late@nova.example', '2026-11-27 10:12+00', now() + interval '1 hour', 4, 'EAUTH 535')`)
    expect((await linesAt('send-mail', url)).filter((line) => line.includes('send-mail'))).toEqual([])
    const waiting = await linesAt('no e-mail waits', url)
    await run(`delete from public.outbox where recipient = 'late@nova.example'`)
    expect(waiting.filter((line) => line.includes('no e-mail waits'))).toEqual([
      expect.stringMatching(
        /^FAULT {2}no e-mail waits .+: 1 wait, the oldest since 2026-11-27T10:12:00.+; the mail server does not accept them \(EAUTH 535\)/,
      ),
    ])
  })
})

it('every heading that fixes a fault is in docs/deploy.md', async () => {
  const guide = await readFile(new URL('../../../../docs/deploy.md', import.meta.url), 'utf8')
  for (const heading of Object.values(headings)) expect(guide).toMatch(new RegExp(`\\n##?# ${heading}\\n`))
})
