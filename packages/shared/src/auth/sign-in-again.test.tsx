import { act, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import { administrator, renderAdmin } from '../testing/render-admin.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { AccountService } from './account-service.ts'
import type { AuthChange, AuthSession } from './auth-machine.ts'
import { ProtectedRoute } from './protected-route.tsx'

/** A form that asks before something typed is lost, as those of the back office do. */
function Form() {
  const [text, setText] = useState('')
  useEffect(() => {
    const onLeave = (event: Event) => text !== '' && event.preventDefault()
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [text])
  return <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
}

function FormInDialog() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title="Form" size="26rem">
      <Form />
    </Dialog>
  )
}

function renderForm(
  accounts: Partial<AccountService> = {},
  signedInAgain: AuthSession = administrator,
  form = <Form />,
) {
  let announce: (change: AuthChange, session: AuthSession | null) => void = () => {}
  const view = renderAdmin(
    <Routes>
      <Route element={<ProtectedRoute requireAdmin />}>
        <Route path="/admin" element={form} />
      </Route>
      <Route path="/admin/login" element={<p>The login page</p>} />
    </Routes>,
    {
      accounts: {
        start(listener) {
          announce = listener
          announce('INITIAL_SESSION', administrator)
          return Promise.resolve({ error: null })
        },
        signIn: () => {
          announce('SIGNED_IN', signedInAgain)
          return Promise.resolve({ accepted: true })
        },
        verifyCode: () => {
          announce('MFA_CHALLENGE_VERIFIED', administrator)
          return Promise.resolve({ accepted: true })
        },
        ...accounts,
      },
    },
  )
  const end = () => act(() => announce('SIGNED_OUT', null))
  return { ...view, end, announce: (session: AuthSession) => act(() => announce('SIGNED_IN', session)) }
}

const cover = () => screen.findByRole('dialog', { name: 'Sign in again' })

beforeEach(() => {
  // Of what jsdom leaves out of dialogs, as much as is used.
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
})

test('a session that ends without unsaved input redirects to the login page', async () => {
  const { end } = renderForm()
  await screen.findByRole('textbox', { name: 'Text' })
  end()
  expect(await screen.findByText('The login page')).toBeInTheDocument()
})

test('a session that ends while a form has unsaved input asks to sign in again, and keeps the input', async () => {
  const { user, end } = renderForm()
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'a lot of words')
  end()
  expect(await cover()).toHaveTextContent(
    'Your session is over. Sign in to continue: nothing that you typed is lost.',
  )
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('admin@example.com')
  const password = screen.getByLabelText(/^Password/)
  expect(password).toHaveFocus()
  await user.type(password, 'a long secret')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(screen.queryByText('Sign in again')).toBeNull())
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('a lot of words')
})

test.each([
  [
    'in the server’s words',
    () => Promise.resolve({ accepted: false as const, message: 'Invalid login' }),
    'Invalid login',
  ],
  ['without particulars', () => Promise.reject(new Error('x')), 'An unexpected error occurred'],
])('a sign-in that fails is said there, %s', async (_, signIn, words) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { user, end } = renderForm({ signIn })
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'words')
  end()
  await cover()
  await user.type(screen.getByLabelText(/^Password/), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(screen.getByLabelText('Text')).toHaveValue('words')
})

test('unsaved input is discarded on request, and is not shown to another user', async () => {
  const { user, end, announce } = renderForm()
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'words')
  end()
  await cover()
  announce({ user: { id: 'another', email: 'another@example.com' }, accessToken: 'other' })
  expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue('')

  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'words')
  end()
  await cover()
  await user.click(screen.getByRole('button', { name: 'Discard and leave' }))
  expect(await screen.findByText('The login page')).toBeInTheDocument()
})

test('asks for the code of a second factor as well, and what was typed is not lost', async () => {
  const { user, end } = renderForm({}, { ...administrator, needsCode: true })
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'words')
  end()
  await cover()
  await user.type(screen.getByLabelText(/^Password/), 'a long secret')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await user.type(await screen.findByRole('textbox', { name: /Code from your authenticator app/ }), '123456')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.queryByText('One more step')).toBeNull())
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('words')
})

test('Escape closes no dialog below, neither at the password nor at its button nor at the code', async () => {
  const { user, end } = renderForm({}, { ...administrator, needsCode: true }, <FormInDialog />)
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'words')
  end()
  await cover()
  await user.keyboard('{Escape}')
  await user.tab()
  expect(screen.getByRole('button', { name: 'Show or hide password' })).toHaveFocus()
  await user.keyboard('{Escape}')
  await user.type(screen.getByLabelText(/^Password/), 'a long secret{Enter}')
  await user.type(
    await screen.findByRole('textbox', { name: /Code from your authenticator app/ }),
    '12{Escape}',
  )
  expect(screen.getByRole('dialog', { name: 'Form' })).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('words')
})
