import { ThemeProvider } from '@giftwell/shared/ui/theme-provider.tsx'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { createFakeBridge } from '../testing/fake-bridge.ts'
import { FindBar } from './find-bar.tsx'

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Find in page' })

/** The bar beside a page with one button, which has the focus. */
async function open() {
  const find = vi.fn(() => Promise.resolve())
  const bridge = createFakeBridge({ find })
  render(
    <ThemeProvider>
      <button type="button">Elsewhere</button>
      <FindBar bridge={bridge} />
    </ThemeProvider>,
  )
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
  elsewhere.focus()
  act(() => bridge.openFind())
  return { user: userEvent.setup(), bridge, find, elsewhere }
}

/** Chromium's text_finder.cc, FindInternal: "Make sure no node is focused", and the selection is cleared. */
function answer(
  bridge: { answerFind: (found: { present: number; matches: number }) => void },
  matches: number,
) {
  act(() => {
    if (matches > 0) field().blur()
    bridge.answerFind({ present: Math.min(1, matches), matches })
  })
}

test('the field has the focus and finds what is typed, debounced', async () => {
  const { user, bridge, find } = await open()
  expect(field()).toHaveFocus()
  await user.keyboard('lamp')
  expect(find).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(find).toHaveBeenCalledExactlyOnceWith('lamp', true, true))
  answer(bridge, 3)
  expect(screen.getByRole('status')).toHaveTextContent('1 of 3')
})

test('the field keeps focus and caret, which Chromium takes for each match', async () => {
  const { user, bridge, find } = await open()
  await user.keyboard('lamp{Enter}')
  // At once, so that nothing typed meanwhile is lost.
  act(() => field().blur())
  expect(field()).toHaveFocus()
  act(() => field().blur())
  expect(field()).not.toHaveFocus()
  act(() => bridge.answerFind({ present: 1, matches: 3 }))
  await user.keyboard('s')
  expect(field()).toHaveValue('lamps')
  await vi.waitFor(() => expect(find).toHaveBeenLastCalledWith('lamps', true, true))
  // Without a match nothing takes the focus, but the caret is gone with the selection.
  const caret = vi.spyOn(field(), 'setSelectionRange')
  answer(bridge, 0)
  expect(caret).toHaveBeenCalledExactlyOnceWith(5, 5)
  expect(screen.getByRole('status')).toHaveTextContent('No matches')
  await user.keyboard('x')
  expect(field()).toHaveValue('lampsx')
})

test('Enter and the buttons go to the next match and to the one before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user, bridge, find } = await open()
  await user.keyboard('lamp{Enter}')
  answer(bridge, 3)
  await user.keyboard('{Enter}')
  answer(bridge, 3)
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  answer(bridge, 3)
  await user.click(screen.getByRole('button', { name: 'Next match' }))
  await user.click(screen.getByRole('button', { name: 'Previous match' }))
  // The debounce, which finds nothing again.
  await vi.advanceTimersByTimeAsync(1000)
  expect(find.mock.calls).toEqual([
    ['lamp', true, true],
    ['lamp', true, false],
    ['lamp', false, false],
    ['lamp', true, false],
    ['lamp', false, false],
  ])
})

test('a search does not go on from the selection, which is the caret of the field', async () => {
  const { user, find, elsewhere } = await open()
  const ranges: unknown[] = []
  find.mockImplementation(() => Promise.resolve(void ranges.push(getSelection()?.rangeCount)))
  getSelection()?.selectAllChildren(elsewhere)
  await user.keyboard('lamp{Enter}')
  expect(ranges).toEqual([0])
})

test('Escape closes the bar, ends the search and gives the focus back', async () => {
  const { user, bridge, find, elsewhere } = await open()
  await user.keyboard('lamp{Enter}')
  answer(bridge, 3)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(find).toHaveBeenLastCalledWith('', true, true)
  await vi.waitFor(() => expect(elsewhere).toHaveFocus())
  // The answer of a search that was under way.
  act(() => bridge.answerFind({ present: 1, matches: 3 }))
  expect(elsewhere).toHaveFocus()
})

test('Escape leaves a dialog below the bar open', async () => {
  const onClose = vi.fn()
  const bridge = createFakeBridge()
  render(
    <ThemeProvider>
      <Dialog opened onClose={onClose} title="Add New Product" size="md">
        Lamps
      </Dialog>
      <FindBar bridge={bridge} />
    </ThemeProvider>,
  )
  act(() => bridge.openFind())
  const user = userEvent.setup()
  await user.type(field(), 'lamp{Escape}')
  expect(screen.queryByRole('textbox', { name: 'Find in page' })).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('leaving the field by oneself leaves it', async () => {
  const { user, bridge, elsewhere } = await open()
  await user.keyboard('lamp{Enter}')
  answer(bridge, 3)
  await user.click(elsewhere)
  expect(elsewhere).toHaveFocus()
})

test('opening it again selects what it holds', async () => {
  const { user, bridge } = await open()
  await user.keyboard('lamp')
  act(() => bridge.openFind())
  await user.keyboard('gift')
  expect(field()).toHaveValue('gift')
})
