import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { Pager, type PagerProps } from './pager.tsx'

function showPager(given: Partial<PagerProps> = {}) {
  const ways = { onFirst: vi.fn(), onPrevious: vi.fn(), onNext: vi.fn(), onLast: vi.fn() }
  render(
    <MantineProvider env="test">
      <Pager first={25} shown={25} total={1060} hasPrevious hasNext {...ways} {...given} />
    </MantineProvider>,
  )
  return { ...ways, user: userEvent.setup(), button: (name: string) => screen.getByRole('button', { name }) }
}

test('it says where one is, and how many there are once they are counted', () => {
  showPager()
  expect(screen.getByRole('status')).toHaveTextContent(`26–50 of ${(1060).toLocaleString()}`)
})

test('until they are counted there is no last page to go to', () => {
  const { button } = showPager({ total: undefined })
  expect(screen.getByRole('status')).toHaveTextContent(/^26–50$/)
  expect(button('Last page')).toBeDisabled()
  expect(button('Next page')).toBeEnabled()
})

test('every way leads where it says', async () => {
  const { user, button, ...ways } = showPager()
  for (const way of ['First', 'Previous', 'Next', 'Last'] as const) {
    await user.click(button(`${way} page`))
    expect(ways[`on${way}`]).toHaveBeenCalledTimes(1)
  }
})

test('there are no ways behind the ends', () => {
  const { button } = showPager({ hasPrevious: false, hasNext: false })
  for (const way of ['First', 'Previous', 'Next', 'Last']) expect(button(`${way} page`)).toBeDisabled()
})
