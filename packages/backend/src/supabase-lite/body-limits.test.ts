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
