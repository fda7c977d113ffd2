import { access, readFile } from 'node:fs/promises'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { sharedServer } from '../testing/shared-server.ts'
import { startSmtpServer } from '../testing/start-smtp-server.ts'
import { createSendMailHandler } from './send-mail-handler.ts'

const smtp = await startSmtpServer()
afterAll(smtp.close)
const server = sharedServer({}, { mailsEveryMs: 2 ** 30 })
afterEach(() => void vi.unstubAllGlobals())

const project = 'https://project.supabase.test'

/** The API of a hosted project with the secret key, on this database. */
function stubProject(): void {
  const calls: Record<string, string> = {
    claim_mails: `select public.claim_mails(($1::jsonb ->> 'batch')::integer, ($1::jsonb ->> 'delivers')::boolean)::text as answer`,
    finish_mail: `select public.finish_mail((call ->> 'mail_id')::uuid, (call ->> 'attempt')::integer, call ->> 'error', (call ->> 'is_final')::boolean)::text as answer from (select $1::jsonb as call) as called`,
  }
  vi.stubGlobal(
    'fetch',
    async (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
      if (headers['apikey'] !== 'secret key') return new Response(null, { status: 401 })
      const call = calls[url.replace(`${project}/rest/v1/rpc/`, '')]
      if (call === undefined) return new Response(null, { status: 404 })
      return server.database!.transaction(async (session) => {
        await session.run('set local role service_role')
        const { rows } = await session.query(call, [body])
        const answer = rows[0]?.['answer']
        return typeof answer === 'string' && answer !== ''
          ? new Response(answer)
          : new Response(null, { status: 204 })
      })
    },
  )
}

const env = () => ({
  SUPABASE_URL: project,
  SUPABASE_SECRET_KEYS: '{"default":"secret key"}',
  SUPABASE_SERVICE_ROLE_KEY: 'a legacy key that is disabled',
  SITE_URL: 'https://gifts.example',
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Giftwell <gifts@giftwell.test>',
  SEND_MAIL_SECRET: 'a secret',
})

const call = async (headers: Record<string, string> = {}, given: Record<string, string> = env()) => {
  const response = await createSendMailHandler(given)(new Request(project, { method: 'POST', headers }))
  return [response.status, await response.json()]
}

it('the function sends what is due in the outbox, and each e-mail once', async () => {
  const { error } = await server
    .client()
    .from('leads')
    .insert({ name: 'Asha', company: 'Nova', email: 'asha@nova.example', phone: '1' })
  expect(error).toBeNull()
  stubProject()
  expect(await call({ 'x-send-mail-secret': 'a secret' })).toEqual([200, { sent: 2 }])
  expect(await call({ 'x-send-mail-secret': 'a secret' })).toEqual([200, { sent: 0 }])
  // The acknowledgement, and the notice to the first administrator.
  expect(smtp.received.map(({ to }) => to).toSorted()).toEqual(
    ['admin@giftwell.test', 'asha@nova.example'].toSorted(),
  )
  const { rows } = await server.database!.query('select state from public.outbox')
  expect(rows).toEqual([{ state: 'sent' }, { state: 'sent' }])
})

it('the function refuses a call without its secret', async () => {
  expect(await call()).toEqual([403, { error: 'Forbidden' }])
  expect(await call({ 'x-send-mail-secret': 'a secreT' })).toEqual([403, { error: 'Forbidden' }])
})

it('the function names the variables that are not set', async () => {
  const given = { ...env(), SMTP_URL: '', SEND_MAIL_SECRET: '' }
  expect(await call({ 'x-send-mail-secret': '' }, given)).toEqual([
    500,
    { error: 'Not set: SMTP_URL, SEND_MAIL_SECRET' },
  ])
})

it('the function names an address that is none, and not its text', async () => {
  const given = { ...env(), SMTP_URL: 'smtps//user:password@mail.test' }
  expect(await call({}, given)).toEqual([500, { error: 'Not an address: SMTP_URL' }])
})

it('a project that refuses the function’s key is named in a sentence', async () => {
  stubProject()
  const secret = { 'x-send-mail-secret': 'a secret' }
  const refused = [500, { error: 'claim_mails was answered with 401' }]
  expect(await call(secret, { ...env(), SUPABASE_SECRET_KEYS: '{"default":"another key"}' })).toEqual(refused)
  expect(await call(secret, { ...env(), SUPABASE_SECRET_KEYS: '' })).toEqual(refused)
  const legacy = { SUPABASE_SECRET_KEYS: '', SUPABASE_SERVICE_ROLE_KEY: 'secret key' }
  expect(await call(secret, { ...env(), ...legacy })).toEqual([200, { sent: 0 }])
  const none = { SUPABASE_SECRET_KEYS: '{}', SUPABASE_SERVICE_ROLE_KEY: '' }
  expect(await call(secret, { ...env(), ...none })).toEqual([
    500,
    { error: 'The project gives the function no secret key: create one under API Keys' },
  ])
})

it('the function runs the versions of the packages that npm start runs', async () => {
  const read = async (path: string) =>
    JSON.parse(await readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8')) as Record<
      string,
      Record<string, string>
    >
  const { imports } = await read('supabase/functions/send-mail/deno.json')
  const { dependencies } = await read('packages/backend/package.json')
  const { '@giftwell/shared/': ours, ...packages } = imports!
  for (const [name, specifier] of Object.entries(packages))
    expect(specifier).toBe(`npm:${name}@${dependencies?.[name]}`)
  await access(
    new URL(`../../../../supabase/functions/send-mail/${ours}images/image-sizes.ts`, import.meta.url),
  )
})
