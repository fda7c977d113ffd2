import { useUnsavedGuard } from '@giftwell/shared/admin/records/use-unsaved-guard.ts'
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'

import { createFakeBridge } from './testing/fake-bridge.ts'
import { useOpenedPages } from './use-opened-pages.ts'

afterEach(() => void vi.restoreAllMocks())

function renderPages(isUnsaved = false) {
  const bridge = createFakeBridge()
  function Pages() {
    useOpenedPages(bridge)
    useUnsavedGuard(() => isUnsaved)
    const { pathname, search } = useLocation()
    return <p>At {pathname + search}</p>
  }
  render(
    <MemoryRouter initialEntries={['/admin/products']} useTransitions={false}>
      <Pages />
    </MemoryRouter>,
  )
  return bridge
}

test('a page that the system asks for is shown', () => {
  const bridge = renderPages()
  act(() => bridge.openPage('/admin/leads?lead=1'))
  expect(screen.getByText('At /admin/leads?lead=1')).toBeInTheDocument()
})

test('unsaved work is asked about first, and kept when somebody wants to stay', () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true)
  const bridge = renderPages(true)
  act(() => bridge.openPage('/admin/leads'))
  expect(confirm).toHaveBeenCalledExactlyOnceWith('You have unsaved changes. Discard them?')
  expect(screen.getByText('At /admin/products')).toBeInTheDocument()
  act(() => bridge.openPage('/admin/leads'))
  expect(screen.getByText('At /admin/leads')).toBeInTheDocument()
})

test('the page that is shown already loses nothing and asks nothing', () => {
  const confirm = vi.spyOn(window, 'confirm')
  const bridge = renderPages(true)
  act(() => bridge.openPage('/admin/products'))
  expect(confirm).not.toHaveBeenCalled()
})
