import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { ThemeProvider } from '@giftwell/shared/ui/theme-provider.tsx'
import { PictureButtons } from './picture-buttons.tsx'
import { collectPictures } from './pictures.ts'

test.each([
  ['Pictures', false],
  ['Folder of pictures', true],
])('%s are chosen by the system’s dialog, and none is read before its row', async (label, isFolder) => {
  const onChoose = vi.fn<(files: readonly File[]) => Promise<void>>(() => Promise.resolve())
  render(
    <ThemeProvider>
      <PictureButtons pictures={await collectPictures([])} error={undefined} onChoose={onChoose} />
    </ThemeProvider>,
  )
  const photos = Array.from(
    { length: 300 },
    (_, index) => new File([`photo ${index}`], `${index}.jpg`, { type: 'image/jpeg' }),
  )
  const reads = vi.spyOn(Blob.prototype, 'arrayBuffer')
  const input = screen.getByLabelText<HTMLInputElement>(label)
  expect(input.hasAttribute('webkitdirectory')).toBe(isFolder)
  await userEvent.upload(input, photos)

  expect(onChoose).toHaveBeenCalledTimes(1)
  const pictures = await collectPictures(onChoose.mock.calls[0]?.[0] ?? [])
  expect(pictures.size).toBe(300)
  expect(reads).not.toHaveBeenCalled()
  expect(await (await pictures.read('photos/7.JPG'))?.text()).toBe('photo 7')
})
