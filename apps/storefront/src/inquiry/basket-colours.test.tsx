import { minFillTimeMs } from '@giftwell/shared/ui/use-form-guard.tsx'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { fakeBackend, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'
import { storedBasket } from './basket.ts'
import { changeInquiryDetails, inquiryDetails } from './inquiry.ts'

const bottle = { id: 'product-0', name: 'Product 0', imageUrl: null, key: 'K'.repeat(22) }
const details = {
  ...someProducts(1)[0],
  key: bottle.key,
  min_quantity: 300,
  lead_days_from: 10,
  lead_days_to: 15,
  colours: ['Red', 'Blue', 'Green'].map((name) => ({ name, hex: '#336699' })),
}

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 10, 27, 15) })
})

/** Opens a basket with one product, with its fields. */
async function openWith(
  item: object = bottle,
  inquiry = vi.fn<(body: unknown) => unknown>(),
  product: object = details,
) {
  const shared = vi.fn((_items: unknown) => [product])
  fakeBackend({ inquiry, shared })
  window.localStorage.setItem('giftwell-basket', storedBasket([{ ...bottle, ...item }]))
  changeInquiryDetails({ isOpen: true, lines: {}, neededBy: '' })
  const { user } = renderSite({ path: '/catalogue' })
  await user.click(await screen.findByRole('button', { name: /^Inquiry Basket/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Inquiry Basket/ }))
  const quantity = (colour?: string) =>
    dialog.getByRole('spinbutton', { name: `Quantity of Product 0${colour ? ` in ${colour}` : ''}` })
  async function sentItems() {
    for (const [name, value] of Object.entries({
      Name: 'A',
      Company: 'B',
      Email: 'a@b.example',
      Phone: '98765',
    })) {
      await user.click(dialog.getByRole('textbox', { name }))
      await user.paste(value)
    }
    vi.advanceTimersByTime(minFillTimeMs)
    await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
    await screen.findByText('Inquiry Submitted Successfully!')
    return inquiry.mock.calls.map(([body]) => Object(body).items)
  }
  return { user, dialog, quantity, sentItems, shared }
}

test('a line is pictured in each of its colours, and one of a single colour in that alone', async () => {
  const pictures = ['red', 'blue'].map((name) => ({ url: `https://files.test/${name}.png` }))
  const colours = [
    { name: 'Red', hex: '#ff0000', picture_position: 2 },
    { name: 'Blue', hex: '#0000ff', picture_position: 3 },
    { name: 'Green', hex: '#00ff00' },
  ]
  const { user, dialog, quantity } = await openWith(bottle, undefined, { ...details, pictures, colours })
  await user.click(await dialog.findByRole('button', { name: 'Choose colours' }))
  const sources = () =>
    [...dialog.getByRole('region', { name: 'Selected products' }).querySelectorAll('img')].map(
      ({ src }) => src,
    )
  await user.type(quantity('Blue'), '70')
  expect(sources()).toEqual(['https://files.test/blue.png'])
  await user.type(quantity('Red'), '200')
  await user.type(quantity('Green'), '30')
  const shown = dialog.getByRole('list', { name: 'Chosen colours' })
  expect(shown).toHaveTextContent('BlueRed')
  expect(sources()).toEqual(['blue', 'blue', 'red'].map((name) => `https://files.test/${name}.png`))
})

test('a line is split by colour, its quantity is the sum, and the colours are sent', async () => {
  const { user, dialog, quantity, sentItems, shared } = await openWith()
  await user.click(await dialog.findByRole('button', { name: 'Choose colours' }))
  expect(shared).toHaveBeenCalledWith([{ id: bottle.id, key: bottle.key }])
  await user.type(quantity('Red'), '200')
  await user.type(quantity('Blue'), '70')
  expect(quantity()).toHaveValue(270)
  expect(quantity()).toHaveAttribute('readonly')
  await user.type(quantity('Green'), '5')
  await user.clear(quantity('Green'))
  expect(await sentItems()).toEqual([
    [
      {
        id: bottle.id,
        name: bottle.name,
        quantity: 270,
        note: '',
        colours: [
          { name: 'Red', quantity: 200 },
          { name: 'Blue', quantity: 70 },
        ],
      },
    ],
  ])
})

test('a colour that was chosen with the product has the quantity that is typed, until there is another', async () => {
  const { user, dialog, quantity } = await openWith({ colour: 'Red' })
  await dialog.findByRole('spinbutton', { name: 'Quantity of Product 0 in Blue' })
  await user.type(quantity(), '300')
  expect(quantity('Red')).toHaveValue(300)
  await user.type(quantity('Blue'), '50')
  expect(quantity()).toHaveValue(350)
  await user.click(dialog.getByRole('button', { name: 'Without colours' }))
  expect(dialog.queryByRole('spinbutton', { name: /in Red$/ })).toBeNull()
  expect(quantity()).toHaveValue(350)
  expect(quantity()).not.toHaveAttribute('readonly')
})

test('a chosen colour is sent without quantities, too', async () => {
  const { user, dialog, sentItems } = await openWith({ colour: 'Red' })
  await user.click(dialog.getByRole('button', { name: 'Send without quantities' }))
  expect(dialog.getByText('In Red')).toBeVisible()
  expect(await sentItems()).toEqual([
    [
      {
        id: bottle.id,
        name: bottle.name,
        quantity: null,
        note: '',
        colours: [{ name: 'Red', quantity: null }],
      },
    ],
  ])
})

test('a note alone leaves the chosen colour as it is', async () => {
  const { user, dialog } = await openWith({ colour: 'Red' })
  await user.type(dialog.getByRole('textbox', { name: 'Note for Product 0' }), 'Gift wrap')
  expect(dialog.getByRole('spinbutton', { name: 'Quantity of Product 0 in Red' })).toBeVisible()
  expect(inquiryDetails().lines).toEqual({ 'product-0': { quantity: '', note: 'Gift wrap' } })
})

test.each([
  ['1.5', 'A whole number from 1 to 10,00,000', 'Red'],
  ['1000000', 'A whole number from 1 to 10,00,000', undefined],
])('colours of %s are refused with the rule', async (typed, rule, colour) => {
  const { user, dialog, quantity } = await openWith()
  await user.click(await dialog.findByRole('button', { name: 'Choose colours' }))
  await user.type(quantity('Blue'), '1')
  await user.type(quantity('Red'), typed)
  expect(quantity(colour)).toHaveAccessibleDescription(rule)
})

test('a quantity below the minimum and a date before the lead time are said, and are sent all the same', async () => {
  const { user, dialog, quantity, sentItems } = await openWith()
  await user.type(quantity(), '299')
  expect(await dialog.findByText('The minimum quantity is 300.')).toBeVisible()
  await user.type(dialog.getByLabelText('Needed by'), '2026-12-04')
  expect(dialog.getByText('It takes 10 to 15 working days; 5 are left.')).toBeVisible()
  await user.type(quantity(), '9')
  expect(dialog.queryByText(/^The minimum/)).toBeNull()
  expect(await sentItems()).toHaveLength(1)
})

test('colours that the product has no more are said, and stay with their quantities until they are removed', async () => {
  const { user, dialog, quantity, sentItems } = await openWith()
  await user.click(await dialog.findByRole('button', { name: 'Choose colours' }))
  changeInquiryDetails({
    lines: { 'product-0': { quantity: '', note: '', colours: { Red: '200', Mint: '100', Teal: '50' } } },
  })
  expect(await dialog.findByText('No longer offered in Mint or Teal.')).toBeVisible()
  expect(quantity('Mint')).toHaveValue(100)
  await user.click(dialog.getByRole('button', { name: 'Remove Teal from Product 0' }))
  expect(dialog.queryByRole('spinbutton', { name: /in Teal$/ })).toBeNull()
  expect(dialog.getByText('No longer offered in Mint.')).toBeVisible()
  const [items] = await sentItems()
  expect(items[0].colours).toEqual([
    { name: 'Red', quantity: 200 },
    { name: 'Mint', quantity: 100 },
  ])
})

test('the only colour of a product that has none any more is said, and so is a new name', async () => {
  const { dialog } = await openWith({ colour: 'Mint', name: 'Old name' })
  expect(await dialog.findByText('No longer offered in Mint.')).toBeVisible()
  expect(dialog.getByText('Now named Product 0.')).toBeVisible()
})
