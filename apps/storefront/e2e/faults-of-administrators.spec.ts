import { randomUUID } from 'node:crypto'

import { drawPhoto } from '@giftwell/tooling/testing/test-photos.ts'

import { expect, test } from './support/giftwell.ts'
import { expectRecovery, to } from './support/network-faults.ts'
import {
  addProduct,
  deleteProduct,
  successToast,
  newProductName,
  openProducts,
  productSearch,
  rowOfProduct,
} from './support/product-steps.ts'

// Every request of the back office's flows meets every fault in turn. What answers when it works is the real backend.

// Six faults, and three tries for each that is read.
test.describe.configure({ timeout: 180_000 })

test.use({ signedIn: true })

test.beforeEach(async ({ page }) => {
  await page.clock.install()
})

test.describe('signed out', () => {
  test.use({ signedIn: false })

  test(
    'signing in to the back office shows a message when it fails, and works when tried again',
    { tag: '@full' },
    async ({ page, giftwell }) => {
      await page.goto('/admin/login')
      await page.getByRole('textbox', { name: 'Email' }).fill(giftwell.admin.email)
      await page.getByLabel(/^Password/).fill(giftwell.admin.password)
      await expectRecovery(page, {
        fails: to('POST', '/auth/v1/token'),
        act: () => page.getByRole('button', { name: 'Sign In', exact: true }).click(),
        message: page.getByRole('alert').filter({ hasText: 'Login Error' }),
        unchanged: () =>
          expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(giftwell.admin.email),
        works: () => expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible(),
      })
    },
  )
})

test(
  'the dashboard and a list show a message when they cannot be loaded, and load when tried again',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/admin/stats')
    await expect(page.getByRole('heading', { name: 'Stats Blocks', level: 1 })).toBeVisible()
    const counts = [
      to('POST', '/rest/v1/rpc/count_products'),
      to('HEAD', '/rest/v1/categories'),
      to('HEAD', '/rest/v1/industry_tags'),
      to('POST', '/rest/v1/rpc/count_leads'),
    ]
    await expectRecovery(page, {
      fails: (request) => counts.some((isCount) => isCount(request)),
      tries: 3 * counts.length,
      act: '/admin',
      message: page.getByRole('alert').filter({ hasText: 'Error Loading Dashboard' }),
      works: () => expect(page.locator('dl > div').filter({ hasText: 'Products' })).toContainText(/\d/),
    })
    await expectRecovery(page, {
      fails: to('GET', '/rest/v1/themes'),
      tries: 3,
      act: '/admin/themes',
      message: page.getByRole('alert').filter({ hasText: 'Error loading themes' }),
      works: () => expect(page.getByRole('row', { name: /Diwali/ })).toBeVisible(),
    })
  },
)

test(
  'a failed create, update or delete shows a message, keeps the input, and works when tried again',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/admin/industries')
    const name = `Test ${randomUUID().slice(0, 8)}`
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: 'Name' })
    page.on('dialog', (question) => void question.accept())

    await page.getByRole('button', { name: 'Add Industry Tag' }).click()
    await field.fill(name)
    await expectRecovery(page, {
      fails: to('POST', '/rest/v1/industry_tags'),
      act: () => dialog.getByRole('button', { name: 'Create', exact: true }).click(),
      message: page.getByRole('alert').filter({ hasText: 'Error creating industry tag' }),
      unchanged: () => expect(field).toHaveValue(name),
      works: () => expect(successToast(page, 'Industry tag created successfully')).toBeVisible(),
    })

    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await field.fill(`${name} again`)
    await expectRecovery(page, {
      fails: to('PATCH', '/rest/v1/industry_tags'),
      act: () => dialog.getByRole('button', { name: 'Update' }).click(),
      message: page.getByRole('alert').filter({ hasText: 'Error updating industry tag' }),
      unchanged: () => expect(field).toHaveValue(`${name} again`),
      works: () => expect(successToast(page, 'Industry tag updated successfully')).toBeVisible(),
    })

    await expectRecovery(page, {
      fails: to('POST', '/rest/v1/rpc/delete_records'),
      act: () => page.getByRole('button', { name: `Delete ${name} again` }).click(),
      message: page.getByRole('alert').filter({ hasText: 'Error deleting industry tag' }),
      unchanged: () => expect(page.getByRole('row').filter({ hasText: name })).toBeVisible(),
      works: () => expect(successToast(page, 'Industry tag deleted successfully')).toBeVisible(),
    })
  },
)

test(
  'a product whose upload or save fails shows a message and keeps the input, and is saved when tried again',
  { tag: '@full' },
  async ({ page }) => {
    await openProducts(page)
    const name = newProductName()
    const dialog = await addProduct(page, name)
    await dialog
      .getByLabel('Product Image')
      .setInputFiles(await drawPhoto(page, 'lamp.jpg', { width: 64, height: 48, type: 'image/jpeg' }))
    await dialog.getByRole('checkbox', { name: 'Diwali' }).check()
    const create = () => dialog.getByRole('button', { name: 'Create', exact: true }).click()
    const message = page.getByRole('alert').filter({ hasText: 'Error creating product' })
    async function unchanged() {
      await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
      await expect(dialog.getByRole('checkbox', { name: 'Diwali' })).toBeChecked()
      await expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible()
    }
    let saves = 0
    page.on('request', (request) => {
      if (to('POST', '/rpc/save_product')(request)) saves += 1
    })
    await expectRecovery(page, {
      fails: (request) => request.method() === 'POST' && request.url().includes('/object/product-images/'),
      act: create,
      message: page.getByRole('alert').filter({ hasText: /could not be read|cannot be reached|status 500/ }),
      async unchanged() {
        await unchanged()
        expect(saves).toBe(0)
      },
      // The page's clock reaches no timeout of an upload: the user sees its progress and can cancel it.
      without: ['hangs'],
      works: () => expect(successToast(page, 'Product created successfully')).toBeVisible(),
    })
    await deleteProduct(page, name)

    await addProduct(page, name)
    await dialog.getByRole('checkbox', { name: 'Diwali' }).check()
    await expectRecovery(page, {
      fails: to('POST', '/rpc/save_product'),
      act: create,
      message,
      unchanged: () => expect(dialog.getByRole('checkbox', { name: 'Diwali' })).toBeChecked(),
      works: () => expect(successToast(page, 'Product created successfully')).toBeVisible(),
    })
    await productSearch(page).fill(name)
    await expect(rowOfProduct(page, name)).toHaveCount(1)
    await deleteProduct(page, name)
  },
)

test(
  'leads that cannot be listed or exported show a message, and work when tried again',
  { tag: '@full' },
  async ({ page, giftwell, request }) => {
    const config = await request.get('/config.json')
    // The JSON of config.json.
    const { supabaseKey } = (await config.json()) as { supabaseKey: string }
    const word = giftwell.newAddress('w').replace('@example.com', '')
    const lead = { name: 'Asha', company: word, email: giftwell.newAddress('listed'), phone: '+91 98' }
    await request.post('/rest/v1/leads', { headers: { apikey: supabaseKey }, data: lead })

    await page.goto('/admin/login')
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await expectRecovery(page, {
      fails: to('POST', '/rest/v1/rpc/find_leads'),
      tries: 3,
      act: '/admin/leads',
      message: page.getByRole('alert').filter({ hasText: 'Error loading leads' }),
      works: () => expect(page.getByRole('row').filter({ hasText: word })).toBeVisible(),
    })
    await expectRecovery(page, {
      fails: (request) =>
        to('POST', '/rest/v1/rpc/find_leads')(request) && request.url().includes('limit=1000'),
      act: () => page.getByRole('button', { name: 'Export to CSV' }).click(),
      message: page.getByRole('alert').filter({ hasText: 'Error exporting leads' }),
      works: () => expect(page.getByRole('status').filter({ hasText: 'exported' })).toBeVisible(),
    })
  },
)
