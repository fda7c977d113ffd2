import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { type ApiResponder, fakeApi, apiError } from '@giftwell/shared/testing/fake-api.ts'
import { administrator, renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { CategoriesScreen } from '../taxonomy/taxonomy-screens.tsx'

const day = '2026-11-20T10:00:00.5+00:00'
const categories = ['Mugs', 'Pens'].map((name) => ({
  id: `id-${name}`,
  name,
  description: `About ${name}`,
  created_at: day,
  version: 1,
}))
const viewId = '00000000-0000-4000-8000-000000000001'
const mugView = {
  id: viewId,
  name: 'Only mugs',
  settings: { search: 'mug', size: '50', columns: 'Name.-Created' },
}

interface Saved {
  readonly own?: readonly object[]
  /** What another administrator has saved. */
  readonly others?: readonly object[]
  readonly answer?: ApiResponder
  readonly path?: string
}

/** The categories for an administrator with these views and columns. */
async function show({
  own = [],
  others = [],
  answer = () => undefined,
  path = '/admin/categories',
}: Saved = {}) {
  const { requests } = fakeApi((request) => {
    const { method, query } = request
    if (request.path === '/rest/v1/categories') return categories
    const answered = answer(request)
    if (answered !== undefined) return answered
    if (method === 'GET') return query.has('owner_id') ? own : others
    return method === 'POST' ? { id: 'new' } : { id: viewId }
  })
  const view = renderAdmin(
    <main>
      <CategoriesScreen />
      <Address />
    </main>,
    { path },
  )
  await screen.findByRole('table', { name: 'Categories' })
  return {
    ...view,
    requests,
    saves: () => requests.filter(({ method, path: of }) => method !== 'GET' && of === '/rest/v1/list_views'),
  }
}

function Address() {
  return <output aria-label="Address">{useLocation().search}</output>
}
const address = () => Object.fromEntries(new URLSearchParams(screen.getByLabelText('Address').textContent))
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const byDefault = ['Name', 'Description', 'Created', 'Actions']

async function openColumns({ user }: Awaited<ReturnType<typeof show>>) {
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  return within(await screen.findByRole('dialog', { name: 'Columns' }))
}

async function pick({ user }: Awaited<ReturnType<typeof show>>, item: string) {
  await user.click(screen.getByRole('button', { name: /^View/ }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('a column is hidden at once, and stored for its user', async () => {
  const list = await show()
  const menu = await openColumns(list)
  expect(menu.getByRole('checkbox', { name: 'Name' })).toBeDisabled()
  await list.user.click(menu.getByRole('checkbox', { name: 'Description' }))
  expect(heads()).toEqual(['Name', 'Created', 'Actions'])
  await waitFor(() => expect(list.saves()).toHaveLength(1))
  const [save] = list.saves()
  expect(save).toMatchObject({
    method: 'POST',
    body: { list: 'categories', name: null, settings: { columns: 'Name.-Description.Created' } },
  })
  expect(save?.query.get('on_conflict')).toBe('owner_id,list,name')
})

test('columns are ordered by buttons, which keep the focus and say the position', async () => {
  const list = await show()
  const menu = await openColumns(list)
  menu.getByRole('button', { name: 'Move Created up' }).focus()
  await list.user.keyboard('{Enter}')
  expect(heads()).toEqual(['Name', 'Created', 'Description', 'Actions'])
  expect(menu.getByRole('status')).toHaveTextContent('Created is column 2 of 3.')
  expect(menu.getByRole('button', { name: 'Move Created up' })).toHaveFocus()
  await list.user.keyboard('{Enter}{Enter}')
  expect(heads()).toEqual(['Created', 'Name', 'Description', 'Actions'])
  await list.user.click(menu.getByRole('button', { name: 'Reset columns' }))
  expect(heads()).toEqual(byDefault)
  await waitFor(() => expect(list.saves().at(-1)?.body).toMatchObject({ settings: { columns: '' } }))
})

test('a choice that cannot be stored says so and stays on the screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const list = await show({
    answer: ({ method }) => (method === 'POST' ? apiError('XX000', 'not now', 500) : undefined),
  })
  const menu = await openColumns(list)
  await list.user.click(menu.getByRole('checkbox', { name: 'Created' }))
  expect(await screen.findByText('Your columns could not be saved')).toBeVisible()
  expect(heads()).toEqual(['Name', 'Description', 'Actions'])
})

test('of choices that follow each other quickly the latest is stored, and no outdated one after it', async () => {
  const { promise: first, resolve: answerFirst } = Promise.withResolvers<void>()
  const list = await show({
    answer: ({ method }) => (method === 'POST' ? first.then(() => ({})) : undefined),
  })
  const handle = screen.getByRole('separator', { name: 'Width of Description' })
  handle.focus()
  // Widths are 0 without a layout.
  await list.user.keyboard('{ArrowRight}{Delete}{Shift>}{ArrowRight}{/Shift}')
  expect(screen.getByRole('columnheader', { name: 'Description' })).toHaveStyle({ width: '64px' })
  await waitFor(() => expect(list.saves()).toHaveLength(1))
  answerFirst()
  await waitFor(() => expect(list.saves()).toHaveLength(2))
  expect(list.saves().map(({ body }) => body)).toMatchObject([
    { settings: { columns: 'Name.Description_48.Created' } },
    { settings: { columns: 'Name.Description_64.Created' } },
  ])
})

test('columns are ordered by dragging; what is dropped elsewhere stays where it was', async () => {
  const list = await show()
  const menu = await openColumns(list)
  const [name, , created] = menu.getAllByRole('listitem')
  const dataTransfer = { setData: vi.fn() }
  const drag = () => {
    fireEvent.dragStart(created!, { dataTransfer })
    fireEvent.dragOver(name!, { dataTransfer })
    expect(menu.getAllByRole('listitem')[0]).toBe(created)
  }
  drag()
  fireEvent.dragEnd(created!, { dataTransfer })
  expect(heads()).toEqual(byDefault)
  expect(menu.getAllByRole('listitem')[0]).toBe(name)
  drag()
  fireEvent.drop(created!, { dataTransfer })
  fireEvent.dragEnd(created!, { dataTransfer })
  await waitFor(() => expect(heads()).toEqual(['Created', 'Name', 'Description', 'Actions']))
  await waitFor(() => expect(list.saves()).toHaveLength(1))
})

test('a width is dragged with the pointer, and is as before when that is interrupted', async () => {
  const list = await show()
  const head = screen.getByRole('columnheader', { name: 'Description' })
  vi.spyOn(head, 'offsetWidth', 'get').mockReturnValue(200)
  const handle = screen.getByRole('separator', { name: 'Width of Description' })
  fireEvent.pointerDown(handle, { button: 0, clientX: 500 })
  fireEvent.pointerMove(handle, { clientX: 530 })
  expect(head.style.width).toBe('230px')
  fireEvent.pointerCancel(handle)
  expect(head.style.width).toBe('')
  fireEvent.pointerDown(handle, { button: 0, clientX: 500 })
  fireEvent.pointerUp(handle, { clientX: 440 })
  await waitFor(() => expect(head.style.width).toBe('140px'))
  await waitFor(() =>
    expect(list.saves()).toMatchObject([{ body: { settings: { columns: 'Name.Description_140.Created' } } }]),
  )
})

test('a double click resets the width of a column', async () => {
  const list = await show({
    own: [{ id: 'c', name: null, settings: { columns: 'Name_300.Description.Created' } }],
  })
  const head = screen.getByRole('columnheader', { name: 'Name' })
  await waitFor(() => expect(head).toHaveStyle({ width: '300px' }))
  await list.user.dblClick(screen.getByRole('separator', { name: 'Width of Name' }))
  expect(head.style.width).toBe('')
})

test.each([
  [
    'columns that are no longer there',
    { columns: 'Price.Created.-Colour.Name.Description' },
    ['Created', 'Name', 'Description', 'Actions'],
  ],
  ['a value that is no text', { columns: { Name: true } }, byDefault],
  ['no object', 7, byDefault],
])('stored settings with %s show what is left of them', async (_what, settings, expected) => {
  await show({ own: [{ id: 'c', name: null, settings }] })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Views' })).toBeVisible())
  await waitFor(() => expect(heads()).toEqual(expected))
})

test('an export has the columns that are shown, in their order', async () => {
  const list = await show({
    own: [{ id: 'c', name: null, settings: { columns: 'Description.Name.-Created' } }],
  })
  await waitFor(() => expect(heads()).toEqual(['Description', 'Name', 'Actions']))
  await list.user.click(screen.getByRole('button', { name: 'Export' }))
  await list.user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(list.platform.saved).toHaveLength(1))
  const text = await list.platform.saved[0]?.content.text()
  expect(text?.trim().split('\r\n').slice(0, 2)).toEqual(['Description,Name', 'About Mugs,Mugs'])
})

test('a view stores what the list shows under a name, and is in the address', async () => {
  const list = await show({ path: '/admin/categories?search=mug&sort=name-down' })
  await pick(list, 'Save view...')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }))
  await list.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Name is required/)
  await list.user.type(dialog.getByRole('textbox', { name: 'Name' }), '  Only mugs ')
  await list.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(address()).toMatchObject({ view: 'new', search: 'mug', sort: 'name-down' }))
  expect(list.saves()).toMatchObject([
    {
      method: 'POST',
      body: {
        list: 'categories',
        name: 'Only mugs',
        settings: { search: 'mug', sort: 'name-down', size: '25', columns: '' },
      },
    },
  ])
})

test('a view of the same name is rejected at the field, and the dialog stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const list = await show({
    answer: ({ method }) =>
      method === 'POST'
        ? apiError('23505', 'duplicate key value violates unique constraint "list_views_name_unique"', 409)
        : undefined,
  })
  await pick(list, 'Save view...')
  await list.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Only mugs{Enter}')
  const dialog = within(screen.getByRole('dialog', { name: 'Save view' }))
  const field = dialog.getByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(field).toHaveAccessibleDescription(/There is another view with this name/))
  await list.user.type(field, ' 2')
  expect(field).not.toHaveAccessibleDescription(/another view/)
})

test('an own view is opened by a click; what is changed in it is stored when it is updated', async () => {
  const list = await show({ own: [mugView] })
  await pick(list, 'Only mugs')
  expect(await screen.findByRole('button', { name: 'View: Only mugs' })).toBeVisible()
  expect(address()).toEqual({ view: viewId, ...mugView.settings })
  expect(heads()).toEqual(['Name', 'Description', 'Actions'])
  expect(screen.queryByText('Pens')).toBeNull()

  const menu = await openColumns(list)
  await list.user.click(menu.getByRole('checkbox', { name: 'Created' }))
  await list.user.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'View: Only mugs, changed' })).toBeVisible()
  expect(list.saves(), 'neither the view nor the own columns are changed by that').toEqual([])
  await pick(list, 'Update view')
  await waitFor(() => expect(list.saves()).toHaveLength(1))
  const [save] = list.saves()
  expect(save).toMatchObject({
    method: 'PATCH',
    body: { name: 'Only mugs', settings: { ...mugView.settings, columns: '' } },
  })
  expect(save?.query.get('id')).toBe(`eq.${viewId}`)

  await pick(list, 'Close view')
  await waitFor(() => expect(address()).toEqual({}))
  expect(screen.getByText('Pens')).toBeVisible()
})

test('a view of another administrator is opened by its address, and can be saved but not changed', async () => {
  const list = await show({ others: [mugView], path: `/admin/categories?view=${viewId}` })
  expect(await screen.findByRole('button', { name: 'View: Only mugs' })).toBeVisible()
  await waitFor(() => expect(address()).toEqual({ view: viewId, ...mugView.settings }))
  await list.user.click(screen.getByRole('button', { name: 'View: Only mugs' }))
  expect(await screen.findByRole('menuitem', { name: 'Save view...' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Update view' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Delete view' })).toBeNull()
})

test('parameters that the list does not have are no part of a view', async () => {
  const settings = { search: 'mug', add: '1', page: '7' }
  await show({ others: [{ ...mugView, settings }], path: `/admin/categories?view=${viewId}` })
  await waitFor(() => expect(address()).toEqual({ view: viewId, search: 'mug', columns: '' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([viewId, 'nonsense'])(
  'a view that is gone, %s, is said to be, and the list is shown',
  async (id) => {
    const list = await show({ path: `/admin/categories?view=${id}&search=pen` })
    expect(await screen.findByRole('alert')).toHaveTextContent('This view does not exist')
    expect(screen.getByText('Pens')).toBeVisible()
    await list.user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(address()).toEqual({ search: 'pen' })
  },
)

test('a deleted view leaves the address, and is restored by Undo', async () => {
  const list = await show({ own: [mugView], path: `/admin/categories?view=${viewId}` })
  await screen.findByRole('button', { name: 'View: Only mugs' })
  await pick(list, 'Delete view')
  expect(await screen.findByText('View deleted')).toBeVisible()
  expect(address()).toEqual({ search: 'mug', size: '50' })
  await list.user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('View restored')).toBeVisible()
  expect(list.saves().map(({ method, body }) => [method, body])).toEqual([
    ['DELETE', undefined],
    ['POST', { list: 'categories', ...mugView }],
  ])
})

test('a view is renamed as it was saved', async () => {
  const list = await show({ own: [mugView], path: `/admin/categories?view=${viewId}` })
  await screen.findByRole('button', { name: 'View: Only mugs' })
  await pick(list, 'Rename...')
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect(name).toHaveValue('Only mugs')
  await list.user.clear(name)
  await list.user.type(name, 'Cups{Enter}')
  await waitFor(() =>
    expect(list.saves()).toMatchObject([
      { method: 'PATCH', body: { name: 'Cups', settings: mugView.settings } },
    ]),
  )
})

test('the link of a view opens it and nothing else', async () => {
  const list = await show({ own: [mugView], path: `/admin/categories?view=${viewId}` })
  await screen.findByRole('button', { name: 'View: Only mugs' })
  await pick(list, 'Copy link')
  expect(await screen.findByText(`http://site.test/admin/categories?view=${viewId}`)).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(`http://site.test/admin/categories?view=${viewId}`)
})

test('only the own views and columns are asked for', async () => {
  const { requests } = await show()
  await waitFor(() => expect(requests.some(({ path }) => path === '/rest/v1/list_views')).toBe(true))
  const asked = requests.find(({ path }) => path === '/rest/v1/list_views')
  expect(asked?.query.get('owner_id')).toBe(`eq.${administrator.user.id}`)
  expect(asked?.query.get('list')).toBe('eq.categories')
})
