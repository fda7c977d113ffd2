import { screen, waitFor } from '@testing-library/react'
import { useLocation, useNavigate } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { renderAdmin } from '../testing/render-admin.tsx'
import { useUnsavedGuard } from './unsaved-guard.tsx'

interface Options {
  readonly isUnsaved?: boolean
  readonly isBusy?: boolean
}

/** A screen at /admin/stats, which was opened from /admin/themes, with buttons for what a user may do. */
async function show({ isUnsaved = true, isBusy = false }: Options = {}) {
  const state = { isUnsaved: false, isBusy: false }
  function Screen() {
    const { pathname } = useLocation()
    const navigate = useNavigate()
    useUnsavedGuard({
      isUnsaved: () => state.isUnsaved,
      isBusy: () => state.isBusy,
      survives: (next) => next.pathname === '/admin/stats/1',
    })
    return (
      <>
        <h1>{pathname}</h1>
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
        {['/admin/stats', '/admin/stats/1', '/admin/login'].map((path) => (
          <button type="button" key={path} onClick={() => void navigate(path)}>
            {path}
          </button>
        ))}
      </>
    )
  }
  const view = renderAdmin(<Screen />, { path: '/admin/themes' })
  const press = (name: string) => view.user.click(screen.getByRole('button', { name }))
  await press('/admin/stats')
  Object.assign(state, { isUnsaved, isBusy })
  const confirm = vi.spyOn(view.platform, 'confirm')
  const isAt = (path: string) => waitFor(() => expect(screen.getByRole('heading')).toHaveTextContent(path))
  return { press, confirm, isAt }
}

test('Back asks before unsaved changes are discarded, and leaves when the user agrees', async () => {
  const { press, confirm, isAt } = await show()
  confirm.mockResolvedValueOnce(false)
  await press('Back')
  expect(confirm).toHaveBeenCalledExactlyOnceWith('You have unsaved changes. Discard them?', {
    action: 'Discard',
  })
  await isAt('/admin/stats')
  confirm.mockResolvedValueOnce(true)
  await press('Back')
  await isAt('/admin/themes')
})

test('a second Back while the user is asked does not ask again', async () => {
  const { press, confirm, isAt } = await show()
  let answer: (isDiscarding: boolean) => void = () => undefined
  confirm.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  await press('Back')
  await press('Back')
  expect(confirm).toHaveBeenCalledOnce()
  answer(true)
  await isAt('/admin/themes')
  expect(confirm).toHaveBeenCalledOnce()
})

test('nothing leaves while it is busy, and nothing is asked', async () => {
  const { press, confirm, isAt } = await show({ isBusy: true })
  await press('Back')
  await isAt('/admin/stats')
  expect(confirm).not.toHaveBeenCalled()
})

test('a navigation that unsaved changes survive, and that of a sign-out, are not asked about', async () => {
  const { press, confirm, isAt } = await show()
  await press('/admin/stats/1')
  await isAt('/admin/stats/1')
  await press('/admin/login')
  await isAt('/admin/login')
  expect(confirm).not.toHaveBeenCalled()
})

test.each([true, false])(
  'closing the page with unsaved changes, %s, asks by the browser if so',
  async (isUnsaved) => {
    await show({ isUnsaved })
    const isClosed = window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(isClosed).toBe(!isUnsaved)
  },
)
