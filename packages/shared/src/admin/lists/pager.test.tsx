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
  const { user, button, ...ways } = showPager()
  for (const way of ['First', 'Previous', 'Next', 'Last'] as const) {
    await user.click(button(`${way} page`))
    expect(ways[`on${way}`]).toHaveBeenCalledTimes(1)
  }
})

test('the buttons are disabled at both ends', () => {
  const { button } = showPager({ hasPrevious: false, hasNext: false })
  for (const way of ['First', 'Previous', 'Next', 'Last']) expect(button(`${way} page`)).toBeDisabled()
})
