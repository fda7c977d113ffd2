import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { PlatformContext } from '@giftwell/shared/platform/platform.ts'
import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { MemoryRouter, renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { kindOf, leadOf } from '@giftwell/back-office/testing/show-leads.tsx'
import { act, render, screen } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { createDesktopPlatform } from './desktop-platform.ts'
import { DesktopRoutes, useOpenedPages } from './desktop-routes.tsx'
import { connection, createFakeBridge } from './testing/fake-bridge.ts'

test.each(['/settings', '/no-such-page'])('new leads are watched for at %s', async (path) => {
  fakeApi((request) => {
    if (request.path.endsWith('/lead_events')) return []
    if (request.path.endsWith('/lead_pulse')) return [{ unanswered: 1, new_leads: 1, latest_event: 1 }]
    return kindOf(request) && [leadOf(1)]
  })
  const { platform } = renderAdmin(
    <DesktopRoutes bridge={createFakeBridge()} connection={{ connection, isBuiltIn: false }} />,
    { path },
  )
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  await vi.waitFor(async () => expect(await platform.offlineStorage.keys()).toHaveLength(1))
})

test.each(['administrator', 'sales'] as const)(
  'the sidebar leads %s to the settings of this computer, and Back leads on',
  async (role) => {
    fakeApi(() => [])
    const startAtLogin = vi.fn(() => Promise.resolve(true))
    const bridge = createFakeBridge({ startAtLogin })
    const { user } = renderAdmin(
      <PlatformContext value={createDesktopPlatform(bridge, connection.siteOrigin)}>
        <DesktopRoutes bridge={bridge} connection={{ connection, isBuiltIn: false }} />
      </PlatformContext>,
      { path: '/admin/themes', accounts: { readRole: () => Promise.resolve(role) } },
    )
    await user.click(await screen.findByRole('link', { name: 'This computer' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Start at login' }))
    expect(startAtLogin).toHaveBeenCalledExactlyOnceWith(true)
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Themes' })).toBeVisible()
  },
)

test('the frame of the back office shows before the backend responds', async () => {
  fakeApi(() => new Promise(() => undefined))
  renderAdmin(<DesktopRoutes bridge={createFakeBridge()} connection={{ connection, isBuiltIn: true }} />, {
    path: '/admin/themes',
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Themes' })).toBeVisible()
  expect(screen.getByRole('navigation')).toBeVisible()
})

test('a loading message shows while the session is checked', async () => {
  fakeApi(() => new Promise(() => undefined))
  renderAdmin(<DesktopRoutes bridge={createFakeBridge()} connection={{ connection, isBuiltIn: true }} />, {
    path: '/admin/themes',
    accounts: { readRole: () => new Promise(() => undefined) },
  })
  expect(await screen.findByRole('status')).toBeVisible()
})

function renderPages(isUnsaved = false) {
  const bridge = createFakeBridge()
  function Pages() {
    useOpenedPages(bridge)
    useUnsavedGuard({ isUnsaved: () => isUnsaved })
    const { pathname, search } = useLocation()
    return <p>At {pathname + search}</p>
  }
  render(
    <PlatformContext value={createMemoryPlatform()}>
      <MemoryRouter path="/admin/products">
        <Pages />
      </MemoryRouter>
    </PlatformContext>,
  )
  return bridge
}

test('navigates to a page that the main process opens', async () => {
  const bridge = renderPages()
  await act(async () => bridge.openPage('/admin/leads?lead=1'))
  expect(screen.getByText('At /admin/leads?lead=1')).toBeInTheDocument()
})

test('asks before leaving unsaved changes, and stays when declined', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true)
  const bridge = renderPages(true)
  await act(async () => bridge.openPage('/admin/leads'))
  expect(confirm).toHaveBeenCalledExactlyOnceWith('You have unsaved changes. Discard them?')
  expect(screen.getByText('At /admin/products')).toBeInTheDocument()
  await act(async () => bridge.openPage('/admin/leads'))
  expect(screen.getByText('At /admin/leads')).toBeInTheDocument()
})

test('opening the current page neither asks nor navigates', async () => {
  const confirm = vi.spyOn(window, 'confirm')
  const bridge = renderPages(true)
  await act(async () => bridge.openPage('/admin/products'))
  expect(confirm).not.toHaveBeenCalled()
})
