import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { ToastContext } from './toast-context.ts'
import { createToastStore } from './toast-store.ts'
import { displayDuration, swipeThreshold, Toaster } from './toaster.tsx'

function renderToasts() {
  const toasts = createToastStore()
  render(
    <MantineProvider env="test">
      <ToastContext value={toasts}>
        <Toaster />
      </ToastContext>
    </MantineProvider>,
  )
  return { show: (...content: Parameters<typeof toasts.show>) => act(() => void toasts.show(...content)) }
}

function wait(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

function swipe(toast: HTMLElement, pixels: number) {
  fireEvent.pointerDown(toast, { clientX: 100 })
  fireEvent.pointerMove(toast, { clientX: 100 + pixels })
  fireEvent.pointerUp(toast)
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a toast', () => {
  test('is a status, an error an alert, and holds its title and description', () => {
    const { show } = renderToasts()
    show({ title: 'Saved', description: 'All of it' })
    expect(screen.getByRole('status')).toHaveTextContent('SavedAll of it')
    show({ title: 'Not saved', variant: 'destructive' })
    expect(screen.getByRole('alert')).toHaveTextContent('Not saved')
    expect(screen.queryByRole('status')).toBeNull()
  })

  test('stays five seconds, and longer while the pointer rests on it', () => {
    const { show } = renderToasts()
    show({ title: 'Saved' })
    wait(displayDuration - 1)
    expect(screen.getByRole('status')).toBeVisible()
    fireEvent.mouseEnter(screen.getByRole('status'))
    wait(displayDuration)
    fireEvent.mouseLeave(screen.getByRole('status'))
    wait(displayDuration - 1)
    expect(screen.getByRole('status')).toBeVisible()
    wait(1)
    expect(screen.queryByRole('status')).toBeNull()
    expect(displayDuration).toBe(5000)
  })

  test('goes when swiped to the right by fifty pixels, and springs back from less', () => {
    const { show } = renderToasts()
    show({ title: 'Saved' })
    swipe(screen.getByRole('status'), swipeThreshold - 1)
    swipe(screen.getByRole('status'), -200)
    expect(screen.getByRole('status')).toBeVisible()
    swipe(screen.getByRole('status'), swipeThreshold)
    expect(screen.queryByRole('status')).toBeNull()
    expect(swipeThreshold).toBe(50)
  })

  test('goes by its X', () => {
    const { show } = renderToasts()
    show({ title: 'Saved' })
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }))
    expect(screen.queryByRole('status')).toBeNull()
  })
})
