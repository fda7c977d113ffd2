import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { legalHints } from '@giftwell/shared/legal/legal-hints.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { LegalNote } from './legal-note.tsx'

test.each([
  ['2027-11-28T18:29:00Z', 0],
  ['2027-11-28T18:30:00Z', 1],
])('at %s, %i hints ask to be checked: a year ends with the day in India', async (now, asking) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  renderAdmin(<LegalNote hint={{ ...legalHints.mixedSupply, checkedOn: '2026-11-28' }} />)
  expect(await screen.findByText(/checked on 28 Nov 2026/)).toBeVisible()
  expect(screen.queryAllByText(/please check it/)).toHaveLength(asking)
})
