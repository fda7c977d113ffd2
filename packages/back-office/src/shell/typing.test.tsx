import { render, screen } from '@testing-library/react'
import { Profiler, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'

import { ThemeProvider } from '@giftwell/shared/ui/theme-provider.tsx'
import { administrator } from '@giftwell/shared/testing/render-admin.tsx'
import { openDialog, showProducts } from '../testing/show-products.tsx'
import { DataTable } from '../list/data-table.tsx'

/** Counts how often React works on what is inside. */
function counted() {
  let commits = 0
  return {
    commits: () => commits,
    around: (part: ReactNode) => (
      <Profiler id="counted" onRender={() => (commits += 1)}>
        {part}
      </Profiler>
    ),
  }
}

test('a keystroke in a field of the product form renders nothing', async () => {
  const { commits, around } = counted()
  const { user } = showProducts(undefined, '/admin/products', administrator, null, around)
  const dialog = await openDialog(user, 'Add Product')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await user.type(name, 'L')
  const before = commits()
  await user.type(name, 'amp')
  expect(name).toHaveValue('Lamp')
  // The debounced name is searched for among other products, once.
  expect(commits() - before).toBeLessThanOrEqual(1)
})

test('a keystroke in the product search renders only the field', async () => {
  const { commits, around } = counted()
  const { user } = showProducts(undefined, '/admin/products', administrator, null, around)
  const search = await screen.findByRole('searchbox', { name: 'Search products' })
  await screen.findByRole('row', { name: /Steel Tumbler/ })
  const before = commits()
  await user.type(search, 'mug')
  // The field holds its own input, and its button may commit separately; the list is requested once, after the
  // debounce.
  expect(commits() - before).toBeLessThanOrEqual(4)
})

test('table rows render again when their records change, and not when the screen around them does', () => {
  const cell = vi.fn<(row: { name: string }) => string>(({ name }) => name)
  const mugs = { id: '1', name: 'Mugs' }
  const pens = { id: '2', name: 'Pens' }
  const columns = [{ header: 'Name', cell }]
  const table = (rows: readonly { id: string; name: string }[], onEdit = () => undefined) => (
    <ThemeProvider>
      <DataTable
        label="Categories"
        columns={columns}
        rows={rows}
        actions={{
          nameOf: ({ name }) => name,
          onEdit,
          onDuplicate: () => undefined,
          onDelete: () => undefined,
        }}
      />
    </ThemeProvider>
  )
  const { rerender } = render(table([mugs, pens]))
  expect(cell).toHaveBeenCalledTimes(2)
  const edit = vi.fn<() => undefined>()
  rerender(table([mugs, pens], edit))
  expect(cell).toHaveBeenCalledTimes(2)
  rerender(table([mugs, { ...pens, name: 'Pencils' }], edit))
  expect(cell).toHaveBeenCalledTimes(3)
  screen.getByRole('button', { name: 'Edit Mugs' }).click()
  expect(edit.mock.calls).toEqual([[mugs]])
})
