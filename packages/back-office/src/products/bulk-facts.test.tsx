import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { engraving, idOf, printing, showProducts } from '../testing/show-products.tsx'

const edits = '/rest/v1/rpc/bulk_edit_products'

async function openBulkEdit() {
  const { user, requests } = showProducts(({ path }) =>
    path === edits ? { matched: 1, changed: 1, undo: idOf(90) } : undefined,
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select Steel Tumbler' }))
  await user.click(screen.getByRole('button', { name: 'Bulk edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk edit' }))
  await within(dialog.getByRole('combobox', { name: 'Add branding methods' })).findByRole('option', {
    name: engraving.name,
  })
  const choose = async (label: string, option: string) =>
    user.selectOptions(dialog.getByRole('combobox', { name: label }), option)
  // At once, since each key would render the dialog.
  const type = (label: string, text: string) =>
    fireEvent.input(dialog.getByLabelText(label, { selector: 'input' }), { target: { value: text } })
  const sent = () =>
    requests.filter(({ path, body }) => path === edits && 'label' in Object(body)).map(({ body }) => body)
  return { user, dialog, choose, type, sent }
}

test('a bulk edit sets facts as they are typed, removes those left empty, and changes branding methods', async () => {
  const { user, dialog, choose, type, sent } = await openBulkEdit()
  await choose('Add branding methods', engraving.name)
  await choose('Remove branding methods', printing.name)
  await choose('Brand reminder', 'Yes')
  await choose('Set a fact', 'Minimum quantity')
  type('Minimum quantity', '1,200')
  await choose('Set a fact', 'Care')
  await choose('Set a fact', 'GST rate')
  type('GST rate (%)', '18%')
  type('GST rate since', '2025-09-22')
  expect(await dialog.findByText('1 of 1 product will change.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  await screen.findByText('Products updated successfully')
  expect(sent()).toMatchObject([
    {
      changes: {
        add: { branding: [engraving.id] },
        remove: { branding: [printing.id] },
        set: {
          brand_reminder: true,
          min_quantity: 1200,
          care: null,
          gst_rate: 18,
          gst_rate_from: '2025-09-22',
        },
      },
      label:
        'Add Engraving, Remove Screen print, Brand reminder: Yes, Minimum quantity: 1,200, Care: None, GST rate (%): 18%, GST rate since: 2025-09-22',
    },
  ])
})

test('a fact that is no value is not saved, and says why until it is left as it is', async () => {
  const { user, dialog, choose, type, sent } = await openBulkEdit()
  await choose('Set a fact', 'Lead time')
  type('Lead time from (days)', '20')
  type('Lead time to (days)', '15')
  expect(dialog.getByText('The longest lead time must not be less than the shortest')).toBeVisible()
  expect(dialog.getByRole('status')).toHaveTextContent('Correct the marked fields.')
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(sent()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Leave Lead time as it is' }))
  expect(dialog.getByRole('status')).toHaveTextContent('Choose what to change.')
  await choose('Set a fact', 'HSN')
  type('HSN', '96')
  expect(dialog.getByText('HSN must have 4, 6 or 8 digits')).toBeVisible()
  type('HSN', '9617')
  expect(await dialog.findByText('1 of 1 product will change.')).toBeVisible()
})
