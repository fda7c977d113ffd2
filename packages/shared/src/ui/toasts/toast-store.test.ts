import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { nextToasts } from './toast-reducer.ts'
import { createToastStore, removalDelay } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a new toast displaces the one before', () => {
  const toasts = createToastStore()
  toasts.show({ title: 'First' })
  toasts.show({ title: 'Second', variant: 'destructive' })
  expect(toasts.get()).toMatchObject([{ title: 'Second', open: true, variant: 'destructive' }])
})

test('a dismissed toast closes at once and leaves the list after the removal delay', () => {
  const toasts = createToastStore()
  const id = toasts.show({ title: 'Saved' })
  toasts.dismiss(id)
  expect(toasts.get()).toMatchObject([{ id, open: false }])
  vi.advanceTimersByTime(removalDelay - 1)
  expect(toasts.get()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(toasts.get()).toEqual([])
})

test('without an id every toast is dismissed', () => {
  const toasts = createToastStore()
  toasts.show({ title: 'Saved' })
  toasts.dismiss()
  expect(toasts.get().every((toast) => !toast.open)).toBe(true)
})

test('an update changes the toast with its id and no other', () => {
  const [one, two] = [
    { id: '1', title: 'One', open: true, variant: 'default' },
    { id: '2', title: 'Two', open: true, variant: 'default' },
  ] as const
  expect(nextToasts([one, two], { type: 'updated', toast: { id: '2', title: 'Changed' } })).toEqual([
    one,
    { ...two, title: 'Changed' },
  ])
})
