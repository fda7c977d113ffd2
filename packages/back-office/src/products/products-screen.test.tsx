import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import { PartsProgress } from '../screen/parts-progress.tsx'

import { apiError } from '@giftwell/shared/testing/fake-api.ts'
import {
  backpacks,
  bags,
  banking,
  diwali,
  idOf,
  isProductCount,
  openDialog,
  pharma,
  savedProducts,
  showProducts,
  tumbler,
} from '../testing/show-products.tsx'

const saves = '/rest/v1/rpc/save_product'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('a product is deleted after confirmation, and every control is disabled meanwhile', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true)
  const deletion = Promise.withResolvers<unknown>()
  const deletions = '/rest/v1/rpc/delete_records'
  const { user, requests } = showProducts(({ path }) => (path === deletions ? deletion.promise : undefined))
  const button = await screen.findByRole('button', { name: 'Delete Steel Tumbler' })
  await user.click(button)
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete this product?')
  expect(requests.some(({ path }) => path === deletions)).toBe(false)
  await user.click(button)
  await waitFor(() => expect(button).toBeDisabled())
  for (const name of ['Add Product', 'Edit Steel Tumbler', 'Filters'])
    expect(screen.getByRole('button', { name })).toBeDisabled()
  expect(screen.getByRole('searchbox', { name: 'Search products' })).toBeDisabled()
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toBeDisabled()
  deletion.resolve({ deleted: 1, products: 0, undo: tumbler.id })
  expect(await screen.findByText('Product deleted successfully')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add Product' })).toBeEnabled())
  const sent = requests.find(({ path }) => path === deletions)
  expect(sent?.body).toEqual({ entity: 'products', ids: [tumbler.id] })
})

test.each([
  ['creating', 'Add Product', 'Create'],
  ['updating', 'Edit Steel Tumbler', 'Update'],
])('a failure of %s a product shows a user-facing message', async (verb, opener, submit) => {
  const { user } = showProducts(({ path }) =>
    path.endsWith('save_product')
      ? apiError('42501', 'new row violates row-level security policy', 403)
      : undefined,
  )
  const dialog = await openDialog(user, opener)
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' again')
  await user.click(dialog.getByRole('button', { name: submit }))
  expect(await screen.findByText(`Error ${verb} product`)).toBeVisible()
  expect(screen.getByText('You may not change this: your account is not an administrator’s.')).toBeVisible()
  expect(dialog.getByRole('button', { name: submit })).toBeEnabled()
})

test('the dialog and the list are disabled while a product is being saved', async () => {
  const saving = Promise.withResolvers<unknown>()
  const { user } = showProducts(({ path }) => (path.endsWith('save_product') ? saving.promise : undefined))
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await dialog.findByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true')
  for (const control of ['checkbox', 'combobox', 'textbox'])
    for (const one of dialog.getAllByRole(control)) expect(one).toBeDisabled()
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Add Product', hidden: true })).toBeDisabled(),
  )
  saving.resolve(tumbler)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a form that throws on submit shows an error, saves nothing and keeps its input', async () => {
  let isDown = false
  const { user, requests, queryClient } = showProducts(({ path }) => {
    if (path === saves) return tumbler
    return isDown && path === '/rest/v1/industry_tags' ? apiError('XX000', 'out of order', 500) : undefined
  })
  const dialog = await openDialog(user, 'Add Product')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Lamp')
  isDown = true
  queryClient.removeQueries({ queryKey: ['industry_tags'] })
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByRole('alert', { name: '' })).toHaveTextContent(
    'Error submitting formPlease try again',
  )
  expect(savedProducts(requests)).toEqual([])
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Lamp')
  isDown = false
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Product created successfully')).toBeVisible()
  expect(savedProducts(requests)).toHaveLength(1)
})

test('the conflict dialog names the values of both versions, and saves the chosen one', async () => {
  const theirs = {
    ...tumbler,
    version: 4,
    name: 'Copper Tumbler',
    category_id: bags.id,
    subcategory_id: null,
    image_url: null,
    product_industry_tags: [{ industry_tags: banking }],
    product_doctor_type_tags: [],
    product_themes: [{ themes: diwali }],
  }
  let savings = 0
  const { user, requests } = showProducts(({ path, query }) => {
    if (query.has('id')) return [theirs]
    if (path !== saves) return undefined
    savings += 1
    return savings === 1 ? apiError('PT409', 'This product has changed since it was opened', 409) : theirs
  })
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' XL')
  await user.click(dialog.getByRole('checkbox', { name: 'Featured Product' }))
  await user.click(dialog.getByRole('checkbox', { name: pharma.name }))
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  // Only the name was changed by both.
  expect(within(await dialog.findByRole('table')).getAllByRole('row')).toHaveLength(2)
  await user.click(dialog.getByRole('button', { name: 'Show all fields' }))
  const versions = within(await dialog.findByRole('table'))
  const cells = (field: string) =>
    within(versions.getByRole('row', { name: new RegExp(`^${field} `) }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(cells('Name')).toEqual(['Steel Tumbler XL', 'Copper Tumbler'])
  // As they would be saved: what only one side has changed is taken.
  expect(cells('Category')).toEqual(['Bags', 'Bags'])
  expect(cells('Subcategory')).toEqual(['-', '-'])
  expect(cells('Industries')).toEqual(['Banking', 'Banking'])
  // They go with the industry.
  expect(cells('Doctor Types')).toEqual(['-', '-'])
  expect(cells('Themes')).toEqual(['Diwali', 'Diwali'])
  expect(cells('Featured Product')).toEqual(['✓', '✗'])
  expect(screen.queryByText('Error updating product')).toBeNull()

  await user.click(dialog.getByRole('button', { name: 'Use their version' }))
  expect(await dialog.findByRole('textbox', { name: 'Name' })).toHaveValue('Copper Tumbler')
  expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveDisplayValue('Bags')
  expect(dialog.getByRole('checkbox', { name: 'Featured Product' })).not.toBeChecked()
  expect(dialog.queryByRole('img', { name: 'Preview' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Product updated successfully')).toBeVisible()
  expect(savedProducts(requests)[1]).toMatchObject({
    product: { name: 'Copper Tumbler', image_url: null },
    product_version: 4,
  })
})

test('a link to a product opens it, and closing removes it from the address', async () => {
  const { user } = showProducts(
    undefined,
    `/admin/products?sort=oldest&product=${tumbler.id}`,
    undefined,
    <Address />,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }))
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Steel Tumbler')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('?sort=oldest')).toBeVisible()
})

test('a link to a deleted product shows a message', async () => {
  const gone = `/admin/products?product=${idOf(99)}`
  showProducts(({ query }) => (query.has('id') ? [] : undefined), gone, undefined, <Address />)
  expect(await screen.findByRole('alert')).toHaveTextContent('Product not found')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByTestId('address')).toBeEmptyDOMElement()
})

test('all products that match are deleted by the search and the filters, on the server, in parts that can be stopped', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true)
  const deletions = '/rest/v1/rpc/delete_records'
  const third = Promise.withResolvers<unknown>()
  let parts = 0
  const { user, requests } = showProducts(
    (request) => {
      if (isProductCount(request)) return 1425
      if (request.path === '/rest/v1/rpc/restore_record')
        return { left_out: 0, left: Math.max(0, 200 * (parts -= 1)) }
      if (request.path !== deletions) return undefined
      parts += 1
      return parts === 3 ? third.promise : { deleted: 200, products: 0, undo: idOf(90) }
    },
    '/admin/products?search=steel&sample=yes',
    undefined,
    <PartsProgress />,
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select Steel Tumbler' }))
  const bar = within(screen.getByRole('toolbar', { name: 'Selected products' }))
  await user.click(await bar.findByRole('button', { name: 'Select all 1,425 that match' }))
  expect(bar.getByRole('status')).toHaveTextContent('All 1,425 selected')
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete these 1,425 products?')
  const progress = within(await screen.findByRole('dialog', { name: 'Deleting products' }))
  expect(await progress.findByText('400 of 1,425')).toBeVisible()
  await user.click(progress.getByRole('button', { name: 'Stop' }))
  third.resolve({ deleted: 200, products: 0, undo: idOf(90) })
  expect(await screen.findByText('Products deleted successfully')).toBeVisible()
  expect(screen.getByText('600 products')).toBeVisible()
  const sent = requests.filter(({ path }) => path === deletions).map(({ body }) => body)
  const { whole } = Object(sent[0])
  expect(whole).toMatch(/^[0-9a-f-]{36}$/)
  expect(sent).toEqual(
    Array.from({ length: 3 }, () => ({
      entity: 'products',
      words: 'steel',
      filters: { sample: 'yes' },
      whole,
      most: 200,
    })),
  )
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Products restored successfully')).toBeVisible()
  expect(requests.filter(({ path }) => path.endsWith('/restore_record'))).toHaveLength(3)
})

test('a bulk edit of all that match goes on beyond the last product of each part, and is undone as one', async () => {
  const { user, requests } = showProducts((request) => {
    if (isProductCount(request)) return 501
    if (request.path !== edits) return undefined
    const { beyond, most, is_preview: isPreview } = Object(request.body)
    const at = beyond === undefined ? 0 : Number(beyond)
    const matched = Math.min(most, 501 - at)
    const last = matched === most ? String(at + matched) : null
    return { matched, changed: matched, undo: isPreview ? null : idOf(90), last }
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Steel Tumbler' }))
  await user.click(await screen.findByRole('button', { name: 'Select all 501 that match' }))
  await user.click(screen.getByRole('button', { name: 'Bulk edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk edit' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Sample Product' }), 'Yes')
  expect(await dialog.findByText('501 of 501 products will change.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('501 products: Sample Product: Yes')).toBeVisible()
  const sent = requests.filter(({ path, body }) => path === edits && 'label' in Object(body))
  expect(sent.map(({ body }) => Object(body).beyond)).toEqual([undefined, '200', '400'])
  expect(new Set(sent.map(({ body }) => Object(body).whole)).size).toBe(1)
})

const edits = '/rest/v1/rpc/bulk_edit_products'

async function openBulkEdit(user: ReturnType<typeof showProducts>['user']) {
  await user.click(await screen.findByRole('checkbox', { name: 'Select Steel Tumbler' }))
  await user.click(screen.getByRole('button', { name: 'Bulk edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk edit' }))
  await within(dialog.getByRole('combobox', { name: 'Add themes' })).findByRole('option', { name: 'Diwali' })
  return dialog
}

test('a bulk edit says how many products it will change before, and offers to undo it after', async () => {
  const { user, requests } = showProducts(({ path, body }) => {
    if (path === '/rest/v1/rpc/restore_record') return { name: 'Add Diwali', products: 1, left_out: 1 }
    if (path !== edits) return undefined
    return { matched: 425, changed: 424, undo: 'is_preview' in Object(body) ? null : idOf(90) }
  })
  const dialog = await openBulkEdit(user)
  expect(dialog.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true')
  const choose = async (label: string, option: string) =>
    user.selectOptions(dialog.getByRole('combobox', { name: label }), option)
  await choose('Add themes', 'Diwali')
  await choose('Remove industries', 'Banking')
  await choose('Category', 'Bags')
  await choose('Subcategory', 'Backpacks')
  await choose('Budget', 'None')
  await choose('Sample Product', 'Yes')
  expect(
    await dialog.findByText('424 of 425 products will change. 1 already has these values.'),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  const label =
    'Add Diwali, Remove Banking, Category: Bags, Subcategory: Backpacks, Budget: None, Sample Product: Yes'
  expect(await screen.findByText(`424 products: ${label}`)).toBeVisible()
  expect(screen.getByText('Products updated successfully')).toBeVisible()
  const changes = {
    add: { theme: [diwali.id] },
    remove: { industry: [banking.id] },
    set: { category: bags.id, subcategory: backpacks.id, budget: null, sample: true },
  }
  const sent = requests.filter(({ path }) => path === edits).map(({ body }) => body)
  expect(sent.at(-2)).toEqual({ changes, ids: [tumbler.id], is_preview: true })
  expect(sent.at(-1)).toEqual({ changes, ids: [tumbler.id], label })
  expect(screen.queryByRole('toolbar')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Bulk edit undone')).toBeVisible()
  expect(screen.getByText('1 product was left out, because changed or deleted in the meantime')).toBeVisible()
})

test('publishing products without a picture warns before', async () => {
  const { user } = showProducts(({ path, query }) => {
    if (path === edits) return { matched: 1, changed: 1, undo: null }
    const isAsked = path === '/rest/v1/products' && query.get('image_url') === 'is.null'
    return isAsked ? [{ id: tumbler.id }] : undefined
  })
  const dialog = await openBulkEdit(user)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Sample Product' }), 'Yes')
  expect(await dialog.findByRole('alert')).toHaveTextContent('1 product of these has no picture')
})

test('the dialog of a bulk edit deletes what is selected, too, and says what is in progress', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  const deleting = Promise.withResolvers<unknown>()
  const { user, requests } = showProducts(({ path }) =>
    path === '/rest/v1/rpc/delete_records' ? deleting.promise : undefined,
  )
  const dialog = await openBulkEdit(user)
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await dialog.findByText('Deleting 1 product...')).toBeVisible()
  expect(dialog.getByRole('progressbar', { name: 'Saving' })).toBeVisible()
  deleting.resolve({ deleted: 1, products: 0, undo: idOf(90) })
  expect(await screen.findByText('Products deleted successfully')).toBeVisible()
  expect(requests.find(({ path }) => path === '/rest/v1/rpc/delete_records')?.body).toEqual({
    entity: 'products',
    ids: [tumbler.id],
  })
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

test('a change of a bulk edit can be taken back, and another category clears the subcategory', async () => {
  const { user, requests } = showProducts(({ path }) =>
    path === edits ? { matched: 1, changed: 1, undo: null } : undefined,
  )
  const dialog = await openBulkEdit(user)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Remove themes' }), 'Diwali')
  expect(
    within(dialog.getByRole('combobox', { name: 'Add themes' })).queryByRole('option', { name: 'Diwali' }),
  ).toBeNull()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Category' }), 'Bags')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Subcategory' }), 'Backpacks')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Category' }), 'Drinkware')
  expect(dialog.getByRole('combobox', { name: 'Subcategory' })).toHaveDisplayValue('Leave as it is')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Category' }), 'Leave as it is')
  await user.click(dialog.getByRole('button', { name: 'Leave Diwali as it is' }))
  expect(dialog.getByRole('status')).toHaveTextContent('Choose what to change.')
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(requests.filter(({ path, body }) => path === edits && 'label' in Object(body))).toEqual([])
})

test('a bulk edit that changes nothing is not saved, and says why doctor types may not be added', async () => {
  const { user, requests } = showProducts(({ path }) =>
    path === edits ? { matched: 1, changed: 0, undo: null } : undefined,
  )
  const dialog = await openBulkEdit(user)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Add doctor types' }), 'Dentist')
  const words =
    '0 of 1 product will change. 1 already has these values, or is not of the industry PHARMACEUTICAL, which doctor types need.'
  expect(await dialog.findByText(words)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(requests.filter(({ path, body }) => path === edits && 'label' in Object(body))).toEqual([])
})

test('closing a bulk edit asks before its changes are discarded', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  const { user } = showProducts(({ path }) =>
    path === edits ? { matched: 1, changed: 1, undo: null } : undefined,
  )
  const dialog = await openBulkEdit(user)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Add themes' }), 'Diwali')
  await user.keyboard('{Escape}')
  expect(confirm).toHaveBeenCalledExactlyOnceWith('You have unsaved changes. Discard them?')
  expect(dialog.getByText('Add Diwali')).toBeVisible()
  confirm.mockReturnValue(true)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a refused bulk edit keeps its dialog and the selection', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  const { user } = showProducts(({ path, body }) => {
    if (path !== edits) return undefined
    return 'label' in Object(body)
      ? apiError('23503', 'One of the chosen themes was deleted meanwhile: choose again', 409)
      : { matched: 1, changed: 1, undo: null }
  })
  const dialog = await openBulkEdit(user)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Add themes' }), 'Diwali')
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Error updating products')).toBeVisible()
  expect(dialog.getByText('Add Diwali')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('toolbar', { name: 'Selected products' })).toHaveTextContent('1 selected')
})

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}
