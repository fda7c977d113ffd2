import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { createToasts, ToastContext } from '../ui/toasts/toasts.ts'
import type { Outcome } from './account-requests.ts'
import { RequestProblem, useRequest } from './use-request.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

test.each<[string, () => Promise<Outcome>, string]>([
  ['is refused', () => Promise.resolve({ accepted: false, message: 'Wrong' }), 'Login FailedWrong'],
  ['fails', () => Promise.reject(new Error('x')), 'Login ErrorAn unexpected error occurred'],
])('a request that %s says so once: in its form, without a toast', async (_what, send, text) => {
  const toasts = createToasts()
  const show = vi.spyOn(toasts, 'show')
  function Form() {
    const request = useRequest({ send, refused: 'Login Failed', failed: 'Login Error', done: { title: '' } })
    return (
      <button type="button" onClick={() => void request.run()}>
        <RequestProblem problem={request.problem} />
      </button>
    )
  }
  render(
    <ToastContext value={toasts}>
      <Form />
    </ToastContext>,
  )
  await act(async () => screen.getByRole('button').click())
  expect(screen.getByRole('alert')).toHaveTextContent(text)
  expect(show).not.toHaveBeenCalled()
})
