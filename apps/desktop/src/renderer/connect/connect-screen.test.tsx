import { LookFrame } from '@giftwell/shared/app/app-frame.tsx'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import type { Bridge } from '../../ipc/bridge.ts'
import { connection, createFakeBridge } from '../testing/fake-bridge.ts'
import { ConnectScreen } from './connect-screen.tsx'

afterEach(() => void vi.restoreAllMocks())

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
    <LookFrame>
      <ConnectScreen bridge={bridge} present={present} {...(isConnected && { onBack })} />
    </LookFrame>,
  )
  return { user: userEvent.setup(), onBack }
}

const field = () => screen.getByRole<HTMLInputElement>('textbox')

test('at the first start the field waits for the address', () => {
  renderScreen()
  expect(screen.getByRole('heading', { name: 'Connect to your Giftwell site' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: /^Website address/ })).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})

test('Enter checks the address and keeps what was found there, once', async () => {
  const checked = Promise.withResolvers<{ found: true; connection: typeof connection }>()
  const checkConnection = vi.fn(() => checked.promise)
  const keepConnection = vi.fn(() => Promise.resolve())
  const { user } = renderScreen({ parts: { checkConnection, keepConnection } })
  await user.type(field(), 'gifts.example.com{Enter}{Enter}')
  expect(screen.getByRole('button', { name: 'Connecting...' })).toBeDisabled()
  expect(checkConnection).toHaveBeenCalledExactlyOnceWith('gifts.example.com')
  expect(keepConnection).not.toHaveBeenCalled()
  checked.resolve({ found: true, connection })
  await vi.waitFor(() => expect(keepConnection).toHaveBeenCalledExactlyOnceWith(connection))
  // Until the app starts anew.
  expect(screen.getByRole('button', { name: 'Connecting...' })).toBeDisabled()
})

test('an address that is refused keeps its text, has the reason, and can be mended at once', async () => {
  const keepConnection = vi.fn(() => Promise.resolve())
  const reason = 'There is no Giftwell site at this address.'
  const checkConnection = () => Promise.resolve({ found: false as const, reason })
  const { user } = renderScreen({ parts: { checkConnection, keepConnection } })
  await user.type(field(), 'wrong.example.com')
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  expect(await screen.findByText(reason)).toBeVisible()
  expect(field()).toHaveAccessibleDescription(reason)
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('wrong.example.com')
  expect(keepConnection).not.toHaveBeenCalled()
  await user.type(field(), '/')
  expect(screen.queryByText(reason)).toBeNull()
})

test('a check that fails says why and lets one try again', async () => {
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

test('opened again it shows the present connection, what another one costs, and the way back', async () => {
  const { user, onBack } = renderScreen({ isConnected: true })
  expect(screen.getByText('https://gifts.example.com')).toBeVisible()
  expect(screen.getByRole('textbox', { name: /^Address of another site/ })).toHaveAccessibleDescription(
    /signs you out and removes what is kept/,
  )
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(onBack).toHaveBeenCalledTimes(1)
})

test('a connection that is built in is shown and cannot be changed', () => {
  renderScreen({ isConnected: true, isBuiltIn: true })
  expect(screen.getByText('https://gifts.example.com')).toBeVisible()
  expect(screen.getByText(/cannot be changed here/)).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
})
