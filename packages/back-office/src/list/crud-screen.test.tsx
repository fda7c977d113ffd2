import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { type ApiResponder, fakeApi, apiError } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { PartsProgress } from '../screen/parts-progress.tsx'
import { CategoriesScreen } from '../taxonomy/taxonomy-screens.tsx'

const mugs = {
  id: 'id-mugs',
  name: 'Mugs',
  description: 'For coffee',
  created_at: '2026-11-20T10:00:00.5+00:00',
  version: 3,
}
const deletedRecords = '/rest/v1/deleted_records'
const savedViews = '/rest/v1/list_views'
const restores = '/rest/v1/rpc/restore_record'
const deletions = '/rest/v1/rpc/delete_records'
const pens = { ...mugs, id: 'id-pens', name: 'Pens', description: null, version: 1 }

/** The categories screen on a server that answers reads with two categories and writes as told. */
function show(answer: ApiResponder = () => undefined, path = '/admin/categories') {
  const { requests } = fakeApi((request) => {
    const answered = answer(request)
    if (answered !== undefined) return answered
    if (request.path === deletedRecords) return [{ name: 'Mugs', products: 425 }]
    if (request.path === savedViews) return []
    if (request.method === 'GET') return [pens, mugs]
    if (request.path === deletions) return { deleted: 1, products: 425, undo: 'id-mugs' }
    if (request.path === restores) return { name: 'Mugs', products: 425, left_out: 0 }
    // One row is asked for as an object when it is made, and as a list of at most one when it is changed.
    return request.method === 'POST' ? mugs : [{ ...mugs, version: 4 }]
  })
  return {
    requests,
    ...renderAdmin(
      <main>
        <CategoriesScreen />
        <PartsProgress />
      </main>,
      { path },
    ),
  }
}

const writes = (requests: ReturnType<typeof fakeApi>['requests']) =>
  requests.filter(({ method, path }) => method !== 'GET' && path.startsWith('/rest/v1/'))

/** The requests for the list. */
const reads = (requests: ReturnType<typeof fakeApi>['requests']) =>
  requests.filter(({ method, path }) => method === 'GET' && path === '/rest/v1/categories')

async function edit(user: ReturnType<typeof renderAdmin>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }))
  return screen.findByRole('dialog', { name: 'Edit Category' })
}

test('the list is requested newest first, and its heading shows the count', async () => {
  const { requests } = show()
  expect(screen.getByText('Loading...')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'All Categories (2)' })).toBeVisible()
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers).toEqual(['Name', 'Description', 'Created', 'Actions'])
  expect(screen.getByRole('row', { name: / Pens -/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /Mugs For coffee/ })).toHaveTextContent(
    new Date(mugs.created_at).toLocaleDateString(),
  )
  expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({
    select: '*',
    order: 'created_at.desc.nullslast,id.asc',
  })
})

const many = Array.from({ length: 60 }, (_none, index) => ({
  ...mugs,
  id: `id-${index}`,
  name: `Kind ${index + 1}`,
  description: index % 2 === 0 ? 'For the Diwali season' : null,
}))
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)

test('words in any order are found in every column, and search, order and page are in the address', async () => {
  const { user } = show(
    ({ method }) => (method === 'GET' ? many : undefined),
    '/admin/categories?search=season+KIND+5&sort=name-down&size=25',
  )
  expect(await screen.findByRole('heading', { name: 'All Categories (10)' })).toBeVisible()
  expect(names()).toEqual([59, 57, 55, 53, 51, 45, 35, 25, 15, 5].map((number) => `Kind ${number}`))
  const search = screen.getByRole('searchbox', { name: 'Search categories' })
  expect(search).toHaveValue('season KIND 5')
  await user.clear(search)
  expect(await screen.findByText('1–25 of 60')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Last page' }))
  expect(names()[0]).toBe('Kind 10')
  expect(screen.getByText('51–60 of 60')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Created' }))
  expect(screen.getByText('1–25 of 60')).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '100 a page')
  expect(names()).toHaveLength(60)
})

test('rows without a value come last in both orders, and the delivered order is marked', async () => {
  const { user } = show()
  await screen.findByRole('row', { name: /Mugs/ })
  expect(screen.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
  for (const order of ['ascending', 'descending']) {
    await user.click(screen.getByRole('button', { name: 'Description' }))
    expect(screen.getByRole('columnheader', { name: 'Description' })).toHaveAttribute('aria-sort', order)
    expect(names()).toEqual(['Mugs', 'Pens'])
  }
})

test('a list that fails to load shows the reason, and Retry loads it', async () => {
  let isDown = true
  const { user } = show(({ method }) =>
    isDown && method === 'GET' ? apiError('XX000', 'out of order', 500) : undefined,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading categories: out of order')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('row', { name: /Mugs/ })).toBeVisible()
})

test('a list that needs a connection says so, and loads by itself when there is one', async () => {
  let isAway = true
  const { backend } = show(() => (isAway ? Promise.reject(new TypeError('Failed to fetch')) : undefined))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error loading categories: This screen needs a connection. It loads automatically once you are back online.',
  )
  isAway = false
  await backend.connectivity.probe()
  expect(await screen.findByRole('row', { name: /Mugs/ })).toBeVisible()
})

test('a save without a network keeps the form and says why', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { user } = show(({ method }) =>
    method === 'GET' ? undefined : Promise.reject(new TypeError('Failed to fetch')),
  )
  const dialog = await edit(user, 'Mugs')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' and cups')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error updating categoryYou are offline. Try again once you are back online.',
  )
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Mugs and cups')
})

test('a valid form creates a record and refetches the list; an invalid one sends nothing', async () => {
  const { user, requests } = show()
  await screen.findByRole('row', { name: /Mugs/ })
  await user.click(screen.getByRole('button', { name: 'Add Category' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add New Category' })
  await user.click(within(dialog).getByRole('button', { name: 'Create' }))
  expect(within(dialog).getByText('Name is required')).toBeVisible()
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveFocus()
  expect(writes(requests)).toEqual([])

  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' Lamps {enter}')
  expect(await screen.findByRole('status', { name: '' })).toBeVisible()
  expect(await screen.findByText('Category created successfully')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(requests)).toMatchObject([
    { method: 'POST', path: '/rest/v1/categories', body: { name: 'Lamps', description: null } },
  ])
  await waitFor(() => expect(reads(requests)).toHaveLength(2))
})

test('a new record that a search may hide is shown by its toast', async () => {
  const { user } = show(() => undefined, '/admin/categories?search=mug&sort=name-up')
  await screen.findByRole('row', { name: /Mugs/ })
  expect(screen.queryByRole('row', { name: /Pens/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add Category' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Lamps{enter}')
  const title = await screen.findByText('Category created successfully')
  const toast = within(title.closest<HTMLElement>('[role="status"]')!)
  expect(toast.getByText('Lamps')).toBeVisible()
  await user.click(toast.getByRole('button', { name: 'Show' }))
  expect(screen.getByRole('row', { name: /Pens/ })).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('')
  expect(screen.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
})

test('editing prefills the form and updates the record with the version that was read', async () => {
  const { user, requests } = show()
  const dialog = await edit(user, 'Mugs')
  const description = within(dialog).getByRole('textbox', { name: 'Description' })
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Mugs')
  expect(description).toHaveValue('For coffee')
  await user.clear(description)
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Category updated successfully')).toBeVisible()
  const [write] = writes(requests)
  expect(write).toMatchObject({ method: 'PATCH', body: { name: 'Mugs', description: null } })
  expect(Object.fromEntries(write?.query ?? [])).toMatchObject({ id: 'eq.id-mugs', version: 'eq.3' })
})

test('a duplicate name shows an error at its field and keeps the input', async () => {
  const taken = 'duplicate key value violates unique constraint "categories_name_unique"'
  const { user } = show(({ method }) => (method === 'PATCH' ? apiError('23505', taken, 409) : undefined))
  const dialog = await edit(user, 'Mugs')
  await user.type(within(dialog).getByRole('textbox', { name: 'Description' }), '!')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  expect(await within(dialog).findByText('There is another category with this name')).toBeVisible()
  const toast = (await screen.findByText('Error updating category')).closest('[role="alert"]')
  expect(toast).toHaveTextContent('There is another category with this name')
  expect(toast).not.toHaveTextContent('constraint')
  expect(within(dialog).getByRole('textbox', { name: 'Description' })).toHaveValue('For coffee!')
  await waitFor(() => expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveFocus())
})

test('while a save is in flight nothing can be changed, and it is sent once', async () => {
  let answerNow: (answer: Response) => void = () => undefined
  const { user, requests } = show(({ method }) =>
    method === 'POST' ? new Promise<Response>((resolve) => (answerNow = resolve)) : undefined,
  )
  await user.click(await screen.findByRole('button', { name: 'Add Category' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Lamps{enter}{enter}')
  const saving = within(dialog).getByRole('button', { name: 'Saving...' })
  expect(saving).toHaveAttribute('aria-disabled', 'true')
  expect(saving).toHaveFocus()
  await user.click(saving)
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toBeDisabled()
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await user.keyboard('{Escape}')
  expect(dialog).toBeVisible()
  answerNow(apiError('42501', 'new row violates row-level security policy', 403))
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Create' })).toHaveFocus())
  expect(await screen.findByText('Error creating category')).toBeVisible()
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Lamps')
  expect(writes(requests)).toHaveLength(1)
})

test('deleting asks for confirmation in the words of product.md, and declining deletes nothing', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  const { user, requests } = show()
  const button = await screen.findByRole('button', { name: 'Delete Mugs' })
  await user.click(button)
  expect(confirm).toHaveBeenCalledExactlyOnceWith('Are you sure you want to delete this category?')
  expect(writes(requests)).toEqual([])

  confirm.mockReturnValue(true)
  await user.click(button)
  expect(await screen.findByText('Category deleted successfully')).toBeVisible()
  expect(writes(requests)).toMatchObject([
    { path: deletions, body: { entity: 'categories', ids: ['id-mugs'], most: 200 } },
  ])
})

test('a deletion says how many products had the record, and Undo restores it', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  const { user, requests } = show()
  await user.click(await screen.findByRole('button', { name: 'Delete Mugs' }))
  const toast = within(await screen.findByRole('status'))
  expect(toast.getByText('Category deleted successfully')).toBeVisible()
  expect(toast.getByText('Mugs: 425 products had it')).toBeVisible()
  await user.click(toast.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Category restored successfully')).toBeVisible()
  expect(writes(requests).at(-1)).toMatchObject({ path: restores, body: { record_id: 'id-mugs' } })
  await waitFor(() => expect(reads(requests)).toHaveLength(3))
})

test('what many products have is taken from them in parts, which can be stopped, and gone on with', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  vi.spyOn(console, 'error').mockReturnValue()
  const second = Promise.withResolvers<unknown>()
  const taken = (left: number) => ({ deleted: 0, products: 200, undo: 'id-whole', left })
  const answers = [taken(800), second.promise, taken(400), { deleted: 1, products: 400, undo: 'id-whole' }]
  const { user, requests } = show(({ path }) => (path === deletions ? answers.shift() : undefined))
  await user.click(await screen.findByRole('button', { name: 'Delete Mugs' }))
  const progress = within(await screen.findByRole('dialog', { name: 'Deleting category' }))
  expect(progress.getByText('200 of 1,000')).toBeVisible()
  await user.click(progress.getByRole('button', { name: 'Stop' }))
  second.resolve(taken(600))
  const stopped = (await screen.findByText('Error deleting category')).closest('[role="alert"]')
  expect(stopped).toHaveTextContent(
    'It still exists. It was removed from 400 products. Restore them in Recently deleted.',
  )

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Delete Mugs' }))
  const toast = within(
    (await screen.findByText('Category deleted successfully')).closest<HTMLElement>('[role="status"]')!,
  )
  await user.click(toast.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(writes(requests).at(-1)).toMatchObject({ path: restores, body: { record_id: 'id-whole' } }),
  )
  const parts = writes(requests).filter(({ path }) => path === deletions)
  expect(parts.map(({ body }) => Object(body).whole === Object(parts[0]?.body).whole)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a restoration that is stopped says what is left', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  vi.spyOn(console, 'error').mockReturnValue()
  const second = Promise.withResolvers<unknown>()
  const answers = [{ name: 'Mugs', left_out: 0, left: 800 }, second.promise]
  const { user } = show(({ path }) => (path === restores ? answers.shift() : undefined))
  await user.click(await screen.findByRole('button', { name: 'Delete Mugs' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  const progress = within(await screen.findByRole('dialog', { name: 'Restoring categories' }))
  await user.click(progress.getByRole('button', { name: 'Stop' }))
  second.resolve({ name: 'Mugs', left_out: 0, left: 600 })
  expect(await screen.findByText('You stopped with 600 left. Continue in Recently deleted.')).toBeVisible()
})

test('an Undo says what could not be linked again, or why it was refused', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  vi.spyOn(console, 'error').mockReturnValue()
  let answer: unknown = { name: 'Mugs', products: 425, left_out: 1 }
  const { user } = show(({ path }) => (path === restores ? answer : undefined))
  await user.click(await screen.findByRole('button', { name: 'Delete Mugs' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(
    await screen.findByText(
      '1 link was left out, because the other end was deleted or changed in the meantime',
    ),
  ).toBeVisible()

  answer = apiError('23505', 'There is another one named "Mugs" now: rename that one first', 409)
  await user.click(await screen.findByRole('button', { name: 'Delete Mugs' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  const toast = (await screen.findByText('Error restoring category')).closest('[role="alert"]')
  expect(toast).toHaveTextContent('There is another one named "Mugs" now: rename that one first')
})

test('after deleting by keyboard the focus moves to the next row', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  let isThere = true
  const { user } = show(({ method, path }) => {
    if (path === deletions) isThere = false
    return method === 'GET' && path !== deletedRecords && !isThere ? [mugs] : undefined
  })
  ;(await screen.findByRole('button', { name: 'Delete Pens' })).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Pens' })).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Mugs' })).toHaveFocus())
})

test('a delete that the server refuses shows the server’s message', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  const { user } = show(({ path }) => (path === deletions ? apiError('XX000', 'not now', 500) : undefined))
  await user.click(await screen.findByRole('button', { name: 'Delete Mugs' }))
  const toast = (await screen.findByText('Error deleting category')).closest('[role="alert"]')
  expect(toast).toHaveTextContent('not now')
})

test('closing the dialog asks for confirmation only with unsaved changes', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  const { user } = show()
  let dialog = await edit(user, 'Mugs')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(confirm).not.toHaveBeenCalled()

  dialog = await edit(user, 'Mugs')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), '!')
  await user.keyboard('{Escape}')
  expect(confirm).toHaveBeenCalledExactlyOnceWith('You have unsaved changes. Discard them?')
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Mugs!')
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)

  confirm.mockReturnValue(true)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  dialog = await edit(user, 'Mugs')
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Mugs')
})

/** A server on which another user changed (or deleted) Mugs after the list was fetched. */
function changedMeanwhile(theirs: typeof mugs | null): ApiResponder {
  return ({ method, query }) => {
    if (query.get('id') !== 'eq.id-mugs') return undefined
    if (method === 'GET') return theirs === null ? [] : [theirs]
    return query.get('version') === `eq.${theirs?.version}` ? undefined : []
  }
}

test('the conflict dialog shows both versions when the record changed on the server, and can overwrite it', async () => {
  const theirs = { ...mugs, name: 'Cups', version: 7 }
  const { user, requests } = show(changedMeanwhile(theirs))
  const dialog = await edit(user, 'Mugs')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' & more')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  expect(await within(dialog).findByRole('row', { name: 'Name Mugs & more Cups' })).toBeVisible()
  expect(within(dialog).queryByRole('row', { name: /^Description/ })).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Show all fields' }))
  expect(within(dialog).getByRole('row', { name: 'Description For coffee For coffee' })).toBeVisible()
  expect(screen.queryByText('Error updating category')).toBeNull()

  await user.click(await within(dialog).findByRole('button', { name: 'Save my version' }))
  expect(await screen.findByText('Category updated successfully')).toBeVisible()
  expect(writes(requests).at(-1)?.query.get('version')).toBe('eq.7')
  expect(writes(requests).at(-1)?.body).toMatchObject({ name: 'Mugs & more' })
})

test('after Keep editing, a save goes over the version that was shown', async () => {
  const { user, requests } = show(
    changedMeanwhile({ ...mugs, name: 'Cups', description: 'Of clay', version: 7 }),
  )
  const dialog = await edit(user, 'Mugs')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' & more')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Keep editing' }))
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Mugs & more')
  expect(within(dialog).getByRole('textbox', { name: 'Description' })).toHaveValue('Of clay')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Category updated successfully')).toBeVisible()
  expect(writes(requests).at(-1)?.query.get('version')).toBe('eq.7')
  expect(writes(requests).at(-1)?.body).toMatchObject({ name: 'Mugs & more', description: 'Of clay' })
})

test('what only one side has changed is saved without asking', async () => {
  const { user, requests } = show(changedMeanwhile({ ...mugs, description: 'Of clay', version: 7 }))
  const dialog = await edit(user, 'Mugs')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' & more')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Category updated successfully')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(requests).at(-1)?.query.get('version')).toBe('eq.7')
  expect(writes(requests).at(-1)?.body).toEqual({ name: 'Mugs & more', description: 'Of clay' })
})

test('a conflict is settled field by field', async () => {
  const theirs = { ...mugs, name: 'Cups', description: 'Of clay', version: 7 }
  const { user, requests } = show(changedMeanwhile(theirs))
  const dialog = await edit(user, 'Mugs')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' & more')
  await user.type(within(dialog).getByRole('textbox', { name: 'Description' }), '!')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  const radio = (name: string) => within(dialog).getByRole('radio', { name })
  await within(dialog).findByRole('row', { name: 'Description For coffee! Of clay' })
  expect(radio('Name Your version Mugs & more')).toBeChecked()
  expect(radio('Description Your version For coffee!')).toBeChecked()
  await user.click(radio('Name Their version Cups'))
  expect(radio('Name Your version Mugs & more')).not.toBeChecked()
  await user.click(within(dialog).getByRole('button', { name: 'Save what I chose' }))
  expect(await screen.findByText('Category updated successfully')).toBeVisible()
  expect(writes(requests).at(-1)?.query.get('version')).toBe('eq.7')
  expect(writes(requests).at(-1)?.body).toEqual({ name: 'Cups', description: 'For coffee!' })
})

test('a failed overwrite does not ask again which version to keep', async () => {
  const stale = changedMeanwhile({ ...mugs, name: 'Cups', version: 7 })
  const isTaken = (body: unknown) => JSON.stringify(body).includes('"Pens"')
  const { user, requests } = show((request) =>
    request.query.get('version') === 'eq.7' && isTaken(request.body)
      ? apiError('23505', 'duplicate key value violates unique constraint "categories_name_unique"', 409)
      : stale(request),
  )
  const dialog = await edit(user, 'Mugs')
  const name = () => within(dialog).getByRole('textbox', { name: 'Name' })
  await user.clear(name())
  await user.type(name(), 'Pens')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Save my version' }))
  expect(await within(dialog).findByText('There is another category with this name')).toBeVisible()

  await user.type(name(), ' 2')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Category updated successfully')).toBeVisible()
  expect(writes(requests).map(({ query }) => query.get('version'))).toEqual(['eq.3', 'eq.7', 'eq.7'])
})

test('the conflict dialog can take the server’s version, which can then be edited and saved', async () => {
  const { user, requests } = show(changedMeanwhile({ ...mugs, name: 'Cups', version: 7 }))
  const dialog = await edit(user, 'Mugs')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), '!')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Use their version' }))
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Cups')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' 2')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Category updated successfully')).toBeVisible()
  expect(writes(requests).at(-1)?.query.get('version')).toBe('eq.7')
  expect(writes(requests).at(-1)?.body).toMatchObject({ name: 'Cups 2' })
})

test('a record that another user deleted can be created again with the input', async () => {
  const { user, requests } = show(changedMeanwhile(null))
  const dialog = await edit(user, 'Mugs')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), '!')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Create it again' }))
  expect(await screen.findByText('Category created successfully')).toBeVisible()
  expect(writes(requests).at(-1)).toMatchObject({ method: 'POST', body: { name: 'Mugs!' } })
})

test('the search filters the loaded list and its count', async () => {
  const { user, requests } = show()
  await screen.findByRole('row', { name: /Mugs/ })
  await user.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'Search categories' })).toHaveFocus()
  await user.keyboard('PEN')
  expect(await screen.findByRole('heading', { name: 'All Categories (1)' })).toBeVisible()
  expect(screen.queryByRole('row', { name: /Mugs/ })).toBeNull()
  expect(reads(requests)).toHaveLength(1)
  await user.keyboard('cil')
  expect(await screen.findByText('No categories match your search.')).toBeVisible()
})

test('an address can ask for a new record, until its dialog is closed', async () => {
  const { user } = show(undefined, '/admin/categories?add=1&sort=name-up')
  const dialog = await screen.findByRole('dialog', { name: 'Add New Category' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
})

const numbered = Array.from({ length: 30 }, (_none, index) => ({
  ...mugs,
  id: `id-${index}`,
  name: `Kind ${index}`,
}))
const bar = () => screen.queryByRole('toolbar', { name: 'Selected categories' })
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })

test('rows are selected one by one, as a range with Shift, by the page and all that match, and stay selected across pages', async () => {
  const { user } = show(({ method }) => (method === 'GET' ? numbered : undefined))
  await screen.findByRole('row', { name: /Kind 0/ })
  expect(bar()).toBeNull()
  await user.click(box('Kind 2'))
  await user.keyboard('{Shift>}')
  await user.click(box('Kind 5'))
  await user.keyboard('{/Shift}')
  expect(bar()).toHaveTextContent('4 selected')
  expect(box('Kind 4')).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await user.click(box('Kind 29'))
  expect(bar()).toHaveTextContent('5 selected')
  const page = screen.getByRole('checkbox', { name: 'Select all on this page' })
  expect(page).toBePartiallyChecked()
  await user.click(page)
  expect(bar()).toHaveTextContent('9 selected')
  await user.click(page)
  expect(bar()).toHaveTextContent('4 selected')
  await user.click(screen.getByRole('button', { name: 'Select all 30 that match' }))
  expect(bar()).toHaveTextContent('30 selected')
  expect(screen.queryByRole('button', { name: /that match/ })).toBeNull()
  await user.click(box('Kind 29'))
  expect(bar()).toHaveTextContent('29 selected')
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(bar()).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('another search has another selection', async () => {
  const { user } = show(({ method }) => (method === 'GET' ? numbered : undefined))
  await screen.findByRole('row', { name: /Kind 0/ })
  await user.click(box('Kind 1'))
  await user.type(screen.getByRole('searchbox'), '29')
  await waitFor(() => expect(bar()).toBeNull())
})

test('the selected are deleted together after one question, and Undo restores them together', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true)
  const { user, requests } = show(({ path }) =>
    path === deletions ? { deleted: 2, products: 1425, undo: 'id-of-both' } : undefined,
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  const press = screen.getByRole('button', { name: 'Delete' })
  await user.click(press)
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete these 2 categories?')
  expect(writes(requests)).toEqual([])
  await user.click(press)
  const toast = within(
    (await screen.findByText('Categories deleted successfully')).closest<HTMLElement>('[role="status"]')!,
  )
  expect(toast.getByText('2 categories: 1,425 products had them')).toBeVisible()
  expect(writes(requests)).toMatchObject([
    { path: deletions, body: { entity: 'categories', ids: ['id-pens', 'id-mugs'] } },
  ])
  expect(bar()).toBeNull()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  await user.click(toast.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Categories restored successfully')).toBeVisible()
  expect(writes(requests).at(-1)).toMatchObject({ path: restores, body: { record_id: 'id-of-both' } })
})

test('products that had several of the selected are counted once, and a deletion that is stopped says that all remain', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  vi.spyOn(console, 'error').mockReturnValue()
  const second = Promise.withResolvers<unknown>()
  const taken = { deleted: 0, products: 200, undo: 'id-of-both', left: 200 }
  const answers = [taken, second.promise, taken, { deleted: 2, products: 200, undo: 'id-of-both' }]
  const { user } = show(({ path }) => (path === deletions ? answers.shift() : undefined))
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const progress = within(await screen.findByRole('dialog', { name: 'Deleting categories' }))
  await user.click(progress.getByRole('button', { name: 'Stop' }))
  second.resolve(taken)
  const stopped = (await screen.findByText('Error deleting categories')).closest('[role="alert"]')
  expect(stopped).toHaveTextContent(/They still exist\. They were removed from .* products\. Restore them in/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('2 categories: 200 products had them')).toBeVisible()
})

test('a refused deletion of several keeps the selection', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  vi.spyOn(console, 'error').mockReturnValue()
  const { user } = show(({ path }) =>
    path === deletions ? apiError('PT404', 'They no longer exist', 404) : undefined,
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select Mugs' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Error deleting categories')).toBeVisible()
  expect(bar()).toHaveTextContent('1 selected')
})

test('several records are entered one after the other, by the button or by Ctrl+Enter', async () => {
  const { user, requests } = show()
  await user.click(await screen.findByRole('button', { name: 'Add Category' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Category' }))
  const name = () => dialog.getByRole('textbox', { name: 'Name' })
  await user.type(name(), 'Lamps')
  await user.click(dialog.getByRole('button', { name: 'Create & add another' }))
  await waitFor(() => expect(name()).toHaveValue(''))
  await waitFor(() => expect(name()).toHaveFocus())
  await user.keyboard('Vases{Control>}{Enter}{/Control}')
  await waitFor(() => expect(name()).toHaveValue(''))
  await waitFor(() => expect(name()).toHaveFocus())
  await user.keyboard('Bowls{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(requests).map(({ body }) => body)).toEqual(
    ['Lamps', 'Vases', 'Bowls'].map((made) => ({ name: made, description: null })),
  )
})

test('a duplicate is a new record that is named as a copy, and saved when asked to', async () => {
  const { user, requests } = show()
  await user.click(await screen.findByRole('button', { name: 'Duplicate Mugs' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Category' }))
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Mugs (copy)')
  expect(writes(requests)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Category created successfully')).toBeVisible()
  expect(writes(requests)).toMatchObject([
    { method: 'POST', body: { name: 'Mugs (copy)', description: 'For coffee' } },
  ])
})

test('the list is exported as it is shown: its search, its columns and its order', async () => {
  const { user, platform } = show(
    ({ method }) => (method === 'GET' ? many : undefined),
    '/admin/categories?search=season&sort=name-down',
  )
  await screen.findByRole('heading', { name: 'All Categories (30)' })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  expect(await screen.findByText('30 categories exported')).toBeVisible()
  expect(platform.saved[0]?.name).toMatch(/^giftwell-categories-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = (await platform.saved[0]?.content.text())?.split('\r\n') ?? []
  expect(lines.slice(0, 2).map((line) => line.replace(/\d{4}-\d{2}-\d{2} [\d:]+/, 'DATE'))).toEqual([
    'Name,Description,Created',
    'Kind 59,For the Diwali season,DATE',
  ])
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))
  await waitFor(() => expect(platform.saved[1]?.name).toMatch(/\.xlsx$/))
})

const changed = (day: number, before: object, actor: string | null = 'id-asha') => ({
  changed_at: `2026-11-${day}T10:00:00+00:00`,
  actor_id: actor,
  kind: 'changed',
  before,
  after: {},
})

/** The categories, whose Mugs have changed twice. */
const showWithHistory = () =>
  show(({ method, path, query }) => {
    if (path.endsWith('/record_history'))
      return [changed(22, { name: 'Cups' }), changed(21, { description: null, name: 'Beakers' }, null)]
    if (path.endsWith('/administrators')) return [{ id: 'id-asha', email: 'asha@example.com' }]
    return method === 'GET' && query.has('id') ? [mugs] : undefined
  })

test('the history of a record says who has changed what and when, and is loaded when it is opened', async () => {
  const { user, requests } = showWithHistory()
  const dialog = await edit(user, 'Mugs')
  const asked = () => requests.filter(({ path }) => path.endsWith('/record_history'))
  expect(asked()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'History' }))
  const entries = await within(dialog).findAllByRole('listitem')
  expect(asked()[0]?.query.get('record_id')).toBe('eq.id-mugs')
  const on = (day: number) => new Date(`2026-11-${day}T10:00:00Z`).toLocaleString()
  await waitFor(() => expect(entries[0]).toHaveTextContent(`Changed on ${on(22)} by asha@example.com`))
  expect(entries[0]).toHaveTextContent('NameCups → Mugs')
  expect(entries[1]).toHaveTextContent(`Changed on ${on(21)} by the server`)
  expect(entries[1]).toHaveTextContent('NameBeakers → Cups')
  expect(entries[1]).toHaveTextContent('Description- → For coffee')
  expect(entries[2]).toHaveTextContent('Before these changes')
})

test('a field, or a whole version, is restored by the normal save, which offers to undo it', async () => {
  const { user, requests } = showWithHistory()
  const dialog = await edit(user, 'Mugs')
  const values = () =>
    ['Name', 'Description'].map(
      (name) => within(dialog).getByRole<HTMLInputElement>('textbox', { name }).value,
    )
  await user.click(within(dialog).getByRole('button', { name: 'History' }))
  await user.click((await within(dialog).findAllByRole('button', { name: /^Restore Name as it was/ }))[0]!)
  expect(values()).toEqual(['Cups', 'For coffee'])
  expect(within(dialog).getByText('In the form now: Name. Update saves it.')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Restore this version: before these changes' }))
  expect(values()).toEqual(['Beakers', ''])
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  const toast = (await screen.findByText('Category updated successfully')).closest<HTMLElement>(
    '[role="status"]',
  )!
  const saves = () => writes(requests).filter(({ method }) => method === 'PATCH')
  expect(saves()[0]?.body).toEqual({ name: 'Beakers', description: null })
  await user.click(within(toast).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves()[1]?.body).toEqual({ name: 'Mugs', description: 'For coffee' })
  expect(saves()[1]?.query.get('version')).toBe('eq.4')
})
