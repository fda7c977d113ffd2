import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { AccountService } from '@giftwell/shared/auth/account-service.ts'
import { deviceName } from '@giftwell/shared/auth/own-account.ts'
import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { AccountScreen } from './account-screen.tsx'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
const account = {
  name: 'Asha Rao',
  telephone: null,
  signature: null,
  digest_hour: 9,
  digest_days: 5,
  calendar_since: null as string | null,
  recovery_codes: null as number | null,
  sessions: [
    { id: 'id-here', device: windows, used_at: '2026-11-20T10:00:00Z', is_current: true },
    { id: 'id-phone', device: null, used_at: '2026-11-19T10:00:00Z', is_current: false },
  ],
}

/** The screen for an account with or without a second factor, and the calls of the account service and the API. */
function open(isOn: boolean, replaced: Partial<AccountService> = {}, codes: number | null = null) {
  const asked: unknown[] = []
  const { requests } = fakeApi(({ path }) => {
    if (path.endsWith('/my_account')) return { ...account, recovery_codes: codes }
    return path.endsWith('/make_recovery_codes') ? ['0123456789abcdef', 'fedcba9876543210'] : null
  })
  const calls = () =>
    requests
      .filter(({ path }) => !/(my_account|administrators)$/.test(path))
      .map(({ path, body }) => [path.split('/').at(-1), body])
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
  return { ...view, asked, calls }
}
const code = () => screen.findByRole('textbox', { name: /Code from your authenticator app/ })

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

test('saves the details that others read', async () => {
  const { user, calls } = open(false)
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  expect(name).toHaveValue('Asha Rao')
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Name is required')).toBeVisible()
  await user.type(name, 'Asha R')
  await user.type(screen.getByRole('textbox', { name: 'Telephone' }), '+91 98765')
  await user.type(screen.getByRole('textbox', { name: 'Signature' }), 'Best, Asha')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your account was saved')).toBeVisible()
  expect(calls()).toEqual([
    ['save_account', { name: 'Asha R', telephone: '+91 98765', signature: 'Best, Asha' }],
  ])
})

test('a new password takes the present one, and a rejected one stays typed', async () => {
  const changes: unknown[] = []
  const { user } = open(false, {
    changePassword(password, current) {
      changes.push([password, current])
      return Promise.resolve(
        current === 'an open window'
          ? { accepted: true }
          : { accepted: false, message: 'The current password is not right' },
      )
    },
  })
  const current = await screen.findByLabelText(/^Current Password/)
  await user.type(current, 'a guess')
  await user.type(screen.getByLabelText(/^New Password/), 'a closed door')
  await user.click(screen.getByRole('button', { name: 'Save Password' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The current password is not right')
  expect(current).toHaveValue('a guess')
  await user.clear(current)
  await user.type(current, 'an open window')
  await user.click(screen.getByRole('button', { name: 'Save Password' }))
  expect(await screen.findByText('Your other sessions have ended.')).toBeVisible()
  expect(screen.getByLabelText(/^Current Password/)).toHaveValue('')
  expect(changes).toEqual([
    ['a closed door', 'a guess'],
    ['a closed door', 'an open window'],
  ])
})

test('lists the sessions, marks the present one, and ends another', async () => {
  const { user, calls } = open(false)
  const list = await screen.findByRole('list', { name: 'Sessions' })
  const [here, phone] = within(list).getAllByRole('listitem') as [HTMLElement, HTMLElement]
  expect(here).toHaveTextContent(/^Chrome on Windows.*This session$/)
  expect(within(here).queryByRole('button')).not.toBeInTheDocument()
  await user.click(within(phone).getByRole('button', { name: 'End this session: Unknown app' }))
  await waitFor(() => expect(calls()).toEqual([['end_session', { session: 'id-phone' }]]))
})

test('new recovery codes are shown and saved after a question, because the former ones end', async () => {
  const { user, platform, calls } = open(true, {}, 2)
  const confirm = vi.spyOn(platform, 'confirm').mockResolvedValueOnce(false)
  const save = vi.spyOn(platform, 'saveFile')
  expect(await screen.findByText(/^2 left\..* Make new ones soon\.$/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Make new codes' }))
  expect(calls()).toEqual([])
  confirm.mockResolvedValueOnce(true)
  await user.click(screen.getByRole('button', { name: 'Make new codes' }))
  const codes = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(codes).toHaveTextContent('0123-4567-89ab-cdeffedc-ba98-7654-3210')
  await user.click(screen.getByRole('button', { name: 'Download' }))
  expect(await save.mock.calls[0]?.[0].content.text()).toContain('0123-4567-89ab-cdef\nfedc-ba98-7654-3210\n')
})

test.each([
  [windows, 'Chrome on Windows'],
  [`${windows} Edg/150.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) Giftwell/1.0 Chrome/150.0 Electron/42.0 Safari/537.36',
    'Desktop app on Linux',
  ],
  ['Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'Firefox on Android'],
  ['curl/8', 'Unknown app'],
])('the device of %s is %s', (agent, words) => {
  expect(deviceName(agent)).toBe(words)
})

test('an absence needs a deputy, to whom open work can be handed over', async () => {
  const deputy = { id: 'id-deputy', email: 'ravi@giftwell.test', name: 'Ravi Example', is_active: true }
  const { requests } = fakeApi(({ path }) => {
    if (path.endsWith('/my_account')) return account
    if (path.endsWith('/administrators')) return [deputy]
    if (path.endsWith('/hand_over_work')) return { leads: 2, quotations: 0, companies: 1 }
    return null
  })
  const of = (name: string) =>
    requests.filter(({ path }) => path.endsWith(`/${name}`)).map(({ body }) => body)
  const { user } = renderAdmin(<AccountScreen />)
  const part = within(await screen.findByRole('region', { name: 'Absence' }))
  await user.type(part.getByLabelText('Away until'), '2026-12-31')
  await user.click(part.getByRole('button', { name: 'Save Absence' }))
  expect(await part.findByText('Choose a deputy')).toBeVisible()
  expect(of('save_absence')).toEqual([])
  await user.selectOptions(part.getByRole('combobox', { name: 'Deputy' }), 'Ravi Example')
  await user.click(part.getByRole('button', { name: 'Save Absence' }))
  await waitFor(() => expect(of('save_absence')).toEqual([{ away_until: '2026-12-31', deputy: 'id-deputy' }]))
  await user.click(part.getByRole('button', { name: 'Hand over my open work' }))
  expect(await screen.findByText(/^2 open leads and 1 company\./)).toBeVisible()
})

test('the daily digest has an hour and days, or is off', async () => {
  const { requests } = fakeApi(({ path }) => (path.endsWith('/my_account') ? account : null))
  const saved = () => requests.filter(({ path }) => path.endsWith('/save_digest')).map(({ body }) => body)
  const { user } = renderAdmin(<AccountScreen />)
  const hour = await screen.findByRole('combobox', { name: 'Daily digest' })
  expect(hour).toHaveDisplayValue('At 09:00')
  expect(screen.getByRole('combobox', { name: 'Days' })).toHaveDisplayValue('Monday to Friday')
  await user.selectOptions(hour, 'At 17:00')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Days' }), 'Every day')
  await user.click(screen.getByRole('button', { name: 'Save Digest' }))
  await waitFor(() => expect(saved()).toEqual([{ hour: 17, days: 7 }]))
  await user.selectOptions(hour, 'Off')
  await user.click(screen.getByRole('button', { name: 'Save Digest' }))
  await waitFor(() => expect(saved().at(-1)).toEqual({ hour: null, days: 7 }))
})

test('a calendar feed has an address that is shown once, renewed and removed', async () => {
  let since: string | null = null
  const { requests } = fakeApi(({ path }) => {
    if (path.endsWith('/my_account')) return { ...account, calendar_since: since }
    if (path.endsWith('/make_calendar_link')) {
      since = '2026-11-30T04:00:00Z'
      return 'ab'.repeat(32)
    }
    if (path.endsWith('/remove_calendar_link')) since = null
    return null
  })
  const { user, unmount } = renderAdmin(<AccountScreen />)
  const part = within(await screen.findByRole('region', { name: 'Calendar feed' }))
  await user.click(part.getByRole('button', { name: 'Make an address' }))
  const address = (await part.findByLabelText<HTMLInputElement>('Address')).value
  expect(address).toMatch(new RegExp(`^https?://[^/]+/calendar/${'ab'.repeat(32)}\\.ics$`))
  await user.click(part.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(address)

  unmount()
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  const { user: later } = renderAdmin(<AccountScreen />)
  const again = within(await screen.findByRole('region', { name: 'Calendar feed' }))
  expect(await again.findByText(/^Made on/)).toBeVisible()
  expect(again.queryByLabelText('Address')).toBeNull()
  await later.click(again.getByRole('button', { name: 'Remove' }))
  expect(await again.findByRole('button', { name: 'Make an address' })).toBeVisible()
  expect(requests.some(({ path }) => path.endsWith('/remove_calendar_link'))).toBe(true)
})
