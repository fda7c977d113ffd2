import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { displayDuration, swipeThreshold } from './toast-view.tsx'
import { Toaster, ToastView } from './toaster.tsx'
import { createToasts, ToastContext } from './toasts.ts'

function wait(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

function renderToaster() {
  const toasts = createToasts()
  render(
    <MantineProvider env="test">
      <ToastContext value={toasts}>
        <Toaster />
      </ToastContext>
    </MantineProvider>,
  )
  return {
    show(...content: Parameters<typeof toasts.show>) {
      act(() => toasts.show(...content))
      wait(1)
    },
  }
}

/** A toaster whose idle time has come. */
function renderToasts() {
  const toaster = renderToaster()
  wait(300)
  return toaster
}

function swipe(toast: HTMLElement, pixels: number) {
  fireEvent.pointerDown(toast, { clientX: 100 })
  fireEvent.pointerMove(toast, { clientX: 100 + pixels })
  fireEvent.pointerUp(toast, { clientX: 100 + pixels })
  wait(1)
}

beforeEach(async () => {
  await ToastView.preload()
  vi.useFakeTimers()
})

test('a toast is a status, an error an alert, and holds its title and description', () => {
  const { show } = renderToasts()
  show({ title: 'Saved', description: 'All of it' })
  expect(screen.getByRole('status')).toHaveTextContent('SavedAll of it')
  show({ title: 'Not saved', variant: 'destructive' })
  expect(screen.getByRole('alert')).toHaveTextContent('Not saved')
  expect(screen.queryByRole('status'), 'a new toast displaces the one before').toBeNull()
})

test('a toast that is shown before the toaster is loaded appears when it is', () => {
  const { show } = renderToaster()
  show({ title: 'Saved' })
  expect(screen.queryByRole('status')).toBeNull()
  wait(300)
  expect(screen.getByRole('status')).toHaveTextContent('Saved')
})

test('a toast stays for five seconds, and longer while the pointer is on it', () => {
  const { show } = renderToasts()
  show({ title: 'Saved' })
  wait(displayDuration - 10)
  expect(screen.getByRole('status')).toBeVisible()
  fireEvent.mouseEnter(screen.getByRole('status'))
  wait(displayDuration)
  fireEvent.mouseLeave(screen.getByRole('status'))
  wait(displayDuration - 10)
  expect(screen.getByRole('status')).toBeVisible()
  wait(20)
  wait(1)
  expect(screen.queryByRole('status')).toBeNull()
  expect(displayDuration).toBe(5000)
})

test('a toast that stays takes the focus, and is there until it is closed', () => {
  const { show } = renderToasts()
  const action = { label: 'View', href: '/sent', onPress: () => {} }
  show({ title: 'Sent', fact: 'Reference 7', stays: true, action })
  expect(screen.getByRole('link', { name: 'View' })).toHaveFocus()
  wait(displayDuration * 100)
  expect(screen.getByRole('status')).toHaveTextContent('SentReference 7')
  fireEvent.click(screen.getByRole('button', { name: 'Close notification' }))
  wait(1)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a toast is dismissed by a swipe of fifty pixels to the right, and springs back from less', () => {
  const { show } = renderToasts()
  show({ title: 'Saved' })
  swipe(screen.getByRole('status'), swipeThreshold - 1)
  swipe(screen.getByRole('status'), -200)
  expect(screen.getByRole('status')).toBeVisible()
  swipe(screen.getByRole('status'), swipeThreshold)
  expect(screen.queryByRole('status')).toBeNull()
  expect(swipeThreshold).toBe(50)
})

test('the action of a toast closes it', () => {
  const { show } = renderToasts()
  const onPress = vi.fn<() => void>()
  show({ title: 'Deleted', action: { label: 'Undo', onPress } })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  wait(1)
  expect(onPress).toHaveBeenCalledExactlyOnceWith()
  expect(screen.queryByRole('status')).toBeNull()
})

test('an action that leads to an address is a link, which another tab can open', () => {
  const { show } = renderToasts()
  const onPress = vi.fn<() => void>()
  show({ title: 'Sent', action: { label: 'View', href: '/sent', onPress } })
  const link = screen.getByRole('link', { name: 'View' })
  expect(link).toHaveAttribute('href', '/sent')
  const elsewhere = (event: Event) => event.preventDefault()
  window.addEventListener('click', elsewhere)
  fireEvent.click(link, { ctrlKey: true })
  window.removeEventListener('click', elsewhere)
  expect(onPress).not.toHaveBeenCalled()
  expect(fireEvent.click(link), 'the page is not loaded again').toBe(false)
  wait(1)
  expect(onPress).toHaveBeenCalledOnce()
  expect(screen.queryByRole('status')).toBeNull()
})

test('a toast that closes gives the focus back, or to the heading where that is gone', () => {
  render(
    <main>
      <h1>Themes</h1>
      <button type="button">Delete</button>
    </main>,
  )
  const { show } = renderToasts()
  const before = screen.getByRole('button', { name: 'Delete' })
  const press = (name: string) => {
    const button = screen.getByRole('button', { name })
    button.focus()
    fireEvent.click(button)
    wait(1)
  }
  before.focus()
  show({ title: 'Deleted', action: { label: 'Undo', onPress: () => undefined } })
  expect(before).toHaveFocus()
  press('Undo')
  expect(before).toHaveFocus()
  show({ title: 'Restored' })
  screen.getByRole('button', { name: 'Close notification' }).focus()
  show({ title: 'Another' })
  expect(before).toHaveFocus()
  screen.getByRole('button', { name: 'Close notification' }).focus()
  before.remove()
  press('Close notification')
  expect(screen.getByRole('heading', { name: 'Themes' })).toHaveFocus()
})

test('a toast is dismissed by its X', () => {
  const { show } = renderToasts()
  show({ title: 'Saved' })
  fireEvent.click(screen.getByRole('button', { name: 'Close notification' }))
  wait(1)
  expect(screen.queryByRole('status')).toBeNull()
})
