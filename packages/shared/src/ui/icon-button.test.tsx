import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { IconButton } from './icon-button.tsx'

// Far from the time at which tests of other files closed a tooltip.
beforeEach(() => void vi.useFakeTimers({ now: 0 }))

test('the tooltip opens after 700 ms, 4 px above the button, and describes it', () => {
  const place = { left: 100, top: 200, width: 28, height: 28, bottom: 228 }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(place as DOMRect)
  render(
    <MantineProvider env="test">
      <IconButton aria-label="Delete Mug" tip="Delete" onClick={() => undefined}>
        x
      </IconButton>
    </MantineProvider>,
  )
  const button = screen.getByRole('button', { name: 'Delete Mug' })
  fireEvent.pointerEnter(button)
  act(() => void vi.advanceTimersByTime(699))
  expect(screen.queryByRole('tooltip')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('tooltip', { name: 'Delete' })).toHaveStyle({ top: '196px' })
  expect(button).toHaveAccessibleDescription('Delete')
  fireEvent.pointerLeave(button)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
