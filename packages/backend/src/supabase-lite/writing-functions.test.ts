import { expect, it } from 'vitest'
import { tokenOf } from '../testing/clients-of.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'

const server = sharedServer({ TRUSTED_PROXY: '127.0.0.1' })

let requests = 0
/** Each from a separate client, since rejected requests are also limited. */
const send = async (method: string, path: string, headers: Record<string, string> = {}) => {
  requests += 1
  const from = `198.51.${requests >> 8}.${requests & 255}`
  return server.send(path, { method, headers: { 'x-forwarded-for': from, ...headers } })
}

it(
  'a function that may write is refused by GET and HEAD before the database, for all callers alike',
  { timeout: 120_000 },
  async () => {
    const { rows } = (await server.database?.query(
      `select proname as name, provolatile = 'v' as writes from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`,
    )) ?? { rows: [] }
    expect(rows.filter(({ writes }) => writes === true).length).toBeGreaterThan(30)
    expect(rows.filter(({ writes }) => writes === false).length).toBeGreaterThan(10)
    const token = await tokenOf(await server.signedIn(administrator))
    const callers = [{}, { authorization: `Bearer ${token}` }]
    const answers: unknown[] = []
    for (const { name, writes } of rows)
      for (const headers of callers)
        for (const method of ['GET', 'HEAD']) {
          const { status, headers: about } = await send(method, `/rest/v1/rpc/${String(name)}`, headers)
          const isRefused = status === 405 && about.get('allow') === 'POST'
          if (isRefused !== writes) answers.push([method, name, status])
        }
    expect(answers).toEqual([])
  },
)

it('a function that may write answers GET alike whether an address is stored or not, however it is called', async () => {
  await send('POST', '/rest/v1/rpc/request_my_data')
  const answers = new Set<string>()
  for (const email of [administrator.email, 'nobody@elsewhere.example', ''])
    for (const method of ['GET', 'HEAD'])
      for (const path of ['request_my_data', 'request_my_data/', 'request_my_data//'])
        for (const headers of [{}, { 'x-http-method-override': 'POST' }, { prefer: 'tx=rollback' }]) {
          const answer = await send(method, `/rest/v1/rpc/${path}?email=${email}`, headers)
          answers.add(
            `${answer.status} ${answer.headers.get('allow')} ${await answer.text().then((text) => text.length > 0)} ${method}`,
          )
        }
  expect([...answers].toSorted()).toEqual(['405 POST false HEAD', '405 POST true GET'])
})
