import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataFolderAt } from '../data-folder/data-folder.ts'
import { type Child, startChild } from '../testing/child-process.ts'
import { copyMigratedDatabase } from '../testing/prepared-database.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator, fixtureSite } from '../testing/test-server.ts'
import { clientsOf } from '../testing/clients-of.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

/** Values that must not be printed, sent in every part of a request. */
const planted = {
  email: 'planted-4711@acme.test',
  password: 'Planted-Passw0rd',
  token: `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${'planted'.repeat(4)}.c2lnbmF0dXJl`,
  key: 'sb_secret_Planted0815',
  name: 'Planted Person',
}
// No bare digits, which random request ids may contain.
const traces = /planted|acme\.test|passw0rd|eyJhbGci/i

/** Failing requests to every service and the website, with all of these values. */
async function sendEverything(url: string, publishableKey: string): Promise<number[]> {
  const body = JSON.stringify({ ...planted, refresh_token: planted.token, selected_products: planted })
  const query = new URLSearchParams(planted).toString()
  const paths = [
    '/rest/v1/leads',
    '/rest/v1/leads?on_conflict=name',
    `/rest/v1/products?id=eq.${planted.email}`,
    `/rest/v1/${planted.email}`,
    '/rest/v1/rpc/catalogue_page',
    `/rest/v1/rpc/${planted.key}`,
    '/auth/v1/token?grant_type=password',
    '/auth/v1/token?grant_type=refresh_token',
    '/auth/v1/signup',
    '/auth/v1/recover',
    '/auth/v1/verify',
    '/auth/v1/user',
    `/auth/v1/verify?token=${planted.token}&type=signup`,
    `/auth/v1/${planted.token}`,
    `/storage/v1/object/product-images/${planted.email}.png`,
    `/storage/v1/object/sign/product-images/1.png?token=${planted.token}`,
    `/storage/v1/object/list/${planted.key}`,
    '/storage/v1/object/move',
    `/${planted.email}`,
    `/q/${planted.token}`,
    '/rest/v1/rpc/open_quotation',
    `/catalogue?${query}`,
    `/assets/${planted.token}.js`,
    '/config.json',
    '/healthz',
  ]
  const statuses: number[] = []
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      for (const apikey of [publishableKey, planted.key]) {
        const separator = path.includes('?') ? '&' : '?'
        const answer = await fetch(`${url}${path}${separator}${query}`, {
          method,
          headers: {
            apikey,
            authorization: `Bearer ${apikey === planted.key ? planted.token : apikey}`,
            'content-type': 'application/json',
            cookie: `session=${planted.token}`,
            referer: `${url}/?${query}`,
            'user-agent': planted.name,
            'x-forwarded-for': planted.email,
          },
          ...(method === 'GET' ? {} : { body }),
          redirect: 'manual',
        })
        statuses.push(answer.status)
        await answer.bytes()
      }
    }
  }
  return statuses
}

describe('the output of a server', { timeout: 120_000 }, () => {
  const temporary = sharedFolder()
  let child: Child
  let url: string
  beforeAll(async () => {
    await copyMigratedDatabase(dataFolderAt(`${temporary.path}/data`).database)
    child = startChild('main.ts', [await fixtureSite(temporary.path)], {
      PORT: '0',
      SEED: 'empty',
      LOG_LEVEL: 'info',
      DATA_DIR: `${temporary.path}/data`,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    })
    url = (await child.line('ready ')).slice('ready '.length)
  })
  afterAll(async () => {
    child.process.kill('SIGKILL')
  })

  it('a server logs every request without user input', async () => {
    const { publishableKey } = await clientsOf(url)
    const statuses = await sendEverything(url, publishableKey)
    const lines = (): string[] => child.err.filter((line) => line.startsWith('{'))
    await expect.poll(() => lines().length).toBe(statuses.length + 1)
    for (const line of lines()) {
      const entry = JSON.parse(line) as Record<string, unknown>
      const names = ['time', 'level', 'event', 'id', 'method', 'path', 'status', 'ms', 'error']
      expect(names).toEqual(expect.arrayContaining(Object.keys(entry)))
    }
    expect(statuses.some((status) => status >= 400)).toBe(true)
    const printed = [...child.out, ...child.err].join('\n')
    expect(printed.match(traces)).toBeNull()
    expect(printed).not.toContain(publishableKey)
    expect(child.out).toEqual([`ready ${url}`])
  })
})

describe('the log of a database failure', () => {
  const server = sharedServer()
  beforeAll(async () => {
    // Fails with its input in every field of the error.
    await server.database!.transaction(async (session) =>
      session.run(`
        create function private.fail() returns trigger language plpgsql as $$
        begin
          raise exception using errcode = 'XX000', message = new.email, detail = new.name, hint = new.message;
        end $$;
        create trigger fails before insert on public.leads for each row execute function private.fail();`),
    )
  })

  it('a server logs a database error by its code only', async () => {
    const { email, name, key } = planted
    const lead = { name, email, company: name, phone: '1', message: key }
    const { status, error } = await server.client().from('leads').insert(lead)
    expect(status).toBe(500)
    expect(JSON.stringify(error)).not.toMatch(traces)
    const lines = server.logged.filter((line) => line.startsWith('{'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/"path":"\/rest\/v1\/leads","status":500,.+"error":"[Ee]rror XX000"/)
    expect(server.logged.join('\n')).not.toMatch(traces)
  })
})
