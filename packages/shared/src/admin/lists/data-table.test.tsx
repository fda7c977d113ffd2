import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'

import { inPlaceOf } from '../../ui/focus-place.ts'
import { DataTable } from './data-table.tsx'

interface Theme {
  readonly id: string
  readonly name: string
}

const themes: readonly Theme[] = [
  { id: '1', name: 'Diwali' },
  { id: '2', name: 'Wellness' },
]

function showTable(given: Partial<ComponentProps<typeof DataTable<Theme>>> = {}) {
  const columns = [
    { header: 'Name', cell: ({ name }: Theme) => name },
    { header: 'Link', cell: ({ name }: Theme) => <a href={`#${name}`}>About {name}</a> },
  ]
  render(
    <MantineProvider env="test">
      <DataTable label="Themes" columns={columns} rows={themes} {...given} />
    </MantineProvider>,
  )
  return userEvent.setup()
}

test('the list is a table with column headers, and can be scrolled by keyboard', () => {
  showTable()
  const table = within(screen.getByRole('table', { name: 'Themes' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Link'])
  expect(table.getAllByRole('row')).toHaveLength(3)
  expect(screen.getByRole('region', { name: 'Themes' })).toHaveAttribute('tabindex', '0')
})

test('the actions of a row are named after it', async () => {
  const actions = { nameOf: ({ name }: Theme) => name, onEdit: vi.fn(), onDelete: vi.fn() }
  const onOpen = vi.fn()
  const user = showTable({ actions, onOpen })
  expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Edit Wellness' }))
  expect(actions.onEdit.mock.calls).toEqual([[themes[1]]])
  await user.click(screen.getByRole('button', { name: 'Delete Diwali' }))
  expect(actions.onDelete.mock.calls).toEqual([[themes[0]]])
  expect(onOpen).not.toHaveBeenCalled()
})

test('a press on a row opens it, but not one on a link or one that ends a selection', async () => {
  const onOpen = vi.fn()
  const user = showTable({ onOpen })
  await user.click(screen.getByRole('link', { name: 'About Diwali' }))
  expect(onOpen).not.toHaveBeenCalled()
  const cell = screen.getByRole('cell', { name: 'Diwali' })
  document.getSelection()?.selectAllChildren(cell)
  cell.click()
  expect(onOpen).not.toHaveBeenCalled()
  document.getSelection()?.removeAllRanges()
  cell.click()
  expect(onOpen.mock.calls).toEqual([[themes[0]]])
})

test('rows of the previous page are marked as busy', () => {
  showTable({ isStale: true })
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
})

test('the focus moves to the row now in the place of a row that leaves the list', async () => {
  const actions = { nameOf: ({ name }: Theme) => name, onEdit: vi.fn(), onDelete: vi.fn() }
  const table = (rows: readonly Theme[]) => (
    <MantineProvider env="test">
      <DataTable label="Themes" columns={[]} rows={rows} actions={actions} />
    </MantineProvider>
  )
  const { rerender } = render(table(themes))
  const edit = screen.getByRole('button', { name: 'Edit Diwali' })
  edit.focus()
  rerender(table(themes.slice(1)))
  expect(screen.getByRole('button', { name: 'Edit Wellness' })).toHaveFocus()
  expect(inPlaceOf(edit)).toBe(screen.getByRole('button', { name: 'Edit Wellness' }))
})
