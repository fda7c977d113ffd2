import { ThemeProvider } from '@giftwell/shared/ui/theme-provider.tsx'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import type { Bridge } from '../../ipc/create-bridge.ts'
import { connection, createFakeBridge } from '../testing/fake-bridge.ts'
import { ConnectScreen } from './connect-screen.tsx'

interface Given {
  readonly parts?: Partial<Bridge>
  readonly isConnected?: boolean
  readonly isBuiltIn?: boolean
}

function renderScreen({ parts = {}, isConnected = false, isBuiltIn = false }: Given = {}) {
  const bridge = createFakeBridge(parts)
  const onBack = vi.fn()
  const present = { connection: isConnected ? connection : null, isBuiltIn }
  render(
    <ThemeProvider>
      <ConnectScreen bridge={bridge} present={present} {...(isConnected && { onBack })} />
    </ThemeProvider>,
  )
  return { user: userEvent.setup(), onBack }
}

const field = () => screen.getByRole<HTMLInputElement>('textbox')

test('at the first start the address field has the focus', () => {
  renderScreen()
  expect(screen.getByRole('heading', { name: 'Connect to your Giftwell site' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: /^Website address/ })).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})

test('Enter checks the address and saves the connection once', async () => {
  const checked = Promise.withResolvers<{ found: true; connection: typeof connection }>()
  const checkConnection = vi.fn(() => checked.promise)
  const saveConnection = vi.fn(() => Promise.resolve())
  const { user } = renderScreen({ parts: { checkConnection, saveConnection } })
  await user.type(field(), 'gifts.example.com{Enter}{Enter}')
  expect(screen.getByRole('button', { name: 'Connecting...' })).toBeDisabled()
  expect(checkConnection).toHaveBeenCalledExactlyOnceWith('gifts.example.com')
  expect(saveConnection).not.toHaveBeenCalled()
  checked.resolve({ found: true, connection })
  await vi.waitFor(() => expect(saveConnection).toHaveBeenCalledExactlyOnceWith(connection))
  // Until the page reloads.
  expect(screen.getByRole('button', { name: 'Connecting...' })).toBeDisabled()
})

test('a refused address stays in the field with the reason and can be edited at once', async () => {
  const saveConnection = vi.fn(() => Promise.resolve())
  const reason = 'There is no Giftwell site at this address.'
  const checkConnection = () => Promise.resolve({ found: false as const, reason })
  const { user } = renderScreen({ parts: { checkConnection, saveConnection } })
  await user.type(field(), 'wrong.example.com')
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  expect(await screen.findByText(reason)).toBeVisible()
  expect(field()).toHaveAccessibleDescription(reason)
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('wrong.example.com')
  expect(saveConnection).not.toHaveBeenCalled()
  await user.type(field(), '/')
  expect(screen.queryByText(reason)).toBeNull()
})

test('a failed check shows the reason and can be retried', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const checkConnection = () => Promise.reject(new Error('Something went wrong in the app.'))
  const { user } = renderScreen({ parts: { checkConnection } })
  await user.type(field(), 'gifts.example.com{Enter}')
  expect(await screen.findByText('Something went wrong in the app.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Connect' })).toBeEnabled()
})

test('an address is required', async () => {
  const checkConnection = vi.fn()
  const { user } = renderScreen({ parts: { checkConnection } })
  await user.type(field(), '  {Enter}')
  expect(await screen.findByText('Address is required')).toBeVisible()
  expect(checkConnection).not.toHaveBeenCalled()
})

test('once connected it has the settings of this computer, the cost of another site, and Back', async () => {
  const { user, onBack } = renderScreen({ isConnected: true })
  expect(screen.getByRole('heading', { level: 1, name: 'This computer' })).toBeVisible()
  expect(await screen.findByRole('checkbox', { name: 'Start at login' })).toBeVisible()
  expect(screen.getByText('https://gifts.example.com')).toBeVisible()
  expect(screen.getByRole('textbox', { name: /^Address of another site/ })).toHaveAccessibleDescription(
    /signs you out and removes what is stored/,
  )
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(onBack).toHaveBeenCalledTimes(1)
})

test('a built-in connection is shown and cannot be changed', () => {
  renderScreen({ isConnected: true, isBuiltIn: true })
  expect(screen.getByText('https://gifts.example.com')).toBeVisible()
  expect(screen.getByText(/cannot be changed here/)).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
})
