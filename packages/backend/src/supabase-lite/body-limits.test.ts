import { expect, it } from 'vitest'

import { createBodyLimits } from './body-limits.ts'

it('staff save five hundred places of an order in one request, and no other caller does', async () => {
  const place = {
    recipient: 'अ'.repeat(200),
    address: 'अ'.repeat(400),
    phone: '9'.repeat(50),
    pin_code: '411001',
  }
  const { length } = Buffer.from(JSON.stringify({ places: Array.from({ length: 500 }, () => place) }))
  const request = new Request('http://server.test', { headers: { 'content-length': String(length) } })
  const enter = createBodyLimits()
  const mostOf = async (isStaff: boolean) => {
    using room = await enter('rest', '/rest/v1/rpc/save_order_places', request, async () => isStaff)
    return room?.most
  }
  expect(await mostOf(true)).toBeGreaterThan(length)
  expect(await mostOf(false)).toBeLessThan(length)
})

it('a network sends two large files at a time, and leaves room for those of others', async () => {
  const enter = createBodyLimits()
  const send = async (network: string) => {
    const headers = { 'content-length': String(5 * 1024 * 1024), 'cf-connecting-ip': network }
    return enter(
      'rest',
      '/rest/v1/rpc/attach_artwork',
      new Request('http://server.test', { headers }),
      async () => false,
    )
  }
  const first = await send('192.0.2.1')
  expect([first, await send('192.0.2.1')].map((room) => room?.most)).toEqual(
    [14, 14].map((mb) => mb * 1024 ** 2),
  )
  expect(await send('192.0.2.1')).toBeNull()
  for (const network of ['192.0.2.2', '192.0.2.2', '192.0.2.3', '192.0.2.4'])
    expect(await send(network)).not.toBeNull()
  expect(await send('192.0.2.5'), 'six in all').toBeNull()
  first?.[Symbol.dispose]()
  expect(await send('192.0.2.1')).not.toBeNull()
})
