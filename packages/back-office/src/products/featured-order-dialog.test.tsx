import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { idOf, showProducts } from '../testing/show-products.tsx'

const featured = ['Lamp', 'Mug', 'Pen'].map((name, index) => ({
  id: idOf(50 + index),
  name,
  image_url: null,
  image_widths: null,
  image_colour: null,
}))

async function openOrder() {
  const shown = showProducts(({ path, query }) => {
    if (query.get('is_featured') === 'eq.true') return featured
    return path.endsWith('/order_featured_products') ? null : undefined
  })
  await shown.user.click(await screen.findByRole('button', { name: 'Order featured products' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Order featured products' }))
  await dialog.findByText('Lamp')
  const sent = () => shown.requests.find(({ path }) => path.endsWith('/order_featured_products'))?.body
  const names = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  return { ...shown, dialog, sent, names }
}

test('featured products are ordered by keyboard, and the focus stays on the product', async () => {
  const { user, dialog, names, sent } = await openOrder()
  dialog.getByRole('button', { name: 'Move Pen up' }).focus()
  await user.keyboard('{Enter}{Enter}{Enter}')
  expect(names()).toEqual(['Pen', 'Lamp', 'Mug'])
  expect(dialog.getByRole('button', { name: 'Move Pen up' })).toHaveFocus()
  await user.click(dialog.getByRole('button', { name: 'Save order' }))
  expect(await screen.findByText('Featured products ordered')).toBeVisible()
  expect(sent()).toEqual({ ids: [idOf(52), idOf(50), idOf(51)] })
})

test('featured products are ordered by dragging', async () => {
  const { dialog, names } = await openOrder()
  const [lamp, , pen] = dialog.getAllByRole('listitem') as [HTMLElement, HTMLElement, HTMLElement]
  const dataTransfer = { setData: () => undefined, effectAllowed: 'all' }
  fireEvent(lamp, createEvent.dragStart(lamp, { dataTransfer }))
  fireEvent(pen, createEvent.dragOver(pen, { dataTransfer }))
  fireEvent(lamp, createEvent.dragEnd(lamp, { dataTransfer }))
  expect(names()).toEqual(['Mug', 'Pen', 'Lamp'])
})

test('closing asks before a new order is discarded', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  const { user, dialog, names } = await openOrder()
  await user.click(dialog.getByRole('button', { name: 'Move Pen up' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(confirm).toHaveBeenCalledExactlyOnceWith('You have unsaved changes. Discard them?')
  expect(names()).toEqual(['Lamp', 'Pen', 'Mug'])
})

test('the order is reset to the newest first', async () => {
  const { user, dialog, sent } = await openOrder()
  await user.click(dialog.getByRole('button', { name: 'Newest first' }))
  expect(await screen.findByText('Featured products ordered')).toBeVisible()
  expect(sent()).toEqual({ ids: [] })
})
