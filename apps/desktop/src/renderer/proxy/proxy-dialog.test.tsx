import { ThemeProvider } from '@giftwell/shared/ui/theme-provider.tsx'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { createFakeBridge } from '../testing/fake-bridge.ts'
import { ProxyDialog } from './proxy-dialog.tsx'

/** Renders the dialog where `waiting` is the proxy that has asked before. */
function renderDialog(waiting: string | null = null) {
  const answerProxy = vi.fn(() => Promise.resolve())
  const bridge = createFakeBridge({ answerProxy, readProxy: () => Promise.resolve(waiting) })
  render(
    <ThemeProvider>
      <ProxyDialog bridge={bridge} />
    </ThemeProvider>,
  )
  return { bridge, answerProxy, user: userEvent.setup() }
}

const dialog = () => screen.findByRole('dialog', { name: 'Sign in to the proxy' })

test('the dialog opens when a proxy asks, names it, and gives name and password', async () => {
  const { bridge, answerProxy, user } = renderDialog()
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => bridge.askForProxy('proxy.example:3128'))
  expect(await dialog()).toHaveTextContent('proxy.example:3128')
  await user.type(screen.getByRole('textbox', { name: 'User name' }), 'ada')
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  expect(answerProxy).toHaveBeenCalledExactlyOnceWith({ name: 'ada', password: 'secret' })
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a proxy that asked before the page was there is asked about, and Escape gives nothing', async () => {
  const { answerProxy, user } = renderDialog('proxy.example:3128')
  await dialog()
  await user.keyboard('{Escape}')
  expect(answerProxy).toHaveBeenCalledExactlyOnceWith(null)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a password that was typed is gone when a proxy asks again', async () => {
  const { bridge, answerProxy, user } = renderDialog('proxy.example:3128')
  await dialog()
  await user.type(screen.getByLabelText('Password'), 'secret{Escape}')
  expect(answerProxy).toHaveBeenCalledExactlyOnceWith(null)
  act(() => bridge.askForProxy('proxy.example:3128'))
  await dialog()
  expect(screen.getByLabelText('Password')).toHaveValue('')
})
