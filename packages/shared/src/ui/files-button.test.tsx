import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderAdmin } from '../testing/render-admin.tsx'
import { FilesButton } from './files-button.tsx'

test('the same file may be chosen again', async () => {
  const onChoose = vi.fn()
  const { user } = renderAdmin(
    <FilesButton label="Photos" onChoose={onChoose}>
      Add photos
    </FilesButton>,
  )
  const input = await screen.findByLabelText('Photos')
  await user.upload(input, new File(['a'], 'a.png'))
  expect(onChoose).toHaveBeenCalledWith([expect.objectContaining({ name: 'a.png' })])
  expect(input).toHaveValue('')
})
