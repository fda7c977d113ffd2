import { fakeAccountService } from '@giftwell/shared/testing/fake-account-service.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import type * as signedInMenu from './signed-in-menu.tsx'

/** The load of the menu's chunk, which each test ends. */
let chunk: PromiseWithResolvers<void>

beforeEach(() => {
  chunk = Promise.withResolvers()
  vi.resetModules()
  vi.doMock('./signed-in-menu.tsx', async (importOriginal) => {
    await chunk.promise
    return importOriginal<typeof signedInMenu>()
  })
})

/** Renders the menu of a signed-in visitor, whose chunk has not been requested before. */
async function renderMenu() {
  const [
    { MantineProvider },
    { At },
    { AuthProvider },
    { createAuthStore },
    { createToasts, ToastContext },
    { AuthDialogContext },
    { AccountMenu },
  ] = await Promise.all([
    import('@mantine/core'),
    import('../page/router.tsx'),
    import('@giftwell/shared/auth/auth-context.tsx'),
    import('@giftwell/shared/auth/auth-store.ts'),
    import('@giftwell/shared/ui/toasts/toasts.ts'),
    import('./auth-dialog-provider.tsx'),
    import('./account-menu.tsx'),
  ])
  const session = { user: { id: 'u1', email: 'buyer@company.example' }, accessToken: 'token' }
  const service = fakeAccountService({ session, role: 'customer' })
  const toasts = createToasts()
  const shown = vi.fn<Parameters<typeof toasts.attach>[0]>()
  toasts.attach(shown)
  render(
    <MantineProvider env="test">
      <At location="/">
        <AuthProvider store={createAuthStore(service)} service={service}>
          <ToastContext value={toasts}>
            <AuthDialogContext value={{ onClick() {}, onPointerEnter() {}, onFocus() {} }}>
              <AccountMenu />
            </AuthDialogContext>
          </ToastContext>
        </AuthProvider>
      </At>
    </MantineProvider>,
  )
  const button = await screen.findByRole('button', { name: 'Account' })
  return { user: userEvent.setup(), button, shown, load: () => act(async () => chunk.resolve()) }
}

test('a press that begins before the menu’s chunk has loaded and ends after it opens the menu', async () => {
  const { user, button, load } = await renderMenu()
  await user.pointer({ keys: '[MouseLeft>]', target: button })
  await load()
  expect(screen.getByRole('button', { name: 'Account' })).toBe(button)
  await user.pointer({ keys: '[/MouseLeft]', target: button })
  const menu = await screen.findByRole('menu', { name: 'Account' })
  expect(menu).toBeVisible()
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(button).toHaveAttribute('aria-controls', menu.id)
})

test('a press while the menu’s chunk loads opens the menu once, when it has loaded', async () => {
  const { user, button, load } = await renderMenu()
  await user.click(button)
  expect(screen.queryByRole('menu')).toBeNull()
  await load()
  expect(await screen.findByRole('menu')).toBeVisible()
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

test.each(['{Enter}', ' '])(
  'the key %j opens the menu, and Escape returns the focus to its button',
  async (key) => {
    const { user, button, load } = await renderMenu()
    button.focus()
    await user.keyboard(key)
    await load()
    await screen.findByRole('menu')
    await waitFor(() => expect(button).not.toHaveFocus())
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(screen.getByRole('menuitem', { name: 'Sign Out' })).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
    expect(screen.queryByRole('menu')).toBeNull()
  },
)

test('a menu whose chunk fails to load shows an error, and opens at the next press', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user, button, shown } = await renderMenu()
  await user.click(button)
  await act(async () => chunk.reject(new TypeError('Failed to fetch')))
  await waitFor(() => expect(shown).toHaveBeenCalledTimes(1))
  expect(shown.mock.calls[0]?.[0].title).toBe('The account menu could not be loaded')
  expect(button).toHaveAttribute('aria-expanded', 'false')
  vi.doMock('./signed-in-menu.tsx', (importOriginal) => importOriginal())
  await user.click(button)
  expect(await screen.findByRole('menu')).toBeVisible()
})
