import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createPhotoDraft } from './photo-drafts.ts'
import { fakeDrop } from '@giftwell/shared/testing/fake-drop.ts'
import { showProducts } from '../testing/show-products.tsx'

vi.mock(import('./photo-drafts.ts'), async (original) => ({
  ...(await original()),
  createPhotoDraft: vi.fn<typeof createPhotoDraft>(),
}))

const mug = new File(['x'], 'mug.jpg', { type: 'image/jpeg' })
const notes = new File(['x'], 'notes.txt', { type: 'text/plain' })
const created = vi.mocked(createPhotoDraft)

beforeEach(() => {
  created.mockResolvedValue()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  created.mockReset()
})

function drop(...dropped: Parameters<typeof fakeDrop>) {
  fireEvent(document.body, createEvent.drop(document.body, { dataTransfer: fakeDrop(...dropped) }))
}

const namesOfDrafts = () => created.mock.calls.map(([, { name }]) => name)

test('photos dropped on the list become drafts, which the list then shows', async () => {
  const { requests } = showProducts()
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  drop(mug, new File(['x'], 'pen.jpg'))
  expect(await screen.findByText('2 drafts created')).toBeVisible()
  expect(namesOfDrafts()).toEqual(['mug.jpg', 'pen.jpg'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('To fix: Drafts')).toBeVisible()
  const listed = requests.find(({ path }) => path.endsWith('find_products'))
  expect(listed?.body ?? Object.fromEntries(listed?.query ?? [])).toMatchObject({
    filters: { health: 'draft' },
  })
})

test('a picture that is pasted on the list becomes a draft, unless it is pasted as text or into a dialog', async () => {
  const { user } = showProducts()
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  const paste = (target: Element, files: readonly File[], types: readonly string[] = ['Files']) =>
    fireEvent(target, createEvent.paste(target, { clipboardData: { files, types } }))
  paste(screen.getByRole('searchbox'), [mug], ['text/plain', 'Files'])
  paste(document.body, [notes])
  await user.click(screen.getByRole('button', { name: 'Add Product' }))
  paste(document.body, [mug])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(created).not.toHaveBeenCalled()

  paste(document.body, [mug])
  expect(await screen.findByText('1 draft created')).toBeVisible()
  expect(namesOfDrafts()).toEqual(['mug.jpg'])
})

test('what is dropped while a dialog is open is left to it', async () => {
  const { user } = showProducts()
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  await user.click(screen.getByRole('button', { name: 'Add Product' }))
  drop(mug)
  expect(created).not.toHaveBeenCalled()
})

test('photos are chosen by a button, and those that fail are named and tried again', async () => {
  created.mockImplementation((_, { name }) =>
    name === 'notes.txt' ? Promise.reject(new Error('notes.txt cannot be used here.')) : Promise.resolve(),
  )
  const { user } = showProducts()
  await user.click(await screen.findByRole('button', { name: 'Add photos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add photos' }))
  const input = dialog.getByLabelText<HTMLInputElement>('Photos')
  expect(input).toHaveAttribute('multiple')
  const opened = vi.spyOn(input, 'click')
  await user.click(dialog.getByRole('button', { name: 'Choose photos' }))
  expect(opened).toHaveBeenCalledTimes(1)
  fireEvent.change(input, { target: { files: [mug, notes] } })
  const failed = within(await dialog.findByRole('region', { name: 'Photos without a draft' }))
  expect(failed.getByText('notes.txt cannot be used here.')).toBeVisible()
  expect(dialog.getByRole('status')).toHaveTextContent('1 draft created.')
  created.mockReset().mockResolvedValue()
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 drafts created')).toBeVisible()
  expect(namesOfDrafts()).toEqual(['notes.txt'])
})

test('adding photos is cancelled, and the drafts that were created are shown', async () => {
  created.mockImplementation((_, { name }, signal) =>
    name === 'mug.jpg'
      ? Promise.resolve()
      : new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
        }),
  )
  const { user } = showProducts()
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  drop(mug, new File(['x'], 'slow.jpg'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add photos' }))
  expect(await dialog.findByText('1 of 2 photos')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Adding photos' })).toHaveAttribute('aria-valuenow', '1')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await dialog.findByText('1 draft created; the other photos were left out.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Show drafts' }))
  expect(await screen.findByText('To fix: Drafts')).toBeVisible()
})

test('the images in dropped folders become drafts', async () => {
  showProducts()
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  const photos = Array.from({ length: 200 }, (_, index) => new File(['x'], `${1000 + index}.jpg`))
  drop({ name: 'photos', content: [notes, { name: 'more', content: photos }] }, mug)
  expect(await screen.findByText('201 drafts created')).toBeVisible()
  expect(namesOfDrafts()).toEqual(['mug.jpg', ...photos.map(({ name }) => name)])
})

test('what could not be read in a dropped folder is named, also after the other photos have drafts', async () => {
  const { user } = showProducts()
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  created.mockRejectedValueOnce(new Error('mug.jpg is empty.'))
  drop({ name: 'photos', content: [mug, { name: 'locked', content: [mug], failsAfter: 0 }] })
  const dialog = within(await screen.findByRole('dialog', { name: 'Add photos' }))
  const failed = within(await dialog.findByRole('region', { name: 'Photos without a draft' }))
  await waitFor(() => expect(failed.getByRole('heading')).toHaveTextContent('2 photos have no draft'))
  await user.click(await dialog.findByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('1 draft created.')).toBeVisible()
  expect(failed.getByRole('listitem')).toHaveTextContent('lockedNot all of this folder could be read.')
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a dropped folder without images is refused, and photos can be chosen instead', async () => {
  showProducts()
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  drop({ name: 'papers', content: [notes] })
  const dialog = within(await screen.findByRole('dialog', { name: 'Add photos' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('There are no images in papers.')
  fireEvent.change(dialog.getByLabelText('Photos'), { target: { files: [mug] } })
  expect(await screen.findByText('1 draft created')).toBeVisible()
})

test('the search in a dropped folder is cancelled', async () => {
  const { user } = showProducts()
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  const files = Array.from({ length: 15_000 }, () => notes)
  drop({ name: 'photos', content: [...files, mug] })
  const dialog = within(await screen.findByRole('dialog', { name: 'Add photos' }))
  expect(dialog.getByRole('status')).toHaveTextContent('Looking for photos...')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await dialog.findByRole('button', { name: 'Choose photos' })).toBeVisible()
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(created).not.toHaveBeenCalled()
})

test('of a chosen folder the images become drafts, and one without images is refused', async () => {
  const { user } = showProducts()
  await user.click(await screen.findByRole('button', { name: 'Add photos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add photos' }))
  const input = dialog.getByLabelText('Folder of photos')
  expect(input).toHaveAttribute('webkitdirectory')
  fireEvent.change(input, { target: { files: [notes] } })
  expect(dialog.getByRole('alert')).toHaveTextContent('There are no images in this folder.')
  fireEvent.change(input, { target: { files: [notes, new File(['x'], 'pen.HEIC'), mug] } })
  expect(await screen.findByText('2 drafts created')).toBeVisible()
  expect(namesOfDrafts()).toEqual(['pen.HEIC', 'mug.jpg'])
})
