import { readFile } from 'node:fs/promises'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { expect, it } from 'vitest'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'
import { programRoutes } from './program-routes.ts'

const server = sharedServer()

it('the examples of docs/api.md are answered as it says', async () => {
  const text = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
  const staff = await server.signedIn(administrator)
  const scopes = ['read products', 'read leads', 'write products']
  const { data: key } = await staff.rpc('make_api_key', { name: 'Example', scopes })
  await server.client().rpc('send_inquiry', {
    name: 'Asha Rao',
    company: 'Meridian',
    email: 'asha@meridian.example',
    phone: '+91 98765 43210',
    items: [{ name: 'Copper bottle', quantity: 400 }],
  })
  const examples = [...text.matchAll(/```http( \d+)?\n([\s\S]*?)\n```(?:\n\n```json\n([\s\S]*?)\n```)?/g)]
  expect(examples).toHaveLength(5)
  let last: Record<string, unknown> = {}
  for (const [, status, request = '', documented] of examples) {
    const [head = '', body] = request.split('\n\n')
    const [[method = '', path = ''] = [], ...headers] = head.split('\n').map((line) => line.split(/:? /))
    const answer = await fetch(server.url + path.replace('{id}', String(last['id'])), {
      method,
      headers: headers.map(([name = '', ...value]): [string, string] => [
        name,
        value.join(' ').replace(/gw_\w+/, String(key)),
      ]),
      ...(body !== undefined && { body }),
    })
    last = recordOf(await answer.json())
    expect(answer.status, request).toBe(
      status === undefined ? (method === 'POST' ? 201 : 200) : Number(status),
    )
    if (documented === undefined) continue
    const shape = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shape)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shape(part)]))
          : null
    expect(shape(last)).toEqual(shape(JSON.parse(documented)))
  }
  for (const { method, path } of programRoutes) expect(text).toContain(`\`${method} /api/v1${path}\``)
})
