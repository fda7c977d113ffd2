import { randomUUID } from 'node:crypto'

import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import {
  expectNoViolations,
  expectNoViolationsInForcedColours,
} from '@giftwell/tooling/testing/expect-no-violations.ts'
import type { APIRequestContext } from '@playwright/test'

import { expect, type Giftwell, test } from './support/giftwell.ts'
import { rendered } from './support/steps.ts'

/** Calls the API as the administrator. */
async function callAsAdministrator<Answer>(
  giftwell: Giftwell,
  request: APIRequestContext,
  address: string,
  data?: unknown,
): Promise<Answer> {
  const { origins } = await giftwell.adminStorage()
  const session = JSON.parse(origins[0]?.localStorage[0]?.value ?? '') as { access_token: string }
  const { supabaseKey } = (await (await request.get('/config.json')).json()) as { supabaseKey: string }
  const response = await request.fetch(address, {
    method: data === undefined ? 'GET' : 'POST',
    headers: {
      apikey: supabaseKey,
      authorization: `Bearer ${session.access_token}`,
      prefer: 'return=representation',
    },
    ...(data !== undefined && { data }),
  })
  expect(response.ok(), await response.text()).toBe(true)
  return response.json()
}

const facts = {
  description: 'Keeps tea **hot** for six hours.\n\n- Copper inside\n- <b>No</b> plastic',
  material: 'Copper, lacquered',
  length_mm: 70,
  width_mm: 70,
  height_mm: 240,
  capacity_ml: 750,
  weight_g: 1200,
  min_quantity: 50,
  lead_days_from: 10,
  lead_days_to: 15,
  packaging: 'Gift box',
  care: 'Wash by hand',
  origin: 'India',
  image_alt: 'The bottle from the front',
  parts: [
    { name: 'Bottle', quantity: 1 },
    { name: 'Cup', quantity: 2 },
  ],
  colours: [
    { name: 'Red', hex: '#b3402e', picture_position: 3 },
    { name: 'Green', hex: '#2f6b4f', picture_position: 1 },
  ],
}

test('a product with all facts says what a buyer asks, shows its pictures one by one, and prints', async ({
  page,
  giftwell,
  request,
}) => {
  const call = <Answer>(address: string, data?: unknown) =>
    callAsAdministrator<Answer>(giftwell, request, address, data)
  const suffix = randomUUID().slice(0, 8)
  const pictured = await call<readonly { image_url: string; image_widths: number[]; image_colour: string }[]>(
    '/rest/v1/products?select=image_url,image_widths,image_colour&image_url=like.*storage*&order=id&limit=50',
  )
  // Light pictures have one size.
  const sized = pictured.filter(({ image_widths: widths }) => widths.length > 1)
  const [first, ...others] = [...new Map(sized.map((row) => [row.image_url, row])).values()].slice(0, 3)
  expect(others).toHaveLength(2)
  const method = `Engraving ${suffix}`
  const [branding] = await call<readonly { id: string }[]>('/rest/v1/branding_methods', { name: method })
  const name = `Copper Bottle ${suffix}`
  const save = (product: object) =>
    call<{ id: string }>('/rest/v1/rpc/save_product', {
      product: { is_sample: true, ...product },
      industry_tag_ids: [],
      theme_ids: [],
      doctor_type_tag_ids: [],
    })
  const plain = await save({ name: `Plain Mug ${suffix}` })
  const product = await save({
    name,
    ...first,
    ...facts,
    code: `CB-${suffix}`,
    pictures: others.map(({ image_url: url, image_widths: widths, image_colour: colour }, index) => ({
      url,
      widths,
      colour,
      alt: `The bottle from side ${index + 2}`,
    })),
    branding: [{ branding_method_id: branding?.id, area: '40 × 60 mm', colours: 2 }],
  })
  const path = productPath({ id: product.id, name })

  // What a crawler reads.
  const html = await (await request.get(path)).text()
  expect(html).toContain('Copper, lacquered')
  expect(html).toContain('&lt;b&gt;No&lt;/b&gt; plastic')
  expect(html).toContain('<meta name="description" content="Keeps tea hot for six hours. Copper inside')
  expect(html).toContain('"@type":"BreadcrumbList"')

  const loaded: string[] = []
  page.on('request', (sent) => loaded.push(new URL(sent.url()).pathname))
  await page.goto(path)
  const fact = (term: string) =>
    page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${term}$`) })
      .locator('+ dd')
  for (const [term, text] of Object.entries({
    'Minimum quantity': 'from 50 pieces',
    'Lead time': '10 to 15 working days',
    Size: '7 × 7 × 24 cm',
    Capacity: '750 ml',
    Weight: '1.2 kg',
    Branding: `${method}, 40 × 60 mm, up to 2 colours`,
    'In the set': '1 × Bottle2 × Cup',
    Code: `CB-${suffix}`,
  }))
    await expect(fact(term)).toHaveText(text)
  await expect(fact('Colours').getByRole('radio')).toHaveCount(2)
  const gallery = page.getByRole('group', { name: 'Pictures' })
  await expect(gallery.getByRole('img', { name: facts.image_alt })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // Small pictures have sizes of their own.
  expect(loaded).toContain(first?.image_url)
  expect(loaded).not.toContain(others[0]?.image_url)
  await gallery.getByRole('button', { name: 'Next picture' }).click()
  await expect(gallery.getByRole('img', { name: 'The bottle from side 2' })).toBeInViewport({ ratio: 0.9 })
  expect(loaded).toContain(others[0]?.image_url)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expect(gallery.getByRole('img', { name: 'The bottle from side 2' })).toBeInViewport({ ratio: 0.9 })
  await gallery.getByRole('button', { name: 'Zoom' }).press('ArrowRight')
  await expect(gallery.getByRole('img', { name: 'The bottle from side 3' })).toBeInViewport({ ratio: 0.9 })
  await fact('Colours').getByText('Green').click()
  await expect(gallery.getByRole('img', { name: facts.image_alt })).toBeInViewport({ ratio: 0.9 })
  await expectNoViolations(page)
  await expectNoViolationsInForcedColours(page)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').locator('img:visible')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Next picture' })).toBeHidden()
  await expect(page.getByText('Copper, lacquered')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.goto(productPath({ id: plain.id, name: `Plain Mug ${suffix}` }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Plain Mug ${suffix}`)
  await expect(page.getByRole('term')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Next picture' })).toBeHidden()

  // The keys of the gallery before hydration, and a swipe.
  await rendered(request, path)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  const early = page.goto(path)
  const zoom = gallery.getByRole('button', { name: 'Zoom' })
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await zoom.press(key)
  resolve()
  await early
  await expect(gallery.getByRole('img', { name: 'The bottle from side 2' })).toBeInViewport({ ratio: 0.9 })
  const swiped = page.reload()
  await zoom.evaluate((button) =>
    button.closest('[class]:has(> [inert])')?.scrollTo({ left: 5000, behavior: 'instant' }),
  )
  await swiped
  await expect(gallery.getByRole('img', { name: 'The bottle from side 3' })).toBeInViewport({ ratio: 0.9 })
})
