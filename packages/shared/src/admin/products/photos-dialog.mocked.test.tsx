import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createPhotoDraft } from '../../data/photo-drafts.ts'
import { showProducts } from '../../testing/show-products.tsx'

vi.mock(import('../../data/photo-drafts.ts'), async (original) => ({
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
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  created.mockReset()
})

function drop(files: readonly File[]) {
  fireEvent(document.body, createEvent.drop(document.body, { dataTransfer: { files, types: ['Files'] } }))
}

test('photos dropped on the list become drafts, which the list then shows', async () => {
  const { requests } = showProducts()
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  drop([mug, new File(['x'], 'pen.jpg')])
  expect(await screen.findByText('2 drafts created')).toBeVisible()
  expect(created.mock.calls.map(([, { name }]) => name)).toEqual(['mug.jpg', 'pen.jpg'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('To mend: Drafts')).toBeVisible()
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
  expect(created.mock.calls.map(([, { name }]) => name)).toEqual(['mug.jpg'])
})

test('what is dropped while a dialog is open is left to it', async () => {
  const { user } = showProducts()
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  await user.click(screen.getByRole('button', { name: 'Add Product' }))
  drop([mug])
  expect(created).not.toHaveBeenCalled()
})

test('photos are chosen by a button, and those that fail are named and tried again', async () => {
  created.mockImplementation((_, { name }) =>
    name === 'notes.txt' ? Promise.reject(new Error('notes.txt cannot be used here.')) : Promise.resolve(),
  )
  const { user, platform } = showProducts()
  platform.answerPicker([mug, notes])
  await user.click(await screen.findByRole('button', { name: 'Add photos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add photos' }))
  await user.click(dialog.getByRole('button', { name: 'Choose photos' }))
  const failed = within(await dialog.findByRole('region', { name: 'Photos without a draft' }))
  expect(failed.getByText('notes.txt cannot be used here.')).toBeVisible()
  expect(dialog.getByRole('status')).toHaveTextContent('1 draft created.')
  created.mockReset().mockResolvedValue()
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 drafts created')).toBeVisible()
  expect(created.mock.calls.map(([, { name }]) => name)).toEqual(['notes.txt'])
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
  drop([mug, new File(['x'], 'slow.jpg')])
  const dialog = within(await screen.findByRole('dialog', { name: 'Add photos' }))
  expect(await dialog.findByText('1 of 2 photos')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Adding photos' })).toHaveAttribute('aria-valuenow', '1')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await dialog.findByText('1 draft created; the other photos were left out.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Show drafts' }))
  expect(await screen.findByText('To mend: Drafts')).toBeVisible()
})
