import { describe, expect, it } from 'vitest'
import { sharedServer } from './testing/shared-server.ts'

describe('the fields of a lead', { timeout: 60_000 }, () => {
  const server = sharedServer()

  const lead = { name: 'Asha', company: 'Acme', email: 'asha@acme.test', phone: '1' }
  async function send(body: unknown, path = 'leads') {
    const answer = await server.send(`/rest/v1/${path}`, { body })
    const text = await answer.text()
    return { status: answer.status, message: text === '' ? '' : String(JSON.parse(text).message) }
  }
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  it.each([
    [
      { ...lead, selected_products: ['Lamp', 'x'.repeat(201)] },
      "selected_products: a product's name may have at most 200 characters",
    ],
    [
      [{ ...lead, selected_products: ['x'.repeat(201)] }],
      "selected_products: a product's name may have at most 200 characters",
    ],
    [{ ...lead, selected_products: ['Lamp', null] }, 'selected_products: every product is a name, as text'],
    [{ ...lead, selected_products: [['Lamp']] }, 'selected_products: every product is a name, as text'],
    [{ ...lead, message: { text: 'Soon' } }, 'message: must be text'],
    [JSON.stringify({ ...lead, message: 0 }).replace(':0', `:${nested(50)}`), 'message: must be text'],
    [
      JSON.stringify({ ...lead, message: 0 }).replace(':0', `:${nested(1000)}`),
      'The body is nested deeper than 64 levels',
    ],
    [JSON.stringify({ ...lead, message: 0 }).replace(':0', `:${nested(100_000)}`), 'The body is not JSON'],
    [nested(100_000), 'The body is not JSON'],
  ])('a lead with a field that breaks a rule is a bad request that names both', async (body, message) => {
    expect(await send(body)).toEqual({ status: 400, message })
  })

  it('the database has the same rule for the names', async () => {
    const long = { ...lead, selected_products: `{Lamp,${'x'.repeat(201)}}` }
    expect(await send(long)).toEqual({
      status: 400,
      message: expect.stringContaining('leads_selected_products_size') as string,
    })
  })

  it.each([
    { items: [{ name: 'Lamp', quantity: 0 }] },
    { items: [{ name: 'Lamp', quantity: { of: 5 } }] },
    { items: [{ name: { text: 'Lamp' }, quantity: 'many' }] },
    { items: [{ name: 'Lamp\u0000' }] },
    { items: 'Lamp' },
    { items: {} },
    {},
    { items: [], needed_by: 'soon' },
    { items: [], needed_by: 'infinity' },
    { items: [], budget_per_gift: 1.5 },
  ])('an inquiry that breaks a rule is a bad request: %j', async (fields) => {
    const { status } = await send({ ...lead, ...fields }, 'rpc/send_inquiry')
    expect([400, 404]).toContain(status)
  })

  it('names of 200 characters are accepted, whatever the characters', async () => {
    for (const name of ['x'.repeat(200), '🎁'.repeat(200)]) {
      expect(await send({ ...lead, message: name.slice(0, 2), selected_products: [name] })).toEqual({
        status: 201,
        message: '',
      })
    }
  })
})
