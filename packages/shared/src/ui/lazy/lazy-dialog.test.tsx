import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { ThemeProvider } from '../theme-provider.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { type DialogState, LazyDialog } from './lazy-dialog.tsx'

function Greeting({ opened, onClose }: DialogState) {
  return opened ? (
    <div role="dialog" aria-label="Greeting">
      <button type="button" onClick={onClose}>
        Close it
      </button>
    </div>
  ) : null
}

function renderLazy(importDialog: () => Promise<typeof Greeting>) {
  const onClose = vi.fn()
  const dialog = lazyComponent(importDialog)
  const show = (opened: boolean) => (
    <ThemeProvider>
      <LazyDialog dialog={dialog} what="The greeting" opened={opened} onClose={onClose} />
    </ThemeProvider>
  )
  const { rerender } = render(show(false))
  return { dialog, onClose, open: () => rerender(show(true)), close: () => rerender(show(false)) }
}

test('lazy dialog loads its chunk when it is opened, and then opens', async () => {
  const importDialog = vi.fn(() => Promise.resolve(Greeting))
  const { open } = renderLazy(importDialog)
  expect(importDialog).not.toHaveBeenCalled()
  open()
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  expect(await screen.findByRole('dialog', { name: 'Greeting' })).toBeVisible()
  expect(screen.queryByRole('status')).toBeNull()
})

test('lazy dialog opens at once when its chunk was preloaded', async () => {
  const { dialog, open } = renderLazy(() => Promise.resolve(Greeting))
  await dialog.preload()
  open()
  expect(screen.getByRole('dialog', { name: 'Greeting' })).toBeVisible()
})

test('lazy dialog stays closed when it was closed while its chunk loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>()
  const { dialog, open, close } = renderLazy(() => promise)
  open()
  close()
  resolve(Greeting)
  await dialog.preload()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('lazy dialog says that its chunk failed to load, and can be closed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { open, onClose } = renderLazy(() => Promise.reject(new TypeError('Failed to fetch')))
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('The greeting could not be loaded.')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})
