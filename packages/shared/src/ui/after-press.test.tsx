import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { afterPress } from './after-press.ts'

beforeEach(() => void vi.useFakeTimers())

test('an action runs at once while nothing is pressed', () => {
  const action = vi.fn()
  afterPress(action)
  expect(action).toHaveBeenCalledOnce()
})

test.each([
  ['mouse button', ['pointerdown', 'mousedown'], ['pointerup', 'mouseup', 'click']],
  ['finger', ['pointerdown', 'pointerup', 'mousedown'], ['mouseup', 'click']],
])('an action waits for the click of a %s', (_what, before, after) => {
  const action = vi.fn()
  const press = (types: readonly string[]) => {
    for (const type of types) fireEvent(document.body, new MouseEvent(type, { bubbles: true }))
  }
  press(before)
  afterPress(action)
  press(after)
  expect(action).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(action).toHaveBeenCalledOnce()
})
