import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { kindOf, leadOf } from '@giftwell/shared/testing/show-leads.tsx'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { DesktopRoutes } from './desktop-routes.tsx'
import { connection, createFakeBridge } from './testing/fake-bridge.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each(['/connect', '/no-such-page'])('leads are looked out for at %s, too', async (path) => {
  fakeApi((request) => kindOf(request) && [leadOf(1)])
  const { platform } = renderAdmin(
    <DesktopRoutes bridge={createFakeBridge()} connection={{ connection, isBuiltIn: false }} />,
    { path },
  )
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  await vi.waitFor(async () => expect(await platform.offlineStorage.keys()).toHaveLength(1))
})

test('the frame of the back office is there before the backend answers anything', async () => {
  fakeApi(() => new Promise(() => undefined))
  renderAdmin(<DesktopRoutes bridge={createFakeBridge()} connection={{ connection, isBuiltIn: true }} />, {
    path: '/admin/themes',
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Themes' })).toBeVisible()
  expect(screen.getByRole('navigation')).toBeVisible()
})

test('something is said while it is asked who may come in', async () => {
  fakeApi(() => new Promise(() => undefined))
  renderAdmin(<DesktopRoutes bridge={createFakeBridge()} connection={{ connection, isBuiltIn: true }} />, {
    path: '/admin/themes',
    accounts: { readIsAdmin: () => new Promise(() => undefined) },
  })
  expect(await screen.findByRole('status')).toBeVisible()
})
