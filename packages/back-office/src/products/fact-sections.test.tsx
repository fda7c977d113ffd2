import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Product } from '@giftwell/shared/products/products.ts'
import { apiError } from '@giftwell/shared/testing/fake-api.ts'
import {
  engraving,
  isProductPage,
  noFacts,
  openDialog,
  printing,
  savedProducts,
  showProducts,
  tumbler,
} from '../testing/show-products.tsx'

const saves = '/rest/v1/rpc/save_product'
type Dialog = Awaited<ReturnType<typeof openDialog>>
type User = ReturnType<typeof showProducts>['user']

/** The tumbler with facts of every section. */
const known: Product = {
  ...tumbler,
  code: 'GW-1',
  material: 'Steel',
  image_alt: 'In the office',
  product_colours: [
    { position: 1, name: 'Red', hex: '#ff0000', picture: tumbler.image_url, picture_position: null },
    { position: 2, name: 'Blue', hex: null, picture: null, picture_position: null },
  ],
  product_branding_methods: [{ branding_method_id: engraving.id, area: '30 x 20 mm', colours: null }],
  product_parts: [{ position: 1, name: 'Straw', quantity: 2 }],
  product_price_breaks: [{ quantity: 100, price_paise: 24_550 }],
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

/** The list with the tumbler that has facts. */
const showKnown = (answer: Parameters<typeof showProducts>[0] = () => undefined) =>
  showProducts((request) => answer(request) ?? (isProductPage(request) ? [known] : undefined))

const section = (dialog: Dialog, name: string) => dialog.getByRole('button', { name })

/** Typing letter by letter would take longer. */
async function paste(user: User, field: HTMLElement, value: string) {
  await user.click(field)
  await user.paste(value)
}

async function addRow(user: User, dialog: Dialog, one: string, values: Readonly<Record<string, string>>) {
  await user.click(dialog.getByRole('button', { name: `Add ${one}` }))
  for (const [name, value] of Object.entries(values)) {
    const fields = dialog.getAllByLabelText(new RegExp(`^${name} of ${one} `))
    await paste(user, fields.at(-1)!, value)
  }
}

test('sections are collapsed while they are empty, and open with facts', async () => {
  const { user } = showKnown()
  const titles = [
    'Pictures',
    'Facts',
    'Branding and packaging',
    'Colours',
    'In the set',
    'Purchasing (staff only)',
  ]
  const states = (dialog: Dialog) =>
    titles.map((title) => section(dialog, title).getAttribute('aria-expanded'))
  const added = await openDialog(user, 'Add Product')
  expect(states(added)).toEqual(titles.map(() => 'false'))
  expect(added.queryByRole('textbox', { name: 'Material' })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const edited = await openDialog(user, 'Edit Steel Tumbler')
  expect(states(edited)).toEqual(titles.map(() => 'true'))
  expect(edited.getByRole('textbox', { name: 'Name of colour 1' })).toHaveValue('Red')
  expect(edited.getByRole('combobox', { name: 'Picture of colour 1' })).toHaveDisplayValue('Picture 1')
  expect(edited.getByRole('combobox', { name: 'Method of branding method 1' })).toHaveDisplayValue(
    'Engraving',
  )
  expect(edited.getByRole('textbox', { name: 'Price (Rs.) of price 1' })).toHaveValue('245.50')
})

test('facts are sent as columns, lists and terms', async () => {
  const { user, requests } = showProducts(({ path }) => (path === saves ? tumbler : undefined))
  const dialog = await openDialog(user, 'Add Product')
  const type = (name: string, value: string) => paste(user, dialog.getByLabelText(name), value)
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Lamp')
  await user.click(section(dialog, 'Facts'))
  await type('Code', 'GW-7')
  await type('Length (mm)', '1,200')
  await type('Lead time to (days)', '15')
  await user.click(dialog.getByRole('checkbox', { name: 'Brand reminder (informational or educational)' }))
  await user.click(section(dialog, 'Branding and packaging'))
  await user.click(dialog.getByRole('button', { name: 'Add branding method' }))
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'Method of branding method 1' }),
    printing.name,
  )
  await type('Colours of branding method 1', '3')
  await user.click(section(dialog, 'Colours'))
  await addRow(user, dialog, 'colour', { Name: 'Red', Colour: 'FF0000' })
  await addRow(user, dialog, 'colour', { Name: 'Blue' })
  await user.click(section(dialog, 'In the set'))
  await addRow(user, dialog, 'part', { Name: 'Shade', Quantity: '2' })
  await user.click(section(dialog, 'Purchasing (staff only)'))
  await type('Supplier', 'Acme')
  await type('Cost (Rs.)', '99.9')
  await type('GST rate (%)', '18')
  fireEvent.input(dialog.getByLabelText('GST rate since'), { target: { value: '2026-04-01' } })
  await addRow(user, dialog, 'price', { 'From quantity': '100', 'Price \\(Rs.\\)': '120.05' })
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(savedProducts(requests)).toHaveLength(1))
  expect(savedProducts(requests)[0]).toMatchObject({
    product: {
      ...noFacts,
      name: 'Lamp',
      code: 'GW-7',
      length_mm: 1200,
      lead_days_to: 15,
      is_brand_reminder: true,
      branding: [{ branding_method_id: printing.id, area: null, colours: 3 }],
      colours: [
        { name: 'Red', hex: '#ff0000', picture: null },
        { name: 'Blue', hex: null, picture: null },
      ],
      parts: [{ name: 'Shade', quantity: 2 }],
      price_breaks: [{ quantity: 100, price_paise: 12_005 }],
      terms: {
        ...noFacts.terms,
        supplier: 'Acme',
        cost_paise: 9990,
        gst_rate: 18,
        gst_rate_from: '2026-04-01',
      },
    },
  })
})

test('a press on the picture sets the place where buyers see their logo first, which the fields refine', async () => {
  const { user, requests } = showKnown()
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  const picture = dialog.getByRole('group', { name: 'Place of the logo on the picture' })
  vi.spyOn(picture, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 50, 320, 240))
  fireEvent.pointerDown(picture, { clientX: 180, clientY: 170, buttons: 1 })
  fireEvent.pointerMove(picture, { clientX: 400, clientY: 280, buttons: 0 })
  expect(dialog.getByLabelText('Logo from the left (%)')).toHaveValue('25')
  expect(dialog.getByLabelText('Logo from the top (%)')).toHaveValue('50')
  await user.clear(dialog.getByLabelText('Width of the logo (%)'))
  await paste(user, dialog.getByLabelText('Width of the logo (%)'), '40')
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(savedProducts(requests)).toHaveLength(1))
  expect(savedProducts(requests)[0]).toMatchObject({ product: { logo_x: 25, logo_y: 50, logo_width: 40 } })
})

test('rows are moved and removed by buttons, which keep the focus in the list', async () => {
  const { user } = showKnown()
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  const names = () =>
    dialog.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of colour/ }).map(({ value }) => value)
  await user.click(dialog.getByRole('button', { name: 'Add colour' }))
  expect(dialog.getByRole('textbox', { name: 'Name of colour 3' })).toHaveFocus()
  await user.click(dialog.getByRole('button', { name: 'Remove colour 3' }))
  await user.click(dialog.getByRole('button', { name: 'Move Blue up' }))
  expect(names()).toEqual(['Blue', 'Red'])
  expect(dialog.getByRole('button', { name: 'Move Blue up' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(names()).toEqual(['Blue', 'Red'])
  await user.click(dialog.getByRole('button', { name: 'Remove Blue' }))
  expect(names()).toEqual(['Red'])
  expect(dialog.getByRole('button', { name: 'Remove Red' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(dialog.getByRole('button', { name: 'Add colour' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(dialog.getByRole('textbox', { name: 'Name of colour 1' })).toHaveFocus()
})

test('a removed row asks before the dialog is closed', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  const { user } = showKnown()
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'x')
  await user.keyboard('{Backspace}')
  await user.click(dialog.getByRole('button', { name: 'Remove Blue' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(confirm).toHaveBeenCalledOnce())
})

test('the first rule that is broken opens its section and focuses its field', async () => {
  const { user, requests } = showKnown()
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  await user.type(dialog.getByRole('textbox', { name: 'Lead time to (days)' }), '5')
  await user.type(dialog.getByRole('textbox', { name: 'Lead time from (days)' }), '9')
  await user.click(section(dialog, 'Facts'))
  expect(dialog.queryByRole('textbox', { name: 'Lead time to (days)' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(dialog.getByText('The longest lead time must not be less than the shortest')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: 'Lead time to (days)' })).toHaveFocus()
  expect(savedProducts(requests)).toEqual([])
})

test.each([
  ['product_terms_supplier_code_unique', '23505', 'There is another product with this supplier code'],
  ['products_code_unique', '23505', 'There is another product with this code'],
  ['product_colours_name_unique', '23505', 'There is another product with this colours'],
  ['products_lead_days_to_order', '23514', 'The lead time to (days) was not accepted'],
])('what the constraint %s refuses is said at its field', async (constraint, code, sentence) => {
  const { user } = showProducts(({ path }) =>
    path === saves
      ? Response.json(
          { code, message: `violates constraint "${constraint}"`, details: null, hint: null },
          { status: 409 },
        )
      : undefined,
  )
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await dialog.findByText(sentence)).toBeVisible()
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Update' })).not.toHaveFocus())
  expect(document.activeElement?.matches('input, fieldset')).toBe(true)
})

test('a conflict names both lists of colours, and saves the chosen one', async () => {
  const theirs = {
    ...known,
    version: 4,
    product_colours: [{ position: 1, name: 'Green', hex: null, picture: null, picture_position: null }],
    product_parts: [],
  }
  let savings = 0
  const { user, requests } = showKnown(({ path, query }) => {
    if (query.has('id')) return [theirs]
    if (path !== saves) return undefined
    savings += 1
    return savings === 1 ? apiError('PT409', 'This product has changed since it was opened', 409) : theirs
  })
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  await addRow(user, dialog, 'colour', { Name: 'Black' })
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  const versions = within(await dialog.findByRole('table'))
  const row = within(versions.getByRole('row', { name: /^Colours / }))
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Red, Blue, Black', 'Green'])
  // Only they have changed the parts.
  expect(versions.queryByRole('row', { name: /^In the set / })).toBeNull()
  await user.click(row.getByRole('radio', { name: /Green/ }))
  await user.click(dialog.getByRole('button', { name: 'Save what I chose' }))
  await waitFor(() => expect(savedProducts(requests)).toHaveLength(2))
  expect(savedProducts(requests)[1]).toMatchObject({
    product: { colours: [{ name: 'Green' }], parts: [], branding: [{ area: '30 x 20 mm' }] },
  })
})

test('the history names lists and terms in words, and restores a list', async () => {
  const entry = (before: object, after: object) => ({
    changed_at: '2026-11-20T10:00:00+00:00',
    actor_id: null,
    kind: 'linked',
    before,
    after,
  })
  const rows = known.product_colours
  const { user } = showKnown(({ path, query }) => {
    if (path.endsWith('/record_history'))
      return [
        entry({}, { colours: [rows[1]], terms: [known.product_terms] }),
        entry({ colours: [{ ...rows[1], name: 'Navy' }] }, {}),
      ]
    return query.has('id') ? [known] : undefined
  })
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  await user.click(dialog.getByRole('button', { name: 'History' }))
  const history = within(await dialog.findByRole('region', { name: 'History' }))
  const change = (await history.findAllByRole('listitem'))[0]
  expect(change).toHaveTextContent('ColoursRed, Navy → Red, Blue')
  expect(change).toHaveTextContent('Supplier code- → ST-350')
  await user.click(history.getByRole('button', { name: /^Restore Colours as it was/ }))
  expect(dialog.getByRole('textbox', { name: 'Name of colour 2' })).toHaveValue('Navy')
})

test('a duplicate has facts and lists, but no code', async () => {
  const { user, requests } = showKnown(({ path }) => (path === saves ? known : undefined))
  const dialog = await openDialog(user, 'Duplicate Steel Tumbler')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(savedProducts(requests)).toHaveLength(1))
  expect(savedProducts(requests)[0]).toMatchObject({
    product: {
      code: null,
      material: 'Steel',
      colours: [
        { name: 'Red', picture: tumbler.image_url },
        { name: 'Blue', picture: null },
      ],
      parts: [{ name: 'Straw', quantity: 2 }],
      terms: { supplier_code: null },
    },
  })
})
