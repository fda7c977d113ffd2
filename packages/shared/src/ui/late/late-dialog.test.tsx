import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { LookFrame } from '../../app/app-frame.tsx'
import { lateCode } from './late-code.ts'
import { type DialogState, LateDialog } from './late-dialog.tsx'

function Greeting({ opened, onClose }: DialogState) {
  return opened ? (
    <div role="dialog" aria-label="Greeting">
      <button type="button" onClick={onClose}>
        Close it
      </button>
    </div>
  ) : null
}

function renderLate(importCode: () => Promise<typeof Greeting>) {
  const onClose = vi.fn()
  const late = lateCode(importCode)
  const show = (opened: boolean) => (
    <LookFrame>
      <LateDialog dialog={late} what="The greeting" opened={opened} onClose={onClose} />
    </LookFrame>
  )
  const { rerender } = render(show(false))
  return { late, onClose, open: () => rerender(show(true)), close: () => rerender(show(false)) }
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('is not loaded before it is opened, and opens when its code arrives', async () => {
  const importCode = vi.fn(() => Promise.resolve(Greeting))
  const { open } = renderLate(importCode)
  expect(importCode).not.toHaveBeenCalled()
  open()
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  expect(await screen.findByRole('dialog', { name: 'Greeting' })).toBeVisible()
  expect(screen.queryByRole('status')).toBeNull()
})

test('opens at once when its code was loaded ahead', async () => {
  const { late, open } = renderLate(() => Promise.resolve(Greeting))
  await late.load()
  open()
  expect(screen.getByRole('dialog', { name: 'Greeting' })).toBeVisible()
})

test('stays closed when it was closed before its code arrived', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>()
  const { late, open, close } = renderLate(() => promise)
  open()
  close()
  resolve(Greeting)
  await late.load()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('says that its code did not come, and can be given up', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { open, onClose } = renderLate(() => Promise.reject(new TypeError('Failed to fetch')))
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('The greeting could not be loaded.')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})
