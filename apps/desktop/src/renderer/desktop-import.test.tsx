import { PictureButtons } from '@giftwell/shared/admin/import/picture-buttons.tsx'
import { collectPictures } from '@giftwell/shared/admin/import/pictures.ts'
import { ThemeProvider } from '@giftwell/shared/app/app-providers.tsx'
import { PlatformContext } from '@giftwell/shared/platform/platform.ts'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { createDesktopPlatform } from './desktop-platform.ts'
import { connection, createFakeBridge } from './testing/fake-bridge.ts'

test.each([
  ['Pictures', false],
  ['Folder of pictures', true],
])(
  '%s of an import are chosen by the system’s dialog, and none is read before its row',
  async (label, isFolder) => {
    const pickImages = vi.fn(() => Promise.resolve({ images: [], refused: [] }))
    const onChoose = vi.fn<(files: readonly File[]) => Promise<void>>(() => Promise.resolve())
    render(
      <ThemeProvider>
        <PlatformContext
          value={createDesktopPlatform(createFakeBridge({ pickImages }), connection.siteOrigin)}
        >
          <PictureButtons pictures={await collectPictures([])} refusal={undefined} onChoose={onChoose} />
        </PlatformContext>
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
    // The bridge would bring the bytes of all of them.
    expect(pickImages).not.toHaveBeenCalled()
    expect(reads).not.toHaveBeenCalled()
    expect(await (await pictures.read('photos/7.JPG'))?.text()).toBe('photo 7')
  },
)
