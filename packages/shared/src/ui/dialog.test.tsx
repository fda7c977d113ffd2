import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { Dialog } from './dialog.tsx'

const counted = vi.fn()

function Content() {
  counted()
  return (
    <>
      <p>As on the invoice.</p>
      <input aria-label="Name" />
    </>
  )
}

const content = <Content />

const ignore = () => undefined

interface PageProps {
  readonly onClose?: () => void
  readonly onExited?: () => void
}

/** A button that opens a dialog. */
function Page({ onClose = ignore, onExited = ignore }: PageProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog
        opened={isOpen}
        onClose={() => {
          onClose()
          setOpen(false)
        }}
        onExited={onExited}
        title="Form"
        size="26rem"
      >
        {content}
      </Dialog>
    </>
  )
}

/** Gives every element an animation that ends on call; jsdom has none. */
function animate() {
  const animation = new EventTarget()
  Object.assign(Element.prototype, { getAnimations: () => [animation] })
  return () => animation.dispatchEvent(new Event('finish'))
}

afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'getAnimations')
  counted.mockReset()
})

test('a dialog is there with the click that opens it, rendered once, with its name and its description', () => {
  render(<Page />)
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('dialog', { name: 'Form' })).toHaveAccessibleDescription('As on the invoice.')
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeVisible()
  expect(counted).toHaveBeenCalledTimes(1)
})

test('a dialog that opens measures the page before it changes it, and nothing of its own', () => {
  render(<Page />)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
    return 1024
  })
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('dialog')).toBeVisible()
})

test('the focus goes to the first control, stays within, and returns', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus())
  await user.tab()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
})

test('a dialog that fades out is closed once, stays until it is gone, and can open again meanwhile', async () => {
  const end = animate()
  const user = userEvent.setup()
  const [onClose, onExited] = [vi.fn(), vi.fn()]
  render(<Page onClose={onClose} onExited={onExited} />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  end()
  expect(screen.getByRole('dialog')).toBeVisible()
  await user.keyboard('{Escape}')
  expect(onExited).not.toHaveBeenCalled()
  end()
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onExited).toHaveBeenCalledTimes(1)
})

test('Escape leaves a dialog open where it has another use', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  render(<Page onClose={onClose} />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const field = screen.getByRole('textbox')
  field.dataset['mantineStopPropagation'] = 'true'
  await user.click(field)
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})
