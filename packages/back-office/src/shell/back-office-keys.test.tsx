import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'

import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { backOfficeScreens } from './back-office-screens.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { ThemesScreen } from '../taxonomy/taxonomy-screens.tsx'

const theme = { description: null, created_at: '2026-11-20T10:00:00+00:00', version: 1 }

function Place() {
  return <h1>At {useLocation().pathname}</h1>
}

function show(path = '/admin/themes') {
  fakeApi(({ path: asked }) =>
    asked.endsWith('/themes')
      ? ['Diwali', 'Eid', 'Holi'].map((name) => ({ ...theme, id: `id-${name}`, name }))
      : [],
  )
  return renderAdmin(
    <Routes>
      <Route element={<AdminLayout />}>
        <Route path="/admin/themes" element={<ThemesScreen />} />
        <Route path="*" element={<Place />} />
      </Route>
    </Routes>,
    { path },
  )
}
const boxes = () =>
  ['Diwali', 'Eid', 'Holi'].filter((name) =>
    screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` }).matches(':checked'),
  )

test('? shows every key in a dialog, and Escape closes it', async () => {
  const { user } = show()
  await user.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(dialog.getByText('New record')).toBeVisible()
  for (const { text } of backOfficeScreens) expect(dialog.getByText(text)).toBeVisible()
  await user.keyboard('gl{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('heading', { level: 1, name: 'Themes' })).toBeVisible()
})

test('g and a letter open a screen; every screen has a letter of its own', async () => {
  const letters = backOfficeScreens.map(({ letter }) => letter)
  expect(new Set(letters).size).toBe(backOfficeScreens.length)
  const { user } = show('/admin')
  await user.keyboard('l')
  expect(screen.getByRole('heading', { name: 'At /admin' })).toBeVisible()
  await user.keyboard('gl')
  expect(screen.getByRole('heading', { name: 'At /admin/leads' })).toBeVisible()
})

test('j and k move between the rows, x selects, e edits and n opens a new record', async () => {
  const { user } = show()
  await screen.findByRole('row', { name: /Diwali/ })
  await user.keyboard('jj')
  expect(screen.getByRole('button', { name: 'Eid' })).toHaveFocus()
  await user.keyboard('x')
  expect(boxes()).toEqual(['Eid'])
  await user.keyboard('kX')
  expect(screen.getByRole('button', { name: 'Diwali' })).toHaveFocus()
  expect(boxes()).toEqual(['Diwali', 'Eid'])
  await user.keyboard('kje')
  const dialog = await screen.findByRole('dialog', { name: 'Edit Theme' })
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Eid')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('n')
  expect(await screen.findByRole('dialog', { name: 'Add New Theme' })).toBeVisible()
})

test('Shift and an arrow select the row and the next one', async () => {
  const { user } = show()
  await screen.findByRole('row', { name: /Diwali/ })
  await user.keyboard('j{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(boxes()).toEqual(['Diwali', 'Eid', 'Holi'])
  expect(screen.getByRole('button', { name: 'Holi' })).toHaveFocus()
})

test('keys do nothing in a text field', async () => {
  const { user } = show()
  await screen.findByRole('row', { name: /Diwali/ })
  await user.keyboard('/')
  expect(screen.getByRole('searchbox')).toHaveFocus()
  await user.keyboard('n?gl')
  expect(screen.getByRole('searchbox')).toHaveValue('n?gl')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('single keys can be switched off', async () => {
  const { user } = show()
  await user.keyboard('?')
  await user.click(await screen.findByRole('checkbox', { name: /Single keys/ }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('n?')
  expect(screen.queryByRole('dialog')).toBeNull()
})
