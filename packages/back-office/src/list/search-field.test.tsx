import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { SearchField } from './list-card.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

function showField(value = '') {
  const onSearch = vi.fn<(text: string) => void>()
  const page = (shown: string) => (
    <MantineProvider env="test">
      <SearchField label="Search leads" value={shown} onSearch={onSearch} />
      <button type="button">Elsewhere</button>
      <textarea aria-label="Notes" />
      <div role="dialog">
        <button type="button">In a dialog</button>
      </div>
    </MantineProvider>
  )
  const { rerender } = render(page(value))
  const field = screen.getByRole('searchbox', { name: 'Search leads' })
  return {
    onSearch,
    field,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    show: (shown: string) => rerender(page(shown)),
  }
}

const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

test('typing is debounced, and searches once for the trimmed text', () => {
  const { onSearch, type } = showField()
  type('mu')
  wait(249)
  type(' mug ')
  wait(249)
  expect(onSearch).not.toHaveBeenCalled()
  wait(1)
  expect(onSearch.mock.calls).toEqual([['mug']])
})

test('Enter searches at once, and so does emptying the field', () => {
  const { onSearch, field, type, show } = showField()
  type('mug')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onSearch.mock.calls).toEqual([['mug']])
  show('mug')
  wait(1000)
  expect(onSearch).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  wait(0)
  expect(onSearch).toHaveBeenLastCalledWith('')
})

test('the field follows the list’s search except while it is being typed into', () => {
  const { field, type, show } = showField('mug')
  expect(field).toHaveValue('mug')
  show('pen')
  expect(field).toHaveValue('pen')
  type('pens ')
  wait(250)
  show('pens')
  expect(field).toHaveValue('pens ')
})

test('letters that are typed before the list shows what was asked for stay', () => {
  const { onSearch, field, type, show } = showField()
  type('mu')
  wait(250)
  type('mug')
  show('mu')
  expect(field).toHaveValue('mug')
  wait(250)
  expect(onSearch).toHaveBeenLastCalledWith('mug')
  show('mug')
  show('')
  expect(field).toHaveValue('')
  show('mug')
  expect(field).toHaveValue('mug')
})

test('"/" focuses the search field except in other fields and dialogs', () => {
  const { field } = showField('mug')
  for (const element of [screen.getByLabelText('Notes'), screen.getByText('In a dialog')]) {
    expect(fireEvent.keyDown(element, { key: '/' })).toBe(true)
    expect(field).not.toHaveFocus()
  }
  const elsewhere = screen.getByText('Elsewhere')
  fireEvent.keyDown(elsewhere, { key: '/', ctrlKey: true })
  expect(field).not.toHaveFocus()
  // The key is not typed into the field that it leads to.
  expect(fireEvent.keyDown(elsewhere, { key: '/' })).toBe(false)
  expect(field).toHaveFocus()
})
