import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { untouched } from './lead-handling.ts'
import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { kindOf, leadOf } from '../testing/show-leads.tsx'
import { LeadsScreen } from './leads-screen.tsx'
import { useLeadPulse } from './use-lead-pulse.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

function Desk() {
  useLeadPulse()
  return <LeadsScreen />
}

/** The list of leads on a server where others work, too. */
async function sit(path: string) {
  const server = {
    event: 1,
    handling: untouched,
    pulse: { unanswered: 1, new_leads: 1, latest_lead: '2026' },
  }
  const { requests } = fakeApi((request) => {
    if (request.path.endsWith('/lead_pulse')) return [{ ...server.pulse, latest_event: server.event }]
    if (request.path.endsWith('/rpc/count_leads')) return 1
    return kindOf(request) === undefined ? [] : [leadOf(1, { lead_handling: server.handling })]
  })
  renderAdmin(<Desk />, { path })
  await screen.findByRole('button', { name: 'Person 1' })
  expect(screen.queryByText('Won', { selector: '.mantine-Badge-label' })).toBeNull()
  return { server, requests }
}

test('what another administrator does with a lead is shown within five seconds where leads are in view', async () => {
  const { server } = await sit('/admin/leads')
  server.event = 2
  server.handling = { ...untouched, state: 'won' }
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByText('Won', { selector: '.mantine-Badge-label' })).toBeVisible()
})

test('an idle list of leads makes twelve requests a minute, all for the pulse', async () => {
  const { requests } = await sit('/admin/leads')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  requests.length = 0
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(requests.map(({ path }) => path)).toEqual(Array(12).fill('/rest/v1/rpc/lead_pulse'))
})

test('a hidden window that announces leads makes four requests a minute', async () => {
  const { requests } = await sit('/admin/leads')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  requests.length = 0
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(requests).toHaveLength(4)
})

test('a new lead is shown although as many as can be counted are new and unanswered', async () => {
  const { server } = await sit('/admin/leads')
  server.pulse = { unanswered: 1000, new_leads: 1000, latest_lead: '2026' }
  await act(() => vi.advanceTimersByTimeAsync(5000))
  server.handling = { ...untouched, state: 'won' }
  server.pulse = { unanswered: 1000, new_leads: 1000, latest_lead: '2027' }
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByText('Won', { selector: '.mantine-Badge-label' })).toBeVisible()
})
