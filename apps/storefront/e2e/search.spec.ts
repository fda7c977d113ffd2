import { randomUUID } from 'node:crypto'

import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'

import { expect, test } from './support/giftwell.ts'
import { anotherAdministrator, productSearch } from './support/product-steps.ts'
import { cards, rendered } from './support/steps.ts'

test('“copper botle” finds copper bottles while it is typed, and in its address', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const field = page.getByRole('searchbox', { name: 'Search products' })
  await expect(field).toHaveAttribute('aria-autocomplete', 'list')
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await field.fill('copper botle')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/catalogue\?q=copper\+botle$/)
  await expect(page.getByText('Showing results for “bottle” instead of “botle”.')).toBeVisible()
  await expect(cards(page).first().locator('mark')).toHaveText(['Copper', 'Bottle'])
  for (const name of await cards(page).getByRole('heading').allInnerTexts()) expect(name).toMatch(/copper/i)

  await field.fill('copper botle diwali')
  await expect(page).toHaveURL(/q=copper\+botle\+diwali$/)
  await expect(cards(page).first().locator('mark', { hasText: 'Diwali' })).toBeVisible()
  await expectNoViolations(page)

  // The server returns the preview only, whatever the page size.
  const { supabaseKey: apikey } = Object(await (await request.get('/config.json')).json())
  const wanted = '/rest/v1/rpc/catalogue_page?q=copper+botle&sort=name&page_size=500'
  const preview = Object(await (await request.get(wanted, { headers: { apikey } })).json())
  expect(preview.products).toHaveLength(12)
  expect(preview.total).toBeGreaterThan(12)
  expect(preview.next).toBeNull()
})

test('a search says a price, in the served page, too, and names the words that nothing has', async ({
  page,
  request,
}) => {
  const served = await (await request.get('/catalogue?q=hamper+under+1000')).text()
  expect(served).toMatch(/<input id="search" value="hamper under 1000"/)
  await page.goto('/catalogue?q=hamper+under+1000')
  const applied = page.getByRole('group', { name: 'Applied filters' })
  const price = applied.getByRole('button', { name: 'Remove Up to Rs.1000' })
  await expect(price).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  for (const card of await cards(page).all()) {
    await expect(card.getByText(/^Rs\.(10-100|100-500|500-1000)$/)).toBeAttached()
  }
  await expectNoViolations(page)
  await price.click()
  await expect(page).toHaveURL(/\?q=hamper$/)

  const field = page.getByRole('searchbox', { name: 'Search products' })
  await expect(field).toHaveAttribute('aria-autocomplete', 'list')
  await field.fill('parker wall')
  const note = 'Nothing matches all of “parker wall”. Showing results for “wall”; left out: parker.'
  await expect(page.getByText(note)).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/catalogue$/)
})

test('a line of equal words counts at once', { tag: '@full' }, async ({ page, browser, giftwell }) => {
  const word = `quokka${randomUUID().replaceAll(/[^a-f]/g, '')}`
  await page.goto(`/catalogue?q=${word}`)
  await expect(page.getByText(`Nothing matches “${word}”.`)).toBeVisible()
  const office = await anotherAdministrator(browser, giftwell, '/admin/settings')
  await office.getByRole('link', { name: 'Search Words' }).click()
  await office.getByRole('button', { name: 'Add Search Word' }).click()
  await office.getByRole('textbox', { name: 'Words' }).fill(`${word}, copper bottle`)
  await office.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(office.getByText('Search word created successfully')).toBeVisible()
  await page.reload()
  await expect(cards(page).first()).toContainText(/copper/i)
  await office.context().close()
})

test(
  'a suggestion is chosen by the arrow keys, and a search without results suggests what to leave out',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/catalogue')
    const field = page.getByRole('searchbox', { name: 'Search products' })
    await expect(field).toHaveAttribute('aria-autocomplete', 'list')
    await field.pressSequentially('diw')
    await expect(page.getByRole('option', { name: 'Diwali, theme' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expectNoViolations(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/catalogue\?theme=Diwali$/)

    await page.getByRole('button', { name: 'Add another Theme' }).click()
    await page.getByRole('group', { name: 'Theme' }).getByRole('checkbox', { name: 'Onboarding' }).check()
    await expect(page).toHaveURL(/theme=Diwali&theme=Onboarding/)
    await expectNoViolations(page)
    await field.fill('zebra')
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: /^Without “zebra”: \d+ products$/ }).click()
    await expect(cards(page)).not.toHaveCount(0)
    await expect(field).toHaveValue('')
  },
)

test(
  'the sort order is in the address, and the server renders it',
  { tag: '@full' },
  async ({ page, request }) => {
    await rendered(request, '/catalogue?sort=name')
    await page.goto('/catalogue?sort=name')
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('name')
    const names = await cards(page).getByRole('heading').allInnerTexts()
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest')
    await expect(page).toHaveURL(/\/catalogue$/)
  },
)

test(
  'a visitor’s search without results is on the dashboard until it is dismissed',
  { tag: '@full' },
  async ({ page, browser, giftwell }) => {
    const word = `zebra${randomUUID().replaceAll(/[^a-f]/g, '')}`
    await page.goto(`/catalogue?q=${word}`)
    const reported = page.waitForResponse(/rpc\/report_missed_search/)
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
    await reported

    const office = await anotherAdministrator(browser, giftwell, '/admin')
    const missed = office.getByRole('list', { name: 'Searches without a result' })
    await expect(missed.getByRole('listitem').filter({ hasText: word })).toContainText('once')
    await missed.getByRole('link', { name: `Search products for ${word}` }).click()
    await expect(productSearch(office)).toHaveValue(word)
    await office.goBack()
    await missed.getByRole('button', { name: `Dismiss ${word}` }).click()
    await expect(office.getByText(word)).toHaveCount(0)
    await office.reload()
    await expect(office.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await expect(office.getByRole('heading', { name: 'Catalogue health' })).toBeVisible()
    await expect(office.getByText(word)).toHaveCount(0)
    await office.context().close()
  },
)
