import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { storedListView } from './list-views.ts'
import { Pager, type PagerProps } from './record-list.tsx'

function showPager(given: Partial<PagerProps> = {}) {
  const handlers = {
    onFirst: vi.fn(),
    onPrevious: vi.fn(),
    onNext: vi.fn(),
    onLast: vi.fn(),
    onSize: vi.fn(),
  }
  render(
    <MantineProvider env="test">
      <Pager first={25} shown={25} total={1060} size={25} hasPrevious hasNext {...handlers} {...given} />
    </MantineProvider>,
  )
  return {
    ...handlers,
    user: userEvent.setup(),
    button: (name: string) => screen.getByRole('button', { name }),
  }
}

test('the pager shows the range, and the total once it is counted', () => {
  showPager()
  expect(screen.getByRole('status')).toHaveTextContent(`26–50 of ${(1060).toLocaleString()}`)
})

test('"Last page" is disabled until the rows are counted', () => {
  const { button } = showPager({ total: undefined })
  expect(screen.getByRole('status')).toHaveTextContent(/^26–50$/)
  expect(button('Last page')).toBeDisabled()
  expect(button('Next page')).toBeEnabled()
})

test('each button shows its page', async () => {
  const { user, button, ...handlers } = showPager()
  for (const way of ['First', 'Previous', 'Next', 'Last'] as const) {
    await user.click(button(`${way} page`))
    expect(handlers[`on${way}`]).toHaveBeenCalledTimes(1)
  }
})

test('the buttons are disabled at both ends', () => {
  const { button } = showPager({ hasPrevious: false, hasNext: false })
  for (const way of ['First', 'Previous', 'Next', 'Last']) expect(button(`${way} page`)).toBeDisabled()
})

test('25, 50 or 100 rows are shown a page', async () => {
  const { user, onSize } = showPager()
  const sizes = screen.getByRole('combobox', { name: 'Rows per page' })
  expect([...sizes.children].map(({ textContent }) => textContent)).toEqual([
    '25 a page',
    '50 a page',
    '100 a page',
  ])
  await user.selectOptions(sizes, '100 a page')
  expect(onSize.mock.calls).toEqual([[100]])
})

test('a switch makes the rows of every list higher, and is remembered', async () => {
  const { user, button } = showPager()
  expect(button('Roomy rows')).toHaveAttribute('aria-pressed', 'false')
  await user.click(button('Roomy rows'))
  expect(button('Roomy rows')).toHaveAttribute('aria-pressed', 'true')
  expect(storedListView()).toEqual({ rows: 'roomy', size: 25 })
  localStorage.setItem('giftwell-lists', '{"rows":"huge","size":1000}')
  expect(storedListView()).toEqual({ rows: 'compact', size: 25 })
})
