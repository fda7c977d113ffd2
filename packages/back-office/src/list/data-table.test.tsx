import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'

import { focusTarget } from '@giftwell/shared/ui/focus-element.ts'
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
  const actions = {
    nameOf: ({ name }: Theme) => name,
    onEdit: vi.fn(),
    onDuplicate: vi.fn(),
    onDelete: vi.fn(),
  }
  const onOpen = vi.fn()
  const user = showTable({ actions, onOpen })
  expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Edit Wellness' }))
  expect(actions.onEdit.mock.calls).toEqual([[themes[1]]])
  await user.click(screen.getByRole('button', { name: 'Duplicate Diwali' }))
  expect(actions.onDuplicate.mock.calls).toEqual([[themes[0]]])
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
  const actions = {
    nameOf: ({ name }: Theme) => name,
    onEdit: vi.fn(),
    onDuplicate: vi.fn(),
    onDelete: vi.fn(),
  }
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
  expect(focusTarget(edit)).toBe(screen.getByRole('button', { name: 'Edit Wellness' }))
})

test('a row opens by its name, which is a button, unless something is being saved', async () => {
  const actions = {
    nameOf: ({ name }: Theme) => name,
    onEdit: vi.fn(),
    onDuplicate: vi.fn(),
    onDelete: vi.fn(),
  }
  const columns = [{ header: 'Name', look: 'name', cell: ({ name }: Theme) => name }] as const
  const user = showTable({ columns, actions })
  await user.click(screen.getByRole('button', { name: 'Wellness' }))
  expect(actions.onEdit.mock.calls).toEqual([[themes[1]]])
  cleanup()
  showTable({ columns, actions: { ...actions, disabled: true } })
  expect(screen.getByRole('button', { name: 'Wellness' })).toBeDisabled()
  screen.getByRole('row', { name: /^Diwali/ }).click()
  expect(actions.onEdit).toHaveBeenCalledTimes(1)
})

test('a head sorts by its column, first ascending; heads without an order are plain', async () => {
  const onSort = vi.fn<(by: string, ascending: boolean) => void>()
  const columns = [
    { header: 'Name', cell: ({ name }: Theme) => name, sortedBy: 'name' },
    { header: 'Created', cell: () => 'today', sortedBy: 'created_at' },
    { header: 'Picture', cell: () => '-' },
  ]
  const user = showTable({ columns, sorting: { by: 'created_at', ascending: true, onSort } })
  const heads = screen.getAllByRole('columnheader')
  expect(heads.map((head) => head.getAttribute('aria-sort'))).toEqual(['none', 'ascending', null])
  expect(within(heads[2]!).queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await user.click(screen.getByRole('button', { name: 'Created' }))
  expect(onSort.mock.calls).toEqual([
    ['name', true],
    ['created_at', false],
  ])
})

test('rows are compact unless the user has chosen otherwise', () => {
  showTable()
  expect(screen.getByRole('table')).toHaveAttribute('data-rows', 'compact')
  cleanup()
  localStorage.setItem('giftwell-lists', '{"rows":"roomy","size":25}')
  showTable()
  expect(screen.getByRole('table')).toHaveAttribute('data-rows', 'roomy')
})

test('on phones a card shows the picture and the name with what belongs under it', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: true,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  )
  const columns = [
    { header: 'Image', look: 'picture', cell: () => <i /> },
    { header: 'Name', look: 'name', cell: ({ name }: Theme) => name },
    { header: 'Budget', cell: () => 'Rs.2000+' },
  ] as const
  showTable({ columns, card: ({ name }) => <p>Facts of {name}</p> })
  expect(screen.getAllByRole('row')[1]).toHaveTextContent('DiwaliFacts of Diwali')
  expect(screen.queryByText('Rs.2000+')).toBeNull()
})
