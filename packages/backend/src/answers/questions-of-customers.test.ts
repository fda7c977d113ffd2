import { expect, it } from 'vitest'
import { askedQuestion } from './asked-question.ts'
import { isSameForCustomers } from './questions-of-customers.ts'

function isShared(target: string): boolean {
  const request = { method: 'GET', target, header: (name: string) => (name === 'apikey' ? 'key' : null) }
  const question = askedQuestion(request, 'key')
  if (question === null) throw new Error(`${target} is no question`)
  return isSameForCustomers(question)
}

it.each([
  '/rest/v1/rpc/catalogue_page?page_size=48&category=Mugs',
  '/rest/v1/rpc/catalogue_filters',
  '/rest/v1/stats_blocks?select=*&order=order_index.asc',
  '/rest/v1/client_logos?select=*&order=created_at.asc',
])('customers share the answer to %s', (target) => {
  expect(isShared(target)).toBe(true)
})

it.each([
  '/rest/v1/profiles?select=*',
  '/rest/v1/leads?select=*',
  '/rest/v1/products?select=*',
  '/rest/v1/products?select=id,leads(*)&is_featured=eq.true',
  '/rest/v1/stats_blocks?select=*,profiles(*)',
  '/rest/v1/rpc/products_still_there?ids={}',
  '/rest/v1/rpc/count_leads',
  '/rest/v1/rpc/catalogue_page/leads',
])('nobody shares the answer to %s', (target) => {
  expect(isShared(target)).toBe(false)
})
