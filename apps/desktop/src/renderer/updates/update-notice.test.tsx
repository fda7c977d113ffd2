import { ThemeProvider } from '@giftwell/shared/ui/theme-provider.tsx'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import type { Bridge } from '../../ipc/create-bridge.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { UpdateNotice, UpdateProgress } from './update-notice.tsx'

const ready = { step: 'ready', version: '1.2.0' } as const

function renderUpdates(parts: Partial<Bridge> = {}) {
  const bridge = createFakeBridge(parts)
  render(
    <ThemeProvider>
      <UpdateNotice bridge={bridge} />
      <UpdateProgress bridge={bridge} />
    </ThemeProvider>,
  )
  return { user: userEvent.setup(), bridge }
}

test('shows nothing until the download is ready', async () => {
  const { bridge } = renderUpdates()
  act(() => bridge.changeUpdate({ step: 'downloading', version: '1.2.0', percent: 41.7 }))
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('Version 1.2.0 is being downloaded (42%).')).toBeVisible()
  act(() => bridge.changeUpdate(ready))
  expect(await screen.findByText('Version 1.2.0 is ready.')).toBeVisible()
  expect(screen.queryByText(/being downloaded/)).toBeNull()
})

test('offers a version that was ready before the page loaded', async () => {
  renderUpdates({ readUpdate: () => Promise.resolve(ready) })
  expect(await screen.findByText('Version 1.2.0 is ready.')).toBeVisible()
})

test('Restart now installs the update', async () => {
  const installUpdate = vi.fn(() => Promise.resolve())
  const { user } = renderUpdates({ readUpdate: () => Promise.resolve(ready), installUpdate })
  await user.click(await screen.findByRole('button', { name: 'Restart now' }))
  expect(installUpdate).toHaveBeenCalledTimes(1)
})

test('Later hides the notice until a newer version is ready', async () => {
  const { user, bridge } = renderUpdates({ readUpdate: () => Promise.resolve(ready) })
  await user.click(await screen.findByRole('button', { name: 'Later' }))
  expect(screen.queryByText('Version 1.2.0 is ready.')).toBeNull()
  act(() => bridge.changeUpdate(ready))
  expect(screen.queryByText('Version 1.2.0 is ready.')).toBeNull()
  act(() => bridge.changeUpdate({ step: 'ready', version: '1.3.0' }))
  expect(screen.getByText('Version 1.3.0 is ready.')).toBeVisible()
})

test('an event during the first read is not overwritten by the response', async () => {
  const asked = Promise.withResolvers<{ step: 'none' }>()
  const { bridge } = renderUpdates({ readUpdate: () => asked.promise })
  act(() => bridge.changeUpdate(ready))
  await act(async () => {
    asked.resolve({ step: 'none' })
    await asked.promise
  })
  expect(screen.getByText('Version 1.2.0 is ready.')).toBeVisible()
})
