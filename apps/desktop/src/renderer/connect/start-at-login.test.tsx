import { ThemeProvider } from '@giftwell/shared/ui/theme-provider.tsx'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { createFakeBridge } from '../testing/fake-bridge.ts'
import { StartAtLogin } from './connect-screen.tsx'

/** Renders the setting on a system that says this. */
function renderSetting(says: boolean | null, startAtLogin = vi.fn((isOn: boolean) => Promise.resolve(isOn))) {
  const system = { says }
  const startsAtLogin = vi.fn(() => Promise.resolve(system.says))
  render(
    <ThemeProvider>
      <StartAtLogin bridge={createFakeBridge({ startsAtLogin, startAtLogin })} />
    </ThemeProvider>,
  )
  return { user: userEvent.setup(), system, startsAtLogin, startAtLogin }
}

const setting = () => screen.findByRole('checkbox', { name: 'Start at login' })

test('the box shows what the system says and changes it', async () => {
  const { user, startAtLogin } = renderSetting(false)
  expect(await setting()).not.toBeChecked()
  await user.click(await setting())
  expect(startAtLogin).toHaveBeenCalledExactlyOnceWith(true)
  expect(await setting()).toBeChecked()
  await user.click(await setting())
  expect(startAtLogin).toHaveBeenLastCalledWith(false)
  expect(await setting()).not.toBeChecked()
})

test('where Electron cannot do it there is no box', async () => {
  const { startsAtLogin } = renderSetting(null)
  await act(async () => void (await startsAtLogin.mock.results[0]?.value))
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a system that does not allow it is named, and the box stays off until it does', async () => {
  const { user, system } = renderSetting(false, vi.fn().mockResolvedValue(false))
  await user.click(await setting())
  expect(await screen.findByText(/^The system does not allow this/)).toBeVisible()
  expect(await setting()).not.toBeChecked()
  // The user allows it in the system's settings and comes back.
  system.says = true
  act(() => void window.dispatchEvent(new Event('focus')))
  await waitFor(async () => expect(await setting()).toBeChecked())
  expect(screen.queryByText(/^The system does not allow this/)).toBeNull()
})

test('a failure is told, and the box stays as it is', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { user } = renderSetting(true, vi.fn().mockRejectedValue(new Error('Something went wrong.')))
  await user.click(await setting())
  expect(await screen.findByText(/^The system does not allow this/)).toBeVisible()
  expect(await setting()).toBeChecked()
})
