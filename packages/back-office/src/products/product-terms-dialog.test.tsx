import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { isProductCount, isProductPage, tumbler } from '../testing/show-products.tsx'
import { ProductsScreen } from './products-screen.tsx'

const product = {
  ...tumbler,
  code: 'GW-1',
  min_quantity: 1200,
  lead_days_from: 10,
  lead_days_to: 15,
  product_price_breaks: [
    { quantity: 1000, price_paise: 21250 },
    { quantity: 100, price_paise: 24500 },
  ],
  product_terms: {
    supplier: 'Zenith',
    supplier_code: 'ST-350',
    cost_paise: 19900,
    hsn: '9617',
    gst_rate: 18,
    gst_rate_from: '2025-09-22',
    note: null,
  },
}

function showToSales(path = '/admin/products') {
  fakeApi((request) => {
    if (isProductCount(request)) return 1
    if (isProductPage(request)) return [product]
    return request.path === '/rest/v1/products' ? product : []
  })
  return renderAdmin(<ProductsScreen />, {
    path,
    accounts: { readRole: () => Promise.resolve('sales' as const) },
  })
}

test('sales open a product to read its terms, and change nothing', async () => {
  const { user } = showToSales()
  await user.click(await screen.findByRole('button', { name: 'Steel Tumbler' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Steel Tumbler' }))
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date('2025-09-22T12:00'))
  expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'CodeGW-1',
    'SupplierZenith',
    'Supplier codeST-350',
    'Cost (Rs.)199',
    'MRP (Rs.)-',
    'Price breaksFrom 100: Rs.245\nFrom 1,000: Rs.212.50',
    'HSN9617',
    'GST rate (%)18',
    `GST rate since${day}`,
    'Minimum quantity1,200',
    'Lead time (working days)10 to 15',
    'Internal note-',
  ])
  expect(dialog.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close'])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a link to a product opens its terms for sales', async () => {
  showToSales(`/admin/products?product=${tumbler.id}`)
  expect(await screen.findByRole('dialog', { name: 'Steel Tumbler' })).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
})
