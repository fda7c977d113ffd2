import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { ErrorBoundary } from './error-boundary.tsx'

function Crashing(): never {
  throw new Error('a fault')
}

test('a crash of the interface shows the error screen and is logged', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <MantineProvider env="test">
      <ErrorBoundary>
        <Crashing />
      </ErrorBoundary>
    </MantineProvider>,
  )
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(
    screen.getByText('We encountered an unexpected error. Please try refreshing the page.'),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
  expect(log).toHaveBeenCalledWith('The interface crashed', expect.any(Error), expect.any(String))
})

test.each([
  ['/catalogue', '/'],
  ['/admin/products', '/admin'],
])('a crash at %s leaves a way to %s', (path, start) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  window.history.replaceState(null, '', path)
  render(
    <MantineProvider env="test">
      <ErrorBoundary>
        <Crashing />
      </ErrorBoundary>
    </MantineProvider>,
  )
  expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', start)
})
