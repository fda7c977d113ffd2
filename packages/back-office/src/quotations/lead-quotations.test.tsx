import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'

import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { LeadQuotations } from './lead-quotations.tsx'

test('a lead lists its quotations with their states, and "Quote" opens a new draft', async () => {
  const { requests } = fakeApi(({ path }) => {
    if (path === '/rest/v1/rpc/draft_quotation') return Response.json('new')
    if (path === '/rest/v1/quotation_versions')
      return [
        { quotation_id: 'a', valid_until: '2999-12-31' },
        { quotation_id: 'a', valid_until: '2020-01-15' },
        { quotation_id: 'b', valid_until: '2020-01-15' },
      ]
    if (path !== '/rest/v1/quotations') return undefined
    return [
      { id: 'c', number: null, state: 'draft' },
      { id: 'b', number: 'GW1920/0002', state: 'sent' },
      { id: 'a', number: 'GW1920/0001', state: 'sent' },
    ]
  })
  const { user } = renderAdmin(
    <Routes>
      <Route path="/admin/leads/:lead" element={<LeadQuotations lead="lead" />} />
      <Route path="/admin/quotations/new" element={<h1>New</h1>} />
    </Routes>,
    { path: '/admin/leads/lead' },
  )
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => [link.parentElement?.textContent, link.getAttribute('href')])).toEqual([
    ['Quotation draft', '/admin/quotations/c'],
    ['GW1920/0002: Expired', '/admin/quotations/b'],
    ['GW1920/0001: Sent', '/admin/quotations/a'],
  ])
  await user.click(screen.getByRole('button', { name: 'Quote' }))
  expect(await screen.findByRole('heading', { name: 'New' })).toBeVisible()
  expect(requests.find(({ path }) => path.endsWith('/draft_quotation'))?.body).toEqual({ lead: 'lead' })
})
