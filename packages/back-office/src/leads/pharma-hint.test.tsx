import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { SiteContext } from '@giftwell/shared/ui/use-site.ts'
import { leadOf } from '../testing/show-leads.tsx'
import { PharmaHint } from './pharma-hint.tsx'

interface Product {
  readonly budget?: string
  readonly is_brand_reminder?: boolean
  readonly industry?: string
}

/** A line of a lead with its product; without one when the product was deleted. */
const item = (position: number, name: string, product?: Product) => ({
  position,
  name,
  products: product && {
    budget: product.budget ?? null,
    is_brand_reminder: product.is_brand_reminder ?? false,
    product_industry_tags:
      product.industry === undefined
        ? []
        : [{ industry_tags: { has_doctor_types: product.industry === 'Pharmaceutical' } }],
  },
})

const diary = item(1, 'Diary', { budget: 'Rs.500-1000', is_brand_reminder: true })
const lamp = item(2, 'Lamp', { budget: 'Rs.1000-2000', is_brand_reminder: true })
const mug = item(3, 'Mug', { budget: 'Rs.100-500' })
const hamper = item(4, 'Hamper', { budget: 'Rs.2000+' })

/** Shows the hint of a company's lead, on a site whose owner has it on or off. */
function show(company: string, items: readonly object[], isOn = true) {
  const { requests } = fakeApi(({ path }) => (path === '/rest/v1/lead_items' ? items : undefined))
  renderAdmin(
    <SiteContext value={{ pharma_hints: isOn }}>
      <dl>
        <PharmaHint lead={leadOf(1, { company })} />
        <dt>End</dt>
        <dd>{company}</dd>
      </dl>
    </SiteContext>,
  )
  const isRead = () => requests.some(({ path }) => path === '/rest/v1/lead_items')
  return { isRead }
}

test('of a pharmaceutical company each gift above Rs.1000 by its band, or without the mark, is named with why', async () => {
  show('Cura Pharma Ltd', [diary, lamp, mug, hamper, item(5, 'Deleted gift')])
  const list = within(await screen.findByRole('list'))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Lamp: above Rs.1000 each, by its budget band',
    'Mug: not marked as a brand reminder',
    'Hamper: above Rs.1000 each, by its budget band, not marked as a brand reminder',
    'Deleted gift: not marked as a brand reminder',
  ])
  expect(screen.getByRole('link', { name: 'UCPMP 2024, “Brand reminders”' })).toHaveAttribute(
    'href',
    'https://pharma-dept.gov.in/',
  )
  expect(screen.getByText(/checked on 26 Nov 2026/)).toBeVisible()
  expect(screen.getByText(/not legal or tax advice/)).toBeVisible()
})

test('a company of any name is pharmaceutical by a product of that industry', async () => {
  show('Meridian Bank', [
    mug,
    item(1, 'Stethoscope case', { industry: 'Pharmaceutical', is_brand_reminder: true }),
  ])
  expect(await screen.findByText('Mug: not marked as a brand reminder')).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test.each([
  ['another company', 'Meridian Bank', [hamper]],
  ['gifts that doctors may have', 'Cura Pharma Ltd', [diary]],
  ['an inquiry without products', 'Cura Pharma Ltd', []],
])('%s has no hint', async (_what, company, items) => {
  const { isRead } = show(company, items)
  await vi.waitFor(() => expect(isRead()).toBe(true))
  await vi.waitFor(() => expect(screen.getByText('End')).toBeVisible())
  expect(screen.queryByText('Hint')).toBeNull()
})

test('where the owner has switched hints off there is none, and nothing is read for it', async () => {
  const { isRead } = show('Cura Pharma Ltd', [hamper], false)
  expect(await screen.findByText('End')).toBeVisible()
  expect(screen.queryByText('Hint')).toBeNull()
  expect(isRead()).toBe(false)
})
