import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { useTooltip } from './use-tooltip.ts'

function Anchor({ name }: { name: string }) {
  const { anchor, tooltipId } = useTooltip()
  return (
    <button type="button" {...anchor}>
      {name}
      {tooltipId !== undefined && (
        <span role="tooltip" id={tooltipId}>
          About {name}
        </span>
      )}
    </button>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(1000)
  render(
    <>
      <Anchor name="Mug" />
      <Anchor name="Pen" />
    </>,
  )
})

const anchor = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

test('a tooltip opens after 700 ms of hovering, describes its anchor, and closes on leave', () => {
  fireEvent.pointerEnter(anchor('Mug'))
  pass(699)
  expect(screen.queryByRole('tooltip')).toBeNull()
  pass(1)
  expect(screen.getByRole('tooltip')).toHaveTextContent('About Mug')
  expect(anchor('Mug')).toHaveAccessibleDescription('About Mug')
  fireEvent.pointerLeave(anchor('Mug'))
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(anchor('Mug')).not.toHaveAttribute('aria-describedby')
})

test('leaving before the delay opens no tooltip', () => {
  fireEvent.pointerEnter(anchor('Mug'))
  pass(699)
  fireEvent.pointerLeave(anchor('Mug'))
  pass(700)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test.each([
  [299, true],
  [300, false],
])('%i ms after another tooltip closed, opening at once is %s', (milliseconds, isOpen) => {
  fireEvent.pointerEnter(anchor('Mug'))
  pass(700)
  fireEvent.pointerLeave(anchor('Mug'))
  pass(milliseconds)
  fireEvent.pointerEnter(anchor('Pen'))
  expect(screen.queryByRole('tooltip') !== null).toBe(isOpen)
})

test('keyboard focus opens a tooltip at once, and Escape closes it', () => {
  act(() => anchor('Mug').focus())
  expect(screen.getByRole('tooltip')).toHaveTextContent('About Mug')
  fireEvent.keyDown(anchor('Mug'), { key: 'Escape' })
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('a touch opens no tooltip', () => {
  fireEvent.pointerEnter(anchor('Mug'), { pointerType: 'touch' })
  pass(700)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
