import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import type { AccountService } from '@giftwell/shared/auth/account-service.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { AccountScreen } from './account-screen.tsx'

/** The screen for an account whose second factor is on or off, with what the account service was asked. */
function open(isOn: boolean, replaced: Partial<AccountService> = {}) {
  const asked: unknown[] = []
  let hasFactor = isOn
  const change = (now: boolean, ...request: unknown[]) => {
    asked.push(request)
    hasFactor = now
    return Promise.resolve({ accepted: true as const })
  }
  const view = renderAdmin(<AccountScreen />, {
    accounts: {
      hasFactor: () => Promise.resolve(hasFactor),
      verifyCode: (code, factor) => change(true, 'verify', code, factor),
      removeFactor: (code) => change(false, 'remove', code),
      ...replaced,
    },
  })
  return { ...view, asked }
}
const code = () => screen.findByRole('textbox', { name: /Code from your authenticator app/ })

afterEach(() => vi.restoreAllMocks())

test('sets up a second factor with a picture, a key as text and a code', async () => {
  const { user, asked } = open(false)
  await user.click(await screen.findByRole('button', { name: 'Set Up' }))
  expect(await screen.findByRole('img', { name: 'QR code with the key below' })).toHaveAttribute(
    'src',
    'data:,',
  )
  expect(screen.getByText('ABCD EFGH')).toBeVisible()
  await user.type(await code(), '123456')
  await user.click(screen.getByRole('button', { name: 'Turn On' }))
  expect(await screen.findByText('On.')).toBeVisible()
  expect(asked).toEqual([['verify', '123456', 'factor']])
})

test('removes a second factor with a code only', async () => {
  const { user, asked } = open(true)
  await user.click(await screen.findByRole('button', { name: 'Remove…' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('The code has 6 digits')).toBeVisible()
  expect(asked).toEqual([])
  await user.type(await code(), '123456')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Off.')).toBeVisible()
  expect(asked).toEqual([['remove', '123456']])
})

test('a server without second factors says so', async () => {
  const message = 'MFA enroll is disabled for TOTP'
  const { user } = open(false, { enrollFactor: () => Promise.resolve({ accepted: false, message }) })
  await user.click(await screen.findByRole('button', { name: 'Set Up' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
})
