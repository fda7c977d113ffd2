import { MantineProvider, Text } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

test('a component that asks for media queries and sizes can be rendered', () => {
  render(
    <MantineProvider defaultColorScheme="auto">
      <Text>Winter hampers</Text>
    </MantineProvider>,
  )
  expect(screen.getByText('Winter hampers')).toBeInTheDocument()
  expect(window.matchMedia('(prefers-color-scheme: dark)').matches).toBe(false)
  expect(() => new ResizeObserver(() => {}).observe(document.body)).not.toThrow()
  expect(() => document.body.scrollIntoView()).not.toThrow()
  localStorage.setItem('left-behind', 'by the first test')
})

test('a test leaves nothing to the next one', () => {
  expect(screen.queryByText('Winter hampers')).not.toBeInTheDocument()
  expect(localStorage.getItem('left-behind')).toBeNull()
})

test('frames come after a test that faked the timers', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] })
  requestAnimationFrame(() => {})
  vi.useRealTimers()
  await expect(new Promise(requestAnimationFrame)).resolves.toBeGreaterThan(0)
})
