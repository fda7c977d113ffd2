import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { useDialogEntry } from './use-dialog-entry.ts'

/** A list that was opened from /admin, with a dialog that is open. */
async function show({ isUnsaved = false, isBusy = false } = {}) {
  function Dialog({ onClose }: { readonly onClose: () => void }) {
    const { leave, close } = useDialogEntry({ opened: true, isBusy, isUnsaved: () => isUnsaved, onClose })
    const navigate = useNavigate()
    const save = () => {
      onClose()
      void navigate('/admin/themes?q=saved', { replace: true })
    }
    return (
      <div role="dialog">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="button" onClick={() => leave(save)}>
          Save
        </button>
      </div>
    )
  }
  function Screen() {
    const { pathname, search } = useLocation()
    const navigate = useNavigate()
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <h1>{pathname + search}</h1>
        <button type="button" onClick={() => void navigate('/admin/themes?q=silk')}>
          List
        </button>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
        {isOpen && <Dialog onClose={() => setOpen(false)} />}
      </>
    )
  }
  const view = renderAdmin(<Screen />)
  const press = (name: string) => view.user.click(screen.getByRole('button', { name }))
  const isAt = (path: string) => waitFor(() => expect(screen.getByRole('heading')).toHaveTextContent(path))
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('List')
  await press('Open')
  return { press, isAt, isClosed, confirm: vi.spyOn(view.platform, 'confirm') }
}

test('Back closes the dialog, and the next one leaves the screen', async () => {
  const { press, isAt, isClosed } = await show()
  expect(screen.getByRole('dialog')).toBeVisible()
  await press('Back')
  await isClosed()
  await isAt('/admin/themes?q=silk')
  await press('Back')
  await isAt('/admin')
})

test.each(['Back', 'Cancel'])('%s asks once before unsaved changes are discarded', async (way) => {
  const { press, isAt, isClosed, confirm } = await show({ isUnsaved: true })
  confirm.mockResolvedValueOnce(false)
  await press(way)
  expect(confirm).toHaveBeenCalledOnce()
  expect(screen.getByRole('dialog')).toBeVisible()
  confirm.mockResolvedValueOnce(true)
  await press(way)
  await isClosed()
  expect(confirm).toHaveBeenCalledTimes(2)
  await press('Back')
  await isAt('/admin')
})

test('a dialog that saves stays open', async () => {
  const { press, isAt, confirm } = await show({ isUnsaved: true, isBusy: true })
  await press('Back')
  await press('Cancel')
  expect(screen.getByRole('dialog')).toBeVisible()
  await isAt('/admin/themes?q=silk')
  expect(confirm).not.toHaveBeenCalled()
})

test('what follows a save runs without a confirmation, at the entry of the list', async () => {
  const { press, isAt, isClosed, confirm } = await show({ isUnsaved: true, isBusy: true })
  await press('Save')
  await isClosed()
  await isAt('/admin/themes?q=saved')
  await press('Back')
  await isAt('/admin')
  expect(confirm).not.toHaveBeenCalled()
})
