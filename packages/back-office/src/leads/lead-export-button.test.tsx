import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { apiError } from '@giftwell/shared/testing/fake-api.ts'
import { leadOf, showLeads } from '../testing/show-leads.tsx'
import { exportOnArrival } from './lead-search.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const aThousand = Array.from({ length: 1000 }, () => leadOf(9))
const exporting = () => screen.findByRole('button', { name: /^Export/ })

const toastsShown = async () => (await screen.findByRole('region', { name: 'Notifications' })).textContent

test('an export reads all matching leads in parts, shows its progress and saves the file', async () => {
  const second = Promise.withResolvers<unknown>()
  const { user, platform, of } = showLeads({
    path: '/admin/leads?from=2026-11-01',
    leads: [leadOf(9)],
    total: 1001,
    answer(request, kind) {
      if (kind !== 'part') return undefined
      return request.query.has('or') ? second.promise : aThousand
    },
  })
  await screen.findByRole('heading', { name: `All Leads (${(1001).toLocaleString()})` })
  await user.click(await exporting())
  const thousands = (1000).toLocaleString()
  expect(
    await screen.findByRole('button', { name: `Exporting ${thousands} of ${(1001).toLocaleString()}...` }),
  ).toHaveAttribute('aria-disabled', 'true')
  second.resolve([leadOf(1)])
  expect(await screen.findByText(`${(1001).toLocaleString()} leads exported`)).toBeVisible()
  expect(platform.saved).toHaveLength(1)
  expect(platform.saved[0]?.name).toMatch(/^giftwell-leads-\d{4}-\d{2}-\d{2}\.csv$/)
  expect((await platform.saved[0]?.content.text())?.split('\r\n')).toHaveLength(1 + 1001 + 1)
  const since = new Date(2026, 10, 1).toISOString()
  expect(of('part').map(({ body }) => Object(body).since)).toEqual([since, since])
  expect(await exporting()).toHaveAccessibleName('Export to CSV')
})

test('an export that was asked for on another screen starts once the leads are counted', async () => {
  const path = { pathname: '/admin/leads', state: exportOnArrival }
  const { platform } = showLeads({ path, leads: [leadOf(2), leadOf(1)] })
  await waitFor(() => expect(platform.saved).toHaveLength(1))
  expect(await screen.findByText('2 leads exported')).toBeVisible()
})

test('the file is in the order of the list', async () => {
  const { user, of } = showLeads({ path: '/admin/leads?sort=oldest', leads: [leadOf(1), leadOf(2)] })
  await screen.findByRole('heading', { name: 'All Leads (2)' })
  await user.click(await exporting())
  expect(await screen.findByText('2 leads exported')).toBeVisible()
  expect(of('part').map(({ query }) => query.get('order'))).toEqual(['created_at.asc,id.asc'])
})

test('a cancelled export saves no file and shows no message', async () => {
  const part = Promise.withResolvers<unknown>()
  const { user, platform } = showLeads({
    leads: [leadOf(1)],
    answer: (_request, kind) => (kind === 'part' ? part.promise : undefined),
  })
  await screen.findByRole('heading', { name: 'All Leads (1)' })
  await user.click(await exporting())
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await exporting()).toHaveAccessibleName('Export to CSV')
  part.resolve([leadOf(1)])
  await new Promise((resolve) => setImmediate(resolve))
  expect(platform.saved).toEqual([])
  expect(await toastsShown()).toBe('')
})

test('a cancelled file dialog shows no success message', async () => {
  const { user, platform } = showLeads({ leads: [leadOf(1)] })
  platform.answerSaving('cancelled')
  await screen.findByRole('heading', { name: 'All Leads (1)' })
  await user.click(await exporting())
  await waitFor(async () => expect(await exporting()).toHaveAccessibleName('Export to CSV'))
  expect(await toastsShown()).toBe('')
})

test('a failed export shows an error, and the next try works', async () => {
  let isBroken = true
  const { user } = showLeads({
    leads: [leadOf(1)],
    answer: (_request, kind) =>
      isBroken && kind === 'part' ? apiError('57014', 'canceling statement due to timeout', 500) : undefined,
  })
  await screen.findByRole('heading', { name: 'All Leads (1)' })
  await user.click(await exporting())
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error exporting leadscanceling statement due to timeout. Press Export to CSV to try again.',
  )
  isBroken = false
  await user.click(await exporting())
  expect(await screen.findByText('1 lead exported')).toBeVisible()
})

test('an export without leads requests nothing', async () => {
  const { user, of } = showLeads()
  await screen.findByRole('heading', { name: 'All Leads (0)' })
  await user.click(await exporting())
  expect(of('part')).toEqual([])
})
