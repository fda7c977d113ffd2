import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { expect } from '../support/giftwell.ts'
import { password } from '../support/steps.ts'
import { test } from './driven-test.ts'
import type { Part, Tab } from './tab.ts'

const expectPresent = (part: Part) => expect.poll(part.count).toBeGreaterThan(0)
const hidden = (part: Part) => expect.poll(part.count).toBe(0)
const focused = (part: Part) => expect.poll(part.isFocused).toBe(true)
const expectStatus = (tab: Tab, words: string) => expect.poll(tab.get('status').text).toContain(words)

async function addToInquiry(tab: Tab, count: number) {
  for (let added = 1; added <= count; added += 1) {
    await tab.get('list', 'Products').get('button', 'Add to Inquiry').click()
    await expect.poll(tab.get('button', 'Added to Inquiry').count).toBe(added)
  }
}

/** The name of the first product, once it is there. */
async function firstName(tab: Tab) {
  const names = tab.get('list', 'Products').get('heading')
  await expectPresent(names)
  return (await names.text()).split('\n')[0] ?? ''
}

async function adminSignIn(tab: Tab, admin: { readonly email: string; readonly password: string }) {
  await tab.get('textbox', 'Email').fill(admin.email)
  await tab.get('label', /^Password/).fill(admin.password)
  await tab.get('button', 'Sign In').click()
}

test('a visitor filters, sends two products, and the administrator signs in and reads the lead', async ({
  tab,
  giftwell,
}) => {
  await tab.open('/catalogue')
  await tab.get('group', 'Industry').get('radio', 'Pharmaceutical').click()
  await expect.poll(tab.url).toMatch(/industry=Pharmaceutical/)
  await expectPresent(tab.get('group', 'Doctor Type'))
  await addToInquiry(tab, 2)

  const email = giftwell.newAddress('buyer')
  await tab.get('button', /Inquiry Basket/).click()
  const dialog = tab.get('dialog', 'Inquiry Basket (2 items)')
  const typed = { Name: 'Test Buyer', Company: 'Test Company', Email: email, Phone: '+91 98765 43210' }
  for (const [name, text] of Object.entries(typed)) await dialog.get('textbox', name).fill(text)
  await dialog.get('button', 'Submit Inquiry').click()
  await expectStatus(tab, 'Inquiry Submitted Successfully!')
  await hidden(tab.get('dialog'))

  await tab.open('/admin/leads')
  await expect.poll(tab.url).toMatch(/\/admin\/login$/)
  await adminSignIn(tab, giftwell.admin)
  await expectStatus(tab, 'Login Successful')
  await expect.poll(tab.url).toMatch(/\/admin\/leads$/)
  await expect.poll(tab.get('row', new RegExp(email)).text).toContain('Test Company')
})

test(
  'a visitor searches with a spelling mistake, and opens a result by its address',
  { tag: '@full' },
  async ({ tab }) => {
    await tab.open('/catalogue')
    await tab.get('searchbox', 'Search products').fill('copper botle')
    await expect.poll(tab.url).toMatch(/q=copper\+botle$/)
    await expectStatus(tab, 'Showing results for “bottle” instead of “botle”.')
    const first = tab.get('list', 'Products').get('link')
    await expect.poll(async () => (await first.text()).toLowerCase()).toContain('copper')
    await first.click()
    await expect.poll(tab.url).toMatch(/\/product\/[\w-]+-[\da-f]{12}\?q=copper\+botle$/)
    await expectPresent(tab.get('dialog').get('button', 'Add to Inquiry'))
  },
)

test('a visitor shares the basket, and a visitor who opens the link puts the same into theirs', async ({
  tab,
}) => {
  await tab.open('/catalogue')
  const name = await firstName(tab)
  await addToInquiry(tab, 1)
  await tab.get('button', /Inquiry Basket/).click()
  await tab.get('dialog').get('button', 'Share basket').click()
  const link = tab.get('dialog').get('textbox', 'Link to this basket')
  await expectPresent(link)
  const [address = ''] = await link.read((element) => (element as HTMLInputElement).value)
  await tab.evaluate(() => localStorage.clear())
  await tab.open(address)
  await expectPresent(tab.get('article', name))
  await tab.get('group', name).get('button', 'Looks good').click()
  await expectPresent(tab.get('button', 'Make a link with my answer'))
  await tab.get('button', 'Add all to my basket').click()
  await expectPresent(tab.get('button', /Inquiry Basket 1/))
})

test('a visitor compares two products by the keyboard, and reads which facts differ', async ({ tab }) => {
  await tab.open('/catalogue')
  const products = tab.get('list', 'Products')
  await expectPresent(products.get('heading'))
  const names = (await products.get('heading').read((heading) => heading.innerText)).slice(0, 2)
  const bar = tab.get('complementary', 'Comparison')
  for (const [position, name] of names.entries()) {
    await tab.tabTo(products.get('checkbox', `Compare ${name}`))
    await tab.press(' ')
    await expect.poll(bar.text).toContain(`${position + 1} of 4`)
  }
  await tab.tabTo(bar.get('link', 'Compare'))
  await tab.press('Enter')

  await expect.poll(tab.url).toMatch(/\/compare\?products=[\da-f]{12},[\da-f]{12}&keys=/)
  const table = tab.get('table')
  for (const name of names) await expectPresent(table.get('columnheader', name))
  const facts = async () => {
    const rows = await table.get('row').read((row) => [...row.children].map((cell) => cell.textContent))
    return rows
      .filter(([term = '']) => term !== '' && term !== 'Actions')
      .map(([term = '', ...values]) => ({
        isMarked: term.endsWith('differs'),
        isOne: new Set(values).size === 1,
      }))
  }
  const marked = await facts()
  expect(marked.map(({ isMarked }) => isMarked)).toEqual(marked.map(({ isOne }) => !isOne))
  expect(new Set(marked.map(({ isOne }) => isOne))).toEqual(new Set([true, false]))
  await tab.tabTo(tab.get('checkbox', 'Differences only'))
  await tab.press(' ')
  await expect.poll(facts).toEqual(marked.filter(({ isMarked }) => isMarked))
})

test('a visitor chooses a colour, splits the line by colours and shares it, and the link has the same', async ({
  tab,
}) => {
  await tab.open('/catalogue')
  const name = await firstName(tab)
  await tab.get('link', name).click()
  const product = tab.get('dialog', name)
  const colours = product.get('group', 'Colours').get('radio')
  await expectPresent(colours)
  const [first = '', second = ''] = await colours.read(
    (radio) => radio.closest('label')?.innerText.trim() ?? '',
  )
  /** The position of the picture in sight. */
  const picture = () =>
    product.get('group', 'Pictures').read(({ firstElementChild: track }) => {
      return track === null ? -1 : Math.round((10 * track.scrollLeft) / track.clientWidth) / 10
    })
  expect(await picture()).toEqual([0])
  await product.get('radio', second).click()
  expect(await product.get('radio', second).read((radio) => (radio as HTMLInputElement).checked)).toEqual([
    true,
  ])
  await expect.poll(picture).toEqual([1])
  await product.get('button', 'Add to Inquiry').click()

  await tab.open('/catalogue')
  await tab.get('button', /Inquiry Basket/).click()
  const basket = tab.get('dialog', /^Inquiry Basket/)
  await basket.get('button', 'Add quantities').click()
  await basket.get('spinbutton', `Quantity of ${name} in ${first}`).fill('30')
  await basket.get('spinbutton', `Quantity of ${name} in ${second}`).fill('70')
  const value = (part: Part) => part.read((field) => (field as HTMLInputElement).value)
  await expect.poll(() => value(basket.get('spinbutton', `Quantity of ${name}`))).toEqual(['100'])
  await basket.get('button', 'Share basket').click()
  const link = basket.get('textbox', 'Link to this basket')
  await expectPresent(link)
  const [address = ''] = await value(link)

  await tab.evaluate(() => localStorage.clear())
  await tab.open(address)
  // The colour that was chosen on the product's page comes first.
  await expect.poll(tab.get('article', name).text).toContain(`${second} (70), ${first} (30)`)
})

test('the keyboard alone skips to the content, walks through a filter, and opens and closes a dialog', async ({
  tab,
}) => {
  await tab.open('/catalogue')
  await tab.press('Tab')
  await focused(tab.get('link', 'Skip to content'))
  await tab.press('Enter')
  await tab.press('Tab')
  expect(await tab.evaluate(() => document.activeElement?.closest('#content') !== null)).toBe(true)

  const budget = tab.get('group', 'Budget')
  await tab.tabTo(budget.get('button', 'Budget'))
  await expect.poll(() => budget.get('button', 'Budget').read(hasWholeRing)).toEqual([true])
  await tab.press('Tab')
  await focused(budget.get('radio', 'Rs.10-100'))
  await tab.press('ArrowDown')
  await tab.press('ArrowDown')
  await focused(budget.get('radio', 'Rs.500-1000'))
  await expect.poll(tab.url).toMatch(/budget=Rs.500-1000/)
  await tab.press('Tab')
  await hidden(budget.get('radio'))
  await expectPresent(budget.get('button', 'Clear Budget'))

  await addToInquiry(tab, 1)
  await tab.open('/')
  for (const name of [/^Login$/, /Inquiry Basket/]) {
    const opener = tab.get('button', name)
    await tab.tabTo(opener)
    await tab.press('Enter')
    const dialog = tab.get('dialog')
    await expectPresent(dialog)
    // The focus stays inside, however often Tab is pressed.
    for (let presses = 0; presses < 20; presses += 1) await tab.press('Tab')
    expect(await dialog.read((element) => element.contains(document.activeElement))).toEqual([true])
    await tab.press('Escape')
    await hidden(dialog)
    await focused(opener)
  }
})

/** Whether nothing that scrolls cuts off the left of an element's focus ring. Runs in the page. */
function hasWholeRing(element: HTMLElement): boolean {
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
  const left = element.getBoundingClientRect().left - parseFloat(outlineWidth) - parseFloat(outlineOffset)
  let box: Element | null = element.parentElement
  while (box !== null && getComputedStyle(box).overflowX === 'visible') box = box.parentElement
  return outlineStyle !== 'none' && left >= (box?.getBoundingClientRect().left ?? 0)
}

test.describe('the administrator', () => {
  test.use({ signedIn: true })

  test('saves a favourite, which is still there after a reload', { tag: '@full' }, async ({ tab }) => {
    await tab.open('/catalogue')
    const name = await firstName(tab)
    await tab.get('button', `Add ${name} to favourites`).click()
    await expectPresent(tab.get('button', `Remove ${name} from favourites`))
    await tab.get('button', /Account/).click()
    await tab.get('menuitem', 'Favourites').click()
    await expectPresent(tab.get('article', name))
    await expect.poll(tab.url).toMatch(/\/favourites$/)
    await tab.open('/favourites')
    await tab.get('button', `Remove ${name} from favourites`).click()
    await hidden(tab.get('article', name))
    await tab.open('/favourites')
    await expectPresent(tab.get('heading', 'Favourites'))
    await hidden(tab.get('article', name))
  })

  test('creates, edits and deletes a category', async ({ tab }) => {
    const name = `Test ${randomUUID().slice(0, 8)}`
    await tab.open('/admin/categories')
    await tab.get('button', 'Add Category').click()
    await tab.get('dialog', 'Add New Category').get('textbox', 'Name').fill(name)
    await tab.get('dialog').get('button', 'Create').click()
    await expectStatus(tab, 'Category created successfully')
    await hidden(tab.get('dialog'))

    await tab.get('button', `Edit ${name}`).click()
    await tab.get('dialog', 'Edit Category').get('textbox', 'Description').fill('Made by a test')
    await tab.get('dialog').get('button', 'Update').click()
    await expectStatus(tab, 'Category updated successfully')
    await expect.poll(tab.get('row', new RegExp(name)).text).toContain('Made by a test')

    await tab.get('button', `Delete ${name}`).click()
    await expectStatus(tab, 'Category deleted successfully')
    await hidden(tab.get('row', new RegExp(name)))
  })

  test('creates a product with a photo, and the catalogue shows it', { tag: '@full' }, async ({ tab }) => {
    const name = `000 Test Lamp ${randomUUID().slice(0, 8)}`
    await tab.open('/admin/products')
    await tab.get('button', 'Add Product').click()
    const dialog = tab.get('dialog', 'Add New Product')
    await dialog.get('textbox', 'Name').fill(name)
    await dialog.get('combobox', 'Category').get('option', 'Drinkware').click()
    await dialog.get('combobox', 'Subcategory').get('option', 'Bottles & Flasks').click()
    const photo = join(import.meta.dirname, '../../../../docs/screenshots/catalogue-360.jpg')
    await dialog.get('label', 'Product Image').fill(photo)
    await dialog.get('checkbox', 'Retail').click()
    await dialog.get('checkbox', 'Sample Product').click()
    await expectPresent(dialog.get('img', 'Preview'))
    await dialog.get('button', 'Create').click()
    await expectStatus(tab, 'Product created successfully')
    await hidden(tab.get('dialog'))

    const images = (part: Part) =>
      part.read((element) => [...element.querySelectorAll('img')].map(({ naturalWidth }) => naturalWidth > 0))
    await expect.poll(() => images(tab.get('row', new RegExp(name)))).toEqual([[true]])
    await tab.open('/catalogue?industry=Retail&category=Drinkware')
    await expect.poll(() => images(tab.get('article', name))).toEqual([[true]])
  })

  test(
    'jumps to a screen by the palette, and reads leads, by the keyboard alone',
    { tag: '@full' },
    async ({ tab, request, giftwell }) => {
      const company = `Company ${randomUUID().slice(0, 8)}`
      const { supabaseKey } = await (await request.get('/config.json')).json()
      for (const name of ['First Buyer', 'Second Buyer'])
        await request.post('/rest/v1/leads', {
          headers: { apikey: supabaseKey },
          data: { name, company, email: giftwell.newAddress('buyer'), phone: '+91 98765 43210' },
        })
      await tab.open('/admin')
      await expectPresent(tab.get('heading', 'Admin Dashboard'))
      await tab.press('Control+k')
      await focused(tab.get('combobox', 'Search or jump to'))
      await tab.type('leads')
      await expectPresent(tab.get('option', 'Leads'))
      await tab.press('Enter')
      await expectPresent(tab.get('table', 'Leads'))
      await tab.press('/')
      await focused(tab.get('searchbox', 'Search leads'))
      await tab.type(company)
      await expectPresent(tab.get('heading', 'All Leads (2)'))

      await tab.tabTo(tab.get('button', 'Second Buyer'))
      await tab.press('Enter')
      await expectPresent(tab.get('heading', 'Second Buyer'))
      await tab.press('ArrowRight')
      await expectPresent(tab.get('heading', 'First Buyer'))
      await tab.press('Escape')
      await expectPresent(tab.get('heading', 'All Leads (2)'))
      await focused(tab.get('button', /Buyer$/))
    },
  )
})

test(
  'a customer signs up, follows the confirmation link, and sees more than the preview',
  { tag: '@full' },
  async ({ tab, giftwell }) => {
    await tab.open('/catalogue')
    const email = giftwell.newAddress('customer')
    await tab.get('button', 'Login').click()
    const dialog = tab.get('dialog')
    await dialog.get('button', 'New to Giftwell? Create Account').click()
    await dialog.get('textbox', 'Business Email').fill(email)
    await dialog.get('label', /^Password/).fill(password)
    await dialog.get('button', 'Create Account').click()
    await expectStatus(tab, 'Please check your email to confirm your account')

    await tab.open(await giftwell.newestLink(email))
    await tab.get('button', 'Continue').click()
    await expect.poll(tab.url).toBe(`${giftwell.baseUrl}/catalogue`)
    await tab.get('button', /Account/).click()
    await tab.get('menuitem', 'Sign Out').click()
    await tab.get('button', 'Login').click()
    await dialog.get('textbox', 'Business Email').fill(email)
    await dialog.get('label', /^Password/).fill(password)
    await dialog.get('button', 'Sign In').click()
    await expectStatus(tab, 'Welcome back!')
    await expect.poll(tab.get('button', 'Add to Inquiry').count).toBeGreaterThan(12)
  },
)

test(
  'back, forward and a reload give the same filters, and a dialog closes by Back',
  { tag: '@full' },
  async ({ tab }) => {
    const budget = tab.get('button', 'Clear Budget')
    const theme = tab.get('button', 'Clear Theme')
    await tab.open('/catalogue')
    await tab.get('group', 'Budget').get('radio', 'Rs.100-500').click()
    await expectPresent(budget)
    await tab.get('group', 'Theme').get('radio', 'Diwali').click()
    await expectPresent(theme)
    await tab.evaluate(() => history.back())
    await hidden(theme)
    await expectPresent(budget)
    await tab.evaluate(() => history.forward())
    await expectPresent(theme)
    await tab.open(await tab.url())
    await expectPresent(theme)
    await expectPresent(budget)

    await tab.get('button', 'Login').click()
    await expectPresent(tab.get('dialog'))
    await tab.evaluate(() => history.back())
    await hidden(tab.get('dialog'))
  },
)
